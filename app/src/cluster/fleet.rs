//! Of a fleet: the layouts of its nodes, and each workload where the packing put it.

use super::form::{autoscaler, check, devices, line_box, more, said};
use super::problems::{Place, Problems};
use super::typed::{Line, Tick, Typed};
use super::{Given, Outcome, Reasons};
use crate::i18n::{Msg, say, t, text};
use crate::module::Placed;
use estimator::kubernetes::manifest::{Autoscaler, Fixed, FleetSet, Left, NoManifest, write_fleet};
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
    /// The address of the fleet packed so that all of it can be written, where that is another.
    again: Option<Arc<str>>,
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
            Some(made(written, &placed))
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
            let again = made.as_ref().and_then(|made| made.again.clone());
            let again = again.map(|address| {
                view! { <p><a href=address.to_string()>{t(Msg::ClusterLeftAgain)}</a></p> }
            });
            (!left.is_empty()).then(|| view! { <ul class="findings">{said}</ul> {again} })
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
    placed: &Placed,
) -> Made {
    match written {
        Ok(FleetSet { set, left, fixed }) => {
            let named = |places: &[usize]| {
                let named = places.iter().filter_map(|place| placed.names.get(*place));
                let named: Vec<&str> = named.map(String::as_str).collect();
                named.join(text(Msg::ListComma))
            };
            let shared = |why: &Left| *why != Left::Unwritten;
            let again = placed.plain.clone();
            let again = again.filter(|_| left.iter().any(|(why, _)| shared(why)));
            let left = left.iter().map(|(why, places)| told(*why, &named(places)));
            let fixed = fixed
                .iter()
                .map(|(why, places)| stays(*why, &named(places)));
            let left = Arc::new(left.chain(fixed).collect());
            let outcome = if set.files.is_empty() {
                Outcome::Nothing(NoManifest::Nothing)
            } else {
                Outcome::Written(Arc::new(set))
            };
            Made {
                outcome,
                left,
                again,
            }
        }
        Err(errors) => Made {
            outcome: Outcome::Refused(Arc::new(errors)),
            left: Arc::default(),
            again: None,
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

fn stays(why: Fixed, names: &str) -> String {
    match why {
        Fixed::Shares => say::cluster_fixed_shares(names),
        Fixed::Several => say::cluster_fixed_several(names),
        Fixed::Even => say::cluster_fixed_even(names),
        Fixed::Uncounted => say::cluster_fixed_uncounted(names),
    }
}

fn form(typed: RwSignal<Typed>, given: Signal<Option<Given>>, problems: Problems) -> AnyView {
    let line = move |line: Line| line_box(line, typed, given, problems);
    let watched = move || typed.with(Typed::is_watched);
    let keda = move || typed.with(|typed| typed.autoscaler == Autoscaler::Keda);
    let kueue = move || typed.with(|typed| typed.is_ticked(Tick::Kueue));
    view! {
        <form class="cluster-choices" on:submit=|event| event.prevent_default()>
            {said(problems, Place::Answer)}
            {line(Line::Namespace)}
            {devices(typed, problems)}
            {autoscaler(typed, problems)}
            {check(Msg::ClusterMonitored, Tick::Monitored, typed)}
            {check(Msg::ClusterKarpenter, Tick::Karpenter, typed)}
            {said(problems, Place::Karpenter)}
            {check(Msg::ClusterKueue, Tick::Kueue, typed)}
            {move || kueue().then(|| [line(Line::Cohort), line(Line::Rack)])}
            {more(
                Msg::ClusterFleetMore,
                view! {
                    {line(Line::StorageClass)}
                    {line(Line::PullSecret)}
                    {move || keda().then(|| line(Line::Prometheus))}
                    {move || watched().then(|| line(Line::Release))}
                }
                    .into_any(),
            )}
        </form>
    }
    .into_any()
}
