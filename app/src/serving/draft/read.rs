//! From typed text to a question.

use super::bounds::price;
use super::{Basis, Draft, Pace};
use crate::i18n::Marks;
use catalog::bounds;
use estimator::decimal::round;
use estimator::error::{Field, FieldError, Problem};
use estimator::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds};
use estimator::serving::options::{Adapters, Speculation};
use estimator::serving::question::{Question, Traffic};

/// Reads fields and collects what is wrong with them.
struct Reader<'a> {
    draft: &'a Draft,
    marks: Marks,
    errors: Vec<FieldError>,
}

impl Reader<'_> {
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

    /// A count that may be left out. Its bounds keep it far below 2^32.
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
        self.read_sla(&mut read, &mut question);
        Self::read_limits(&mut read, &mut question);
        Self::read_serving(&mut read, &mut question);
        self.read_fleet(&mut read, &mut question);
        Self::read_growth(&mut read, &mut question);
        if read.errors.is_empty() {
            Ok(question)
        } else {
            Err(read.errors)
        }
    }

    fn read_traffic(&self, read: &mut Reader, question: &mut Question) {
        let amount = read.needed(Field::Traffic);
        question.traffic = match self.basis {
            Basis::Rate => Traffic::Rate(amount),
            Basis::Users => Traffic::Users(amount),
            Basis::TokensPerDay => {
                let peak_to_mean = read.needed(Field::PeakToMean);
                Traffic::TokensPerDay {
                    tokens: amount,
                    peak_to_mean,
                }
            }
        };
        question.input_tokens = read.needed(Field::InputTokens);
        question.output_tokens = read.needed(Field::OutputTokens);
        question.prefix_hit_rate = read.needed(Field::PrefixHitRate) / 100.0;
        question.variety.input_p95 = read.optional(Field::InputP95);
        question.variety.output_p95 = read.optional(Field::OutputP95);
        // What is not shown is not read: the last good value stays.
        if self.basis == Basis::Users {
            question.variety.think = Seconds::new(read.needed(Field::Think));
        } else {
            question.variety.burstiness = read.needed(Field::Burstiness);
        }
    }

    fn read_sla(&self, read: &mut Reader, question: &mut Question) {
        question.sla.ttft = read.optional(Field::Ttft).map(Seconds::new);
        question.sla.tpot = read.optional(Field::Tpot).map(|value| match self.pace {
            Pace::Millis => Seconds::millis(value),
            Pace::Rate => Seconds::new(1.0 / value),
        });
    }

    fn read_limits(read: &mut Reader, question: &mut Question) {
        let limits = &mut question.limits;
        limits.max_per_node = read.count(Field::MaxPerNode);
        limits.max_per_replica = read.count(Field::MaxPerReplica).unwrap_or(1);
        limits.spare_replicas = read.count(Field::Spares).unwrap_or(0);
        let engine = &mut question.engine;
        let share = read.optional(Field::MemoryUtilization);
        engine.memory_utilization = share.map(|percent| percent / 100.0);
        engine.max_model_len = read.count(Field::MaxModelLen);
        engine.max_num_seqs = read.count(Field::MaxNumSeqs);
        engine.max_num_batched_tokens = read.count(Field::MaxBatchedTokens);
    }

    /// What depends on a number that was left out is not shown, and not read.
    fn read_serving(read: &mut Reader, question: &mut Question) {
        let serving = &mut question.serving;
        serving.speculation = read
            .count(Field::DraftTokens)
            .map(|draft_tokens| Speculation {
                draft_tokens,
                acceptance: read.needed(Field::Acceptance) / 100.0,
            });
        serving.adapters = read.count(Field::Adapters).map(|count| Adapters {
            count,
            rank: read.count(Field::AdapterRank).unwrap_or(1),
        });
        let restored = read.needed(Field::HostHits);
        // In the unit of the field; the catalogue's own check counts in shares.
        let most = 100.0 * (bounds::HOST_HITS.1 - question.prefix_hit_rate);
        if restored > most && most >= 0.0 {
            read.errors.push(FieldError {
                field: Field::HostHits,
                problem: Problem::TooLarge {
                    most: round(most, 4),
                },
            });
        }
        serving.restored = restored / 100.0;
        if restored > 0.0 {
            serving.kept = Seconds::new(read.needed(Field::HostKept) * 60.0);
        }
    }

    fn read_growth(read: &mut Reader, question: &mut Question) {
        let growth = &mut question.growth;
        growth.per_year = read.needed(Field::Growth) / 100.0;
        growth.months = read.count(Field::Horizon).unwrap_or(1);
    }

    fn read_fleet(&self, read: &mut Reader, question: &mut Question) {
        let fleet = &mut question.fleet;
        fleet.own_prices.clear();
        for (accelerator, text) in &self.prices {
            match price(text, read.marks, fleet.currency) {
                Ok(price) => {
                    fleet.own_prices.insert(accelerator.clone(), price);
                }
                Err(problem) => {
                    read.errors.push(FieldError {
                        field: Field::OwnPrice,
                        problem,
                    });
                }
            }
        }
        if let Some(own) = &mut fleet.own_accelerator {
            own.memory = Bytes::gb(read.needed(Field::OwnMemory));
            own.marketed_memory = own.memory;
            own.bandwidth = BytesPerSecond::gb(read.needed(Field::OwnBandwidth));
            let sixteen = read.needed(Field::OwnCompute);
            own.peak.sixteen = Some(FlopsPerSecond::tera(sixteen));
            // The box that was ticked says whether there are 8-bit units.
            own.peak.fp8 = own.peak.fp8.map(|_| FlopsPerSecond::tera(2.0 * sixteen));
            own.node_size = read.count(Field::OwnNode).unwrap_or(1);
            own.link = super::write::link(read.optional(Field::OwnLink), own.node_size);
        }
    }
}
