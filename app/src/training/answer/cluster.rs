//! Kubernetes manifests of the run that is shown.

use crate::module::{Source, Trained};
use crate::page::cluster::ClusterCard;
use crate::training::solve::Answer;
use crate::training::state::State;
use estimator::kubernetes::manifest::Ran;
use estimator::training::question::Deadline;
use leptos::prelude::*;
use std::sync::Arc;

/// The card: of the candidate that is shown.
#[component]
pub(super) fn Manifests() -> impl IntoView {
    let state = State::of_page();
    let shown = Signal::derive(move || {
        let answer = state.details.get()?;
        state
            .frame
            .selected
            .with(|selected| trained(&answer, selected.as_deref()))
    });
    view! { <ClusterCard source=Source::Training(shown)/> }.into_any()
}

fn trained(answer: &Answer, selected: Option<&str>) -> Option<Trained> {
    let candidate = answer.shown(selected)?;
    let (run, offer) = (candidate.best.as_ref()?, answer.offer(candidate)?);
    let chip = &offer.accelerator;
    let node = answer.limits.node(chip);
    let dated = answer.question.deadline != Deadline::None;
    let product = catalog::product(&chip.id);
    let ran = Ran::of(&answer.job, run, offer, node, dated, product);
    let id = &answer.job.model.id;
    let name = id.rsplit('/').next().unwrap_or(id);
    Some(Trained {
        name: format!("{name}-training"),
        run: ran.map(Arc::new),
    })
}
