//! The cost of owning accelerators:
//!
//! ```text
//! purchase  = accelerators bought * price * chassis * (1 + network + spares)
//!             + nodes * (storage + rack) + kilowatts * cooling plant
//! per year  = purchase * annuity - residual value's share       (depreciation, capital)
//!             + kilowatts * colocation * 12                      (provisioned power)
//!             + kilowatts * draw * PUE * 8760 * price of a kWh   (metered energy; idle boards idle)
//!             + staff + licences + support
//! per accelerator-hour = per year / (accelerators * 8760 * utilisation)
//! ```
//!
//! The annuity is `i / (1 - (1 + i)^-n)` over `n` years at the cost of capital `i`, and `1/n`
//! without one; `(P - R) * annuity + R * i` is the cost of a purchase `P` with a residual value
//! `R` a year (Brealey, Myers and Allen, "Principles of Corporate Finance", equivalent annual
//! cost). Straight-line depreciation `(P - R)/n` is told apart from the rest of it, the cost of
//! capital.
//!
//! Where the colocation's rate covers cooling, the PUE is 1 and the cooling plant nothing.

use super::input::{Input, Values};
use super::power::Power;
use crate::precision::formats;
use crate::quantity::{
    Usd, UsdPerHour, UsdPerKilowatt, UsdPerKilowattHour, UsdPerKilowattMonth, UsdPerYear, Watts,
};
use crate::rental::HOURS_PER_MONTH;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// Months of a year.
pub(super) const MONTHS: f64 = 12.0;

/// Hours of a year: twelve of the months that everything is billed by.
pub const HOURS_PER_YEAR: f64 = MONTHS * HOURS_PER_MONTH;

formats!(
    /// A cost component of owning.
    Component {
        /// Depreciation of the servers, accelerators included.
        Servers = "servers",
        /// Depreciation of network, optics and cabling.
        Network = "network",
        /// Depreciation of storage.
        Storage = "storage",
        /// Depreciation of racks.
        Rack = "rack",
        /// Depreciation of cooling plant.
        Cooling = "cooling",
        /// Depreciation of spare parts.
        Spares = "spares",
        /// Cost of the capital that is bound.
        Capital = "capital",
        /// Colocation.
        Colocation = "colocation",
        /// Metered energy.
        Energy = "energy",
        /// People.
        Staff = "staff",
        /// Software licences.
        Licence = "licence",
        /// Support contracts.
        Support = "support",
    }
);

/// How many components there are.
const COMPONENTS: usize = Component::ALL.len();

/// Prices and power of owning one kind of accelerator.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Ownership {
    /// Price of a server, per accelerator in it.
    pub server: Usd,
    /// Network, as a share of that.
    pub network: f64,
    /// Spare parts, as a share of that.
    pub spares: f64,
    /// Support a year, as a share of that.
    pub support: f64,
    /// Storage of a node.
    pub storage: Usd,
    /// Rack of a node.
    pub rack: Usd,
    /// Cooling plant.
    pub cooling: UsdPerKilowatt,
    /// The residual value of the purchase in the end, as a share of one.
    pub residual: f64,
    /// Years of use.
    pub years: f64,
    /// Cost of capital a year, as a share.
    pub capital: f64,
    /// Power of one accelerator, its share of the node included.
    pub power: Power,
    /// Colocation.
    pub colocation: UsdPerKilowattMonth,
    /// Electricity.
    pub electricity: UsdPerKilowattHour,
    /// People, per accelerator.
    pub staff: UsdPerYear,
    /// Licences, per accelerator.
    pub licence: UsdPerYear,
    /// Accelerators that are there already: neither they nor what is around them is bought, nor
    /// replaced at the end of its life, whose beginning nobody knows.
    #[serde(skip)]
    pub there: u32,
}

/// Hardware that is owned.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Hardware {
    /// Nodes.
    pub nodes: u32,
    /// Accelerators in them.
    pub accelerators: u32,
    /// Those among them that work; the others draw idle power.
    #[serde(skip)]
    pub used: u32,
}

impl Hardware {
    /// The same with every accelerator in use.
    #[must_use]
    pub const fn working(self) -> Self {
        Self {
            used: self.accelerators,
            ..self
        }
    }
}

/// The cost of owning a year, and over which hours that is spread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expense {
    /// By component, in the order of [`Component::ALL`].
    parts: [UsdPerYear; COMPONENTS],
    /// Accelerator-hours of a year that carry it.
    hours: f64,
}

impl Expense {
    /// One component.
    #[must_use]
    pub fn part(&self, component: Component) -> UsdPerYear {
        let part = self.parts.get(component as usize);
        part.copied().unwrap_or_default()
    }

    /// All of it.
    #[must_use]
    pub fn per_year(&self) -> UsdPerYear {
        self.parts.iter().copied().sum()
    }

    /// One component per accelerator-hour.
    #[must_use]
    pub fn part_per_hour(&self, component: Component) -> UsdPerHour {
        UsdPerHour::new(self.part(component).get() / self.hours)
    }

    /// All of it per accelerator-hour.
    #[must_use]
    pub fn per_hour(&self) -> UsdPerHour {
        UsdPerHour::new(self.per_year().get() / self.hours)
    }
}

