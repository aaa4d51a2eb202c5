//! The week under the question's autoscaler. The part that tries it is loaded for the first question
//! that has one; the plan and the ways beside the answer go by it.

use super::state::State;
use crate::module;
use crate::page::opened::{Opened, load};
use estimator::kubernetes::manifest::Untried;
use estimator::money::{Followed, ScaledWeek};
use estimator::offer::Offer;
use estimator::serving::question::Scaling;
use estimator::serving::report::Sizing;
use estimator::serving::scenario::Scenario;
use leptos::prelude::*;

/// Tries the autoscaler that was chosen on a week's loads ([`estimator::money::autoscaled`]).
pub type Week = fn(&Scenario, &Offer, &Sizing, Followed<'_>) -> Option<Result<ScaledWeek, Untried>>;

/// The part of the calculator that tries weeks.
#[derive(Clone, Copy)]
pub(crate) struct Weeks(RwSignal<Opened<Week>>);

impl Weeks {
    /// Put where every component finds it.
    pub(crate) fn provide() {
        provide_context(Self(RwSignal::new(Opened::No)));
    }

    /// The page's, loaded as soon as the question has an autoscaler.
    pub(crate) fn of(state: State) -> Self {
        let weeks: Self = expect_context();
        let wanted = Memo::new(move |_| state.growth().scaling.autoscaler.is_some());
        Effect::new(move |_| {
            if wanted.get() {
                load(weeks.0, module::load_week(), &[]);
            }
        });
        weeks
    }

    /// How the weeks of some settings are tried; `None` while that is on its way, or cannot be had.
    /// Without an autoscaler there is nothing to load. Reactive.
    pub(crate) fn tried_with(self, scaling: &Scaling) -> Option<Week> {
        match self.0.get() {
            Opened::Done(week) => Some(week),
            _ if scaling.autoscaler.is_none() => Some(|_, _, _, _| None),
            _ => None,
        }
    }
}
