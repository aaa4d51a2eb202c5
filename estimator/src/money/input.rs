//! The inputs of money: one list, each input with its unit and its bounds. The question, the link,
//! the catalogue's defaults, the errors and the sensitivity all go by it.

use crate::precision::formats;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

formats!(
    /// An input that a user can type; its default, where there is one, is the
    /// catalogue's. The id is its key in links and files.
    Input {
        /// Price of one accelerator, dollars.
        Accelerator = "accelerator-usd",
        /// Price of a server over that of its accelerators.
        Chassis = "chassis",
        /// Network, optics, cabling: share of the servers' price.
        Network = "network",
        /// Storage, dollars a node.
        Storage = "storage-usd",
        /// Rack space bought: racks, power strips, dollars a node.
        Rack = "rack-usd",
        /// Cooling plant, dollars a provisioned kilowatt.
        Cooling = "cooling-usd",
        /// Spare parts bought with the servers: share of their price.
        Spares = "spares",
        /// Share of the purchase that it is sold for in the end.
        Residual = "residual",
        /// Years it is used and depreciated over.
        Years = "years",
        /// Cost of capital a year, as a share.
        Capital = "capital",
        /// Provisioned power of a node over the board power of its accelerators.
        Overhead = "overhead",
        /// Provisioned power of a full node, kilowatts; wins over board power and overhead.
        Node = "node-kw",
        /// Share of the provisioned power that is drawn under load.
        LoadDraw = "load-draw",
        /// Share of it that is drawn idle.
        IdleDraw = "idle-draw",
        /// Colocation, dollars per provisioned kilowatt and month.
        Colocation = "colocation",
        /// Electricity, dollars per kilowatt-hour.
        Electricity = "kwh-usd",
        /// Power usage effectiveness: the site's power over that of its machines.
        Pue = "pue",
        /// The cost of a person, dollars a year.
        Salary = "salary-usd",
        /// Accelerators that one person looks after.
        PerPerson = "per-person",
        /// Software licences, dollars per accelerator and year.
        Licence = "licence-usd",
        /// Support contracts: share of the servers' price a year.
        Support = "support",
        /// Share of the time that the accelerators work; left out, that of the day's demand.
        Utilization = "utilization",
        /// Grams of `CO2e` a kilowatt-hour of the grid emits.
        Carbon = "carbon-g",
        /// Price of an API, dollars per million input tokens.
        ApiInput = "api-in",
        /// The same of input tokens found in its cache.
        ApiCached = "api-cached",
        /// The same of output tokens.
        ApiOutput = "api-out",
        /// Users who share the bill.
        Users = "people",
        /// Years that are looked ahead.
        Horizon = "horizon",
        /// How far the sensitivity moves each input, as a share of it.
        Swing = "swing",
        /// Accelerators of a training run.
        RunAccelerators = "run-gpus",
        /// Hours that a training run takes.
        RunHours = "run-hours",
        /// Tokens that it trains on, billions.
        RunTokens = "run-tokens",
    }
);

impl Input {
    /// The least and the most that can be, in the input's own unit. A year of none, a
    /// fleet that never works and hardware that is sold for all it cost are refused.
    #[must_use]
    #[expect(
        clippy::match_same_arms,
        reason = "inputs of one kind stand together, whatever their bounds"
    )]
    pub const fn bounds(self) -> (f64, f64) {
        match self {
            Self::Accelerator => (1.0, 1e7),
            Self::Chassis => (1.0, 20.0),
            Self::Network | Self::Spares => (0.0, 5.0),
            Self::Storage | Self::Rack => (0.0, 1e7),
            Self::Cooling => (0.0, 1e5),
            Self::Residual => (0.0, 0.95),
            Self::Years => (0.5, 15.0),
            Self::Capital | Self::Support | Self::IdleDraw => (0.0, 1.0),
            Self::Overhead => (1.0, 10.0),
            Self::Node => (0.01, 1000.0),
            Self::LoadDraw | Self::Utilization => (0.01, 1.0),
            Self::Colocation => (0.0, 1e4),
            Self::Electricity => (0.0, 10.0),
            Self::Pue => (1.0, 5.0),
            Self::Salary | Self::Licence => (0.0, 1e7),
            Self::PerPerson | Self::Users => (1.0, 1e9),
            Self::Carbon => (0.0, 5000.0),
            Self::ApiInput | Self::ApiCached | Self::ApiOutput => (0.0, 1e5),
            Self::Horizon => (1.0, 5.0),
            Self::Swing => (0.01, 0.9),
            Self::RunAccelerators => (1.0, 65_536.0),
            // Ten years.
            Self::RunHours => (0.01, 87_660.0),
            Self::RunTokens => (1e-6, 1e6),
        }
    }
}

