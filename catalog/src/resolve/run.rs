//! From a question about a training run's money to complete terms.

use super::money::{Found, rents};
use super::offers::offer;
use crate::accelerator;
use estimator::money::Input;
use estimator::money::error::{Field, FieldError};
use estimator::money::question::Question;
use estimator::money::run::RunTerms;
use estimator::question::Fleet;

/// Checks every number and looks the accelerator up; `None` where no run is asked for, or
/// not how many accelerators it takes and how long. Prices are those of `fleet`.
///
/// # Errors
///
/// Everything that is wrong, one error a field.
pub fn resolve_run(
    question: &Question,
    fleet: &Fleet,
) -> Result<Option<RunTerms>, Vec<FieldError>> {
    let Some(id) = &question.run else {
        return Ok(None);
    };
    let own = fleet.own_accelerator.as_deref();
    let known = accelerator(id)
        .map(|record| &record.accelerator)
        .or_else(|| own.filter(|own| own.id == *id));
    let mut found = Found::default();
    found.defaults(id);
    found.grid(&question.grid);
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
    Ok(Some(RunTerms {
        rents: rents(fleet, &offer(accelerator, fleet)),
        accelerator: accelerator.clone(),
        values: found.values,
        count,
        hours,
    }))
}
