//! In place of the catalogue: nothing is known by name. Built to measure what the estimator
//! itself weighs.

use estimator::batch::{Facts, Known};
use estimator::hardware::Accelerator;
use estimator::model::Model;
use estimator::money::Values;
use estimator::offer::Price;

/// Facts about nothing.
pub(crate) struct Nothing;

/// Where names are looked up.
pub(crate) fn facts() -> Nothing {
    Nothing
}

/// All of it.
pub(crate) fn known() -> Known {
    Known {
        models: Vec::new(),
        accelerators: Vec::new(),
    }
}

impl Facts for Nothing {
    fn model(&mut self, _id: &str) -> Option<Model> {
        None
    }

    fn accelerator(&mut self, _id: &str) -> Option<Accelerator> {
        None
    }

    fn prices(&mut self, _accelerator: &str) -> Vec<Price> {
        Vec::new()
    }

    fn ownership(&mut self, _accelerator: &str) -> Values {
        Values::default()
    }

    fn accelerators(&mut self) -> Vec<String> {
        Vec::new()
    }
}
