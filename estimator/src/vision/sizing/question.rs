//! The question as a user puts it: names and numbers, so that it fits a link.

use crate::choice::Fleet;
use crate::precision::formats;
use crate::quantity::Seconds;
use crate::vision::counted::Counted;
use crate::vision::denoise::{Offload, TextEncoders, Weights};
use crate::vision::{Precision, Software};
use serde::{Deserialize, Serialize};

const DAY: f64 = 86_400.0;
const HOUR: f64 = 3600.0;

formats!(
    /// What runs.
    Kind {
        /// Networks that classify, detect or embed images.
        Images = "images",
        /// Encoders that embed or rerank texts.
        Texts = "texts",
        /// Images out.
        Pictures = "pictures",
        /// Video out.
        Clips = "clips",
        /// Speech to text.
        Speech = "speech",
        /// Images and sound in prompts of a language model.
        Prompts = "prompts",
    }
);

formats!(
    /// How the load is given.
    Load {
        /// Items a second.
        Rate = "rate",
        /// Cameras times frames a second.
        Cameras = "cameras",
        /// A library, once.
        Library = "library",
        /// So much a day, with a busiest hour.
        Day = "day",
        /// Live streams.
        Streams = "streams",
        /// A set of images, so many times over, to train on.
        Training = "training",
    }
);

impl Load {
    /// Whether a kind has it, in the order that a page shows them.
    #[must_use]
    pub const fn of(kind: Kind) -> &'static [Self] {
        match kind {
            Kind::Images => &[Self::Cameras, Self::Rate, Self::Library, Self::Training],
            Kind::Texts | Kind::Prompts => &[Self::Rate],
            Kind::Pictures | Kind::Clips => &[Self::Day, Self::Training],
            Kind::Speech => &[Self::Day, Self::Streams],
        }
    }
}

impl Load {
    /// Whether it ends, so that nothing is promised but the time it takes.
    #[must_use]
    pub const fn is_once(self) -> bool {
        matches!(self, Self::Library | Self::Training)
    }
}

/// Everything the page asks; each kind reads the part that [`crate::vision::sizing::fields`] says
/// it does.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent settings of a question"
)]
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// What runs.
    pub kind: Kind,
    /// The model, by its id; of one's own, its file's name.
    pub model: String,
    /// The counts of a model of one's own, of this kind; `None` for one of the catalogue.
    pub own: Option<Counted>,
    /// How the load is given.
    pub load: Load,
    /// Images, queries or requests a second at the peak.
    pub rate: f64,
    /// Cameras.
    pub cameras: u32,
    /// Frames a second of each.
    pub frame_rate: f64,
    /// Images or documents of a library; `None` where there is none.
    pub items: Option<f64>,
    /// How often training goes over them.
    pub epochs: u32,
    /// Rank of the adapters of a denoiser that is trained; `None`: all of its weights are.
    pub rank: Option<u32>,
    /// Whether blocks are computed again in training in place of being kept.
    pub recompute: bool,
    /// Whether optimizer states are of 8 bit.
    pub small_states: bool,
    /// The time that it may take.
    pub within: Seconds,
    /// Images, clips or hours of sound a day.
    pub daily: f64,
    /// The busiest hour over the mean, at least 1.
    pub peak: f64,
    /// Live streams of sound.
    pub streams: u32,
    /// The promise; `None` where only the queue must not grow.
    pub limit: Option<Seconds>,
    /// Of which requests, 0.5 to 0.999.
    pub percentile: f64,
    /// The most items at once on a board; `None` for as many as are good. Of generations how
    /// many images one makes, 1 where nothing is said.
    pub batch: Option<u32>,
    /// The software that runs it.
    pub software: Software,
    /// The format that networks, encoders and listeners are computed in.
    pub precision: Precision,
    /// Whether eager convolutions keep the channels last.
    pub channels_last: bool,
    /// Side of the square image that a network reads; `None`: the model's own.
    pub side: Option<u32>,
    /// Height in pixels; `None`: the model's own.
    pub height: Option<u32>,
    /// Width in pixels; `None`: the model's own.
    pub width: Option<u32>,
    /// Frames of a clip; `None`: the model's own.
    pub frames: Option<u32>,
    /// Denoising steps; `None`: the model's own.
    pub steps: Option<u32>,
    /// Scale of guidance; `None`: as released.
    pub guidance: Option<f64>,
    /// The denoiser's weights.
    pub weights: Weights,
    /// The parts that wait on the host.
    pub offload: Offload,
    /// Where text encoders are.
    pub encoders: TextEncoders,
    /// Whether the decoder works in tiles.
    pub tiling: bool,
    /// Whether attention runs in today's kernels.
    pub current: bool,
    /// Boards that share one generation, its sequence split by heads.
    pub split: u32,
    /// Tokens of a query, or of a pair of a reranker.
    pub tokens: f64,
    /// Tokens of a document of the library.
    pub document: f64,
    /// Pairs of a query; 1 where it is embedded.
    pub pairs: u32,
    /// Seconds of sound in a window; `None`: the model's own.
    pub sound: Option<f64>,
    /// Beam width.
    pub beam: u32,
    /// Whether recordings are cut into windows by the pipeline.
    pub long_form: bool,
    /// Images of a request.
    pub images: u32,
    /// Seconds of sound of a request; `None` without.
    pub audio: Option<f64>,
    /// Tokens of text of a request.
    pub prompt: f64,
    /// Tokens of an answer.
    pub answer: f64,
    /// The longest time per output token; `None` where nothing is promised.
    pub pace: Option<Seconds>,
    /// Share of images that were read before, 0 to 1.
    pub hits: f64,
    /// Replicas beside those that the load needs.
    pub spares: u32,
    /// The fleet on offer.
    pub fleet: Fleet,
}

