//! One replica's work on a batch: seconds by part, bytes by moment.

use super::question::Question;
use super::report::{Moment, Part, Phase};
use super::scenario::{Scenario, Task, sides};
use crate::hardware::Vendor;
use crate::quantity::{Bytes, Seconds};
use crate::serving::speed::link::COPIED;
use crate::vision::board::runtime;
use crate::vision::denoise::{self, Adapted, Model, Offload, Parallel, TrainingQuestion};
use crate::vision::network::{self, Method, Network, Training};
use crate::vision::rates::Kernels;
use crate::vision::speech::{self, Listener};
use crate::vision::text::{self, Encoder};
use crate::vision::{Board, Mode, Precision, Problem, Software};

/// Bytes that `AdamW` keeps of a trained parameter.
const ADAMW: u32 = 8;
/// The same in 8 bit.
const ADAMW8: u32 = 2;

/// Colours of an image.
const COLOURS: f64 = 3.0;

/// What a replica does with a batch.
pub(super) struct Served {
    /// The batch, a generation or a window, from beginning to end.
    pub(super) seconds: Seconds,
    /// Its parts.
    pub(super) phases: Vec<(Phase, Seconds)>,
    /// Memory of an accelerator.
    pub(super) moments: Vec<Moment>,
}

impl Served {
    /// The bytes that an accelerator must have.
    pub(super) fn needed(&self) -> Bytes {
        let totals = self.moments.iter().map(Moment::total);
        totals.fold(Bytes::ZERO, Bytes::max)
    }
}

/// A replica of a scenario on a board; of language models none, which are sized elsewhere.
pub(super) struct Replica<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) board: &'a Board,
}