impl Input {
    /// Whether owning is reckoned from it.
    #[must_use]
    pub const fn is_of_owning(self) -> bool {
        !matches!(
            self,
            Self::Carbon
                | Self::ApiInput
                | Self::ApiCached
                | Self::ApiOutput
                | Self::Users
                | Self::Horizon
                | Self::Swing
        ) && !self.is_of_run()
    }

    /// Whether it is asked of a training run alone.
    #[must_use]
    pub const fn is_of_run(self) -> bool {
        matches!(
            self,
            Self::RunAccelerators | Self::RunHours | Self::RunTokens
        )
    }

    /// Whether it is an amount of dollars, of whatever that buys.
    #[must_use]
    pub fn is_money(self) -> bool {
        self.unit().starts_with("usd")
    }

    /// The unit of its value, as files name it.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Accelerator => "usd",
            Self::Storage | Self::Rack => "usd_per_node",
            Self::Cooling => "usd_per_kw",
            Self::Chassis | Self::Overhead | Self::Pue => "factor",
            Self::Network
            | Self::Spares
            | Self::Residual
            | Self::LoadDraw
            | Self::IdleDraw
            | Self::Utilization
            | Self::Swing => "share",
            Self::Capital | Self::Support => "share_per_year",
            Self::Years | Self::Horizon => "years",
            Self::Node => "kw",
            Self::Colocation => "usd_per_kw_month",
            Self::Electricity => "usd_per_kwh",
            Self::Salary | Self::Licence => "usd_per_year",
            Self::PerPerson | Self::RunAccelerators => "accelerators",
            Self::RunHours => "hours",
            Self::RunTokens => "billion_tokens",
            Self::Users => "users",
            Self::Carbon => "g_per_kwh",
            Self::ApiInput | Self::ApiCached | Self::ApiOutput => "usd_per_million_tokens",
        }
    }
}

/// How many there are.
const COUNT: usize = Input::ALL.len();

/// A value for each input, where one is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Values([Option<f64>; COUNT]);

impl Default for Values {
    fn default() -> Self {
        Self([None; COUNT])
    }
}

impl Values {
    /// The value of an input, in its own unit.
    #[must_use]
    pub fn get(&self, input: Input) -> Option<f64> {
        self.0.get(input as usize).copied().flatten()
    }

    /// Sets the value of an input.
    pub fn set(&mut self, input: Input, value: Option<f64>) {
        if let Some(place) = self.0.get_mut(input as usize) {
            *place = value;
        }
    }

    /// The same values with another one for `input`.
    #[must_use]
    pub fn with(mut self, input: Input, value: f64) -> Self {
        self.set(input, Some(value));
        self
    }

    /// Every input that has a value.
    pub fn known(&self) -> impl Iterator<Item = (Input, f64)> {
        Input::ALL
            .iter()
            .filter_map(|input| Some((*input, self.get(*input)?)))
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (input, value) in self.known() {
            map.serialize_entry(input.id(), &value)?;
        }
        map.end()
    }
}
