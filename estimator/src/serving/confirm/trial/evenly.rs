//! The fewest replicas at even chances, where a certainty is asked for: as a question without one
//! finds them, since whether there is little headroom is up to them alone.

use super::{Stage, Trial};
use crate::offer::Offer;
use crate::serving::confirm::Confirmed;
use crate::serving::confirm::fewest::Fewest;
use crate::serving::confirm::hopeful::SLACK;
use crate::serving::scenario::Scenario;
use crate::serving::sizing::{draft, relaxed};
use crate::serving::soundness::{Doubt, doubts};
use crate::workload::Sla;
use std::ops::ControlFlow;

/// They are looked for, below the fewest that keep the SLA as surely as is asked.
#[derive(Debug)]
pub(super) struct Evenly {
    few: Confirmed,
    fewest: Fewest,
}

impl Trial {
    /// Begins below the `few` that keep the SLA; `None` where nothing is up to it.
    pub(super) fn begin_evenly(
        &self,
        scenario: &Scenario,
        offer: &Offer,
        few: &Confirmed,
    ) -> Option<Evenly> {
        let even = scenario.sla.evenly();
        if even == scenario.sla || few.needed == 1 {
            return None;
        }
        let sizing = self.sized(scenario, offer, few)?;
        if !doubts(scenario, offer, &sizing).contains(&Doubt::LittleHeadroom) {
            return None;
        }
        let drafted = |sla: &Sla| draft(&self.way.replica, scenario.workload.load, sla);
        let hoped = drafted(&relaxed(&even, SLACK)).replicas;
        Some(Evenly {
            few: *few,
            fewest: Fewest::new(hoped, &drafted(&even), hoped),
        })
    }

    /// Tries a number, and goes on with the few once the fewest are known.
    pub(super) fn evenly(
        &mut self,
        scenario: &Scenario,
        offer: &Offer,
        mut evenly: Box<Evenly>,
    ) -> ControlFlow<Option<Confirmed>> {
        let Evenly { few, fewest } = &mut *evenly;
        if fewest.working < few.needed
            && let Some(judged) = self.judged(scenario, fewest.working)
        {
            let run = (judged, fewest.working);
            let kept = self.kept_by(scenario, &scenario.sla.evenly(), run);
            if fewest.tell(kept) {
                self.stage = Stage::Evenly(evenly);
                return ControlFlow::Continue(());
            }
        }
        if let Some((found, _)) = fewest.kept {
            few.even = found;
        }
        let few = *few;
        self.known(scenario, offer, &few)
    }
}
