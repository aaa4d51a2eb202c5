//! The answer, top to bottom: a file a section.

mod changes;
mod cluster;
mod tables;
mod timeline;
mod verdict;

pub(super) use verdict::{Verdict, in_a_line};

use super::state::{Answer, State};
use crate::browser::kept_filled;
use crate::chart::figure::Figure;
use crate::element::Element;
use crate::i18n::{Msg, t, text};
use crate::page::paced::Paced;
use estimator::kubernetes::teams::{Outcome, Played};
use leptos::prelude::*;

/// Everything below the verdict.
#[component]
pub(super) fn Details() -> impl IntoView {
    let state = State::of_page();
    let none = move || {
        let any = |answer: &Option<std::sync::Arc<Answer>>| answer.is_some();
        !state.details.with(any)
    };
    view! {
        <div class="details" class:stale=move || state.is_stale() hidden=none>
            <Paced>{chart(state)}</Paced>
            <Paced>{card("queue-teams", Msg::QueueByTeam, tables::teams)}</Paced>
            <Paced><changes::Changes/></Paced>
            <Paced>{card("queue-jobs", Msg::QueueByJob, tables::jobs)}</Paced>
            <Paced>{card("queue-nodes", Msg::QueueByNode, tables::nodes)}</Paced>
            <Paced><cluster::Manifests/></Paced>
        </div>
    }
    .into_any()
}

/// The run, where the answer has one.
fn played(answer: &Answer) -> Option<&Played> {
    match &answer.report.outcome {
        Outcome::Played(played) => Some(played),
        Outcome::Endless { .. } | Outcome::TooLong => None,
    }
}

/// The name of a team by its place.
fn team(answer: &Answer, place: usize) -> &str {
    let team = answer.question.teams.get(place);
    team.map_or("", |team| team.name.as_str())
}

fn chart(state: State) -> AnyView {
    let of = move |read: &dyn Fn(&Answer, &Played) -> String| {
        state.details.with(|answer| {
            let answer = answer.as_ref()?;
            Some(read(answer, played(answer)?))
        })
    };
    let caption = move || of(&timeline::caption).unwrap_or_default();
    let draw = move |width| {
        state.details.with(|answer| {
            let answer = answer.as_ref()?;
            Some(timeline::draw(answer, played(answer)?, width))
        })
    };
    let table = move || {
        state.details.with(|answer| {
            let answer = answer.as_ref()?;
            Some(timeline::table(answer, played(answer)?))
        })
    };
    let none = move || {
        state.details.with(|answer| {
            answer
                .as_ref()
                .is_none_or(|answer| played(answer).is_none())
        })
    };
    view! {
        <div hidden=none>
            <Figure
                title=Signal::derive(|| text(Msg::QueueTimeline).to_owned())
                caption=Signal::derive(caption)
                draw=Callback::new(move |width| draw(width).unwrap_or_default())
                table=Callback::new(move |()| table().unwrap_or_default())
                pick=Callback::new(|_| {})
            />
        </div>
    }
    .into_any()
}

/// A card whose content is data; none where there is nothing to say.
fn card(id: &'static str, heading: Msg, content: fn(&Answer, &Played) -> Vec<Element>) -> AnyView {
    let state = State::of_page();
    let inside = Memo::new(move |_| {
        // Follows the language, too.
        let _ = text(heading);
        state.details.with(|answer| {
            let answer = answer.as_ref()?;
            Some(content(answer, played(answer)?))
        })
    });
    let inside = Memo::new(move |_| inside.get().unwrap_or_default());
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
