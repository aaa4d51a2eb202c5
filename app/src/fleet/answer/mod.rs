//! The answer, top to bottom: a file a section.

mod bill;
mod boards;
mod chart;
mod cluster;
mod compared;
mod findings;
mod limit;
mod others;
mod promises;
mod verdict;
mod why;

pub(super) use verdict::{amounts, headline, in_a_line, proof_words};

use super::state::{Shown, State};
use crate::browser::kept_filled;
use crate::element::Element;
use crate::i18n::{Msg, t, text};
use crate::page::paced::Paced;
use estimator::fleet::asked::Question;
use leptos::prelude::*;

/// The verdict, and everything below it.
#[component]
pub(super) fn Results() -> impl IntoView {
    let state = State::of_page();
    let some = Memo::new(move |_| {
        state.study.shown.with(|shown| {
            shown
                .as_ref()
                .is_some_and(|shown| shown.report.paid.is_some())
        })
    });
    view! {
        <verdict::Verdict/>
        <div class="details" class:stale=move || state.is_stale() hidden=move || !some.get()>
            <Paced><boards::Boards/></Paced>
            <Paced>{card("pack-others", Msg::PackOthers, others::content)}</Paced>
            <Paced>{card("pack-promises", Msg::PackPromises, promises::content)}</Paced>
            <Paced>{card("pack-bill", Msg::PackBill, bill::content)}</Paced>
            <Paced><cluster::Manifests/></Paced>
            <Paced><compared::Compared/></Paced>
            <Paced>{card("pack-findings", Msg::FindingsHeading, findings::content)}</Paced>
        </div>
    }
    .into_any()
}

/// A card whose content is data; none where there is nothing to say.
fn card(id: &'static str, heading: Msg, content: fn(&Shown) -> Vec<Element>) -> AnyView {
    let state = State::of_page();
    let inside = Memo::new(move |_| {
        // Follows the language, too.
        let _ = text(heading);
        let shown = state.study.details;
        shown.with(|shown| shown.as_ref().map(content).unwrap_or_default())
    });
    let none = move || inside.with(Vec::is_empty);
    let inside = inside.into();
    view! {
        <section class="card" aria-labelledby=id hidden=none>
            <h2 id=id>{t(heading)}</h2>
            <div class="scroll wrapping" tabindex="0" role="group" aria-labelledby=id>
                <div use:kept_filled=inside></div>
            </div>
        </section>
    }
    .into_any()
}

/// The name of a workload by its place.
fn name(question: &Question, place: usize) -> &str {
    let workload = question.workloads.get(place);
    workload.map_or("", |workload| workload.name.as_str())
}

/// The names of some, with commas between.
fn named(question: &Question, places: &[usize]) -> String {
    let all: Vec<&str> = places.iter().map(|place| name(question, *place)).collect();
    super::words::names(&all)
}
