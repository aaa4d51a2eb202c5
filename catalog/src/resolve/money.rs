//! From a question about money to complete terms.

use super::checks::outside;
use crate::money::{self, GRID_SOURCE};
use crate::{OWN_PRICE_LABEL, instances_on, regions, traffic};
use estimator::choice::{Area, Fleet, PriceBasis};
use estimator::date::Date;
use estimator::error::Problem;
use estimator::money::error::{Field, FieldError};
use estimator::money::question::Question;
use estimator::money::terms::Origin;
use estimator::money::{Input, Rent, Terms, Values};
use estimator::offer::Offer;
use estimator::rental::Lot;
use estimator::serving::question::{self as serving, Day, Growth};

/// As [`resolve_money_on`], with no clock: no price has expired.
///
/// # Errors
///
/// Everything that is wrong, one error a field.
pub fn resolve_money(
    question: &Question,
    asked: &serving::Question,
    growth: &Growth,
    offer: &Offer,
    lot: Lot,
) -> Result<Terms, Vec<FieldError>> {
    resolve_money_on(question, asked, growth, offer, lot, None)
}

/// Checks every number and looks every name up, for the candidate of a serving report that answers
/// for `offer`; `asked` is the question it was asked with, `growth` that of its load.
///
/// A value is the typed one, else that of the name chosen (grid, API), else the one proposed for
/// the area asked for and the model's own API, else the catalogue's; those who share the bill are
/// the people with access, where these are counted. Where nobody is known to sell the accelerator,
/// its price stays open, and owning it is not reckoned. Training runs are
/// [`resolve_run`](super::resolve_run)'s. `lot` is rented at the cheapest bill of the sellers and
/// areas asked for on every basis, of the user's list where that has one; by `today`, prices that
/// have expired give way to newer ones.
///
/// # Errors
///
/// Everything that is wrong, one error a field.
pub fn resolve_money_on(
    question: &Question,
    asked: &serving::Question,
    growth: &Growth,
    offer: &Offer,
    lot: Lot,
    today: Option<Date>,
) -> Result<Terms, Vec<FieldError>> {
    let fleet = &asked.fleet;
    let mut found = Found::default();
    found.defaults(&offer.accelerator.id, fleet.area);
    found.grid(question.grid.as_deref(), fleet.area);
    if let Some(api) = money::compared(question, asked) {
        found.api(api);
    }
    if let Some(people) = asked.traffic.people() {
        // Those who have access share the bill.
        found.take(people, origin(Input::Users, "", "", false));
    }
    found.typed(&question.typed, |input| !input.is_of_run());
    let week = traffic::week(growth);
    if let (None, Day::Like(id)) = (week, &growth.day) {
        found.unknown(Field::Day, id);
    }
    match (week, found.errors.is_empty()) {
        (Some(week), true) => Ok(Terms {
            values: found.values,
            origins: found.origins,
            rents: rents(fleet, offer, lot, today),
            week,
            scaling: growth.scaling,
            growth: growth.per_year,
            outcome: question.outcome,
        }),
        _ => Err(found.errors),
    }
}

/// For `lot`, the price of the cheapest bill on the basis asked for, then on every other.
fn rents(fleet: &Fleet, offer: &Offer, lot: Lot, today: Option<Date>) -> Vec<Rent> {
    let rented = |basis| instances_on(&offer.accelerator.id, &fleet.rented(basis), today);
    let asked = if fleet.bought {
        lot.cheapest(&rented(fleet.basis)).cloned()
    } else {
        lot.cheapest(offer.prices()).cloned()
    };
    let Some(price) = asked else {
        return Vec::new();
    };
    let asked = Rent {
        basis: fleet.basis,
        price,
    };
    // A price of one's own has no other basis.
    let own = asked.price.label == OWN_PRICE_LABEL;
    let others = PriceBasis::ALL
        .iter()
        .filter(|basis| **basis != fleet.basis);
    let others = others.filter(|_| !own).filter_map(|basis| {
        Some(Rent {
            basis: *basis,
            price: lot.cheapest(&rented(*basis))?.clone(),
        })
    });
    std::iter::once(asked).chain(others).collect()
}

/// Values found so far.
#[derive(Default)]
pub(super) struct Found {
    pub(super) values: Values,
    pub(super) origins: Vec<Origin>,
    pub(super) errors: Vec<FieldError>,
}

impl Found {
    /// Takes a value; the last one counts.
    fn take(&mut self, value: f64, origin: Origin) {
        self.values.set(origin.input, Some(value));
        self.origins.retain(|known| known.input != origin.input);
        self.origins.push(origin);
    }

    pub(super) fn unknown(&mut self, field: Field, name: &str) {
        let name = name.chars().take(super::checks::LONGEST_NAME).collect();
        let problem = Problem::Unknown { name };
        self.errors.push(FieldError { field, problem });
    }

    pub(super) fn defaults(&mut self, accelerator: &str, area: Area) {
        for preset in money::presets(accelerator, area) {
            let origin = origin(preset.input, preset.source, preset.as_of, preset.assumed);
            self.take(preset.value, origin);
        }
    }

    pub(super) fn grid(&mut self, named: Option<&str>, area: Area) {
        let id = named.unwrap_or_else(|| regions::grid(area));
        match money::grid(id) {
            Some(grid) => {
                let (name, as_of) = GRID_SOURCE;
                let source = format!("{name}, {}, {}", grid.name, grid.year);
                self.take(grid.grams, origin(Input::Carbon, &source, as_of, false));
            }
            None => self.unknown(Field::Grid, id),
        }
    }

    fn api(&mut self, id: &str) {
        let Some(api) = money::api(id) else {
            self.unknown(Field::Api, id);
            return;
        };
        // Without a listed price cached tokens cost the same as all input.
        for (input, price) in [
            (Input::ApiInput, api.input),
            (Input::ApiCached, api.cached.unwrap_or(api.input)),
            (Input::ApiOutput, api.output),
        ] {
            self.take(price, origin(input, api.source, api.as_of, !api.verified));
        }
    }

    /// Takes the typed values of the inputs that count.
    pub(super) fn typed(&mut self, typed: &Values, counts: impl Fn(Input) -> bool) {
        for (input, value) in typed.known().filter(|(input, _)| counts(*input)) {
            match outside(value, input.bounds()) {
                None => self.take(value, origin(input, "", "", false)),
                Some(problem) => self.errors.push(FieldError {
                    field: Field::Input(input),
                    problem,
                }),
            }
        }
    }
}

fn origin(input: Input, source: &str, as_of: &str, unverified: bool) -> Origin {
    Origin {
        input,
        source: source.to_owned(),
        as_of: as_of.to_owned(),
        unverified,
    }
}
