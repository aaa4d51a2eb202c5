//! How far an answer of this room is to be trusted: the factors that hold the truth four times
//! in five, and whether rates of the generation were measured.

use super::question::{Kind, Question};
use super::scenario::Task;
use crate::band::Evidence;
use crate::hardware::{Accelerator, Architecture};
use crate::vision::Mode;
use serde::Serialize;

/// Factors either way, fitted by kind on rows that nobody tuned to.
pub const NETWORKS: f64 = 1.35;
/// Of networks in fused engines.
pub const NETWORK_ENGINES: f64 = 1.6;
/// Of generations.
pub const GENERATIONS: f64 = 1.4;
/// Of generations whose weights are widened before they are multiplied.
pub const WIDENED: f64 = 1.8;
/// Of encoders of text.
pub const ENCODERS: f64 = 1.5;
/// Of encoders on boards without bf16.
pub const OLD_ENCODERS: f64 = 2.0;
/// Of speech.
pub const SPEECH: f64 = 1.5;
/// Of towers inside language models, of which nothing published was measured.
pub const TOWERS: f64 = 1.6;
/// Of speech in engines by decoders of another depth than the [`DEPTH`] layers that engines were
/// measured with: were the fixed time of a step all its layers', 16 windows of Whisper large-v3 turbo
/// would take an A100 less than half as long.
pub const OTHER_DEPTHS: f64 = 2.7;
/// Decoder layers of the model that public rows of speech in engines are of: Whisper large-v3.
const DEPTH: u32 = 32;
/// Of bytes.
pub const BYTES: f64 = 1.3;
/// What hardware that nobody measured weighs in a comparison of bills.
const DOUBTED: f64 = 1.5;

/// How far a sizing is to be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Trust {
    /// Factor either way of times and rates.
    pub time: f64,
    /// Factor either way of bytes; `None` where they are guessed from published work, not counted.
    pub memory: Option<f64>,
    /// Whether the generation was measured.
    pub evidence: Evidence,
}

impl Trust {
    /// Of a question on an accelerator.
    #[must_use]
    pub fn of(question: &Question, accelerator: &Accelerator) -> Self {
        let engine = question.software.mode() == Mode::Engine;
        let time = match question.kind {
            Kind::Images if engine => NETWORK_ENGINES,
            Kind::Images => NETWORKS,
            Kind::Texts if !accelerator.architecture.generation().bf16 => OLD_ENCODERS,
            Kind::Texts => ENCODERS,
            // Passes of training are counted, and no row of their time is public.
            Kind::Pictures | Kind::Clips if question.trains() => WIDENED,
            Kind::Pictures | Kind::Clips if question.weights.unpacks() => WIDENED,
            Kind::Pictures | Kind::Clips => GENERATIONS,
            Kind::Speech => SPEECH,
            Kind::Prompts => TOWERS,
        };
        Self {
            time,
            memory: Some(BYTES),
            evidence: evidence(question, accelerator.architecture),
        }
    }

    /// The same of a model: of a network whose operations and bytes are guessed no band of memory,
    /// and in engines a wider one of decoders that no row was of.
    #[must_use]
    pub fn of_model(self, question: &Question, task: &Task) -> Self {
        let partly = match self.evidence {
            Evidence::Measured => Evidence::Interpolated,
            other => other,
        };
        match task {
            Task::Network { network, .. } if network.is_guessed() => Self {
                memory: None,
                evidence: partly,
                ..self
            },
            Task::Listener(listener) if question.software.mode() != Mode::Eager => {
                let decoder = listener.decoder.as_ref();
                match decoder {
                    Some(decoder) if decoder.layers != DEPTH => Self {
                        time: OTHER_DEPTHS,
                        evidence: partly,
                        ..self
                    },
                    _ => self,
                }
            }
            _ => self,
        }
    }

    /// What its bill weighs in a comparison.
    #[must_use]
    pub const fn weight(&self) -> f64 {
        match self.evidence {
            Evidence::Unmeasured => DOUBTED,
            Evidence::Measured | Evidence::Interpolated => 1.0,
        }
    }
}

/// Whether public rows of a question's kind were taken on a generation: the constants of
/// [`crate::vision::rates`] that rows support are fitted, the others set.
fn evidence(question: &Question, architecture: Architecture) -> Evidence {
    // Towers and speech rest on constants of other kinds, or on one model; steps of a denoiser's
    // training on the passes of its generations, and no public row checks them.
    let partly =
        matches!(question.kind, Kind::Prompts | Kind::Speech) || question.trains_denoiser();
    match (partly, architecture) {
        (
            true,
            Architecture::Ampere
            | Architecture::AmpereGraphics
            | Architecture::Ada
            | Architecture::Hopper
            | Architecture::Volta
            | Architecture::Turing
            | Architecture::Blackwell
            | Architecture::BlackwellGraphics
            | Architecture::Cdna3,
        )
        | (
            _,
            Architecture::Volta
            | Architecture::Turing
            | Architecture::Blackwell
            | Architecture::Cdna3
            | Architecture::Tpu,
        ) => Evidence::Interpolated,
        (
            _,
            Architecture::Ampere
            | Architecture::AmpereGraphics
            | Architecture::Ada
            | Architecture::Hopper
            | Architecture::BlackwellGraphics,
        ) => Evidence::Measured,
        _ => Evidence::Unmeasured,
    }
}
