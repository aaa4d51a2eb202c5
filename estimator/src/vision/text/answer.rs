//! The answer to a question about an encoder.

use super::Question;
use crate::quantity::{Bytes, FlopsPerSecond, Seconds};
use crate::vision::rates::Task;
use crate::vision::smooth::{USUAL, larger};
use crate::vision::{Mode, Precision, Software};

/// Rows at which a product reaches half its rate.
const HALF_FULL: f64 = 115.0;
/// Rate of products in TensorFlow's compiled graphs over the usual one.
const TENSORFLOW: f64 = 0.834;
/// Attention, of large products; half in fp32.
const ATTENTION: f64 = 0.58;
/// Share of the counted traffic that moves: eager, compiled, engine.
pub(in crate::vision) const MOVED: [f64; 3] = [1.2, 0.45, 0.222];
/// Seconds from kernel to kernel, and how many remain when they are fused.
const KERNEL: f64 = 3.25e-6;
const REMAINING: f64 = 0.4;
/// Seconds a launch: eager, compiled, engine; the latter two fuse half.
const LAUNCH: [f64; 3] = [3.16e-5, 8e-6 / 2.0, 2.98e-6 / 2.0];
const TENSORFLOW_LAUNCH: f64 = 3.47e-5;
/// Seconds around a batch.
const AROUND: f64 = 4.04e-4;

/// Where the time of a batch goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parts {
    /// Rate of products.
    pub product_rate: FlopsPerSecond,
    /// Share of tiles that rows fill.
    pub fill: f64,
    /// Products, or reading their weights.
    pub products: Seconds,
    /// Attention.
    pub attention: Seconds,
    /// Everything that only moves bytes.
    pub elementwise: Seconds,
    /// From kernel to kernel on the device.
    pub gaps: Seconds,
    /// Launching, on the host.
    pub host: Seconds,
    /// All of it, as far as it does not overlap.
    pub latency: Seconds,
}

/// Bytes on one accelerator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    /// Weights.
    pub weights: Bytes,
    /// Activations of a batch.
    pub activations: Bytes,
    /// Both.
    pub peak: Bytes,
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// Where the time of a batch goes.
    pub parts: Parts,
    /// Sequences a second over all accelerators.
    pub sequences_per_second: f64,
    /// Tokens that are computed a second over all accelerators.
    pub tokens_per_second: f64,
    /// On one accelerator.
    pub memory: Memory,
}

impl Question {
    /// Answers it. Ask [`Question::check`] first: out of bounds the answer means nothing, but
    /// there is one.
    #[must_use]
    pub fn answer(&self) -> Answer {
        let parts = self.parts();
        let sequences = f64::from(self.accelerators) * f64::from(self.batch) / parts.latency.get();
        let (encoder, x) = (&self.encoder, self.precision().width());
        let weights = Bytes::new(2.0 * x * encoder.parameters);
        let rows = f64::from(self.batch) * self.computed();
        let activations = encoder.alive * (rows * x.max(1.0));
        Answer {
            parts,
            sequences_per_second: sequences,
            tokens_per_second: sequences * self.computed(),
            memory: Memory {
                weights,
                activations,
                peak: weights + activations,
            },
        }
    }

    fn precision(&self) -> Precision {
        self.precision.on(self.board.accelerator.peak.fp8.is_some())
    }

    /// Where the time of one batch goes.
    #[must_use]
    pub fn parts(&self) -> Parts {
        let (encoder, mode) = (&self.encoder, self.software.mode());
        let rates = self.board.rates(Task::Text);
        let precision = self.precision();
        let x = precision.width();
        let tensorflow = self.software == Software::TensorFlowXla;
        let length = self.computed();
        let (n, rows) = (f64::from(self.batch), f64::from(self.batch) * length);
        let rate = rates.products(precision.products());
        let fill = rows / (rows + HALF_FULL);
        let read = 2.0 * x * (encoder.parameters - encoder.embeddings).max(0.0);
        let products = larger(
            (encoder.linear / (rate * fill)).get() * rows,
            read / rates.bandwidth.get(),
            USUAL,
        ) / if tensorflow { TENSORFLOW } else { 1.0 };
        let seen = if encoder.causal { 0.5 } else { 1.0 };
        let slow = if x > 1.0 { 0.5 } else { 1.0 };
        let attend = rates.sixteen * (ATTENTION * slow);
        let attention = (encoder.attention / attend).get() * rows * length * seen;
        let bytes = encoder.traffic * rows + encoder.square_traffic * (n * length * length);
        let elementwise = (bytes / rates.bandwidth).get() * mode.of(MOVED) * x;
        let kernels = f64::from(encoder.kernels);
        let gaps = kernels * KERNEL * if mode == Mode::Eager { 1.0 } else { REMAINING };
        let launch = if tensorflow {
            TENSORFLOW_LAUNCH
        } else {
            mode.of(LAUNCH)
        };
        let host = kernels * launch;
        let device = products + attention + elementwise + gaps;
        Parts {
            product_rate: rate,
            fill,
            products: Seconds::new(products),
            attention: Seconds::new(attention),
            elementwise: Seconds::new(elementwise),
            gaps: Seconds::new(gaps),
            host: Seconds::new(host),
            latency: Seconds::new(larger(device, host, USUAL) + AROUND),
        }
    }
}
