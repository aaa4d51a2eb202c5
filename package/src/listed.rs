//! The catalogue, as scripts ask for it.

use catalog::CatalogFacts;
use estimator::batch::{Facts as _, Known, KnownAccelerator, KnownModel};

/// Where names are looked up.
pub(crate) fn facts() -> CatalogFacts {
    CatalogFacts::default()
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
                usd_per_hour: facts
                    .price(&record.accelerator.id)
                    .map(|price| price.per_accelerator.get()),
            })
            .collect(),
    }
}
