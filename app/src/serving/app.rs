//! The page: header, verdict, question, the rest of the answer.

use crate::browser;
use crate::i18n::{self, Msg, t, text};
use crate::page::footer::Footer;
use crate::page::frame::Frame;
use crate::page::header::{Page, Tools};
use crate::page::memo::shared;
use crate::page::notices::Notices;
use crate::page::paced::{Pace, Paced};
use crate::page::saved_menu::Asked;
use crate::page::share::{link_to, write};
use crate::page::shell::Head;
use crate::page::tabs::{self, Tabs};
use crate::serving::address;
use crate::serving::answer::{Details, Verdict, about, answer_line, counted};
use crate::serving::baseline::Baseline;
use crate::serving::draft::Draft;
use crate::serving::embedded::{self, WayOut};
use crate::serving::later::{self, Later, Part};
use crate::serving::presentation;
use crate::serving::question::import::DropModel;
use crate::serving::question::{QuestionForm, line};
use crate::serving::state::State;
use crate::worker::message::Document;
use estimator::export::Format;
use estimator::link::Section;
use leptos::prelude::*;

/// Everything below `#app`. The verdict stands before the question, so that a
/// phone shows it first; wide screens put the question beside it.
#[component]
pub(crate) fn App() -> impl IntoView {
    let (link, notices) = address::opening();
    let frame = Frame::open(link.view, notices);
    let pace = Pace::provide_eager();
    let state = State::provide(Draft::new(link.question, i18n::marks()), frame, pace);
    let history = address::follow(state);
    later::begin(state);
    presentation::attend(state);
    browser::title(|| text(Msg::PageTitle).to_owned());
    let inside = browser::is_embedded();
    // A field that is wrong must be seen, and not go away while it is corrected.
    let wrong = Memo::new(move |last: Option<&bool>| last == Some(&true) || state.is_stale());
    let asked = Memo::new(move |_| embedded::shows(Section::Question) || wrong.get());
    let fragment = shared(move || address::fragment_of(state).unwrap_or_default());
    let head = (!inside).then(|| view! { <Head tools=tools(state) page=Page::Serving fragment/> });
    let foot = if inside {
        view! { <WayOut/> }.into_any()
    } else {
        view! { <Footer fragment/> }.into_any()
    };
    let row = (!inside).then(|| view! { <Tabs fragment count=Signal::derive(move || state.answer.get().map(|answer| counted(&answer))) line=Signal::derive(move || answer_line(state))/> });
    view! {
        {head}
        <Notices notices=frame.notices/>
        // The page around has a main part, too.
        <main
            class="page"
            data-tab=|| tabs::open().id()
            aria-label=move || inside.then(|| text(Msg::PageHeading))
        >
            <h1 class="unseen">{t(Msg::PageHeading)}</h1>
            <Later part=Part::Verdict>
                <Verdict/>
            </Later>
            {move || asked.get().then(|| view! { <QuestionForm history/> })}
            {row}
            <Paced><Details/></Paced>
        </main>
        {foot}
        <DropModel/>
    }
}

/// The actions of the bar's buttons.
fn tools(state: State) -> Tools {
    let fragment = move || untrack(|| address::fragment_of(state));
    let baseline = Baseline::of_page();
    let asked = Asked::new(
        move || {
            let asked = address::fragment_of(state).filter(|_| !state.is_stale());
            asked.ok_or(Msg::Stale)
        },
        move || line(state).unwrap_or_default(),
    );
    Tools {
        theme: state.frame.theme,
        choose: Callback::new(move |(language, failed)| state.set_language(language, failed)),
        complete: Callback::new(move |()| state.show_all()),
        link: Callback::new(move |()| link_to(fragment())),
        save: Callback::new(move |(format, failed): (Format, Callback<()>)| {
            if let Some(fragment) = fragment() {
                let asked = state.answer.get_untracked();
                let named = asked.map(|answer| about(&answer.question));
                let named = named.unwrap_or_default();
                write(Document::Serving, format, fragment, None, named, failed);
            }
        }),
        asked: Some(asked.pinned_by(move || baseline.pin(state))),
    }
}
