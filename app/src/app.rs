//! The page: header, question, answer.

use crate::answer::AnswerColumn;
use crate::draft::Draft;
use crate::header::Header;
use crate::i18n::{self, Msg, t};
use crate::question::QuestionColumn;
use crate::state::State;
use estimator::question::Question;
use leptos::prelude::*;

/// Everything below `<main id="app">`.
#[component]
pub(crate) fn App() -> impl IntoView {
    let marks = i18n::language().marks();
    State::provide(Draft::new(Question::default(), marks));
    view! {
        <Header/>
        <div class="page">
            <QuestionColumn/>
            <AnswerColumn/>
        </div>
        <footer class="footer">{t(Msg::FooterPrivacy)}</footer>
    }
}
