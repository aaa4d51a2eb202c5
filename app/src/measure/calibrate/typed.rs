//! What a measurement ran on, as it is typed: what files do not say is asked for.

use crate::i18n::Marks;
use crate::serving::draft::bounds::{Bounds, count, needed, optional, read};
use catalog::AcceleratorRecord;
use estimator::calibration::{Found, Setup};
use estimator::engine::Engine;
use estimator::error::Problem;
use estimator::placement::Placement;
use estimator::precision::{KvFormat, WeightFormat};
use std::collections::BTreeMap;

/// A field of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::measure) enum Part {
    /// The model.
    Model,
    /// The engine.
    Engine,
    /// The accelerator.
    Accelerator,
    /// Accelerators in all.
    Count,
    /// Tensor parallelism.
    Tensor,
    /// Attention data parallelism.
    Data,
    /// Expert parallelism.
    Expert,
    /// Requests at once, over all accelerators.
    Users,
    /// Prompt, tokens.
    Input,
    /// Answer, tokens.
    Output,
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::measure) enum Wrong {
    /// Nothing was chosen.
    Choice,
    /// No model of the catalogue has the name.
    Model(String),
    /// The file counts so many parameters, and the model has clearly more or fewer.
    Size(f64, f64),
    /// A number that cannot be.
    Number(Problem),
    /// The accelerators make no whole replicas.
    Replicas,
    /// The model cannot be split so.
    Split,
}

/// The fields as they are typed.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::measure) struct Typed {
    /// Id of the model.
    pub(in crate::measure) model: Option<String>,
    /// A model's name that was typed and not found.
    pub(in crate::measure) unknown: Option<String>,
    /// Parameters that a file counts.
    pub(in crate::measure) parameters: Option<f64>,
    /// The engine.
    pub(in crate::measure) engine: Option<Engine>,
    /// Id of the accelerator.
    pub(in crate::measure) accelerator: Option<String>,
    /// Format of the weights.
    pub(in crate::measure) weights: WeightFormat,
    /// Format of the cache: engines' own where nothing is said.
    pub(in crate::measure) kv_cache: KvFormat,
    numbers: BTreeMap<Part, String>,
}

impl Default for Typed {
    fn default() -> Self {
        Self {
            model: None,
            unknown: None,
            parameters: None,
            engine: None,
            accelerator: None,
            weights: WeightFormat::Bf16,
            kv_cache: KvFormat::Bf16,
            numbers: BTreeMap::new(),
        }
    }
}

/// What was measured, complete; and what stands for what some loads do not say: users, prompt
/// and answer.
pub(in crate::measure) type Ready = (Setup, (f64, f64, f64));

/// The most accelerators, and the most of a degree.
const MOST: (f64, f64) = (1.0, 4096.0);
/// Tokens of a prompt or an answer.
const TOKENS: (f64, f64) = (1.0, 1e7);
/// Parameters of a file over a model's beyond which it is another: tables that two layers share are
/// counted once or twice.
const OTHER: f64 = 1.5;
/// Users at once.
const USERS: (f64, f64) = (1.0, 1e6);

impl Typed {
    /// The text of a number.
    pub(in crate::measure) fn text(&self, part: Part) -> String {
        self.numbers.get(&part).cloned().unwrap_or_default()
    }

    /// Types a number.
    pub(in crate::measure) fn set_text(&mut self, part: Part, text: String) {
        self.numbers.insert(part, text);
    }

    /// Fills in how many accelerators there are in all.
    pub(in crate::measure) fn count(&mut self, accelerators: Option<u32>) {
        if let Some(accelerators) = accelerators {
            self.set_text(Part::Count, accelerators.to_string());
        }
    }

