//! From a training question by names to a complete job, its site, limits and offers.
//!
//! What the user fixed of the layout is held against the model part by part, so that each
//! wrong field has its own sentence; combinations that only a search can judge are left
//! to it.

use super::checks::{Checks, outside};
use super::{chosen_model, offers};
use crate::bounds;
use estimator::date::Date;
use estimator::field::Row;
use estimator::model::Model;
use estimator::offer::Offer;
use estimator::parameters;
use estimator::quantity::Seconds;
use estimator::training::ability::{Kind, Moved, Task};
use estimator::training::error::{Field, FieldError, Limit, Problem};
use estimator::training::fields;
use estimator::training::layout::{Layout, largest_divisor, nearest_multiple};
use estimator::training::lora;
use estimator::training::method::Kernel;
use estimator::training::question::{Deadline, Limits, Purpose, Question};
use estimator::training::{Job, Site, usual};

/// As [`resolve_training_on`], with no clock for prices: none has expired.
///
/// # Errors
///
/// Everything that is wrong, one error a field, with the nearest legal value.
pub fn resolve_training(
    question: &Question,
    by: Option<f64>,
) -> Result<(Job, Site, Limits, Vec<Offer>), Vec<FieldError>> {
    resolve_training_on(question, by, None)
}

/// Looks every name up and checks every number. The result is complete and free of
/// nonsense: an estimate of it cannot fail. `by` is the time left until the day of
/// [`Deadline::By`], in seconds, negative once it is over; the caller has the clock. By
/// `today`, prices that have expired give way to newer ones.
///
/// The limits' deadline is the question's. A global batch left open becomes the usual one
/// ([`usual::global_batch`]), rounded to a size that the fixed parts of the layout, and the
/// stack's own, can cut.
///
/// # Errors
///
/// Everything that is wrong, one error a field, with the nearest legal value.
pub fn resolve_training_on(
    question: &Question,
    by: Option<f64>,
    today: Option<Date>,
) -> Result<(Job, Site, Limits, Vec<Offer>), Vec<FieldError>> {
    let mut shared = Checks::default();
    let model = chosen_model(&question.model, true, &mut shared);
    let offers = offers::offers(&question.fleet, today, &mut shared);
    let mut found = Found(shared.errors.into_iter().map(FieldError::from).collect());
    for rows in [
        fields::NODE,
        fields::DATA,
        fields::MOST,
        fields::FIXED,
        fields::SITE,
    ] {
        found.rows(rows, question);
    }
    let deadline = found.deadline(&question.deadline, by);
    found.rows(fields::BUDGET, question);
    let Some(model) = model else {
        return Err(found.0);
    };
    found.shape(question, &model);
    found.software(question, &model);
    if !found.0.is_empty() {
        // The rest takes numbers that can be.
        return Err(found.0);
    }
    let job = job(question, model);
    found.layout(question, &job, largest_node(&question.limits, &offers));
    if !found.0.is_empty() {
        return Err(found.0);
    }
    let fixed = question.fixed.accelerators.unwrap_or(0);
    let limits = Limits {
        max_accelerators: question.limits.max_accelerators.max(fixed),
        deadline,
        budget: question.budget,
        ..question.limits
    };
    Ok((job, question.site, limits, offers))
}

/// Moves `question` to software that can train its model, where its own cannot
/// ([`Question::fit_stack`]), with the catalogue's facts of its model; `None` where it stays.
pub fn fit_training(question: &mut Question) -> Option<Moved> {
    let model = chosen_model(&question.model, true, &mut Checks::default());
    let kind = model.as_ref().map(Kind::of).unwrap_or_default();
    question.fit_stack(kind)
}