impl Replica<'_> {
    /// Checks that the laws have an answer.
    pub(super) fn check(&self) -> Result<(), Problem> {
        match &self.scenario.task {
            Task::Network { network, .. } => self.network(*network, 1).check(),
            Task::Encoder { encoder, .. } => {
                self.encoder(*encoder, self.question().tokens, 1).check()
            }
            Task::Pipeline(model) if self.question().trains() => self.trained(model, 1).check(),
            Task::Pipeline(model) => self.pipeline(model).check(),
            Task::Listener(listener) => self.listener(*listener, 1).check(),
            Task::Reader(_) => network::rated(self.board),
        }
    }

    /// Seconds of a batch of what arrives.
    pub(super) fn seconds(&self, batch: u32) -> f64 {
        let question = self.question();
        match &self.scenario.task {
            Task::Network { network, .. } if question.trains() => {
                let trained = self.network(*network, batch).answer().training;
                trained.map_or(0.0, |trained| trained.step.get())
            }
            Task::Network { network, .. } => {
                let latency = self.network(*network, batch).parts().latency;
                latency.max(self.handed_over(network, batch)).get()
            }
            Task::Encoder { encoder, .. } => {
                let pairs = batch.saturating_mul(question.pairs);
                let asked = self.encoder(*encoder, question.tokens, pairs);
                asked.parts().latency.get()
            }
            Task::Listener(listener) => self.listener(*listener, batch).answer().window.get(),
            Task::Pipeline(_) | Task::Reader(_) => self.served(batch, false).seconds.get(),
        }
    }

    /// Seconds in which the images of a batch come from the host, a byte a colour, while another
    /// is computed; none where the host's path is not known, nor in training.
    fn handed_over(&self, network: &Network, batch: u32) -> Seconds {
        let path = self.board.accelerator.pcie;
        let path = path.filter(|path| path.get() > 0.0 && !self.question().trains());
        path.map_or(Seconds::ZERO, |path| {
            let side = f64::from(network.resolution);
            Bytes::new(f64::from(batch) * COLOURS * side * side) / (path * COPIED)
        })
    }

    /// Seconds of a batch of the library's items.
    pub(super) fn seconds_of_library(&self, batch: u32) -> f64 {
        match &self.scenario.task {
            Task::Encoder { encoder, .. } => {
                let asked = self.encoder(*encoder, self.question().document, batch);
                asked.parts().latency.get()
            }
            _ => self.seconds(batch),
        }
    }

    /// Seconds and bytes of a batch; `library` of its items.
    pub(super) fn served(&self, batch: u32, library: bool) -> Served {
        let question = self.question();
        match &self.scenario.task {
            Task::Network { network, .. } => {
                let mut served = of_network(&self.network(*network, batch));
                let bus = self.handed_over(network, batch);
                if bus > served.seconds {
                    served.phases.push((Phase::Transfer, bus - served.seconds));
                    served.seconds = bus;
                }
                served
            }
            Task::Encoder { encoder, .. } => {
                let asked = if library {
                    self.encoder(*encoder, question.document, batch)
                } else {
                    let pairs = batch.saturating_mul(question.pairs);
                    self.encoder(*encoder, question.tokens, pairs)
                };
                of_encoder(&asked)
            }
            Task::Pipeline(model) if question.trains() => of_trained(&self.trained(model, batch)),
            Task::Pipeline(model) => of_pipeline(&self.pipeline(model)),
            Task::Listener(listener) => of_listener(&self.listener(*listener, batch)),
            Task::Reader(_) => Served {
                seconds: Seconds::ZERO,
                phases: Vec::new(),
                moments: Vec::new(),
            },
        }
    }

    const fn question(&self) -> &Question {
        &self.scenario.question
    }

    /// The format: bf16 on chips that have no other 16 bit.
    fn precision(&self) -> Precision {
        let only = matches!(
            self.board.accelerator.vendor,
            Vendor::Google | Vendor::Aws | Vendor::Intel
        );
        match self.question().precision {
            Precision::Fp16 if only => Precision::Bf16,
            other => other,
        }
    }

    fn network(&self, network: Network, batch: u32) -> network::Question {
        let question = self.question();
        let trains = question.trains();
        // No engine trains; 16-bit products keep weights of 32.
        let software = match question.software {
            engine if trains && engine.mode() == Mode::Engine => Software::Eager,
            other => other,
        };
        let precision = match self.precision() {
            kept @ (Precision::Fp32 | Precision::Tf32) => kept,
            Precision::Bf16 | Precision::Bf16Amp if trains => Precision::Bf16Amp,
            _ if trains => Precision::Fp16Amp,
            other => other,
        };
        network::Question {
            network,
            board: self.board.clone(),
            accelerators: 1,
            software,
            precision,
            batch,
            channels_last: question.channels_last,
            training: trains.then_some(Training {
                method: Method::Full,
                state_bytes: ADAMW,
                recompute: false,
            }),
        }
    }

    fn encoder(&self, encoder: Encoder, tokens: f64, batch: u32) -> text::Question {
        text::Question {
            encoder,
            board: self.board.clone(),
            accelerators: 1,
            software: self.question().software,
            precision: self.precision(),
            batch,
            tokens,
            padded: None,
        }
    }

    fn listener(&self, listener: Listener, batch: u32) -> speech::Question {
        let question = self.question();
        speech::Question {
            listener,
            board: self.board.clone(),
            accelerators: 1,
            software: question.software,
            precision: self.precision(),
            batch,
            sound: self.scenario.window(),
            long_form: question.long_form,
            beam: question.beam,
        }
    }

    /// The denoiser's training on latents and prompts that were computed before.
    fn trained(&self, model: &Model, batch: u32) -> TrainingQuestion {
        let question = self.question();
        let software = match question.software {
            engine if engine.mode() == Mode::Engine => Software::Eager,
            other => other,
        };
        TrainingQuestion {
            generation: denoise::Question {
                software,
                resolution: sides(question, model),
                frames: question.frames.unwrap_or(model.frames),
                steps: 1,
                guidance: Some(1.0),
                batch,
                attention: kernels(question),
                ..denoise::Question::released(model.clone(), self.board.clone())
            },
            adapted: question.rank.map_or(Adapted::Full, Adapted::Lora),
            state_bytes: if question.small_states { ADAMW8 } else { ADAMW },
            recompute: question.recompute,
            on_host: false,
        }
    }

    fn pipeline(&self, model: &Model) -> denoise::Question {
        let question = self.question();
        let split = question.split.max(1);
        denoise::Question {
            accelerators: split,
            software: question.software,
            weights: question.weights,
            resolution: sides(question, model),
            frames: question.frames.unwrap_or(model.frames),
            steps: question.steps.unwrap_or(model.steps),
            guidance: question.guidance,
            batch: question.batch.unwrap_or(1),
            parallel: Parallel {
                ulysses: split,
                ..Parallel::default()
            },
            offload: question.offload,
            encoders: question.encoders,
            tiling: question.tiling,
            attention: kernels(question),
            ..denoise::Question::released(model.clone(), self.board.clone())
        }
    }
}

const fn kernels(question: &Question) -> Kernels {
    if question.current {
        Kernels::Current
    } else {
        Kernels::Torch
    }
}

fn moment(phase: Phase, parts: Vec<(Part, Bytes)>, together: u32) -> Moment {
    let mut parts = parts;
    parts.push((Part::Runtime, runtime(together)));
    parts.retain(|(_, bytes)| bytes.get() > 0.0);
    Moment { phase, parts }
}

/// A moment of one accelerator that holds the model and what runs through it.
fn in_one(phase: Phase, weights: Bytes, activations: Bytes) -> Moment {
    let parts = vec![(Part::Weights, weights), (Part::Activations, activations)];
    moment(phase, parts, 1)
}

