//! Kubernetes manifests of these teams.

use crate::module::{Source, Teamed};
use crate::page::cluster::ClusterCard;
use crate::queue::state::State;
use estimator::kubernetes::manifest::Board;
use leptos::prelude::*;
use std::sync::Arc;

/// The card.
#[component]
pub(super) fn Manifests() -> impl IntoView {
    let state = State::of_page();
    let teams = Signal::derive(move || {
        let answer = state.details.get()?;
        let record = catalog::accelerator(&answer.question.accelerator);
        let board = record.and_then(|record| {
            let chip = &record.accelerator;
            let product = catalog::product(&chip.id).map(str::to_owned);
            let node = answer.question.node;
            Some(Board {
                node,
                ..Board::of(chip, chip.memory, product)?
            })
        });
        Some(Teamed {
            question: Arc::clone(&answer.question),
            board,
        })
    });
    view! { <ClusterCard source=Source::Teams(teams)/> }.into_any()
}
