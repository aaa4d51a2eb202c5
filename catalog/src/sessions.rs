//! From a question about sessions by names to a complete scenario and its offers.

use crate::model;
use crate::resolve::resolve_on;
use estimator::choice::ModelChoice;
use estimator::date::Date;
use estimator::error::Problem;
use estimator::offer::Offer;
use estimator::session::sizing::{Field, FieldError, Question, Scenario, problems};
use estimator::session::{Preset, Sessions};

/// Looks every name up and checks every number. By `today`, prices that have expired give way to
/// newer ones.
///
/// # Errors
/// Everything that is wrong, one error a field.
pub fn resolve_sessions(
    question: &Question,
    today: Option<Date>,
) -> Result<(Scenario, Vec<Offer>), Vec<FieldError>> {
    let mut wrong = problems(question);
    let resolved = resolve_on(&question.serving(), today);
    let found = match resolved {
        Ok(found) => Some(found),
        Err(errors) => {
            // Where a number of the load is wrong, what it comes to is, too.
            let own = !wrong.is_empty();
            for error in errors.into_iter().map(FieldError::from) {
                let derived = own && !matches!(error.field, Field::Shared(_));
                if !derived && wrong.iter().all(|known| known.field != error.field) {
                    wrong.push(error);
                }
            }
            None
        }
    };
    let Some((serving, offers)) = found.filter(|_| wrong.is_empty()) else {
        return Err(wrong);
    };
    longest(question, &serving)?;
    Ok((Scenario::new(question.clone(), serving)?, offers))
}

/// Another kind of sessions where the contexts of these are longer than the model reads: the first
/// preset whose are not, as many as before. They stay as they are where none is.
pub fn fit_sessions(question: &mut Question) {
    let ModelChoice::Catalog(id) = &question.asked.model else {
        return;
    };
    let Some(most) = model(id).and_then(|model| model.max_context) else {
        return;
    };
    let fits = |load: &Sessions| load.mean_input() + load.answer <= f64::from(most);
    if fits(&question.load) {
        return;
    }
    let population = question.load.population;
    let presets = [Preset::CodingAgent, Preset::ToolAgent, Preset::Chat];
    let loads = presets.map(|preset| Sessions {
        population,
        ..preset.sessions(1.0)
    });
    if let Some(load) = loads.into_iter().find(fits) {
        question.load = load;
    }
}

/// The mean context must be one that the model reads.
fn longest(
    question: &Question,
    serving: &estimator::serving::scenario::Scenario,
) -> Result<(), Vec<FieldError>> {
    let Some(most) = serving.model.max_context.map(f64::from) else {
        return Ok(());
    };
    let load = &question.load;
    let needed = load.mean_input() + load.answer;
    if needed <= most {
        return Ok(());
    }
    // Contexts grow with what a turn adds, unless the first input is too long by itself.
    let (field, most) = if load.first + load.answer > most {
        (Field::First, (most - load.answer).max(1.0))
    } else {
        let grown = (load.answer + load.added).max(1.0);
        let factor = (needed - load.first - load.answer) / grown;
        let room = (most - load.first - load.answer) / factor.max(1e-9);
        (Field::Added, (room - load.answer).max(0.0).floor())
    };
    let problem = Problem::TooLarge { most };
    Err(vec![FieldError { field, problem }])
}