/// Dollars a year by component, their sum, and that per accelerator-hour.
impl Serialize for Expense {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for component in Component::ALL {
            map.serialize_entry(component.id(), &self.part(*component))?;
        }
        map.serialize_entry("per_year", &self.per_year())?;
        map.serialize_entry("per_accelerator_hour", &self.per_hour())?;
        map.end()
    }
}

impl Ownership {
    /// Those of `values` for nodes of `node` accelerators whose boards draw `board`; `None` where
    /// a value is missing: the price of an accelerator, or power.
    #[must_use]
    pub fn of(values: &Values, node: u32, board: Option<Watts>) -> Option<Self> {
        let get = |input| values.get(input);
        Some(Self {
            server: Usd::new(get(Input::Accelerator)?) * get(Input::Chassis)?,
            network: get(Input::Network)?,
            spares: get(Input::Spares)?,
            support: get(Input::Support)?,
            storage: Usd::new(get(Input::Storage)?),
            rack: Usd::new(get(Input::Rack)?),
            cooling: UsdPerKilowatt::new(get(Input::Cooling)?),
            residual: get(Input::Residual)?,
            years: get(Input::Years)?,
            capital: get(Input::Capital)?,
            power: Power::of(values, node, board)?,
            colocation: UsdPerKilowattMonth::new(get(Input::Colocation)?),
            electricity: UsdPerKilowattHour::new(get(Input::Electricity)?),
            staff: UsdPerYear::new(get(Input::Salary)? / get(Input::PerPerson)?),
            licence: UsdPerYear::new(get(Input::Licence)?),
            there: 0,
        })
    }

    /// Purchases, by component: nothing for running costs, nor for what is there.
    fn bought(&self, hardware: Hardware) -> [(Component, Usd); 6] {
        let all = f64::from(hardware.accelerators);
        let missing = f64::from(hardware.accelerators.saturating_sub(self.there));
        let share = missing / all.max(1.0);
        let servers = self.server * missing;
        let nodes = f64::from(hardware.nodes) * share;
        let plant = self.cooling.get() * self.provisioned(hardware).to_kilo() * share;
        [
            (Component::Servers, servers),
            (Component::Network, servers * self.network),
            (Component::Storage, self.storage * nodes),
            (Component::Rack, self.rack * nodes),
            (Component::Cooling, Usd::new(plant)),
            (Component::Spares, servers * self.spares),
        ]
    }

    /// The purchase price of all of it.
    #[must_use]
    pub fn purchase(&self, hardware: Hardware) -> Usd {
        self.bought(hardware).iter().map(|(_, price)| *price).sum()
    }

    /// Its resale price in the end.
    #[must_use]
    pub fn resale(&self, hardware: Hardware) -> Usd {
        self.purchase(hardware) * self.residual
    }

    /// What a month of it costs beside its purchase: the expense without what the purchase loses in
    /// worth, its capital's interest among it.
    #[must_use]
    pub fn upkeep(&self, hardware: Hardware, utilization: f64) -> Usd {
        let yearly = self.expense(hardware, utilization).per_year().get();
        let lost = (self.purchase(hardware) - self.resale(hardware)).get();
        Usd::new((yearly - lost / self.years) / MONTHS)
    }

    /// Power that is provisioned for it.
    #[must_use]
    pub fn provisioned(&self, hardware: Hardware) -> Watts {
        self.power.provisioned * f64::from(hardware.accelerators)
    }

    /// The cost of `hardware` a year where its accelerators in use work `utilization` of the time,
    /// spread over that share of the hours of all of them.
    #[must_use]
    pub fn expense(&self, hardware: Hardware, utilization: f64) -> Expense {
        let mut parts = [UsdPerYear::ZERO; COMPONENTS];
        let mut put = |component: Component, dollars: f64| {
            if let Some(place) = parts.get_mut(component as usize) {
                *place += UsdPerYear::new(dollars);
            }
        };
        let (purchase, resale) = (self.purchase(hardware), self.resale(hardware));
        for (component, price) in self.bought(hardware) {
            put(component, price.get() * (1.0 - self.residual) / self.years);
        }
        let written_off = purchase - resale;
        let yearly = written_off * annuity(self.capital, self.years) + resale * self.capital;
        let interest = yearly - written_off / self.years;
        put(Component::Capital, interest.max(Usd::ZERO).get());
        let provisioned = self.provisioned(hardware);
        let colocation = self.colocation.get() * provisioned.to_kilo() * MONTHS;
        put(Component::Colocation, colocation);
        let accelerators = f64::from(hardware.accelerators);
        let drawn = self.power.of_fleet(hardware, utilization);
        let energy = drawn.over_hours(HOURS_PER_YEAR);
        put(Component::Energy, (self.electricity * energy).get());
        put(Component::Staff, self.staff.get() * accelerators);
        put(Component::Licence, self.licence.get() * accelerators);
        let support = self.server.get() * accelerators * self.support;
        put(Component::Support, support);
        Expense {
            parts,
            hours: accelerators * HOURS_PER_YEAR * utilization,
        }
    }
}

/// The yearly payment of a dollar that is paid back over `years` at `interest`.
fn annuity(interest: f64, years: f64) -> f64 {
    if interest > 0.0 {
        interest / -(-years * interest.ln_1p()).exp_m1()
    } else {
        1.0 / years
    }
}
