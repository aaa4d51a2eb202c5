//! Of a fleet: the layouts of its nodes, and each workload where the packing put it.

use super::form::{check, line_box, more, said};
use super::problems::{Place, Problems};
use super::typed::{Line, Tick, Typed};
use super::{Given, Outcome, Reasons};
use crate::i18n::{Msg, say, text};
use crate::module::Placed;
use estimator::kubernetes::manifest::{FleetSet, Left, NoManifest, write_fleet};
use estimator::kubernetes::teams::Question;
use leptos::prelude::*;
use std::sync::Arc;

const REASONS: Reasons = Reasons {
    nothing: Msg::ClusterFleetNothing,
    gap: Msg::ClusterFleetNothing,
};

/// What was written, and what is said of the rest.
#[derive(Clone)]
struct Made {
    outcome: Outcome,
    left: Arc<Vec<String>>,
}

/// Its choices and documents.
pub(super) fn manifests(placed: Signal<Option<Placed>>) -> AnyView {
    let typed = RwSignal::new(Typed::default());
    let given = Memo::new(move |_| {
        placed.with(Option::is_some).then(|| Given {
            name: "fleet".to_owned(),
            namespace: "inference",
            model: String::new(),
        })
    });
    let given = Signal::from(given);
    let made = Memo::new_with_compare(
        move |_| {
            let (placed, given) = (placed.get()?, given.get()?);
            let choices = typed.with(|typed| typed.fleet_choices(&given));
            let written = write_fleet(&placed.packed, &choices);
            Some(made(written, &placed.names))
        },
        |_, _| true,
    );
    let outcome =
        Signal::derive(move || made.with(|made| made.as_ref().map(|made| made.outcome.clone())));
    let left = move || {
        made.with(|made| {
            let left = made.as_ref().map(|made| Arc::clone(&made.left));
            let left = left.unwrap_or_default();
            let said = left.iter().map(|words| view! { <li>{words.clone()}</li> });
            let said = said.collect_view();
            (!left.is_empty()).then(|| view! { <ul class="findings">{said}</ul> })
        })
    };
    view! {
        {super::queue_link(Msg::ClusterFleetQueue, || Some(Question::default()))}
        {left}
        {super::manifests(outcome, given, REASONS, |problems| form(typed, given, problems))}
    }
    .into_any()
}

fn made(
    written: Result<FleetSet, Vec<estimator::kubernetes::FieldError>>,
    names: &[String],
) -> Made {
    match written {
        Ok(FleetSet { set, left }) => {
            let said = left.iter().map(|(why, places)| {
                let named = places.iter().filter_map(|place| names.get(*place));
                let named: Vec<&str> = named.map(String::as_str).collect();
                told(*why, &named.join(text(Msg::ListComma)))
            });
            let left = Arc::new(said.collect());
            let outcome = if set.files.is_empty() {
                Outcome::Nothing(NoManifest::Nothing)
            } else {
                Outcome::Written(Arc::new(set))
            };
            Made { outcome, left }
        }
        Err(errors) => Made {
            outcome: Outcome::Refused(Arc::new(errors)),
            left: Arc::default(),
        },
    }
}

fn told(why: Left, names: &str) -> String {
    match why {
        Left::Vgpu => say::cluster_left_vgpu(names),
        Left::Swapped => say::cluster_left_swapped(names),
        Left::UnequalParts => say::cluster_left_unequal(names),
        Left::Unwritten => say::cluster_left_unwritten(names),
    }
}

fn form(typed: RwSignal<Typed>, given: Signal<Option<Given>>, problems: Problems) -> AnyView {
    let line = move |line: Line| line_box(line, typed, given, problems);
    let monitored = move || typed.with(|typed| typed.is_ticked(Tick::Monitored));
    view! {
        <form class="cluster-choices" on:submit=|event| event.prevent_default()>
            {said(problems, Place::Answer)}
            {line(Line::Namespace)}
            {check(Msg::ClusterMonitored, Tick::Monitored, typed)}
            {more(
                Msg::ClusterFleetMore,
                view! {
                    {line(Line::StorageClass)}
                    {line(Line::PullSecret)}
                    {move || monitored().then(|| line(Line::Release))}
                }
                    .into_any(),
            )}
        </form>
    }
    .into_any()
}