fn job(question: &Question, model: Model) -> Job {
    let counted = parameters::count(&model).total;
    let global_batch = question.global_batch.unwrap_or_else(|| {
        let usual = usual::global_batch(question.purpose, counted, question.sequence);
        usual::cut_by(usual, unit(question, usual))
    });
    Job {
        model,
        method: question.method,
        precision: question.precision,
        optimizer: question.optimizer,
        stack: question.stack,
        sequence: question.sequence,
        global_batch,
        tokens: question.tokens * question.epochs,
        loss: question.loss,
        flash: question.attention == Kernel::Flash,
        dropout: false,
        reference: question.purpose == Purpose::Preference,
        scratch: question.purpose == Purpose::Pretraining,
        packed: question.packed,
    }
}

/// The largest group that tensor parallelism finds on any offer: the node, or the links'
/// domain where that is larger and the user sets no limit.
fn largest_node(limits: &Limits, offers: &[Offer]) -> u32 {
    let nodes = offers.iter().map(|offer| {
        let chip = &offer.accelerator;
        match limits.max_per_node {
            Some(most) => chip.node_size.min(most),
            None => chip.node_size.max(chip.link.domain),
        }
    });
    nodes.max().unwrap_or(1).max(1)
}

/// The number that an open global batch near `usual` is made a multiple of: `dp * b`, times `pp`
/// where stages are interleaved. Where the search may cut the model, `dp` is as many copies of all
/// that could be as there are sequences for; without a number of accelerators it tries those that
/// divide.
fn unit(question: &Question, usual: u32) -> u32 {
    let fixed = &question.fixed;
    let layout = cut(question);
    let rounds = if layout.virtual_stages > 1 {
        layout.pipeline
    } else {
        1
    };
    let at_once = layout.micro_batch.saturating_mul(rounds).max(1);
    let copies = match fixed.accelerators {
        None => 1,
        Some(_) if whole(question).is_some() => layout.data().max(1),
        Some(_) => largest_divisor(layout.data().max(1), usual / at_once),
    };
    copies.checked_mul(at_once).unwrap_or(at_once)
}

/// The layout, where nothing of how copies are cut is left to the search.
fn whole(question: &Question) -> Option<Layout> {
    let fixed = &question.fixed;
    let degrees = [fixed.tensor, fixed.pipeline, fixed.context];
    let known = !question.stack.cuts_models() || degrees.iter().all(Option::is_some);
    (known && fixed.accelerators.is_some()).then(|| cut(question))
}

/// The fixed part of the layout, everything else at 1.
fn cut(question: &Question) -> Layout {
    let one = |count: Option<u32>| count.unwrap_or(1);
    let fixed = &question.fixed;
    Layout {
        accelerators: one(fixed.accelerators),
        tensor: one(fixed.tensor),
        pipeline: one(fixed.pipeline),
        context: one(fixed.context),
        virtual_stages: one(fixed.virtual_stages),
        micro_batch: one(fixed.micro_batch),
        ..Layout::SINGLE
    }
}

/// Everything found wrong so far.
struct Found(Vec<FieldError>);

impl Found {
    /// Notes a problem; the first of a field is enough.
    fn note(&mut self, error: FieldError) {
        if self.0.iter().all(|known| known.field != error.field) {
            self.0.push(error);
        }
    }

    fn number(&mut self, field: Field, value: f64, bounds: (f64, f64)) {
        if let Some(problem) = outside(value, bounds) {
            let problem = Problem::Shared(problem);
            self.note(FieldError { field, problem });
        }
    }

    /// Holds the numbers of a question against the ranges of their rows.
    fn rows(&mut self, rows: &[Row<Question, Field>], question: &Question) {
        for row in rows {
            if let Some(value) = (row.get)(question) {
                self.number(row.field, value, row.range);
            }
        }
    }

    fn deadline(&mut self, deadline: &Deadline, by: Option<f64>) -> Option<Seconds> {
        let field = Field::Deadline;
        let left = match deadline {
            Deadline::None => return None,
            Deadline::Within(time) => time.get(),
            Deadline::By(_) => match by {
                Some(left) if left <= 0.0 => {
                    let problem = Problem::Past;
                    self.note(FieldError { field, problem });
                    return None;
                }
                Some(left) => left,
                None => {
                    let problem = Problem::Shared(estimator::error::Problem::Missing);
                    self.note(FieldError { field, problem });
                    return None;
                }
            },
        };
        self.number(field, left, bounds::DEADLINE);
        Some(Seconds::new(left))
    }

