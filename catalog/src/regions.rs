//! Proposals for a part of the world until the user says otherwise: a currency with its reference
//! rate, the price of electricity, its grid. Each with its source and date.

use estimator::choice::Area;
use estimator::currency::Currency;
use estimator::money::question::WORLD;

/// A reference rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rate {
    /// The currency: an ISO 4217 code.
    pub code: &'static str,
    /// How much of it a dollar buys.
    pub per_usd: f64,
    /// Where it comes from.
    pub source: &'static str,
    /// The day it is of.
    pub as_of: &'static str,
    /// Whether a central bank publishes it.
    pub verified: bool,
}

/// Proposals for a part of the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Region {
    /// Which part.
    pub area: Area,
    /// The currency of amounts: an ISO 4217 code, `USD` or one with a [`rate`].
    pub currency: &'static str,
    /// Id of the grid, [`crate::money::grid`].
    pub grid: &'static str,
    /// The price of electricity; `None` where the default holds that is the same everywhere.
    pub electricity: Option<Electricity>,
}

/// The price of electricity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Electricity {
    /// In dollars a kilowatt-hour.
    pub usd_per_kwh: f64,
    /// Where it comes from.
    pub source: &'static str,
    /// Day of the source; a month or a year where no more is known.
    pub as_of: &'static str,
}

#[allow(clippy::unreadable_literal)] // written by the build script
static RATES: &[Rate] = include!(concat!(env!("OUT_DIR"), "/rates.rs"));

static REGIONS: &[Region] = include!(concat!(env!("OUT_DIR"), "/regions.rs"));

impl Rate {
    /// The currency at this rate; `None` for a text that cannot be a code.
    #[must_use]
    pub fn currency(&self) -> Option<Currency> {
        let code = estimator::currency::Code::new(self.code)?;
        Some(Currency::new(code, self.per_usd))
    }
}

/// The currencies whose reference rate is known.
#[must_use]
pub const fn rates() -> &'static [Rate] {
    RATES
}

/// The reference rate of a currency by its code, upper and lower case alike.
#[must_use]
pub fn rate(code: &str) -> Option<&'static Rate> {
    RATES
        .iter()
        .find(|rate| rate.code.eq_ignore_ascii_case(code))
}

/// The reference rate that a currency is at; `None` at a rate of the user's own.
#[must_use]
pub fn reference(currency: Currency) -> Option<&'static Rate> {
    let at = |known: &&Rate| known.per_usd.total_cmp(&currency.per_usd()).is_eq();
    rate(currency.code().as_str()).filter(at)
}

/// Id of the grid that counts where nobody names one.
#[must_use]
pub fn grid(area: Area) -> &'static str {
    defaults(area).map_or(WORLD, |region| region.grid)
}

/// Proposals for a part of the world; `None` for [`Area::Any`], where the defaults hold that are
/// the same everywhere.
#[must_use]
pub fn defaults(area: Area) -> Option<&'static Region> {
    REGIONS.iter().find(|region| region.area == area)
}

/// The currency that amounts of a part of the world are in at the reference rate; `None` for
/// dollars, which are the one of [`Area::Any`].
#[must_use]
pub fn currency(area: Area) -> Option<Currency> {
    rate(defaults(area)?.currency)?.currency()
}
