//! The catalogue, as scripts ask for it.

use catalog::CatalogFacts;
use estimator::batch::{Facts as _, Known, KnownAccelerator, KnownModel};
use estimator::date::Date;
use estimator::offer::Price;
use std::cmp::Ordering;

/// Where names are looked up; prices as of today, as the pages have them.
pub(crate) fn facts() -> CatalogFacts {
    let now = js_sys::Date::new_0();
    let (year, month, day) = (now.get_full_year(), now.get_month() + 1, now.get_date());
    CatalogFacts::on(Date::parse(&format!("{year:04}-{month:02}-{day:02}")))
}

/// All of it.
pub(crate) fn known() -> Known {
    let mut facts = facts();
    let models = catalog::models().iter().filter(|model| model.generates);
    Known {
        models: models
            .map(|model| KnownModel {
                id: model.id.to_owned(),
                name: model.name.to_owned(),
                parameters: model.parameters,
                active_parameters: model.active_parameters,
                max_context: model.max_context,
            })
            .collect(),
        accelerators: catalog::accelerators()
            .iter()
            .map(|record| KnownAccelerator {
                id: record.accelerator.id.clone(),
                name: record.accelerator.name.clone(),
                memory_bytes: record.accelerator.memory.get(),
                bandwidth_bytes_per_s: record.accelerator.bandwidth.get(),
                node_size: record.accelerator.node_size,
                announced: record.announced,
                usd_per_hour: lowest(&facts.prices(&record.accelerator.id)),
            })
            .collect(),
    }
}

/// The lowest price of one accelerator, in dollars an hour, an expired one only where there
/// is no newer.
fn lowest(prices: &[Price]) -> Option<f64> {
    let order = |price: &&Price| (price.expired, price.per_accelerator);
    let lowest = prices.iter().min_by(|left, right| {
        order(left)
            .partial_cmp(&order(right))
            .unwrap_or(Ordering::Equal)
    });
    lowest.map(|price| price.per_accelerator.get())
}