    /// Limits of the model itself: the sequence, the rank.
    fn shape(&mut self, question: &Question, model: &Model) {
        let mut most = |field, given: u32, limit, most: u32| {
            if given > most {
                let nearest = most;
                self.note(FieldError {
                    field,
                    problem: Problem::Above {
                        limit,
                        most,
                        nearest,
                    },
                });
            }
        };
        if let Some(longest) = model.max_context {
            most(Field::Sequence, question.sequence, Limit::Context, longest);
        }
        if let Some(adapter) = question.method.adapter() {
            most(Field::Rank, adapter.rank, Limit::Width, model.hidden_size);
            self.number(Field::Rank, f64::from(adapter.rank), fields::CLUSTER);
            if lora::trainable(model, adapter) <= 0.0 {
                self.note(FieldError {
                    field: Field::Targets,
                    problem: Problem::NoMatrices,
                });
            }
        }
    }

    /// Whether the software can train so, and spread it as fixed.
    fn software(&mut self, question: &Question, model: &Model) {
        let task = Task::of(question, Kind::of(model));
        if let Some(gap) = task.lacks(&question.fixed) {
            self.note(FieldError {
                field: Field::Stack,
                problem: Problem::Software {
                    stack: question.stack,
                    gap,
                    instead: task.instead(&question.fixed),
                },
            });
        }
    }

    /// Each fixed part of the layout alone, then together as far as they go.
    fn layout(&mut self, question: &Question, job: &Job, node: u32) {
        let fixed = &question.fixed;
        let one = |count: Option<u32>| count.unwrap_or(1);
        let pipeline = one(fixed.pipeline);
        let alone = [
            Layout {
                accelerators: one(fixed.tensor),
                tensor: one(fixed.tensor),
                ..Layout::SINGLE
            },
            Layout {
                accelerators: pipeline,
                pipeline,
                // Without a number of stages the search finds one to interleave.
                virtual_stages: match fixed.pipeline {
                    Some(_) => one(fixed.virtual_stages),
                    None => 1,
                },
                ..Layout::SINGLE
            },
            Layout {
                accelerators: one(fixed.context),
                context: one(fixed.context),
                ..Layout::SINGLE
            },
            Layout {
                accelerators: one(fixed.expert),
                expert: one(fixed.expert),
                ..Layout::SINGLE
            },
        ];
        for part in alone {
            // A batch that any of them can cut: the real one follows.
            let probe = Job {
                global_batch: part.accelerators.saturating_mul(pipeline),
                ..job.clone()
            };
            if let Err(reason) = part.check(&probe, node) {
                self.note(FieldError::illegal(reason, &part, &probe));
            }
        }
        if self.0.is_empty() {
            self.together(question, job, node);
        }
    }

    fn together(&mut self, question: &Question, job: &Job, node: u32) {
        let fixed = &question.fixed;
        let ranks = cut(question).model_ranks();
        if let Some(layout) = whole(question) {
            // Experts' ranks are the search's: etp is not asked for.
            if let Err(reason) = layout.check(job, node) {
                self.note(FieldError::illegal(reason, &layout, job));
            }
        } else if let Some(given) = fixed.accelerators
            && !given.is_multiple_of(ranks)
        {
            self.note(FieldError {
                field: Field::Accelerators,
                problem: Problem::Multiple {
                    unit: ranks,
                    nearest: nearest_multiple(given, ranks),
                },
            });
        } else if let Some(micro) = fixed.micro_batch
            && !job.global_batch.is_multiple_of(micro)
        {
            self.note(FieldError {
                field: Field::GlobalBatch,
                problem: Problem::Multiple {
                    unit: micro,
                    nearest: nearest_multiple(job.global_batch, micro),
                },
            });
        }
    }
}
