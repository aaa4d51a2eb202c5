//! The complete question: the model's counts beside the numbers, checked against each other.

use super::error::{Field, FieldError, Problem};
use super::fields::ALL;
use super::question::Question;
use super::reader::Reader;
use crate::error;
use crate::quantity::Seconds;
use crate::vision::denoise::{Guiding, Model};
use crate::vision::network::Network;
use crate::vision::speech::Listener;
use crate::vision::text::Encoder;
use crate::vision::tokens::WIDEST;

/// The counts of the model.
#[derive(Debug, Clone)]
pub enum Task {
    /// A network that reads images, at the resolution asked.
    Network {
        /// Its counts.
        network: Network,
        /// Pixels that a side is a multiple of; `None` where any side is read.
        cell: Option<u32>,
    },
    /// An encoder of text.
    Encoder {
        /// Its counts.
        encoder: Encoder,
        /// The longest text that it was made for.
        longest: Option<u32>,
    },
    /// A pipeline that draws.
    Pipeline(Box<Model>),
    /// A model that hears.
    Listener(Listener),
    /// A language model that reads images.
    Reader(Box<Reader>),
}

/// The question with the model's counts.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The question.
    pub question: Question,
    /// The counts.
    pub task: Task,
}

impl Scenario {
    /// Puts them together.
    ///
    /// # Errors
    /// Everything that is wrong, one error a field, with the nearest value that works.
    pub fn new(question: Question, task: Task) -> Result<Self, Vec<FieldError>> {
        let mut found = Found(Vec::new());
        found.rows(&question);
        match &task {
            Task::Network { cell, .. } => {
                found.multiple(Field::Side, question.side, cell.unwrap_or(1));
            }
            Task::Encoder { longest, .. } => found.texts(&question, *longest),
            Task::Pipeline(model) => found.pipeline(&question, model),
            Task::Listener(listener) => {
                let most = listener.encoder.seconds;
                found.above(Field::Sound, question.sound.unwrap_or(0.0), most);
            }
            Task::Reader(_) => {}
        }
        if found.0.is_empty() {
            Ok(Self { question, task })
        } else {
            Err(found.0)
        }
    }

    /// Seconds of sound in a window.
    #[must_use]
    pub fn window(&self) -> f64 {
        match &self.task {
            Task::Listener(listener) => self.question.sound.unwrap_or(listener.encoder.seconds),
            _ => 1.0,
        }
    }

    /// What arrives a second at the peak; see [`Question::arrivals`].
    #[must_use]
    pub fn arrivals(&self) -> f64 {
        self.question.arrivals(self.window())
    }

    /// The limit of the promise.
    #[must_use]
    pub fn limit(&self) -> Option<Seconds> {
        self.question.limit
    }
}

/// The problems of a question's numbers alone, whatever the model.
#[must_use]
pub fn problems(question: &Question) -> Vec<FieldError> {
    let mut found = Found(Vec::new());
    found.rows(question);
    found.0
}

/// Everything found wrong so far.
struct Found(Vec<FieldError>);

impl Found {
    fn note(&mut self, field: Field, problem: Problem) {
        if self.0.iter().all(|error| error.field != field) {
            self.0.push(FieldError { field, problem });
        }
    }

    /// The numbers that the question asks for, against their ranges; something must arrive.
    fn rows(&mut self, question: &Question) {
        for row in ALL.into_iter().flatten() {
            if !(row.asked)(question) {
                continue;
            }
            let (least, most) = row.range;
            let Some(value) = (row.get)(question) else {
                continue;
            };
            let problem = if value.is_nan() {
                error::Problem::Missing
            } else if value < least {
                error::Problem::TooSmall { least }
            } else if value > most {
                error::Problem::TooLarge { most }
            } else {
                continue;
            };
            self.note(row.field, Problem::Shared(problem));
        }
        let nothing = question.arrivals(1.0) <= 0.0 && question.library().is_none();
        if nothing {
            let field = if question.load.is_once() {
                Field::Items
            } else {
                Field::Rate
            };
            self.note(field, Problem::Shared(error::Problem::Missing));
        }
    }

    fn above(&mut self, field: Field, value: f64, most: f64) {
        if value > most {
            self.note(field, Problem::Shared(error::Problem::TooLarge { most }));
        }
    }

    fn multiple(&mut self, field: Field, value: Option<u32>, unit: u32) {
        let unit = unit.max(1);
        if let Some(value) = value.filter(|value| !value.is_multiple_of(unit)) {
            let below = (value / unit).max(1) * unit;
            let above = below.saturating_add(unit);
            let nearest = if value.abs_diff(below) <= value.abs_diff(above) {
                below
            } else {
                above
            };
            self.note(field, Problem::Multiple { unit, nearest });
        }
    }

    fn texts(&mut self, question: &Question, longest: Option<u32>) {
        let Some(longest) = longest.map(f64::from) else {
            return;
        };
        self.above(Field::Tokens, question.tokens, longest);
        if question.library().is_some() {
            self.above(Field::Document, question.document, longest);
        }
    }

    fn pipeline(&mut self, question: &Question, model: &Model) {
        let [_, rows, columns] = model.denoiser.patch;
        let space = model.decoder.space;
        self.multiple(Field::Height, question.height, space * rows);
        self.multiple(Field::Width, question.width, space * columns);
        for (field, side) in [
            (Field::Height, question.height),
            (Field::Width, question.width),
        ] {
            if side.is_some_and(|side| side < 16) {
                let least = 16.0;
                self.note(field, Problem::Shared(error::Problem::TooSmall { least }));
            }
            self.above(field, f64::from(side.unwrap_or(16)), 16_384.0);
        }
        let [height, width] = sides(question, model);
        for (field, long, short) in [
            (Field::Width, width, height),
            (Field::Height, height, width),
        ] {
            let most = WIDEST.saturating_mul(short);
            self.above(field, f64::from(long), f64::from(most));
        }
        let guided = question.guidance.is_some_and(|scale| scale > 1.0);
        if guided && model.guiding == Guiding::None {
            self.note(Field::Guidance, Problem::Unguided);
        }
        if let Some(heads) = model.denoiser.heads
            && !heads.is_multiple_of(question.split.max(1))
        {
            let nearest = (1..=question.split).rev();
            let nearest = nearest
                .into_iter()
                .find(|split| heads.is_multiple_of(*split));
            let nearest = nearest.unwrap_or(1);
            self.note(
                Field::Split,
                Problem::Divide {
                    whole: heads,
                    nearest,
                },
            );
        } else if model.denoiser.heads.is_none() && question.split > 1 {
            // Heads differ by layer, or nobody knows them.
            let most = 1.0;
            self.note(
                Field::Split,
                Problem::Shared(error::Problem::TooLarge { most }),
            );
        }
    }
}

/// Height and width of a generation, pixels.
#[must_use]
pub fn sides(question: &Question, model: &Model) -> [u32; 2] {
    let [height, width] = model.resolution;
    [
        question.height.unwrap_or(height),
        question.width.unwrap_or(width),
    ]
}
