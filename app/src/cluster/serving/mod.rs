//! Of the calculator's answer: a model served, its autoscaler tried on the answer's day.

mod chosen;
mod form;
mod tried;

use super::typed::Typed;
use super::{Given, Outcome, Reasons};
use crate::i18n::{Msg, text};
use crate::module::{self, Try};
use crate::page::opened::{Opened, load};
use crate::serving::answer::{asked, checkpoint, model_name};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use crate::site::CLUSTER;
use estimator::kubernetes::manifest::{
    Choices, NoManifest, Untried, Work, deploy, label, trial as trial_of, write_serving,
};
use estimator::serving::plan::{Following, Replicas, commitment, day};
use estimator::serving::question::{Day, Growth};
use form::form;
use leptos::prelude::*;
use std::sync::Arc;
use tried::{Ground, Trial};

pub use tried::Trying;
pub(crate) use tried::try_autoscaler;

const REASONS: Reasons = Reasons {
    nothing: Msg::ClusterNothing,
    gap: Msg::ClusterGap,
};

/// Its choices and documents, and the day below them.
pub(super) fn manifests() -> AnyView {
    let state = State::of_page();
    let typed = RwSignal::new(Typed::default());
    let kept = chosen::keep(state, typed);
    let given = Memo::new(move |_| state.details.get().map(|answer| given(&answer)));
    let made = Memo::new_with_compare(
        move |_| {
            let answer = state.details.get()?;
            let selected = state.frame.selected.get();
            let given = given.get()?;
            let growth = state.growth();
            Some(
                typed.with(|typed| outcome(&answer, &growth, selected.as_deref(), (typed, &given))),
            )
        },
        |_, _| true,
    );
    // Like the documents, the last good day stays while a choice is mended.
    let ground = Memo::new(move |last: Option<&Ground>| {
        made.with(|made| match made {
            Some((Outcome::Refused(_), _)) => last.cloned().unwrap_or(Ground::None),
            Some((_, ground)) => ground.clone(),
            None => Ground::None,
        })
    });
    chosen::follow(state, typed, kept, ground);
    let outcome =
        Signal::derive(move || made.with(|made| made.as_ref().map(|(outcome, _)| outcome.clone())));
    let given = Signal::from(given);
    view! {
        {super::manifests(outcome, given, REASONS, |problems| form(typed, given, problems))}
        {trial(Trying { ground, typed })}
    }
    .into_any()
}

/// The autoscaler, tried by a part that is loaded once there is one.
fn trial(trying: Trying) -> AnyView {
    let part = RwSignal::new(Opened::<Try>::No);
    Effect::new(move |_| {
        if trying.ground.with(|ground| *ground != Ground::None) {
            load(part, module::load_trying(), &[CLUSTER]);
        }
    });
    let note = move || match part.get() {
        Opened::Loading => text(Msg::ClusterLoading),
        Opened::Failed => text(Msg::ClusterFailed),
        Opened::No | Opened::Done(_) => "",
    };
    let tried = move || match part.get() {
        Opened::Done(part) => Some(part(trying)),
        Opened::No | Opened::Loading | Opened::Failed => None,
    };
    view! {
        <p role="status">{note}</p>
        {tried}
    }
    .into_any()
}

fn given(answer: &Answer) -> Given {
    let whole = model_name(&answer.question.model);
    let last = whole.rsplit('/').next().unwrap_or(&whole);
    let name = label(last);
    let path = || format!("/models/{name}-{}", answer.scenario.weights.id());
    Given {
        model: checkpoint(answer).0.map_or_else(path, str::to_owned),
        name,
        namespace: "inference",
    }
}

/// The manifests of the choices, and the day that their autoscaler is tried on.
fn outcome(
    answer: &Answer,
    growth: &Growth,
    selected: Option<&str>,
    (typed, given): (&Typed, &Given),
) -> (Outcome, Ground) {
    let Some((asked, offer)) = asked(answer, selected) else {
        return (Outcome::Nothing(NoManifest::Nothing), Ground::None);
    };
    let fleet = &answer.question.fleet;
    let (term, scaling) = (commitment(fleet), growth.scaling);
    let kind = Replicas::of(asked.scenario, offer, asked.sizing);
    let hours = catalog::traffic::hours(&growth.day).filter(|_| growth.day != Day::Even);
    let plan = hours.map(|hours| day(&kind, hours, term));
    let product = catalog::product(&offer.accelerator.id);
    let made = |choices| {
        let mut made = deploy(&asked, offer, product, plan.as_ref(), choices)?;
        if let Work::Serving(serving) = &mut made.work {
            serving.node_start = scaling.machine;
        }
        Ok(made)
    };
    let choices = typed.choices(given);
    let ruled = made(choices.clone());
    let tried = typed.autoscaling().filter(|_| ruled.is_ok()).map(|chosen| {
        let week = catalog::traffic::week(growth).ok_or(Untried::Range)?;
        trial_of(
            asked.scenario,
            offer,
            asked.sizing,
            week,
            (&chosen, &scaling),
        )
    });
    let taken = match &tried {
        Some(Ok(tried)) => typed.tried_on(&tried.day),
        Some(Err(_)) | None => None,
    };
    let deployed = match taken {
        None => ruled,
        Some(_) => made(Choices {
            scaling: taken,
            ..choices
        }),
    };
    let outcome = Outcome::of(deployed.and_then(|deployed| match &deployed.work {
        Work::Serving(serving) => Ok(write_serving(&deployed, serving)),
        Work::Training(_) => Err(NoManifest::Nothing),
    }));
    let ground = match tried {
        Some(Ok(tried)) => Ground::Day(Arc::new(Trial {
            tried,
            kind,
            following: Following::of(asked.scenario, offer, asked.sizing, scaling, fleet.basis),
            term,
        })),
        Some(Err(Untried::Even)) => Ground::Even,
        Some(Err(Untried::Pools | Untried::Range)) | None => Ground::None,
    };
    (outcome, ground)
}
