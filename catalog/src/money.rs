//! Facts for costs: the defaults of owning accelerators, their purchase prices, prices of APIs,
//! emissions of grids. Each with its source and date; one without a source is marked as assumed.

use crate::columns::{Row as Columns, Table, at};
use crate::{models, regions};
use estimator::choice::{Area, ModelChoice};
use estimator::money::question::{NO_API, Question as Money};
use estimator::money::{Input, Values};
use estimator::order::ascending;
use estimator::serving::question::Question;
use std::sync::LazyLock;

/// In place of the source of a default that none of the sources seen says.
pub const ASSUMPTION: &str = "Our assumption: change it";

/// The name of a source for people, and its address where it has one.
#[must_use]
pub fn named(source: &str) -> (&str, Option<&str>) {
    let begins = source.find(", https://");
    let address = begins.and_then(|begins| source.get(begins..)?.strip_prefix(", "));
    let name = begins.and_then(|begins| source.get(..begins));
    (name.unwrap_or(source), address)
}

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
    /// The input that it is the default of.
    pub input: Input,
    /// The value, in the unit of the input.
    pub value: f64,
    /// Where it comes from.
    pub source: &'static str,
    /// Day of the source; a month or a year where no more is known.
    pub as_of: &'static str,
    /// Whether it is our choice: none of its sources says so.
    pub assumed: bool,
}

/// The purchase price of an accelerator.
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

/// The prices of an API, in dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Api {
    /// Its id.
    pub id: &'static str,
    /// The model's name.
    pub name: &'static str,
    /// Its id in the catalogue; `None` where its weights are not published, or it is not
    /// in the catalogue.
    pub model: Option<&'static str>,
    /// Who serves and sells it.
    pub host: &'static str,
    /// Where it is served, if the price is of one part of the world.
    pub area: Area,
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

impl Api {
    /// The cost in dollars of a million requests of `input` and `output` tokens, `hits` of the
    /// input from the cache (a share). Without a listed price cached tokens cost the same as all
    /// input.
    #[must_use]
    pub fn per_million(&self, input: f64, output: f64, hits: f64) -> f64 {
        let cached = self.cached.unwrap_or(self.input);
        let read = (1.0 - hits) * self.input + hits * cached;
        input * read + output * self.output
    }
}

#[allow(clippy::unreadable_literal)] // written by the build script
static ROWS: &[Row] = include!(concat!(env!("OUT_DIR"), "/ownership.rs"));

#[allow(clippy::unreadable_literal)] // written by the build script
static PURCHASES: &[Purchase] = include!(concat!(env!("OUT_DIR"), "/purchases.rs"));

static GRIDS: &[Grid] = include!(concat!(env!("OUT_DIR"), "/grids.rs"));

/// Where the grids come from: its name and day.
pub static GRID_SOURCE: (&str, &str) = include!(concat!(env!("OUT_DIR"), "/grid_source.rs"));

// API_TABLE, its API_COLUMNS, and API_SOURCES.
include!(concat!(env!("OUT_DIR"), "/apis.rs"));

static APIS: LazyLock<Vec<Api>> = LazyLock::new(|| {
    let table = Table::new(API_TABLE, API_COLUMNS);
    table.rows().map(read_api).collect()
});

/// Decimal places of an API's price.
const PLACES: u32 = 4;

fn read_api(mut row: Columns) -> Api {
    let row = &mut row;
    let known = |text: &'static str| Some(text).filter(|text| !text.is_empty());
    let dollars = |row: &mut Columns| f64::from(row.parts(PLACES)) / 1e4;
    Api {
        id: row.text(),
        name: row.text(),
        model: known(row.text()),
        host: row.text(),
        area: Area::from_id(row.text()).unwrap_or(Area::Any),
        input: dollars(row),
        cached: Some(dollars(row)).filter(|price| *price > 0.0),
        output: dollars(row),
        source: at(API_SOURCES, row.place()),
        as_of: row.text(),
        verified: row.count() == 1,
    }
}

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

