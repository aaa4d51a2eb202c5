//! The answer to a question about speech.

use super::{Decoder, Question};
use crate::quantity::{Bytes, FlopsPerSecond, Seconds};
use crate::vision::rates::{Products, Rates, Task};
use crate::vision::smooth::{USUAL, larger};
use crate::vision::{Mode, Precision};

/// Tokens of a second of speech.
const SPOKEN: f64 = 3.95;
/// A batch of utterances waits for its longest.
const LONGEST: f64 = 1.5;
/// Attention, of large products; half in fp32.
const ATTENTION: f64 = 0.58;
/// Share of the bandwidth that reading the window's keys reaches: few heads, short rows.
const CROSS_READ: f64 = 0.366;
/// Products of single tokens, of large ones.
const THIN: f64 = 0.5;
/// Seconds a launch, and around a step, of eager `PyTorch`.
const LAUNCH: f64 = 4.14e-5;
const EAGER_STEP: f64 = 2e-3;
/// Seconds around a step of an engine, of a window in it, and a launch.
const ENGINE_STEP: f64 = 1.21e-2;
const SEQUENCE: f64 = 9.65e-5;
const ENGINE_LAUNCH: f64 = 2e-6;
/// A step that keeps several beams.
const BEAMS: f64 = 1.6;
/// Seconds of a window's features, and of those that a pipeline cuts.
const FEATURES: f64 = 1.23e-2;
const CUT: f64 = 4.9e-2;
/// Share of it in an engine, which overlaps it.
const OVERLAPPED: f64 = 0.1;
/// Seconds around a batch.
const EAGER_BATCH: f64 = 5.15e-2;
const ENGINE_BATCH: f64 = 5e-3;

/// Bytes on one accelerator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    /// Weights.
    pub weights: Bytes,
    /// Activations of the encoder over a batch, the largest moment.
    pub activations: Bytes,
    /// Keys and values of the windows, which decoding holds in their place.
    pub keys: Bytes,
    /// Weights and activations: while encoding.
    pub peak: Bytes,
    /// The bytes that must fit: weights, and the larger of activations and keys.
    pub needed: Bytes,
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// Rate of products.
    pub product_rate: FlopsPerSecond,
    /// Encoding a batch.
    pub encoder: Seconds,
    /// One token of every window of a batch; zero without a decoder.
    pub step: Seconds,
    /// Steps that a batch takes.
    pub steps: f64,
    /// Features and the work around a batch, on the host.
    pub host: Seconds,
    /// A batch of windows, from features to text.
    pub window: Seconds,
    /// Seconds of sound a second, over all accelerators.
    pub rtfx: f64,
    /// Seconds an accelerator takes for a second of sound.
    pub rtf: f64,
    /// Tokens a second over all accelerators.
    pub tokens_per_second: f64,
    /// On one accelerator.
    pub memory: Memory,
}

impl Question {
    /// Answers it. Ask [`Question::check`] first: out of bounds the answer means nothing, but
    /// there is one.
    #[must_use]
    pub fn answer(&self) -> Answer {
        let precision = self.precision.on(self.board.accelerator.peak.fp8.is_some());
        let rates = self.board.rates(Task::Text);
        let eager = self.software.mode() == Mode::Eager;
        let n = f64::from(self.batch);
        let (rate, encoder) = self.encoded(&rates, precision);
        let decoder = self.listener.decoder.as_ref();
        let step = decoder.map_or(Seconds::ZERO, |decoder| {
            self.step(decoder, &rates, rate, precision)
        });
        let spoken = SPOKEN * self.sound;
        let waits = eager && self.batch > 1;
        let steps = spoken * if waits { LONGEST } else { 1.0 };
        let features = if self.long_form { CUT } else { FEATURES };
        let host = if eager {
            n * features + EAGER_BATCH
        } else {
            n * features * OVERLAPPED + ENGINE_BATCH
        };
        let window = encoder + step * steps + Seconds::new(host);
        let of_all = f64::from(self.accelerators) * n / window.get();
        Answer {
            product_rate: rate,
            encoder,
            step,
            steps,
            host: Seconds::new(host),
            window,
            rtfx: of_all * self.sound,
            rtf: window.get() / (n * self.sound),
            tokens_per_second: of_all * spoken,
            memory: self.memory(precision),
        }
    }

    /// Rate of products, and seconds of the encoder over a batch.
    fn encoded(&self, rates: &Rates, precision: Precision) -> (FlopsPerSecond, Seconds) {
        // Weights of 8 bit are widened: engines of speech multiply in 16.
        let format = match precision.products() {
            wide @ (Products::Fp32 | Products::Tf32) => wide,
            _ => Products::Sixteen,
        };
        let rate = rates.products(format);
        let x = precision.width().max(1.0);
        let slow = if x > 1.0 { 0.5 } else { 1.0 };
        let encoder = &self.listener.encoder;
        let moved = self.software.mode().of(crate::vision::text::MOVED);
        let window = encoder.products / rate
            + encoder.attention / (rates.sixteen * (ATTENTION * slow))
            + encoder.traffic / rates.bandwidth * (moved * x);
        (rate, window * f64::from(self.batch))
    }

    fn step(
        &self,
        decoder: &Decoder,
        rates: &Rates,
        rate: FlopsPerSecond,
        precision: Precision,
    ) -> Seconds {
        let n = f64::from(self.batch);
        let read = Bytes::new(2.0 * precision.width() * decoder.parameters) / rates.bandwidth;
        let bandwidth = self.board.accelerator.bandwidth * CROSS_READ;
        let keys = self.keys(decoder, precision) / bandwidth;
        let work = n * f64::from(self.beam) * 2.0 * decoder.parameters;
        let device = read.get() + keys.get() + work / (rate.get() * THIN);
        let kernels = f64::from(decoder.layers) * f64::from(decoder.kernels);
        let host = if self.software.mode() == Mode::Eager {
            EAGER_STEP + kernels * LAUNCH
        } else {
            ENGINE_STEP + n * SEQUENCE + kernels * ENGINE_LAUNCH
        };
        let beams = if self.beam > 1 { BEAMS } else { 1.0 };
        Seconds::new(larger(device, host, USUAL) * beams)
    }

    /// Keys and values of a batch's windows.
    fn keys(&self, decoder: &Decoder, precision: Precision) -> Bytes {
        let tokens = f64::from(decoder.cross_tokens) * f64::from(self.batch);
        let values = 2.0 * f64::from(decoder.layers) * f64::from(decoder.width) * tokens;
        Bytes::new(values * 2.0 * precision.width().max(1.0))
    }

    fn memory(&self, precision: Precision) -> Memory {
        let x = precision.width();
        let weights = Bytes::new(2.0 * x * self.listener.parameters);
        let activations = self.listener.encoder.alive * (x.max(1.0) * f64::from(self.batch));
        let decoder = self.listener.decoder.as_ref();
        let keys = decoder.map_or(Bytes::ZERO, |decoder| self.keys(decoder, precision));
        Memory {
            weights,
            activations,
            keys,
            peak: weights + activations,
            needed: weights + activations.max(keys),
        }
    }
}
