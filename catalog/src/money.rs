//! What money is reckoned from: the defaults of owning accelerators, what accelerators
//! are bought for, what APIs ask, what grids emit. Each with its source and date; what
//! has no source is marked as assumed.

use estimator::money::Input;
use std::sync::LazyLock;

/// What stands for the source of a default that none of the sources seen says.
pub const ASSUMPTION: &str = "Our assumption: change it";

/// A default of the build script, its input by id.
struct Row {
    input: &'static str,
    value: f64,
    source: &'static str,
    as_of: &'static str,
    assumed: bool,
}

/// A default, in the unit of its [`Input`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Preset {
    /// Of what.
    pub input: Input,
    /// The value.
    pub value: f64,
    /// Where it comes from.
    pub source: &'static str,
    /// Day of the source; a month or a year where no more is known.
    pub as_of: &'static str,
    /// Whether it is our choice: none of its sources says so.
    pub assumed: bool,
}

/// What an accelerator is bought for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Purchase {
    /// Id of the accelerator.
    pub accelerator: &'static str,
    /// In whole dollars: a street price, not a quote.
    pub usd: u32,
    /// Where it comes from.
    pub source: &'static str,
    /// Day of the source.
    pub as_of: &'static str,
}

/// A grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// Its id: the country's three letters (ISO 3166), `eu`, `world`.
    pub id: &'static str,
    /// Its name in English.
    pub name: &'static str,
    /// The year that is averaged.
    pub year: u16,
    /// Grams of `CO2e` a kilowatt-hour emits, over the life of the plants.
    pub grams: f64,
}

/// What an API asks, in dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Api {
    /// Its id.
    pub id: &'static str,
    /// The model's name.
    pub name: &'static str,
    /// Who sells it.
    pub vendor: &'static str,
    /// Input tokens.
    pub input: f64,
    /// Input tokens that its cache holds; `None` where no price of theirs is listed.
    pub cached: Option<f64>,
    /// Output tokens.
    pub output: f64,
    /// Where it comes from.
    pub source: &'static str,
    /// Day of the source.
    pub as_of: &'static str,
    /// Whether a second source agrees.
    pub verified: bool,
}

#[allow(clippy::unreadable_literal)] // written by the build script
static ROWS: &[Row] = include!(concat!(env!("OUT_DIR"), "/ownership.rs"));

#[allow(clippy::unreadable_literal)] // written by the build script
static PURCHASES: &[Purchase] = include!(concat!(env!("OUT_DIR"), "/purchases.rs"));

static GRIDS: &[Grid] = include!(concat!(env!("OUT_DIR"), "/grids.rs"));

/// Where the grids come from: its name and day.
pub static GRID_SOURCE: (&str, &str) = include!(concat!(env!("OUT_DIR"), "/grid_source.rs"));

static APIS: &[Api] = include!(concat!(env!("OUT_DIR"), "/apis.rs"));

static DEFAULTS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let known = ROWS.iter().filter_map(|row| {
        Some(Preset {
            input: Input::from_id(row.input)?,
            value: row.value,
            source: row.source,
            as_of: row.as_of,
            assumed: row.assumed,
        })
    });
    known.collect()
});

/// The defaults, in the order of the record.
#[must_use]
pub fn defaults() -> &'static [Preset] {
    &DEFAULTS
}

/// What an accelerator is bought for, where that is known.
#[must_use]
pub fn purchase(accelerator: &str) -> Option<&'static Purchase> {
    PURCHASES
        .iter()
        .find(|purchase| purchase.accelerator == accelerator)
}

/// All grids, the world's first.
#[must_use]
pub fn grids() -> &'static [Grid] {
    GRIDS
}

/// A grid by its id.
#[must_use]
pub fn grid(id: &str) -> Option<&'static Grid> {
    GRIDS.iter().find(|grid| grid.id == id)
}

/// Examples of what APIs ask.
#[must_use]
pub fn apis() -> &'static [Api] {
    APIS
}

/// One of them by its id.
#[must_use]
pub fn api(id: &str) -> Option<&'static Api> {
    APIS.iter().find(|api| api.id == id)
}
