//! From a fleet's question by names to a complete one.

use super::checks::outside;
use super::{offers_of, scenario_of};
use crate::{formats, sharing, traffic};
use estimator::choice::ModelChoice;
use estimator::date::Date;
use estimator::error::{self, Problem};
use estimator::fleet::Mode;
use estimator::fleet::asked::{
    Asked, Field, FieldError, Hardware, MOST_WORKLOADS, Part, Question, Within, Workload,
};
use estimator::fleet::question::{HOURS, Modes, Rules};
use estimator::fleet::served::{Choice, MOST_CHOICES, Served, Wish, Work};
use estimator::hardware::{Accelerator, Vendor};
use estimator::offer::Offer;
use estimator::serving::lever::narrower;
use estimator::serving::plan::demand;
use estimator::serving::question as serving;

/// The longest wait for a model, seconds.
const WAIT: (f64, f64) = (0.0, 86_400.0);
/// Limits: US dollars a month, kilowatts, GPUs.
const MONEY: (f64, f64) = (1.0, 1e9);
const POWER: (f64, f64) = (0.01, 1e6);
const GPUS: (f64, f64) = (1.0, 100_000.0);
/// A vGPU licence of a card, US dollars a month.
const LICENCE: (f64, f64) = (0.0, 1e5);
/// Growth a year, a share.
const GROWTH: (f64, f64) = (0.0, 100.0);
/// GPUs that one has of an accelerator, or can rent.
const OWNED: (f64, f64) = (1.0, 100_000.0);

/// Everything found wrong.
struct Found(Vec<FieldError>);

impl Found {
    fn note(&mut self, field: Field, problem: Problem) {
        if self.0.iter().all(|error| error.field != field) {
            self.0.push(FieldError { field, problem });
        }
    }

    fn number(&mut self, field: Field, value: f64, bounds: (f64, f64)) {
        if let Some(problem) = outside(value, bounds) {
            self.note(field, problem);
        }
    }
}

/// Looks every name of a fleet's question up and checks every number; by `today`, prices that have
/// expired give way to newer ones. How each may be shared: [`sharable`].
///
/// # Errors
///
/// Everything that is wrong, one error a field.
pub fn resolve_fleet_on(
    question: &Question,
    today: Option<Date>,
) -> Result<Asked, Vec<FieldError>> {
    let mut found = Found(Vec::new());
    let choices = choices(question, today, &mut found);
    let names = |name: &str| {
        let all = question.workloads.iter();
        all.filter(|one| one.name == name).count()
    };
    let (mut served, mut smaller, mut machine) = (Vec::new(), Vec::new(), Vec::new());
    let mut any_smaller = false;
    for (place, workload) in question.workloads.iter().enumerate() {
        let at = |part: Part| Field::Workload(place, part);
        if workload.name.trim().is_empty() {
            found.note(at(Part::Name), Problem::Missing);
        } else if names(&workload.name) > 1 {
            let name = workload.name.clone();
            found.note(at(Part::Name), Problem::Unknown { name });
        }
        if let Some(wait) = workload.wait_max {
            found.number(at(Part::Wait), wait.get(), WAIT);
        }
        match of(workload, &workload.serving, today) {
            Ok(one) => {
                let served_here = workload.figures.is_none();
                let other = narrowed(&workload.serving).filter(|_| served_here);
                any_smaller |= other.is_some();
                let other = other.and_then(|other| of(workload, &other, today).ok());
                smaller.push(other.unwrap_or_else(|| one.clone()));
                served.push(one);
                machine.push(workload.serving.growth.scaling.machine);
            }
            Err(errors) => {
                for error in errors {
                    found.note(at(Part::Serving(error.field)), error.problem);
                }
            }
        }
    }
    if question.workloads.is_empty() {
        found.note(Field::Workloads, Problem::Missing);
    } else if question.workloads.len() > MOST_WORKLOADS {
        let most = MOST_WORKLOADS as f64;
        found.note(Field::Workloads, Problem::TooLarge { most });
    }
    match question.within {
        Within::Everything => {}
        Within::Money(usd) => found.number(Field::Within, usd, MONEY),
        Within::Power(kilowatts) => found.number(Field::Within, kilowatts, POWER),
        Within::Gpus(count) => found.number(Field::Within, f64::from(count), GPUS),
    }
    found.number(Field::Licence, question.licence, LICENCE);
    found.number(Field::Growth, question.growth, GROWTH);
    if !found.0.is_empty() {
        return Err(found.0);
    }
    let mut order: Vec<usize> = (0..question.workloads.len()).collect();
    order.sort_by_key(|place| question.workloads.get(*place).map(|one| one.priority));
    Ok(Asked {
        wish: Wish {
            name: String::new(),
            rules: Rules {
                equal_parts: question.equal_parts,
                ..Rules::default()
            },
            served,
            choices,
        },
        smaller: any_smaller.then_some(smaller),
        machine,
        order,
        within: question.within,
        growth: question.growth,
    })
}

/// As [`resolve_fleet_on`], with no clock: no price has expired.
///
/// # Errors
///
/// Everything that is wrong, one error a field.
pub fn resolve_fleet(question: &Question) -> Result<Asked, Vec<FieldError>> {
    resolve_fleet_on(question, None)
}

