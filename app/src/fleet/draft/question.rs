//! The question of what is typed, or everything that is wrong with it.

use super::hours::drawn;
use super::{Draft, Limit, Row};
use crate::i18n::Marks;
use crate::serving::draft::bounds::{count, needed, optional, read, unsigned};
use crate::serving::draft::own_prices;
use estimator::currency::Currency;
use estimator::error::{self, Problem};
use estimator::fleet::Mode;
use estimator::fleet::asked::{
    Field, FieldError, Hardware, Part, Question, Restriction, Within, Workload,
};
use estimator::quantity::Seconds;
use estimator::serving::question::Day;

/// Bounds that are wider than the catalogue's, which has the last word.
const ANY: (f64, f64) = (0.0, 1e15);

impl Draft {
    /// The question, or everything that is wrong with it.
    ///
    /// # Errors
    /// One entry a field that cannot be read.
    pub(in crate::fleet) fn question(&self, marks: Marks) -> Result<Question, Vec<FieldError>> {
        let mut wrong = Vec::new();
        let mut workloads = Vec::new();
        for (place, row) in self.rows.iter().enumerate() {
            workloads.push(workload(row, place, marks, &mut wrong));
        }
        let currency = self.fleet.currency;
        let mut fleet = self.fleet.clone();
        let unread = own_prices(&self.prices, &mut fleet, marks).into_iter();
        wrong.extend(unread.map(|problem| FieldError {
            field: Field::Fleet(error::Field::OwnPrice),
            problem,
        }));
        let mut number = |field: Field, text: &str, whole: bool| {
            let bounds = if whole { count(ANY) } else { needed(ANY) };
            read(text, &bounds, marks).unwrap_or_else(|problem| {
                wrong.push(FieldError { field, problem });
                None
            })
        };
        let counts = self.counts.iter().map(|(id, text)| {
            let many = number(Field::Count(id.clone()), text, true);
            (id.clone(), whole(many.unwrap_or(1.0)))
        });
        let hardware = if self.owned {
            Hardware::Owned(counts.collect())
        } else {
            Hardware::Rented
        };
        let mut restrictions = Vec::new();
        let chosen = self.chosen();
        // What is said of one that is no longer there is not seen either.
        for one in self
            .restricted
            .iter()
            .filter(|one| chosen.contains(&one.id))
        {
            let typed = (!self.owned && !one.most.trim().is_empty()).then_some(&one.most);
            let most = typed.map(|text| {
                let many = number(Field::Count(one.id.clone()), text, true);
                whole(many.unwrap_or(1.0))
            });
            if most.is_some() || one.modes.is_some() {
                restrictions.push(Restriction {
                    accelerator: one.id.clone(),
                    most,
                    modes: one.modes,
                });
            }
        }
        let dollars = |amount: f64| {
            let currency = currency.unwrap_or(Currency::DOLLAR);
            amount / currency.per_usd()
        };
        let bare = |text: &str| unsigned(text, currency.unwrap_or(Currency::DOLLAR)).to_owned();
        let mut amount = |text: &str, whole: bool| number(Field::Within, text, whole);
        let within = match self.limit {
            Limit::None => Within::Everything,
            Limit::Money => {
                let amount = amount(&bare(&self.amount), false);
                Within::Money(dollars(amount.unwrap_or(1.0)))
            }
            Limit::Power => Within::Power(amount(&self.amount, false).unwrap_or(1.0)),
            Limit::Gpus => Within::Gpus(whole(amount(&self.amount, true).unwrap_or(1.0))),
        };
        let licence = if self.modes.has(Mode::Vgpu) {
            number(Field::Licence, &bare(&self.licence), false).map_or(0.0, dollars)
        } else {
            0.0
        };
        let growth = number(Field::Growth, &self.growth, false).unwrap_or(0.0) / 100.0;
        if !wrong.is_empty() {
            return Err(wrong);
        }
        Ok(Question {
            workloads,
            fleet,
            hardware,
            modes: self.modes,
            equal_parts: self.equal_parts,
            restrictions,
            licence,
            within,
            growth,
        })
    }
}

fn workload(row: &Row, place: usize, marks: Marks, wrong: &mut Vec<FieldError>) -> Workload {
    let mut note = |part: Part, problem: Problem| {
        wrong.push(FieldError {
            field: Field::Workload(place, part),
            problem,
        });
    };
    let mut serving = match row.serving.question(marks) {
        Ok(serving) => serving,
        Err(errors) => {
            for error in errors {
                note(Part::Serving(error.field), error.problem);
            }
            row.serving.chosen.clone()
        }
    };
    if let Some(text) = &row.hours {
        match drawn(text) {
            Ok(percent) => serving.growth.day = Day::Drawn(percent),
            Err(problem) => note(Part::Serving(error::Field::Day), problem),
        }
    }
    let wait = read(&row.wait, &optional(ANY), marks).unwrap_or_else(|problem| {
        note(Part::Wait, problem);
        None
    });
    Workload {
        name: row.name.trim().to_owned(),
        serving,
        figures: row.figures.clone(),
        isolation: row.isolation,
        wait_max: wait.map(Seconds::new),
        priority: row.priority,
    }
}

/// A number that was read as a count; more than a fleet can have is said by the catalogue.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: f64) -> u32 {
    value as u32
}
