//! The answer. Every view, chart, export and lever reads this.

use super::evidence::Trust;
use super::unit::PerUnit;
use crate::order::ascending;
use crate::precision::formats;
use crate::quantity::{Bytes, Seconds, Usd};
use crate::rental::Rented;
use serde::{Deserialize, Serialize};

formats!(
    /// A part of the time of a batch, a generation, a window or a request; or the moment of a
    /// part of the memory.
    Phase {
        /// All of it.
        Run = "run",
        /// Large products and convolutions.
        Products = "products",
        /// Attention.
        Attention = "attention",
        /// Kernels that only move bytes.
        Elementwise = "elementwise",
        /// From kernel to kernel on the device, more where they are small.
        Gaps = "gaps",
        /// Launching kernels, on the host.
        Launch = "launch",
        /// Reading the prompt.
        Text = "text",
        /// Denoising steps.
        Denoise = "denoise",
        /// From latents to pixels.
        Decode = "decode",
        /// Everything being loaded, once.
        Load = "load",
        /// Copies from the host.
        Transfer = "transfer",
        /// Reading sound.
        Encode = "encode",
        /// Writing tokens.
        Write = "write",
        /// Work on the host beside.
        Host = "host",
        /// Waiting for others.
        Wait = "wait",
        /// The tower that reads images.
        Tower = "tower",
        /// Reading the prompt, images included.
        Prompt = "prompt",
        /// Writing the answer.
        Answer = "answer",
    }
);

formats!(
    /// A part of the memory.
    Part {
        /// Weights.
        Weights = "weights",
        /// Gradients, and what an optimizer keeps.
        States = "states",
        /// The text encoders' weights.
        Encoders = "encoders",
        /// The denoiser's weights.
        Denoiser = "denoiser",
        /// The decoder's weights.
        Decoder = "decoder",
        /// Activations.
        Activations = "activations",
        /// Keys and values.
        Keys = "keys",
        /// The tower that reads images: weights, activations, its cache.
        Tower = "tower",
        /// Context and libraries.
        Runtime = "runtime",
    }
);

/// The memory of one accelerator in a moment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Moment {
    /// Which.
    pub phase: Phase,
    /// What is there.
    pub parts: Vec<(Part, Bytes)>,
}

impl Moment {
    /// All that is there.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.parts
            .iter()
            .fold(Bytes::ZERO, |sum, (_, bytes)| sum + *bytes)
    }
}

/// The bill of replicas in whole instances.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rent {
    /// The instances.
    pub rented: Rented,
    /// Place of their price among the offer's.
    pub price: usize,
}

/// A library, once.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Once {
    /// Replicas that work on it: as many as the instances hold.
    pub replicas: u32,
    /// How long they take.
    pub takes: Seconds,
    /// Items a second of all.
    pub per_second: f64,
    /// Items at once on each board.
    pub batch: u32,
    /// The instances, and what they cost until it is done; `None` where nobody sells them.
    pub bill: Option<(Rent, Usd)>,
}

/// A number of replicas on one kind of accelerator.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sizing {
    /// Replicas for what arrives, spares included; 0 where only a library is asked.
    pub replicas: u32,
    /// Accelerators of a replica.
    pub each: u32,
    /// Time at the percentile; `None` where nothing arrives.
    pub latency: Option<Seconds>,
    /// Time of one item that waits for nobody; of prompts until the first token.
    pub alone: Seconds,
    /// The most items at once that memory or the question allow.
    pub most: u32,
    /// Items at once at the load asked.
    pub batch: f64,
    /// Items a second that a replica keeps within the promise.
    pub capacity: f64,
    /// Items a second of a replica that is always full.
    pub full: f64,
    /// The bill for what arrives; `None` where nobody sells it, or nothing arrives.
    pub rent: Option<Rent>,
    /// The library.
    pub once: Option<Once>,
    /// Memory of an accelerator, moment by moment.
    pub moments: Vec<Moment>,
    /// The parts of the time of one item, batch, generation, window or request.
    pub phases: Vec<(Phase, Seconds)>,
    /// Money by the units of the kind.
    pub units: Vec<PerUnit>,
    /// How far it is to be trusted.
    pub trust: Trust,
}

impl Sizing {
    /// The moment that takes the most memory.
    #[must_use]
    pub fn fullest(&self) -> Option<&Moment> {
        let mut moments = self.moments.iter();
        let first = moments.next()?;
        Some(moments.fold(first, |most, moment| {
            if moment.total() > most.total() {
                moment
            } else {
                most
            }
        }))
    }

