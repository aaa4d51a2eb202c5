//! How long a network takes for a batch.
//!
//! ```text
//! products  = smax( n (products/R + conv/Rc) , n io x bytes/bw ; 3 ) + 2 x params/bw
//! attention = n attention/(0.577 min(R, k16))
//! grouped   = n (grouped/(1.15 R) + 2.1 x bytes/bw)
//! depthwise = smax( n depthwise/(0.046 P32) (0.68 NHWC) , n 1.34 x bytes/bw ; 3 )
//! others    = n x phi traffic/bw + n x 0.65 bytes of products/bw where eager 16-bit
//!             convolutions hold their channels first
//! device    = sum + kernels (1 us, 4 us below a batch of 8) (0.45 unless eager)
//! latency   = smax( device , kernels launch (1.3 autocast; 0.45 unless eager) ) + 73 us of engines
//! ```
//!
//! `x` is the width of a value of two bytes; fused engines move 0.17 of the bytes that products
//! and grouped convolutions do one by one. Constants of three digits are fitted on timm's
//! published benchmarks (RTX 3090, RTX 4090, V100 and others) and `MLPerf`'s engines.

use super::Question;
use crate::quantity::{FlopsPerSecond, Seconds};
use crate::vision::Mode;
use crate::vision::rates::Task;
use crate::vision::smooth::{USUAL, larger};

/// Products and 1x1 convolutions: a convolution's rate over theirs.
const CONVOLUTION: f64 = 0.917;
const GROUPED: f64 = 1.15;
const GROUPED_BYTES: f64 = 2.1;
const ATTENTION: f64 = 0.577;
/// Depthwise convolutions run outside the matrix units.
const DEPTHWISE: f64 = 0.046;
const DEPTHWISE_BYTES: f64 = 1.34;
const CHANNELS_LAST: f64 = 0.68;
/// Bytes that products move over those of their tensors, once each.
const PRODUCTS_MOVED: f64 = 1.9;
/// Of which a fused engine moves.
const FUSED: f64 = 0.17;
/// Share of the counted traffic that moves: eager, compiled, engine.
const MOVED: [f64; 3] = [1.22, 0.35, 0.0381];
/// Norms and softmax run in fp32 under autocast.
const CAST_NORM: f64 = 2.1;
const CAST_SOFTMAX: f64 = 2.0;
/// Shares of their counted traffic.
const BATCH_NORM: f64 = 0.22;
const POOL: f64 = 1.41;
const COPY: f64 = 1.63;
/// Matrix units read channels last: 16-bit tensors with channels first are turned.
const TURNED: f64 = 0.65;
/// Share of the work in convolutions above which a network is one: a patch embedding is less.
const CONVOLUTIONAL: f64 = 0.02;
/// Products under a compiler, which chooses their tiles.
const TUNED: f64 = 1.05;
/// Seconds from kernel to kernel on the device, and more where they are small.
const KERNEL: f64 = 1e-6;
const SMALL_KERNEL: f64 = 3e-6;
const SMALL_BATCH: f64 = 8.0;
/// Kernels that remain when they are fused.
const REMAINING: f64 = 0.45;
/// Seconds a launch: eager, compiled, engine.
const LAUNCH: [f64; 3] = [4.95e-5, 6e-6, 1.89e-6];
/// Autocast launches casts.
const CASTS: f64 = 1.3;
/// Seconds to hand an engine its batch.
const HANDED: f64 = 7.31e-5;
/// Exponent of work against bytes inside a kernel.
const INSIDE: i32 = 3;

/// Where the time of a batch goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parts {
    /// Rate of products.
    pub product_rate: FlopsPerSecond,
    /// Rate of convolutions.
    pub convolution_rate: FlopsPerSecond,
    /// Products and convolutions, and reading weights.
    pub products: Seconds,
    /// Attention.
    pub attention: Seconds,
    /// Grouped convolutions.
    pub grouped: Seconds,
    /// Depthwise convolutions.
    pub depthwise: Seconds,
    /// Everything that only moves bytes.
    pub elementwise: Seconds,
    /// From kernel to kernel on the device.
    pub gaps: Seconds,
    /// Launching, on the host.
    pub host: Seconds,
    /// Handing an engine its batch, on the host; zero elsewhere.
    pub handed: Seconds,
    /// All of it, as far as it does not overlap.
    pub latency: Seconds,
}

