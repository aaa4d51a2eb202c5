//! Single changes of a question that may make its answer cheaper or sooner, each asked again like
//! any other question. Whoever asks resolves names, so [`questions`] gives the questions alone.

use super::question::{Kind, Load, Question};
use super::scenario::{Scenario, Task};
use crate::choice::{Area, PriceBasis};
use crate::precision::formats;
use crate::quantity::Seconds;
use crate::vision::denoise::{Guiding, Offload, TextEncoders, Weights};
use crate::vision::{Mode, Precision, Software};
use serde::{Deserialize, Serialize};

formats!(
    /// A change.
    Lever {
        /// Products in 8 bit.
        EightBit = "eight-bit",
        /// A compiler in place of eager kernels.
        Compile = "compile",
        /// A fused engine.
        Engine = "engine",
        /// Channels last in eager convolutions.
        ChannelsLast = "channels-last",
        /// Today's attention kernels.
        Attention = "attention",
        /// Half the denoising steps.
        HalfSteps = "half-steps",
        /// No second pass without the prompt.
        Unguided = "unguided",
        /// Three quarters of the sides.
        Smaller = "smaller",
        /// Text encoders only while they work.
        OnDemand = "on-demand",
        /// The decoder in tiles.
        Tiling = "tiling",
        /// Parts wait on the host.
        Offload = "offload",
        /// Two boards share a generation.
        Split = "split",
        /// Four images of a prompt in one generation.
        Together = "together",
        /// The next smaller model of the family.
        Variant = "variant",
        /// A promise twice as long.
        Slower = "slower",
        /// Half the frames a second of each camera.
        HalfFrames = "half-frames",
        /// Interruptible instances.
        Spot = "spot",
        /// Reserved for a year.
        Reserved = "reserved",
        /// Wherever it is cheapest.
        AnyArea = "any-area",
        /// Any maker, seller and accelerator.
        AnyAccelerator = "any-accelerator",
    }
);

/// Images that are drawn together.
const TOGETHER: u32 = 4;

/// Whether a change keeps what is computed, so that the results stay as they are.
#[must_use]
pub const fn keeps_results(lever: Lever) -> bool {
    !matches!(
        lever,
        Lever::EightBit
            | Lever::HalfSteps
            | Lever::Unguided
            | Lever::Smaller
            | Lever::Variant
            | Lever::HalfFrames
    )
}

/// The changes that a question can take, and the question that each makes.
#[must_use]
pub fn questions(scenario: &Scenario) -> Vec<(Lever, Question)> {
    let all = Lever::ALL.iter();
    all.filter_map(|lever| Some((*lever, changed(scenario, *lever)?)))
        .collect()
}

