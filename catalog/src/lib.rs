//! Facts: accelerators, models and prices, each with its source and date.
//!
//! The facts are the JSON records under `data/`, one file for an accelerator, a model or a seller;
//! `schema/` defines each field. The build script turns them into constant tables, those of
//! models, accelerators and prices in columns (`columns`), so no JSON is read on the page and a
//! record with a mistake fails the build. There is no arithmetic here beyond choosing a price and
//! shaping a "7B dense" model.
//!
//! - [`accelerators()`], [`models()`], [`prices()`]: everything there is
//! - [`accelerator()`], [`model()`], [`cheapest()`]: one of it
//! - [`search`]: by a few typed letters
//! - [`resolve()`]: a [`Question`](estimator::serving::question::Question) by names into
//!   a complete [`Scenario`](estimator::serving::scenario::Scenario)
//! - [`resolve_training()`]: the same of a question about training, whose software
//!   [`fit_training()`] moves to one that can train its model
//! - [`money`]: defaults of owning, prices of APIs, grids
//! - [`resolve_money()`]: the same of a question about money, beside a serving report
//! - [`formats`]: which formats there are checkpoints of, heads that draft;
//!   [`fit_weights()`] stores a question's model as it is released
//! - [`guide`]: questions filled in by five answers in plain words
//! - [`hosts`]: the machines that accelerators come in
//! - [`product()`]: the label of an accelerator's nodes
//! - [`ListNames`]: the meaning of names in a user's price list
//! - [`CatalogFacts`]: all of it, as the batch estimator asks
//! - [`regions`]: currency, electricity and grid to propose for a part of the world
//! - [`traffic`]: requests and days of published traces
//! - [`vision`]: models that are no language models, and their laws' figures of accelerators
//! - [`measured`]: published measurements to hold estimates against
//! - [`sharing`]: how boards are cut into instances, measurements on shared GPUs
//! - [`provenance_json()`]: the whole records, for a file beside the page
//!
//! ```
//! let h100 = catalog::accelerator("nvidia-h100-sxm-80gb").expect("it has a record");
//! assert_eq!(h100.accelerator.node_size, 8);
//! let model = catalog::model("Qwen/Qwen3-32B").expect("it has a record");
//! assert_eq!(model.layers, 64);
//! assert_eq!(catalog::search::find_models("qwen3", 5, false).len(), 5);
//! ```
//!
//! Measured by brotli -q 11 of wasm with and without: the tables add some 16 KB to
//! the page, look-ups by letters and [`resolve()`] 9 more. The first look at all
//! of them takes 0.6 ms, a keystroke of search 0.4, a whole question 0.2.

#![forbid(unsafe_code)]

pub mod accelerators;
pub mod bounds;
mod columns;
pub mod facts;
pub mod formats;
pub mod guide;
pub mod hosts;
mod labels;
mod list_names;
pub mod measured;
mod models;
pub mod money;
pub mod prices;
mod provenance;
pub mod quality;
pub mod regions;
mod released;
mod resolve;
pub mod search;
mod sessions;
pub mod sharing;
pub mod traffic;
pub mod vision;

pub use accelerators::{AcceleratorRecord, Fact, accelerator, accelerators};
/// "7B dense": a model given by its size alone, shaped like its peers.
pub use estimator::import::plain::model as plain_model;
pub use facts::CatalogFacts;
pub use formats::{Draft, draft, fit_weights, is_published, native_format};
pub use labels::product;
pub use list_names::ListNames;
pub use measured::{Measured, measured};
pub use models::{ModelEntry, entry, model, models};
pub use prices::{
    Choice, PriceRecord, Quote, cheapest, cheapest_listed, cheapest_on, instances, instances_on,
    prices,
};
pub use provenance::provenance_json;
pub use released::released;
pub use resolve::{
    BOUGHT_LABEL, Filter, OWN_PRICE_LABEL, check_growth, fit_training, is_seller, nearest, resolve,
    resolve_fleet, resolve_fleet_on, resolve_money, resolve_money_on, resolve_on, resolve_run,
    resolve_run_on, resolve_training, resolve_training_on, sharable,
};
pub use sessions::{fit_sessions, resolve_sessions};
