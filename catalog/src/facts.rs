//! The catalogue as the batch estimator asks for it.

use crate::money::values;
use crate::{accelerator, accelerators, entry, instances_on, model, native_format, released};
use estimator::batch::Facts;
use estimator::choice::{Area, Fleet};
use estimator::date::Date;
use estimator::hardware::Accelerator;
use estimator::model::Model;
use estimator::money::Values;
use estimator::offer::Price;
use estimator::precision::WeightFormat;
use estimator::serving::release::Month;
use std::collections::HashMap;

/// The facts of the catalogue, each model's shape made once.
#[derive(Debug, Default)]
pub struct CatalogFacts {
    models: HashMap<String, Option<Model>>,
    today: Option<Date>,
}

impl CatalogFacts {
    /// With the prices of a day, as the pages have them: those that have expired by then
    /// count only where there is no newer one. Without a day none has.
    #[must_use]
    pub fn on(today: Option<Date>) -> Self {
        Self {
            today,
            ..Self::default()
        }
    }
}

impl Facts for CatalogFacts {
    fn model(&mut self, id: &str) -> Option<Model> {
        if let Some(known) = self.models.get(id) {
            return known.clone();
        }
        let found = model(id);
        self.models.insert(id.to_owned(), found.clone());
        found
    }

    fn accelerator(&mut self, id: &str) -> Option<Accelerator> {
        accelerator(id).map(|record| record.accelerator.clone())
    }

    fn prices(&mut self, accelerator: &str) -> Vec<Price> {
        instances_on(accelerator, &Fleet::default(), self.today)
    }

    fn ownership(&mut self, accelerator: &str) -> Values {
        values(accelerator, Area::Any)
    }

    fn accelerators(&mut self) -> Vec<String> {
        // An accelerator that nobody rents is sized where it is named.
        let usual = accelerators().iter().filter(|record| !record.on_request);
        usual.map(|record| record.accelerator.id.clone()).collect()
    }

    fn released_in(&mut self, model: &str) -> Option<WeightFormat> {
        native_format(model)
    }

    fn released(&mut self, model: &str) -> Option<Month> {
        released(entry(model)?.id)
    }

    fn today(&self) -> Option<Month> {
        Month::parse(&self.today?.iso())
    }
}