/// A workload as it is asked.
fn of(
    workload: &Workload,
    asked: &serving::Question,
    today: Option<Date>,
) -> Result<Served, Vec<error::FieldError>> {
    let work = match &workload.figures {
        Some(figures) => Work::Figures(figures.clone()),
        None => Work::Serving(Box::new(scenario_of(asked, today)?)),
    };
    let hours = traffic::hours(&asked.growth.day).unwrap_or([1.0; HOURS]);
    Ok(Served {
        id: workload.name.clone(),
        work,
        day: demand::shares(hours),
        isolation: workload.isolation,
        wait_max_s: workload.wait_max.map(estimator::quantity::Seconds::get),
        apart: true,
    })
}

/// The same question in the next smaller format that the model's weights are published in.
fn narrowed(asked: &serving::Question) -> Option<serving::Question> {
    let ModelChoice::Catalog(id) = &asked.model else {
        return None;
    };
    let mut formats = narrower(asked.engine.engine, asked.weights);
    let weights = formats.find(|format| formats::is_published(id, *format) == Some(true))?;
    Some(serving::Question {
        weights,
        ..asked.clone()
    })
}

fn choices(question: &Question, today: Option<Date>, found: &mut Found) -> Vec<Choice> {
    let mut fleet = question.fleet.clone();
    let owned = match &question.hardware {
        Hardware::Rented => None,
        Hardware::Owned(counts) => {
            fleet.accelerators = counts.iter().map(|(id, _)| id.clone()).collect();
            // What one has is not bought.
            fleet.providers.clear();
            fleet.vendors.clear();
            for (id, count) in counts {
                found.number(Field::Count(id.clone()), f64::from(*count), OWNED);
            }
            if counts.is_empty() {
                found.note(Field::Fleet(error::Field::Fleet), Problem::Missing);
                return Vec::new();
            }
            Some(counts)
        }
    };
    for one in &question.restrictions {
        if let Some(most) = one.most.filter(|_| owned.is_none()) {
            let field = Field::Count(one.accelerator.clone());
            found.number(field, f64::from(most), OWNED);
        }
    }
    let (offers, errors) = offers_of(&fleet, today);
    for error in errors {
        found.note(Field::Fleet(error.field), error.problem);
    }
    let have = |id: &str| {
        let counts = owned?;
        counts.iter().find(|(own, _)| own == id)
    };
    let mut choices: Vec<Choice> = offers
        .into_iter()
        .filter(|offer| match owned {
            None => !offer.prices().is_empty(),
            Some(_) => have(&offer.accelerator.id).is_some(),
        })
        .map(|mut offer| {
            let have = have(&offer.accelerator.id).map_or(0, |(_, count)| *count);
            if owned.is_some() {
                (offer.price, offer.instances) = (None, Vec::new());
            }
            let restriction = question.restriction(&offer.accelerator.id);
            let modes = restriction.and_then(|one| one.modes);
            let modes = modes.map_or(question.modes, |modes| question.modes.and(modes));
            let most = restriction
                .and_then(|one| one.most)
                .filter(|_| owned.is_none());
            Choice {
                have,
                most,
                ..choice(offer, modes)
            }
            .licensed(question.licence)
        })
        .collect();
    if choices.is_empty() && found.0.is_empty() {
        found.note(Field::Fleet(error::Field::Fleet), Problem::Missing);
    }
    if choices.len() > MOST_CHOICES {
        if fleet.accelerators.is_empty() {
            choices = usual(choices);
        } else {
            let most = MOST_CHOICES as f64;
            found.note(
                Field::Fleet(error::Field::Fleet),
                Problem::TooLarge { most },
            );
        }
    }
    choices
}

/// Of all on offer, those that hold the most memory for their price, in turn with those that
/// compute the most.
fn usual(mut choices: Vec<Choice>) -> Vec<Choice> {
    let each = |choice: &Choice| {
        let prices = choice.offer.prices().iter();
        let each = prices.map(|price| price.per_accelerator.get());
        each.fold(f64::INFINITY, f64::min).max(f64::MIN_POSITIVE)
    };
    let memory = |choice: &Choice| choice.offer.accelerator.memory.get() / each(choice);
    let compute = |choice: &Choice| {
        let peak = choice.offer.accelerator.peak.sixteen;
        peak.map_or(0.0, estimator::quantity::FlopsPerSecond::get) / each(choice)
    };
    let mut kept: Vec<Choice> = Vec::new();
    while kept.len() < MOST_CHOICES {
        let worth = |choice: &Choice| {
            if kept.len().is_multiple_of(2) {
                memory(choice)
            } else {
                compute(choice)
            }
        };
        let best = choices
            .iter()
            .enumerate()
            .max_by(|(_, one), (_, other)| worth(one).total_cmp(&worth(other)));
        let Some(place) = best.map(|(place, _)| place) else {
            break;
        };
        kept.push(choices.swap_remove(place));
    }
    kept
}

/// How an accelerator can be shared: of NVIDIA's in every way that the board has, of others as a
/// whole alone, since nobody published how their sharing behaves.
#[must_use]
pub fn sharable(accelerator: &Accelerator) -> Modes {
    let whole = Modes::of(&[Mode::Exclusive]);
    match accelerator.vendor {
        Vendor::Nvidia if sharing::board(&accelerator.id).is_some() => Modes::of(&Mode::ALL),
        Vendor::Nvidia => [Mode::Mps, Mode::TimeSlicing, Mode::Vgpu, Mode::Swap]
            .into_iter()
            .fold(whole, Modes::with),
        _ => whole,
    }
}

fn choice(offer: Offer, wanted: Modes) -> Choice {
    Choice {
        board: sharing::board(&offer.accelerator.id).copied(),
        modes: sharable(&offer.accelerator).and(wanted.with(Mode::Exclusive)),
        have: 0,
        most: None,
        vgpu_licence_milli_usd: 0,
        offer,
    }
}