fn changed(scenario: &Scenario, lever: Lever) -> Option<Question> {
    let old = &scenario.question;
    let mut new = old.clone();
    let computes = matches!(old.kind, Kind::Images | Kind::Texts);
    let mode = old.software.mode();
    match lever {
        // Training multiplies in 16 bit, takes one pass a step on one board, and no engine trains.
        Lever::EightBit | Lever::Engine | Lever::HalfSteps | Lever::Unguided | Lever::Split
            if old.trains() =>
        {
            return None;
        }
        Lever::EightBit if computes => new.precision = Precision::Int8OrFp8,
        Lever::EightBit if old.generates() || old.kind == Kind::Prompts => {
            new.weights = Weights::Fp8;
        }
        Lever::Compile if (computes || old.draws()) && mode == Mode::Eager => {
            new.software = Software::Compile;
        }
        Lever::Engine if old.kind == Kind::Images && mode != Mode::Engine => {
            new.software = Software::TensorRt;
        }
        Lever::Engine if old.kind == Kind::Texts && mode != Mode::Engine => {
            new.software = Software::Tei;
        }
        Lever::Engine if old.kind == Kind::Speech && mode != Mode::Engine => {
            new.software = Software::Vllm;
        }
        Lever::ChannelsLast if old.kind == Kind::Images && mode == Mode::Eager => {
            new.channels_last = true;
        }
        Lever::Attention if old.generates() => new.current = true,
        Lever::HalfSteps | Lever::Unguided | Lever::Smaller | Lever::Split => {
            return drawn(scenario, lever);
        }
        Lever::OnDemand if old.generates() && old.offload == Offload::None => {
            new.encoders = TextEncoders::OnDemand;
        }
        Lever::Tiling if old.generates() => new.tiling = true,
        Lever::Offload if old.generates() && old.offload == Offload::None => {
            new.offload = Offload::Model;
        }
        Lever::Together if old.kind == Kind::Pictures && !old.trains() && old.batch.is_none() => {
            new.batch = Some(TOGETHER);
        }
        Lever::Slower if !old.load.is_once() => {
            new.limit = Some(Seconds::new(old.limit?.get() * 2.0));
        }
        Lever::HalfFrames if old.load == Load::Cameras => new.frame_rate /= 2.0,
        Lever::Spot => new.fleet.basis = PriceBasis::Spot,
        Lever::Reserved => new.fleet.basis = PriceBasis::Reserved1y,
        Lever::AnyArea => new.fleet.area = Area::Any,
        Lever::AnyAccelerator => {
            new.fleet.vendors.clear();
            new.fleet.accelerators.clear();
            new.fleet.providers.clear();
        }
        _ => return None,
    }
    (new != *old).then_some(new)
}

/// The same question about another model of the kind, at what that is released for.
#[must_use]
pub fn variant(old: &Question, id: &str) -> Question {
    Question {
        model: id.to_owned(),
        own: None,
        side: None,
        height: None,
        width: None,
        frames: None,
        steps: None,
        guidance: None,
        sound: None,
        split: 1,
        ..old.clone()
    }
}

/// Changes of a generation.
fn drawn(scenario: &Scenario, lever: Lever) -> Option<Question> {
    let Task::Pipeline(model) = &scenario.task else {
        return None;
    };
    let old = &scenario.question;
    let mut new = old.clone();
    match lever {
        Lever::HalfSteps => {
            let steps = old.steps.unwrap_or(model.steps);
            new.steps = Some(steps / 2).filter(|half| *half >= 4);
            new.steps?;
        }
        Lever::Unguided => {
            let guided = match old.guidance {
                None => model.guiding == Guiding::ClassifierFree,
                Some(scale) => scale > 1.0 && model.guiding == Guiding::ClassifierFree,
            };
            new.guidance = Some(1.0).filter(|_| guided);
            new.guidance?;
        }
        Lever::Smaller => {
            let [height, width] = super::scenario::sides(old, model);
            let [_, rows, columns] = model.denoiser.patch;
            let space = model.decoder.space;
            let less = |side: u32, unit: u32| {
                let unit = unit.max(1);
                (side / 4 * 3 / unit * unit).max(unit)
            };
            new.height = Some(less(height, space * rows));
            new.width = Some(less(width, space * columns));
        }
        _ => {
            let heads = model.denoiser.heads?;
            new.split = old.split.max(1).saturating_mul(2);
            if !heads.is_multiple_of(new.split) || new.split > 8 {
                return None;
            }
        }
    }
    (new != *old).then_some(new)
}

/// The effect of a change beside the first answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effect {
    /// Share of the money that it saves; below zero it costs more. `None` where either has no
    /// price.
    pub saving: Option<f64>,
    /// Time of one item over the first answer's.
    pub time: f64,
}

/// The effect of an answer beside the first one; `None` where it keeps no promise.
#[must_use]
pub fn effect(
    before: &super::report::Candidate,
    after: &super::report::Candidate,
) -> Option<Effect> {
    let (old, new) = (before.best.as_ref()?, after.best.as_ref()?);
    let money = old.money().zip(new.money());
    Some(Effect {
        saving: money.map(|(old, new)| 1.0 - new / old),
        time: new.alone / old.alone,
    })
}