/// The parts that take time.
fn timed(phases: Vec<(Phase, Seconds)>) -> Vec<(Phase, Seconds)> {
    let lasts = phases.into_iter().filter(|(_, time)| time.get() > 0.0);
    lasts.collect()
}

fn of_network(asked: &network::Question) -> Served {
    let answer = asked.answer();
    let parts = answer.parts;
    if let Some(trained) = answer.training {
        return Served {
            seconds: trained.step,
            phases: timed(vec![(Phase::Run, trained.step)]),
            moments: vec![moment(
                Phase::Run,
                vec![
                    (Part::Weights, answer.memory.weights),
                    (Part::States, trained.gradients + trained.optimizer),
                    (Part::Activations, trained.kept),
                ],
                1,
            )],
        };
    }
    Served {
        seconds: parts.latency,
        phases: timed(vec![
            (
                Phase::Products,
                parts.products + parts.grouped + parts.depthwise,
            ),
            (Phase::Attention, parts.attention),
            (Phase::Elementwise, parts.elementwise),
            (Phase::Gaps, parts.gaps),
            (Phase::Launch, parts.host),
            (Phase::Host, parts.handed),
        ]),
        moments: vec![in_one(
            Phase::Run,
            answer.memory.weights,
            answer.memory.activations,
        )],
    }
}

fn of_encoder(asked: &text::Question) -> Served {
    let answer = asked.answer();
    let parts = answer.parts;
    Served {
        seconds: parts.latency,
        phases: timed(vec![
            (Phase::Products, parts.products),
            (Phase::Attention, parts.attention),
            (Phase::Elementwise, parts.elementwise),
            (Phase::Gaps, parts.gaps),
            (Phase::Launch, parts.host),
        ]),
        moments: vec![in_one(
            Phase::Run,
            answer.memory.weights,
            answer.memory.activations,
        )],
    }
}

fn of_listener(asked: &speech::Question) -> Served {
    let answer = asked.answer();
    let memory = answer.memory;
    Served {
        seconds: answer.window,
        phases: timed(vec![
            (Phase::Encode, answer.encoder),
            (Phase::Write, answer.step * answer.steps),
            (Phase::Host, answer.host),
        ]),
        moments: vec![
            in_one(Phase::Encode, memory.weights, memory.activations),
            moment(
                Phase::Write,
                vec![(Part::Weights, memory.weights), (Part::Keys, memory.keys)],
                1,
            ),
        ],
    }
}

/// Once everything is loaded, and in a step: gradients grow as activations go.
fn of_trained(asked: &TrainingQuestion) -> Served {
    let memory = asked.memory();
    let step = asked.step();
    let [encoders, _, decoder] = asked.generation.kept_bytes();
    let loaded = vec![
        (Part::Encoders, encoders),
        (Part::Denoiser, memory.weights),
        (Part::Decoder, decoder),
    ];
    let working = vec![
        (Part::Denoiser, memory.weights),
        (Part::States, memory.optimizer),
        (Part::Activations, memory.gradients.max(memory.activations)),
    ];
    Served {
        seconds: step,
        phases: timed(vec![(Phase::Run, step)]),
        moments: vec![
            moment(Phase::Load, loaded, 1),
            moment(Phase::Run, working, 1),
        ],
    }
}

fn of_pipeline(asked: &denoise::Question) -> Served {
    let answer = asked.answer();
    let (parts, memory) = (answer.parts, answer.memory);
    let ranks = asked.parallel.ranks();
    let [text, denoise, decode] = memory.phases;
    let resident = asked.offload == Offload::None;
    // Where parts come and go, what a phase holds beside its activations is weights.
    let held = |whole: Bytes, activations: Bytes| {
        let mut parts = if resident {
            vec![
                (Part::Encoders, memory.encoders),
                (Part::Denoiser, memory.denoiser),
                (Part::Decoder, memory.decoder),
            ]
        } else {
            vec![(Part::Weights, whole - activations)]
        };
        parts.push((Part::Activations, activations));
        parts
    };
    Served {
        seconds: parts.request,
        phases: timed(vec![
            (Phase::Text, parts.text),
            (Phase::Denoise, parts.denoise),
            (Phase::Decode, parts.decode),
            (Phase::Transfer, parts.offload),
            (Phase::Host, parts.around),
        ]),
        moments: vec![
            moment(Phase::Text, held(text, Bytes::ZERO), ranks),
            moment(Phase::Denoise, held(denoise, memory.denoising), ranks),
            moment(Phase::Decode, held(decode, memory.decoding), ranks),
        ],
    }
}
