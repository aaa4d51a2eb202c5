//! The question as it is typed. Choices are made, numbers are text until they
//! are read; text that cannot be read is an error beside its field.

pub(crate) mod bounds;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use bounds::{discount, exchanged, own_prices, percent, price, shortened, typed};
pub(crate) use write::OWN;

use crate::page::form::Asked;
use estimator::error::Field;
use estimator::serving::question::Question;
use std::collections::BTreeMap;

/// A question in the making.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Draft {
    /// The choices from lists. Its numbers are those of the last good
    /// reading; the typed ones replace them.
    pub(crate) chosen: Question,
    /// The unit of the traffic.
    pub(crate) basis: Basis,
    /// The unit of the speed of an answer.
    pub(crate) pace: Pace,
    /// A model's name that was typed and not found.
    pub(crate) unknown_model: Option<String>,
    /// The user's own prices as typed, by accelerator id, in the order they
    /// were added.
    pub(crate) prices: Vec<(String, String)>,
    /// Discounts of sellers as typed, percent, by seller, in the order they were begun.
    pub(crate) discounts: Vec<(String, String)>,
    /// The typed numbers.
    texts: BTreeMap<Field, String>,
}

/// Units of traffic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Basis {
    /// Requests a second.
    Rate,
    /// Users at once.
    Users,
    /// Output tokens a day.
    TokensPerDay,
    /// People with access.
    People,
}

/// Units of the speed of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Milliseconds a token.
    Millis,
    /// Tokens a second for one user.
    Rate,
}

impl Draft {
    /// The text typed into a field.
    pub(crate) fn text(&self, field: Field) -> &str {
        self.texts.get(&field).map_or("", String::as_str)
    }

    /// Types into a field.
    pub(crate) fn set_text(&mut self, field: Field, text: String) {
        self.texts.insert(field, text);
    }

    /// Types the discount of a seller.
    pub(crate) fn set_discount(&mut self, seller: &str, text: String) {
        let mut rows = self.discounts.iter_mut();
        match rows.find(|(known, _)| known == seller) {
            Some((_, typed)) => *typed = text,
            None => self.discounts.push((seller.to_owned(), text)),
        }
    }

    /// Rewrites the budget, an amount of money.
    pub(crate) fn rewrite_amounts(&mut self, rewrite: &dyn Fn(&mut String)) {
        if let Some(text) = self.texts.get_mut(&Field::Budget) {
            rewrite(text);
        }
    }

    /// Changes the question. Another model comes in the format it is released in: the same
    /// change, undone with it. A model that was chosen once more keeps the format it has.
    pub(crate) fn change(&mut self, change: impl FnOnce(Asked<'_>)) {
        let before = self.chosen.model.clone();
        change(Asked {
            model: &mut self.chosen.model,
            unknown_model: &mut self.unknown_model,
            fleet: &mut self.chosen.fleet,
            prices: &mut self.prices,
        });
        if self.chosen.model != before {
            catalog::fit_weights(&mut self.chosen);
        }
    }
}
