//! Power of an accelerator, its share of the node and of the site included.
//!
//! Provisioned power is the nameplate's, which colocation is sold by: `board power * overhead`,
//! where the overhead is that of a full node, 10.2 kW of a DGX H100 over its boards' 8 x 0.7 kW.
//! The power drawn of it rises from idle to load with the share of time that the accelerators
//! work, `idle + (load - idle) * utilisation`, and at the site's meter the power usage
//! effectiveness comes on top. Boards of a fleet that no replica uses draw idle power.

use super::input::{Input, Values};
use super::ownership::Hardware;
use crate::quantity::Watts;
use serde::Serialize;

/// Power of one accelerator.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Power {
    /// The power provisioned for it.
    pub provisioned: Watts,
    /// Share of that drawn under load.
    pub load: f64,
    /// Share of that drawn idle.
    pub idle: f64,
    /// Power usage effectiveness, a factor.
    pub pue: f64,
}

impl Power {
    /// That of `values` for nodes of `node` accelerators whose boards draw `board`; `None` where
    /// neither a node's power nor a board's is known.
    #[must_use]
    pub fn of(values: &Values, node: u32, board: Option<Watts>) -> Option<Self> {
        let provisioned = match values.get(Input::Node) {
            Some(kilowatts) => Watts::kilo(kilowatts) / f64::from(node.max(1)),
            None => board? * values.get(Input::Overhead)?,
        };
        let load = values.get(Input::LoadDraw)?;
        Some(Self {
            provisioned,
            load,
            idle: values.get(Input::IdleDraw)?.min(load),
            pue: values.get(Input::Pue)?,
        })
    }

    /// Its mean power at the site's meter where it works `utilization` of the time.
    #[must_use]
    pub fn at_the_meter(&self, utilization: f64) -> Watts {
        let drawn = self.idle + (self.load - self.idle) * utilization;
        self.provisioned * drawn * self.pue
    }

    /// The mean power at the site's meter of all of `hardware`, whose boards in use work
    /// `utilization` of the time, the others never.
    #[must_use]
    pub fn of_fleet(&self, hardware: Hardware, utilization: f64) -> Watts {
        let unused = hardware.accelerators.saturating_sub(hardware.used);
        self.at_the_meter(utilization) * f64::from(hardware.accelerators - unused)
            + self.at_the_meter(0.0) * f64::from(unused)
    }
}