    /// Reads accelerator and number alone.
    ///
    /// # Errors
    /// Every field that is wrong.
    pub(in crate::measure) fn system(
        &self,
        marks: Marks,
    ) -> Result<(&'static AcceleratorRecord, u32), Vec<(Part, Wrong)>> {
        let chip = self.accelerator.as_deref().and_then(catalog::accelerator);
        let number = read(&self.text(Part::Count), &count(MOST), marks);
        match (chip, number) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "within the bounds"
            )]
            (Some(chip), Ok(number)) => Ok((chip, number.unwrap_or(1.0) as u32)),
            (chip, number) => {
                let chosen = chip.is_none().then_some((Part::Accelerator, Wrong::Choice));
                let number = number.err();
                let number = number.map(|problem| (Part::Count, Wrong::Number(problem)));
                Err(chosen.into_iter().chain(number).collect())
            }
        }
    }

    /// Whether the chosen model cannot be that of the file.
    fn other_size(&self) -> Option<Wrong> {
        let model = self.model.as_deref().filter(|_| self.unknown.is_none());
        let (file, model) = (self.parameters?, catalog::entry(model?)?.parameters);
        let times = (file / model).max(model / file);
        (times > OTHER).then_some(Wrong::Size(file, model))
    }

    /// Reads it for some loads.
    ///
    /// # Errors
    /// Every field that is wrong.
    pub(in crate::measure) fn read(
        &self,
        loads: &[Found],
        marks: Marks,
    ) -> Result<Ready, Vec<(Part, Wrong)>> {
        let mut wrong = Vec::new();
        let model = self.model.as_deref().filter(|_| self.unknown.is_none());
        let model = model.and_then(catalog::model);
        if model.is_none() {
            let why = self.unknown.clone().map_or(Wrong::Choice, Wrong::Model);
            wrong.push((Part::Model, why));
        }
        wrong.extend(self.other_size().map(|size| (Part::Model, size)));
        let chip = self.accelerator.as_deref().and_then(catalog::accelerator);
        for (part, missing) in [
            (Part::Engine, self.engine.is_none()),
            (Part::Accelerator, chip.is_none()),
        ] {
            if missing {
                wrong.push((part, Wrong::Choice));
            }
        }
        let mut number = |part: Part, bounds: &Bounds| match read(&self.text(part), bounds, marks) {
            Ok(number) => number.unwrap_or(1.0),
            Err(problem) => {
                wrong.push((part, Wrong::Number(problem)));
                1.0
            }
        };
        let mut degree = |part: Part, asked: bool| {
            let bounds = if asked { count(MOST) } else { optional(MOST) };
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "within the bounds, and an estimate of a part of one is one's"
            )]
            let degree = number(part, &bounds) as u32;
            degree
        };
        let accelerators = degree(Part::Count, true);
        let placement = Placement {
            tensor: degree(Part::Tensor, true),
            data: degree(Part::Data, false),
            expert: degree(Part::Expert, false),
            pipeline: 1,
        };
        let mut beside = |part: Part, range: (f64, f64)| {
            if is_asked(part, loads) {
                number(part, &needed(range))
            } else {
                1.0
            }
        };
        let asked = (
            beside(Part::Users, USERS),
            beside(Part::Input, TOKENS),
            beside(Part::Output, TOKENS),
        );
        let setup = model.zip(chip).zip(self.engine);
        let setup = setup.map(|((model, chip), engine)| Setup {
            model,
            weights: self.weights,
            kv_cache: self.kv_cache,
            engine,
            chip: chip.accelerator.clone(),
            accelerators,
            placement,
        });
        match setup {
            Some(setup) if wrong.is_empty() => {
                if setup.replicas().is_none() {
                    Err(vec![(Part::Count, Wrong::Replicas)])
                } else if setup.is_legal() {
                    Ok((setup, asked))
                } else {
                    Err(vec![(Part::Tensor, Wrong::Split)])
                }
            }
            _ => Err(wrong),
        }
    }
}

/// Whether some load does not say what a field is about.
pub(in crate::measure) fn is_asked(part: Part, loads: &[Found]) -> bool {
    loads.iter().any(|load| match part {
        Part::Users => load.users.is_none() && load.rate.is_none(),
        Part::Input => load.input.is_none(),
        Part::Output => load.output.is_none(),
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;
    use estimator::calibration::Arrivals;

    fn load() -> Found {
        Found {
            arrivals: Arrivals::Closed,
            users: Some(32.0),
            rate: None,
            input: Some(512.0),
            output: None,
            tpot: Some(0.02),
            ttft: Some(0.2),
            left_out: None,
        }
    }

    /// What no file says is asked for, each beside its field; what is wrong is said, nothing lost.
    #[test]
    fn what_is_missing_is_asked_for() {
        let marks = Language::En.marks();
        let mut typed = Typed::default();
        let wrong = |typed: &Typed| {
            let errors = typed.read(&[load()], marks).expect_err("incomplete");
            errors.into_iter().map(|(part, _)| part).collect::<Vec<_>>()
        };
        assert_eq!(
            wrong(&typed),
            [
                Part::Model,
                Part::Engine,
                Part::Accelerator,
                Part::Count,
                Part::Tensor,
                Part::Output
            ]
        );
        typed.model = Some("Qwen/Qwen3-32B".to_owned());
        typed.engine = Some(Engine::Vllm);
        typed.accelerator = Some("nvidia-h100-sxm-80gb".to_owned());
        typed.set_text(Part::Count, "4".to_owned());
        typed.set_text(Part::Tensor, "two".to_owned());
        typed.set_text(Part::Output, "128".to_owned());
        assert_eq!(wrong(&typed), [Part::Tensor]);
        typed.set_text(Part::Tensor, "3".to_owned());
        assert_eq!(wrong(&typed), [Part::Count]);
        typed.set_text(Part::Count, "6".to_owned());
        assert_eq!(wrong(&typed), [Part::Tensor]);
        typed.set_text(Part::Tensor, "2".to_owned());
        // A model of another size than the file's is doubted.
        typed.parameters = Some(8.19e9);
        assert_eq!(wrong(&typed), [Part::Model]);
        typed.parameters = Some(33e9);
        let (setup, asked) = typed.read(&[load()], marks).expect("complete");
        assert_eq!(setup.replicas(), Some(3));
        assert!((asked.2 - 128.0).abs() < 1e-9);
    }
}