    /// Dollars of the first month: the replicas' month and the library once. `None` where some
    /// of it has no price.
    #[must_use]
    pub fn money(&self) -> Option<Usd> {
        let arrives = self.replicas > 0;
        let month = if arrives {
            self.rent?.rented.per_month
        } else {
            Usd::ZERO
        };
        let once = match self.once {
            Some(once) => once.bill?.1,
            None => Usd::ZERO,
        };
        Some(month + once)
    }

    /// Accelerators that are paid for; those in use where nobody sells them.
    #[must_use]
    pub fn accelerators(&self) -> u32 {
        match (self.rent, self.once) {
            (Some(rent), _) => rent.rented.accelerators,
            (None, Some(once)) if self.replicas == 0 => {
                let used = once.replicas.saturating_mul(self.each);
                once.bill.map_or(used, |(rent, _)| rent.rented.accelerators)
            }
            _ => self.replicas.saturating_mul(self.each),
        }
    }
}

/// The judgement on one accelerator.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Keeps the promise.
    Meets,
    /// Holds the model, and is too slow.
    Misses {
        /// The least that it takes.
        least: Seconds,
        /// The limit asked for.
        limit: Seconds,
    },
    /// It does not hold the model.
    TooLittleMemory {
        /// What it lacks.
        short: Bytes,
    },
    /// More than [`super::search::MOST`] boards.
    TooMany,
    /// Nothing runs the model on it.
    Unsupported,
    /// Its record lacks a rate that the laws need.
    Unknown,
}

impl Verdict {
    /// Its name in files.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Meets => "meets",
            Self::Misses { .. } => "misses",
            Self::TooLittleMemory { .. } => "too-little-memory",
            Self::TooMany => "too-many",
            Self::Unsupported => "unsupported",
            Self::Unknown => "unknown",
        }
    }
}

/// The answer for one accelerator.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// Index of the offer it answers for.
    pub offer: usize,
    /// The judgement.
    pub verdict: Verdict,
    /// The sizing; `None` where nothing runs.
    pub best: Option<Sizing>,
}

impl Candidate {
    /// Whether it keeps the promise.
    #[must_use]
    pub fn meets(&self) -> bool {
        self.verdict == Verdict::Meets
    }

    /// The money that it is ranked by: the first month's, half as much again on hardware that
    /// nobody measured, as other searches weigh it. `None` without a price.
    #[must_use]
    pub fn weighed(&self) -> Option<Usd> {
        let best = self.best.as_ref().filter(|_| self.meets())?;
        Some(best.money()? * best.trust.weight())
    }
}

/// All candidates, the best first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// One an offer.
    pub candidates: Vec<Candidate>,
    /// The place of the one to take.
    pub best: Option<usize>,
    /// The place of the next.
    pub runner_up: Option<usize>,
}

impl Report {
    /// Ranks candidates: those that keep the promise by their weighed money, those without a
    /// price, those that miss it by how far, the rest by the memory that they lack.
    #[must_use]
    pub fn ranked(candidates: Vec<Candidate>) -> Self {
        let candidates = ascending(candidates, rank);
        let mut meeting = candidates
            .iter()
            .enumerate()
            .filter(|(_, candidate)| candidate.meets())
            .map(|(place, _)| place);
        let (best, runner_up) = (meeting.next(), meeting.next());
        Self {
            candidates,
            best,
            runner_up,
        }
    }

    /// The one to take.
    #[must_use]
    pub fn recommended(&self) -> Option<&Candidate> {
        self.candidates.get(self.best?)
    }
}

/// Where those stand that have no price: behind every bill.
const WITHOUT_PRICE: f64 = 1e15;

fn rank(candidate: &Candidate) -> f64 {
    match &candidate.verdict {
        Verdict::Meets => {
            let weighed = candidate.weighed();
            weighed.map_or(WITHOUT_PRICE, |money| money.get().min(WITHOUT_PRICE))
        }
        Verdict::Misses { least, limit } => 1e16 * (1.0 + (*least / *limit).min(1e4)),
        Verdict::TooMany => 1e21,
        Verdict::TooLittleMemory { short } => 1e22 + short.get(),
        Verdict::Unsupported | Verdict::Unknown => f64::INFINITY,
    }
}
