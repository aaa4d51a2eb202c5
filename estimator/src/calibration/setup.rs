//! What a measurement ran on, as a person says it: the part that most files leave out.

use super::found::{Arrivals, Found, LeftOut};
use super::row::Row;
use crate::engine::{Engine, EngineSettings};
use crate::hardware::Accelerator;
use crate::model::Model;
use crate::parameters;
use crate::placement::Placement;
use crate::precision::{KvFormat, WeightFormat};
use crate::serving::options::Serving;
use crate::serving::replica::Replica;
use crate::serving::scenario::{Limits, Scenario};
use crate::workload::{Certainty, Load, Percentile, Sla, Workload};

/// A configuration that was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// The model.
    pub model: Model,
    /// Format of its weights.
    pub weights: WeightFormat,
    /// Format of its cache.
    pub kv_cache: KvFormat,
    /// The engine.
    pub engine: Engine,
    /// The accelerator.
    pub chip: Accelerator,
    /// Accelerators in all.
    pub accelerators: u32,
    /// How a replica is spread.
    pub placement: Placement,
}

impl Setup {
    /// Replicas that the accelerators make; `None` where they do not make whole ones.
    #[must_use]
    pub fn replicas(&self) -> Option<u32> {
        let each = self.placement.accelerators();
        (each > 0 && self.accelerators > 0 && self.accelerators.is_multiple_of(each))
            .then(|| self.accelerators / each)
    }

    /// Whether the model can be split so on the accelerators' nodes.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        let node = self.chip.node_size.max(1);
        self.placement.check(&self.model, node).is_ok()
    }

    /// A measured load on it, beside its estimate. What the load does not say is taken from
    /// `asked`: users over all accelerators, prompt and answer.
    ///
    /// # Errors
    /// Why it is left out.
    pub fn row(&self, found: &Found, asked: (f64, f64, f64)) -> Result<Row, LeftOut> {
        if let Some(left_out) = found.left_out {
            return Err(left_out);
        }
        let replicas = f64::from(self.replicas().unwrap_or(1));
        let (users, input, output) = asked;
        let users = (found.users.unwrap_or(users) / replicas).max(1.0);
        let load = match (found.arrivals, found.rate) {
            (Arrivals::Closed, _) => Load::Closed(users),
            (Arrivals::Steady, _) | (Arrivals::Open, None) => Load::Steady(users),
            (Arrivals::Burst, _) => Load::Burst(users),
            (Arrivals::Open, Some(rate)) => Load::Poisson(rate / replicas),
        };
        let lengths = (found.input.unwrap_or(input), found.output.unwrap_or(output));
        let scenario = self.scenario(lengths, load);
        let counted = parameters::count(&self.model);
        let replica =
            Replica::new(&scenario, &counted, &self.chip, self.placement).ok_or(LeftOut::NoRate)?;
        Row::new(&replica, self.weights, load, (found.tpot, found.ttft)).ok_or(LeftOut::NoRoom)
    }

    /// The question of a load on it; nothing is demanded, and means are compared.
    pub(super) fn scenario(&self, (input, output): (f64, f64), load: Load) -> Scenario {
        Scenario {
            model: self.model.clone(),
            weights: self.weights,
            released: None,
            kv_cache: self.kv_cache,
            workload: Workload::plain(input.max(1.0), output.max(1.0), load),
            sla: Sla {
                ttft: None,
                tpot: None,
                percentile: Percentile::Mean,
                certainty: Certainty::Even,
                goodput: None,
            },
            engine: EngineSettings::new(self.engine),
            serving: Serving::default(),
            limits: Limits::default(),
            calibration: None,
        }
    }
}