/// The defaults of owning an accelerator in an area, the later of two for one input counting: the
/// record's, the area's electricity, the accelerator's purchase.
pub(crate) fn presets(accelerator: &str, area: Area) -> impl Iterator<Item = Preset> {
    let paid = regions::defaults(area).and_then(|region| region.electricity);
    let paid = paid.map(|paid| Preset {
        input: Input::Electricity,
        value: paid.usd_per_kwh,
        source: paid.source,
        as_of: paid.as_of,
        assumed: false,
    });
    let bought = purchase(accelerator).map(|purchase| Preset {
        input: Input::Accelerator,
        value: f64::from(purchase.usd),
        source: purchase.source,
        as_of: purchase.as_of,
        assumed: true,
    });
    defaults().iter().copied().chain(paid).chain(bought)
}

/// The same without their sources.
#[must_use]
pub fn values(accelerator: &str, area: Area) -> Values {
    let mut values = Values::default();
    for preset in presets(accelerator, area) {
        values.set(preset.input, Some(preset.value));
    }
    values
}

/// The purchase price of an accelerator, where it is known.
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

/// The prices of APIs.
#[must_use]
pub fn apis() -> &'static [Api] {
    &APIS
}

/// All of them in the order in which they are compared with a question. First come those of its
/// model, by id or alias: in its area, then of no area, then elsewhere; each the cheapest first
/// for its requests. The others follow in the order of the records.
#[must_use]
pub fn apis_for(asked: &Question) -> Vec<&'static Api> {
    let model = known(asked);
    let (same, others): (Vec<&Api>, Vec<&Api>) = APIS.iter().partition(|api| sells(api, model));
    let (input, output) = (asked.input_tokens, asked.output_tokens);
    let ordered = ascending(same, |api| {
        api.per_million(input, output, asked.prefix_hit_rate)
    });
    let mut ordered = ascending(ordered, |api| distance(api, asked));
    ordered.extend(others);
    ordered
}

/// Whether an API sells the model that a question asks about.
#[must_use]
pub fn is_same_model(api: &Api, asked: &Question) -> bool {
    sells(api, known(asked))
}

/// The catalogue's own id of the model that a question asks about; `None` of one's own.
fn known(asked: &Question) -> Option<&'static str> {
    match &asked.model {
        ModelChoice::Catalog(model) => models::canonical(model),
        ModelChoice::Plain(_) | ModelChoice::Custom(_) => None,
    }
}

/// Whether an API sells a model, by its id.
fn sells(api: &Api, model: Option<&str>) -> bool {
    api.model.is_some() && api.model == model
}

/// How far from the area asked for an API is served: there or anywhere, at a price that is of
/// no area, elsewhere.
fn distance(api: &Api, asked: &Question) -> f64 {
    match (asked.fleet.area, api.area) {
        (Area::Any, _) => 0.0,
        (wanted, area) if wanted == area => 0.0,
        (_, Area::Any) => 1.0,
        _ => 2.0,
    }
}

/// The API that counts where nobody names one: the cheapest of the same model, but none of
/// another area than the one asked for.
#[must_use]
pub fn nearest(asked: &Question) -> Option<&'static Api> {
    let first = apis_for(asked).into_iter().next()?;
    (is_same_model(first, asked) && distance(first, asked) < 2.0).then_some(first)
}

/// Id of the API that `question` is answered with, beside `asked`: the one named, else the
/// [`nearest`]; none beside prices that were typed, since those may be another's.
#[must_use]
pub fn compared<'a>(question: &'a Money, asked: &Question) -> Option<&'a str> {
    if let Some(id) = question.api.as_deref() {
        return Some(id).filter(|id| *id != NO_API);
    }
    let prices = [Input::ApiInput, Input::ApiCached, Input::ApiOutput];
    let is_typed = |input: &Input| question.typed.get(*input).is_some();
    let nearest = nearest(asked).filter(|_| !prices.iter().any(is_typed));
    nearest.map(|api| api.id)
}

/// One of them by its id.
#[must_use]
pub fn api(id: &str) -> Option<&'static Api> {
    APIS.iter().find(|api| api.id == id)
}
