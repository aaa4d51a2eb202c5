//! From typed text to a question.

use super::{Draft, When};
use crate::i18n::Marks;
use crate::serving::draft::price;
use estimator::error::{self, Problem as Shared};
use estimator::quantity::{BytesPerSecond, Seconds, Usd};
use estimator::training::error::{Field, FieldError, Problem};
use estimator::training::method::Method;
use estimator::training::question::{Deadline, Question};

/// Reads fields and collects what is wrong with them.
struct Reader<'a> {
    draft: &'a Draft,
    marks: Marks,
    errors: Vec<FieldError>,
}

impl Reader<'_> {
    fn wrong(&mut self, field: Field, problem: Shared) {
        self.errors.push(FieldError {
            field,
            problem: Problem::Shared(problem),
        });
    }

    /// A number that may be left out.
    fn optional(&mut self, field: Field) -> Option<f64> {
        match self.draft.number(field, self.marks) {
            Ok(value) => value,
            Err(error) => {
                self.errors.push(error);
                None
            }
        }
    }

    /// A number that must be there; what stands for a wrong one is never used.
    fn needed(&mut self, field: Field) -> f64 {
        self.optional(field).unwrap_or(1.0)
    }

    /// A count that may be left out. It was read as one of 32 bits.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn count(&mut self, field: Field) -> Option<u32> {
        self.optional(field).map(|value| value as u32)
    }
}

impl Draft {
    /// The question, or everything that is wrong with it.
    ///
    /// # Errors
    /// One entry a field that cannot be read.
    pub(in crate::training) fn question(&self, marks: Marks) -> Result<Question, Vec<FieldError>> {
        let mut read = Reader {
            draft: self,
            marks,
            errors: Vec::new(),
        };
        let mut question = self.chosen.clone();
        if let Some(name) = &self.unknown_model {
            let problem = Shared::Unknown { name: name.clone() };
            read.wrong(Field::Shared(error::Field::Model), problem);
        }
        if let Method::Adapter(adapter) = &mut question.method {
            *adapter = self.adapter;
            adapter.rank = read.count(Field::Rank).unwrap_or(1);
        }
        question.tokens = read.needed(Field::Tokens);
        question.epochs = read.needed(Field::Epochs);
        question.sequence = read.count(Field::Sequence).unwrap_or(1);
        question.global_batch = read.count(Field::GlobalBatch);
        question.packed = read.needed(Field::Packed);
        question.deadline = match self.when {
            When::None => Deadline::None,
            When::Within => Deadline::Within(Seconds::new(read.needed(Field::Deadline))),
            When::By if self.day.is_empty() => {
                read.wrong(Field::Deadline, Shared::Missing);
                Deadline::None
            }
            When::By => Deadline::By(self.day.clone()),
        };
        question.budget = read.optional(Field::Budget).map(Usd::new);
        read.layout(&mut question);
        self.read_prices(&mut read, &mut question);
        if read.errors.is_empty() {
            Ok(question)
        } else {
            Err(read.errors)
        }
    }

    fn read_prices(&self, read: &mut Reader, question: &mut Question) {
        let currency = question.fleet.currency;
        let prices = &mut question.fleet.own_prices;
        prices.clear();
        for (accelerator, text) in &self.prices {
            match price(text, read.marks, currency) {
                Ok(price) => {
                    prices.insert(accelerator.clone(), price);
                }
                Err(problem) => read.wrong(Field::Shared(error::Field::OwnPrice), problem),
            }
        }
    }
}

impl Reader<'_> {
    /// What is fixed, what may be used, what joins the machines.
    fn layout(&mut self, question: &mut Question) {
        let fixed = &mut question.fixed;
        fixed.accelerators = self.count(Field::Accelerators);
        fixed.tensor = self.count(Field::Tensor);
        fixed.pipeline = self.count(Field::Pipeline);
        fixed.context = self.count(Field::Context);
        fixed.expert = self.count(Field::Expert);
        fixed.virtual_stages = self.count(Field::VirtualStages);
        fixed.micro_batch = self.count(Field::MicroBatch);
        let limits = &mut question.limits;
        limits.max_accelerators = self.count(Field::MaxAccelerators).unwrap_or(1);
        limits.max_per_node = self.count(Field::Shared(error::Field::MaxPerNode));
        let site = &mut question.site;
        site.network = self.optional(Field::Network).map(BytesPerSecond::new);
        site.storage = BytesPerSecond::new(self.needed(Field::Storage));
        site.loading = self.optional(Field::Loading);
        site.between_failures = Seconds::new(self.needed(Field::BetweenFailures));
        site.restart = Seconds::new(self.needed(Field::Restart));
    }
}
