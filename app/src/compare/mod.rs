//! Two to five scenarios side by side: the differences of their questions, and the figures
//! of their answers. A program of its own beside the calculator; the scenarios stand behind
//! its `#`, and every answer is simulated as the calculator's is.

mod address;
mod chart;
mod chooser;
mod facts;
mod figures;
mod file;
mod head;
mod import;
mod models;
mod outcome;
mod quality;
mod sheet;
mod state;
mod table;
mod work;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::frame::Frame;
use crate::page::header::{Page, Tools};
use crate::page::memo::shared;
use crate::page::shell::Shell;
use chart::QualityChart;
use chooser::Chooser;
use estimator::export::Format;
use leptos::prelude::*;
use state::State;
use table::Comparison;

/// Everything below `#app`.
#[component]
pub(crate) fn Compare() -> impl IntoView {
    let state = opened();
    browser::title(|| text(Msg::CompareTitle).to_owned());
    let first = move || {
        let first = state.scenarios.with(|all| all.first().cloned());
        first.map_or_else(String::new, |first| first.fragment().to_owned())
    };
    let fragment = shared(first);
    view! {
        <Shell frame=state.frame tools=tools(state) page=Page::Compare fragment>
            <main class="page compare">
                <h1>{t(Msg::CompareHeading)}</h1>
                <p class="unseen" role="status">{state.said}</p>
                <Comparison/>
                <QualityChart/>
                <Chooser/>
            </main>
        </Shell>
    }
    .into_any()
}

/// The comparison of the address, answered from now on; the page is shown with its first
/// answer.
fn opened() -> State {
    let (link, notices) = address::opening();
    let state = State::provide(link.scenarios, Frame::open(link.view, notices));
    address::follow(state);
    work::begin(state);
    state
}

/// The actions of the bar's buttons.
fn tools(state: State) -> Tools {
    Tools {
        theme: state.frame.theme,
        // No number is typed here.
        choose: Callback::new(move |(language, failed)| {
            state.frame.set_language(language, failed, |_, _| {});
        }),
        // All parts are rendered at once.
        complete: Callback::new(|()| {}),
        link: Callback::new(move |()| address::whole(state)),
        save: Callback::new(move |(format, _): (Format, Callback<()>)| file::save(state, format)),
        asked: None,
    }
}