impl Question {
    /// Where the time of one batch goes.
    #[must_use]
    pub fn parts(&self) -> Parts {
        let mode = self.software.mode();
        let network = &self.network;
        let moved = network.moved();
        let rates = self.board.rates(Task::Network);
        let precision = self.precision.on(self.board.accelerator.peak.fp8.is_some());
        let n = f64::from(self.batch);
        // Only engines keep tensors in 8 bit.
        let x = if mode == Mode::Engine {
            precision.width()
        } else {
            precision.width().max(1.0)
        };
        let fused = if mode == Mode::Engine { FUSED } else { 1.0 };
        let tuned = if mode == Mode::Compiled { TUNED } else { 1.0 };
        let rate = rates.products(precision.products()) * tuned;
        let convolve = rates.convolutions(rate, CONVOLUTION, mode != Mode::Engine);
        let sent = |bytes: f64| x * bytes / rates.bandwidth.get();

        let work = network.products / rate + network.convolutions / convolve;
        let products = larger(
            n * work.get(),
            n * PRODUCTS_MOVED * fused * sent(moved.products),
            INSIDE,
        ) + 2.0 * sent(network.parameters);
        let attended = network.attention / (rate.min(rates.sixteen) * ATTENTION);
        let grouped = (network.grouped / (rate * GROUPED)).get()
            + GROUPED_BYTES * fused * sent(moved.grouped);
        let last = self.channels_last && mode == Mode::Eager;
        let lanes = network.depthwise / (rates.plain_peak * DEPTHWISE);
        let depthwise = larger(
            n * lanes.get() * if last { CHANNELS_LAST } else { 1.0 },
            n * DEPTHWISE_BYTES * sent(moved.depthwise),
            INSIDE,
        );
        let elementwise = n * (mode.of(MOVED) * sent(self.others()) + self.turned(x, &sent));
        let small = if n < SMALL_BATCH { SMALL_KERNEL } else { 0.0 };
        let kernels =
            f64::from(network.kernels) * if mode == Mode::Eager { 1.0 } else { REMAINING };
        let gaps = kernels * (KERNEL + small);
        let casts = mode == Mode::Eager && precision.casts();
        let host = kernels * mode.of(LAUNCH) * if casts { CASTS } else { 1.0 };
        let attention = n * attended.get();
        let device = products + attention + n * grouped + depthwise + elementwise + gaps;
        let handed = if mode == Mode::Engine { HANDED } else { 0.0 };
        Parts {
            product_rate: rate,
            convolution_rate: convolve,
            products: Seconds::new(products),
            attention: Seconds::new(attention),
            grouped: Seconds::new(n * grouped),
            depthwise: Seconds::new(depthwise),
            elementwise: Seconds::new(elementwise),
            gaps: Seconds::new(gaps),
            host: Seconds::new(host),
            handed: Seconds::new(handed),
            latency: Seconds::new(larger(device, host, USUAL) + handed),
        }
    }

    /// Bytes of kernels that are no products, weighed by how much of them moves.
    fn others(&self) -> f64 {
        let moved = self.network.moved();
        let (norm, softmax, batch_norm, copy) = if self.software.mode() == Mode::Eager {
            let (norm, softmax) = if self.precision.casts() {
                (CAST_NORM, CAST_SOFTMAX)
            } else {
                (1.0, 1.0)
            };
            (norm, softmax, BATCH_NORM, COPY)
        } else {
            (1.0, 1.0, 1.0, 1.0)
        };
        norm * moved.norm
            + softmax * moved.softmax
            + batch_norm * moved.batch_norm
            + POOL * moved.pool
            + copy * moved.copy
            + moved.pointwise
    }

    /// Seconds an image of turning 16-bit tensors whose channels stand first.
    fn turned(&self, x: f64, sent: &dyn Fn(f64) -> f64) -> f64 {
        let network = &self.network;
        let convolved = network.convolutions + network.depthwise + network.grouped;
        let dense = network.products + network.convolutions;
        let turns = self.software.mode() == Mode::Eager
            && !self.channels_last
            && x <= 1.0
            && convolved.get() > CONVOLUTIONAL * dense.get();
        if turns {
            TURNED * sent(network.moved().products)
        } else {
            0.0
        }
    }
}