impl Question {
    /// The question of a kind that a link means where it says nothing. Never changed.
    ///
    /// Resolutions, frames, steps and windows stay the models' own, which their records source;
    /// the rest are assumptions, shown as such: loads of the page's five examples, promises that
    /// people notice, software that is usual for the kind.
    #[must_use]
    pub fn of(kind: Kind) -> Self {
        let (model, software, limit) = match kind {
            Kind::Images => ("ultralytics/yolo11m", Software::TensorRt, 0.1),
            Kind::Texts => ("BAAI/bge-m3", Software::Tei, 0.1),
            Kind::Pictures => ("sdxl-base-1.0", Software::Compile, 15.0),
            Kind::Clips => ("wan2.2-ti2v-5b", Software::Compile, 1800.0),
            Kind::Speech => ("whisper-large-v3", Software::Vllm, 10.0),
            Kind::Prompts => ("Qwen/Qwen3-VL-8B-Instruct", Software::Vllm, 2.0),
        };
        let (rate, daily) = match kind {
            Kind::Images | Kind::Texts => (50.0, 100_000.0),
            Kind::Pictures => (1.0, 100_000.0),
            Kind::Clips | Kind::Speech => (1.0, 500.0),
            Kind::Prompts => (2.0, 100_000.0),
        };
        let load = match kind {
            Kind::Images => Load::Cameras,
            Kind::Texts | Kind::Prompts => Load::Rate,
            Kind::Pictures | Kind::Clips | Kind::Speech => Load::Day,
        };
        let (height, width) = match kind {
            Kind::Prompts => (Some(1080), Some(1920)),
            _ => (None, None),
        };
        Self {
            kind,
            model: model.to_owned(),
            own: None,
            load,
            rate,
            cameras: 40,
            frame_rate: 10.0,
            items: Some(20e6).filter(|_| matches!(kind, Kind::Texts | Kind::Images)),
            epochs: 90,
            within: Seconds::new(3.0 * DAY),
            daily,
            peak: 2.5,
            streams: 100,
            rank: Some(64),
            recompute: true,
            small_states: false,
            limit: Some(Seconds::new(limit)),
            percentile: 0.95,
            batch: None,
            software,
            precision: Precision::Fp16,
            channels_last: false,
            side: None,
            height,
            width,
            frames: None,
            steps: None,
            guidance: None,
            weights: Weights::Bf16,
            offload: Offload::None,
            encoders: TextEncoders::Resident,
            tiling: false,
            current: true,
            split: 1,
            tokens: 32.0,
            document: 512.0,
            pairs: 1,
            sound: None,
            beam: 1,
            long_form: kind == Kind::Speech,
            images: 2,
            audio: None,
            prompt: 200.0,
            answer: 300.0,
            pace: Some(Seconds::millis(50.0)),
            hits: 0.0,
            spares: 0,
            fleet: Fleet::default(),
        }
    }

    /// Whether it is of what draws.
    #[must_use]
    pub const fn draws(&self) -> bool {
        matches!(self.kind, Kind::Pictures | Kind::Clips)
    }

    /// Whether it draws: one generation after another.
    #[must_use]
    pub fn generates(&self) -> bool {
        self.draws() && !self.trains()
    }

    /// Whether a network or a denoiser is trained.
    #[must_use]
    pub fn trains(&self) -> bool {
        self.load == Load::Training && Load::of(self.kind).contains(&Load::Training)
    }

    /// Whether a denoiser is.
    #[must_use]
    pub fn trains_denoiser(&self) -> bool {
        self.draws() && self.trains()
    }

    /// Items of the library, or all that training reads: `None` where the question has none.
    #[must_use]
    pub fn library(&self) -> Option<f64> {
        let asked = match self.kind {
            Kind::Images => self.load.is_once(),
            Kind::Texts => true,
            _ => self.trains(),
        };
        let times = if self.trains() {
            f64::from(self.epochs)
        } else {
            1.0
        };
        let items = self.items.filter(|items| asked && *items > 0.0);
        items.map(|items| items * times)
    }

    /// Items that training goes over once, of which a step takes none twice; `None` of a library,
    /// whose items wait for nobody.
    pub(super) fn epoch(&self) -> Option<f64> {
        self.items.filter(|items| self.trains() && *items > 0.0)
    }

    /// Images that one generation makes.
    #[must_use]
    pub fn together(&self) -> f64 {
        if self.trains() {
            return 1.0;
        }
        f64::from(self.batch.unwrap_or(1).max(1))
    }

    /// What arrives a second at the peak: images, queries, generations, windows of `window`
    /// seconds, requests. Zero for a library alone.
    #[must_use]
    pub fn arrivals(&self, window: f64) -> f64 {
        match self.load {
            Load::Rate => self.rate,
            Load::Cameras => f64::from(self.cameras) * self.frame_rate,
            Load::Library | Load::Training => 0.0,
            Load::Streams => f64::from(self.streams) / window,
            Load::Day => {
                let a_day = if self.kind == Kind::Speech {
                    self.daily * HOUR / window
                } else {
                    self.daily / self.together()
                };
                a_day / DAY * self.peak
            }
        }
    }
}

impl Default for Question {
    fn default() -> Self {
        Self::of(Kind::Images)
    }
}
