//! From typed text to a question.

use super::bounds::{
    ACTIVE, Bounds, EACH, PEAK, count, discounts, money, needed, of_row, optional, own_prices,
    scaled,
};
use super::{Basis, Draft, Pace};
use crate::i18n::Marks;
use catalog::bounds;
use estimator::currency::Currency;
use estimator::decimal::round;
use estimator::error::{Field, FieldError, Problem};
use estimator::field::Row;
use estimator::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds};
use estimator::serving::fields;
use estimator::serving::question::{Question, Traffic};

/// Reads fields and collects their errors.
struct Reader<'a> {
    draft: &'a Draft,
    marks: Marks,
    errors: Vec<FieldError>,
}

impl Reader<'_> {
    /// A number that may be left out.
    fn optional(&mut self, field: Field, bounds: &Bounds) -> Option<f64> {
        match self.draft.number(field, bounds, self.marks) {
            Ok(value) => value,
            Err(error) => {
                self.errors.push(error);
                None
            }
        }
    }

    /// A number that must be there; the stand-in for a wrong one is never used.
    fn needed(&mut self, field: Field, range: (f64, f64)) -> f64 {
        self.optional(field, &needed(range)).unwrap_or(1.0)
    }

    /// Dollars that may be left out, typed in a currency; its sign may stand on either side.
    fn money(&mut self, field: Field, currency: Option<Currency>) -> Option<f64> {
        match money(self.draft.text(field), field, self.marks, currency) {
            Ok(dollars) => dollars,
            Err(problem) => {
                self.errors.push(FieldError { field, problem });
                None
            }
        }
    }

    /// The numbers of rows that the page asks for.
    fn rows<Q>(&mut self, rows: &[Row<Q>], question: &mut Q) {
        for row in rows {
            // Typed in either of two units, or in the reader's currency.
            let is_own = matches!(row.field, Field::Tpot | Field::Budget);
            if !is_own && (row.asked)(question) {
                let typed = self.optional(row.field, &of_row(row));
                (row.set)(question, typed.map(|typed| row.unit.read(typed)));
            }
        }
    }
}

impl Draft {
    /// The question, or everything that is wrong with it.
    ///
    /// # Errors
    /// One entry a field that cannot be read.
    pub(crate) fn question(&self, marks: Marks) -> Result<Question, Vec<FieldError>> {
        let mut read = Reader {
            draft: self,
            marks,
            errors: Vec::new(),
        };
        let mut question = self.chosen.clone();
        if let Some(name) = &self.unknown_model {
            let problem = Problem::Unknown { name: name.clone() };
            read.errors.push(FieldError {
                field: Field::Model,
                problem,
            });
        }
        self.read_traffic(&mut read, &mut question);
        for rows in fields::QUESTION {
            read.rows(rows, &mut question);
        }
        read.rows(fields::GROWTH, &mut question.growth);
        self.read_pace(&mut read, &mut question);
        read_host_hits(&mut read, &question);
        self.read_fleet(&mut read, &mut question);
        if read.errors.is_empty() {
            Ok(question)
        } else {
            Err(read.errors)
        }
    }

    fn read_traffic(&self, read: &mut Reader, question: &mut Question) {
        let amount = read.optional(Field::Traffic, &self.amount()).unwrap_or(1.0);
        question.traffic = match self.basis {
            Basis::Rate => Traffic::Rate(amount),
            Basis::Users => Traffic::Users(amount),
            Basis::TokensPerDay => {
                let peak_to_mean = read.optional(Field::PeakToMean, &PEAK).unwrap_or(1.0);
                Traffic::TokensPerDay {
                    tokens: amount,
                    peak_to_mean,
                }
            }
            Basis::People => Traffic::People {
                people: amount,
                active: read.optional(Field::ActiveShare, &ACTIVE).unwrap_or(1.0) / 100.0,
                each: read.optional(Field::RequestsEach, &EACH).unwrap_or(1.0),
            },
        };
    }

    fn read_pace(&self, read: &mut Reader, question: &mut Question) {
        let typed = read.optional(Field::Tpot, &self.pace_bounds());
        question.sla.tpot = typed.map(|value| match self.pace {
            Pace::Millis => Seconds::millis(value),
            Pace::Rate => Seconds::new(1.0 / value),
        });
    }

    fn read_fleet(&self, read: &mut Reader, question: &mut Question) {
        question.limits.budget = read.money(Field::Budget, question.fleet.currency);
        let fleet = &mut question.fleet;
        let unread = own_prices(&self.prices, fleet, read.marks).into_iter();
        let field = Field::OwnPrice;
        read.errors
            .extend(unread.map(|problem| FieldError { field, problem }));
        let unread = discounts(&self.discounts, fleet, read.marks).into_iter();
        let field = Field::Discount;
        read.errors
            .extend(unread.map(|problem| FieldError { field, problem }));
        if let Some(own) = &mut fleet.own_accelerator {
            let gigabytes = |range| scaled(range, 1e9);
            own.memory = Bytes::gb(read.needed(Field::OwnMemory, gigabytes(bounds::OWN_MEMORY)));
            own.marketed_memory = own.memory;
            let bandwidth = read.needed(Field::OwnBandwidth, gigabytes(bounds::OWN_BANDWIDTH));
            own.bandwidth = BytesPerSecond::gb(bandwidth);
            let sixteen = read.needed(Field::OwnCompute, scaled(bounds::OWN_COMPUTE, 1e12));
            own.peak.sixteen = Some(FlopsPerSecond::tera(sixteen));
            // The box that was ticked says whether there are 8-bit units.
            own.peak.fp8 = own.peak.fp8.map(|_| FlopsPerSecond::tera(2.0 * sixteen));
            let node = read.optional(Field::OwnNode, &count(bounds::ACCELERATORS));
            own.node_size = whole(node.unwrap_or(1.0));
            let link = optional(gigabytes(bounds::OWN_LINK));
            own.link = super::write::link(read.optional(Field::OwnLink, &link), own.node_size);
        }
    }
}

/// The share in all caches is less than the whole prompt: something is always new.
fn read_host_hits(read: &mut Reader, question: &Question) {
    let field = Field::HostHits;
    let Some((_, all)) = fields::range(field) else {
        return;
    };
    // In the unit of the field; the catalogue's own check counts in shares.
    let most = 100.0 * (all - question.prefix_hit_rate);
    let is_wrong = read.errors.iter().any(|error| error.field == field);
    if !is_wrong && 100.0 * question.serving.restored > most && most >= 0.0 {
        read.errors.push(FieldError {
            field,
            problem: Problem::TooLarge {
                most: round(most, 4),
            },
        });
    }
}

/// Its bounds keep it far below 2^32.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: f64) -> u32 {
    value as u32
}
