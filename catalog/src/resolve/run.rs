//! From a question about a training run's money to complete terms.

use super::money::Found;
use super::offers::offer;
use crate::{accelerator, instances_on};
use estimator::choice::{Fleet, PriceBasis};
use estimator::date::Date;
use estimator::money::Input;
use estimator::money::error::{Field, FieldError};
use estimator::money::question::Question;
use estimator::money::run::{RunTerms, Sold};
use estimator::offer::Offer;
use estimator::serving::scenario::Limits;

/// As [`resolve_run_on`], with no clock: no price has expired.
///
/// # Errors
///
/// Everything that is wrong, one error a field.
pub fn resolve_run(
    question: &Question,
    fleet: &Fleet,
    limits: &Limits,
) -> Result<Option<RunTerms>, Vec<FieldError>> {
    resolve_run_on(question, fleet, limits, None)
}

/// Checks every number and looks the accelerator up; `None` where no run is asked for, or
/// not how many accelerators it takes and how long. Prices are those of `fleet`, nodes no larger
/// than `limits` say; by `today`, prices that have expired give way to newer ones.
///
/// # Errors
///
/// Everything that is wrong, one error a field.
pub fn resolve_run_on(
    question: &Question,
    fleet: &Fleet,
    limits: &Limits,
    today: Option<Date>,
) -> Result<Option<RunTerms>, Vec<FieldError>> {
    let Some(id) = &question.run else {
        return Ok(None);
    };
    let own = fleet.own_accelerator.as_deref();
    let known = accelerator(id)
        .map(|record| &record.accelerator)
        .or_else(|| own.filter(|own| own.id == *id));
    let mut found = Found::default();
    found.defaults(id, fleet.area);
    found.grid(question.grid.as_deref(), fleet.area);
    found.typed(&question.typed, |_| true);
    let Some(accelerator) = known else {
        found.unknown(Field::Run, id);
        return Err(found.errors);
    };
    if !found.errors.is_empty() {
        return Err(found.errors);
    }
    let (count, hours) = (Input::RunAccelerators, Input::RunHours);
    let (Some(count), Some(hours)) = (found.values.get(count), found.values.get(hours)) else {
        return Ok(None);
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within its bounds, far below 2^32"
    )]
    let count = count.ceil() as u32;
    // Its own cost has buying beside renting.
    let rented = fleet.rented(fleet.basis);
    Ok(Some(RunTerms {
        sold: sold(&rented, &offer(accelerator, &rented, today), today),
        node: limits.node(accelerator),
        accelerator: accelerator.clone(),
        values: found.values,
        origins: found.origins,
        count,
        hours,
    }))
}

/// The lots that the offer is sold in on every basis, the one asked first.
fn sold(fleet: &Fleet, offer: &Offer, today: Option<Date>) -> Vec<Sold> {
    let asked = Sold {
        basis: fleet.basis,
        prices: offer.prices().to_vec(),
    };
    // A price of one's own has no other basis.
    let own = offer.instances.is_empty();
    let others = PriceBasis::ALL
        .iter()
        .filter(|basis| !own && **basis != fleet.basis);
    let others = others.map(|basis| Sold {
        basis: *basis,
        prices: instances_on(&offer.accelerator.id, &fleet.rented(*basis), today),
    });
    let all = std::iter::once(asked).chain(others);
    all.filter(|sold| !sold.prices.is_empty()).collect()
}
