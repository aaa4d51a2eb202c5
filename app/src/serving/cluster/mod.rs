//! Kubernetes manifests of the answer that is shown: the reader's choices on the left, the
//! documents on the right. A part of its own, loaded once a reader opens its card.

mod archive;
mod documents;
mod form;
mod problems;
mod tried;
mod typed;
mod words;

use crate::i18n::{Msg, t, text};
use crate::serving::answer::{asked, checkpoint, model_name};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use documents::documents;
use estimator::kubernetes::FieldError;
use estimator::kubernetes::manifest::{
    Autoscaler, Choices, NoManifest, Set, deploy, label, trial as trial_of, write, written,
};
use estimator::serving::plan::{Replicas, day, term};
use estimator::serving::question::{Day, Growth};
use form::form;
use leptos::prelude::*;
use problems::Problems;
use std::sync::Arc;
use tried::{Ground, Monthly, Trial, tried};
use typed::Typed;

/// Names where nobody has typed one: they follow from the answer.
#[derive(Clone, PartialEq, Default)]
struct Given {
    /// The workload's.
    name: String,
    /// The checkpoint's, on the hub or below `/models`.
    model: String,
}

/// The documents of an answer, or why there are none.
#[derive(Clone)]
enum Outcome {
    /// Of the choices as they are.
    Written(Arc<Set>),
    /// Choices that cannot be.
    Refused(Arc<Vec<FieldError>>),
    /// No choice would help.
    Nothing(NoManifest),
}

/// The part; of the page's answer.
pub(crate) fn cluster() -> AnyView {
    let state = State::of_page();
    let typed = RwSignal::new(Typed::default());
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
    let ground = Memo::new(move |_| {
        made.with(|made| {
            made.as_ref()
                .map_or(Ground::None, |(_, ground)| ground.clone())
        })
    });
    let errors = Signal::derive(move || {
        made.with(|made| match made.as_ref().map(|(outcome, _)| outcome) {
            Some(Outcome::Refused(errors)) => Arc::clone(errors),
            _ => Arc::default(),
        })
    });
    let problems = Problems::new(errors);
    // The last good documents stay while a choice is mended.
    let set = Memo::new_with_compare(
        move |last: Option<&Option<Arc<Set>>>| {
            made.with(|made| match made.as_ref().map(|(outcome, _)| outcome) {
                Some(Outcome::Written(set)) => Some(Arc::clone(set)),
                Some(Outcome::Refused(_)) => last.cloned().flatten(),
                Some(Outcome::Nothing(_)) | None => None,
            })
        },
        |_, _| true,
    );
    let reason = move || {
        made.with(|made| match made.as_ref().map(|(outcome, _)| outcome) {
            Some(Outcome::Nothing(NoManifest::Vendor)) => text(Msg::ClusterVendor),
            Some(Outcome::Nothing(NoManifest::Nothing)) => text(Msg::ClusterNothing),
            Some(Outcome::Nothing(NoManifest::Gap)) => text(Msg::ClusterGap),
            Some(Outcome::Written(_) | Outcome::Refused(_)) | None => "",
        })
    };
    view! {
        <p class="aside">{t(Msg::ClusterLead)}</p>
        <p class="problem" role="status">{reason}</p>
        <div class="cluster">
            {form(typed, given.into(), problems)}
            <div class="cluster-documents" class:stale=move || problems.any()>
                {documents(set.into(), given.into())}
            </div>
        </div>
        {tried(ground, typed)}
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
    let term = term(answer.question.fleet.basis);
    let kind = Replicas::of(asked.scenario, offer, asked.sizing);
    let hours = catalog::traffic::hours(&growth.day).filter(|_| growth.day != Day::Even);
    let plan = hours.map(|hours| day(&kind, hours, term));
    let product = catalog::product(&offer.accelerator.id);
    let made = |choices| deploy(&asked, offer, product, plan.as_ref(), choices);
    let choices = typed.choices(given);
    let ruled = made(choices.clone());
    let trial = ruled.as_ref().ok().zip(plan.as_ref());
    let trial = trial.and_then(|(ruled, plan)| {
        Some(Trial {
            day: trial_of(&asked, offer, plan, ruled)?,
            ruled: written(ruled)?,
            monthly: kind.price.map(|_| Monthly { kind, term }),
        })
    });
    let taken = trial.as_ref().and_then(|trial| typed.tried_on(&trial.day));
    let deployed = match taken {
        None => ruled,
        Some(_) => made(Choices {
            scaling: taken,
            ..choices
        }),
    };
    let outcome = match deployed.map(|deployed| write(&deployed)) {
        Ok(Ok(set)) => Outcome::Written(Arc::new(set)),
        Ok(Err(errors)) => Outcome::Refused(Arc::new(errors)),
        Err(reason) => Outcome::Nothing(reason),
    };
    let ground = match trial {
        Some(trial) => Ground::Day(Arc::new(trial)),
        None if typed.autoscaler != Autoscaler::None && growth.day == Day::Even => Ground::Even,
        None => Ground::None,
    };
    (outcome, ground)
}
