//! Counts of a network for one image: work, traffic, kernels, memory.
//!
//! A multiply-add is two operations; bytes are those of 16-bit tensors. Products are dense
//! ones and 1x1 convolutions, convolutions larger ones.

use crate::quantity::{Bytes, Flops};

/// Operations a byte of traffic, where only work was published: the five YOLO11 networks.
/// Rebuilt from the reference answer v08 of the catalog's vision tests (`YOLO11m` on an L4),
/// not counted: the median of the counted networks is 193.
const WORK_A_BYTE: f64 = 60.0;
/// The same of depthwise convolutions, rebuilt from v08 too; the median of the counted is 4.9.
const DEPTHWISE_A_BYTE: f64 = 6.0;
/// Pointwise traffic of such a network, in the traffic of its products; rebuilt from v08 too,
/// the median of the counted is 1.5.
const POINTWISE: f64 = 1.3;

/// Bytes that kernels read and write, by their kind.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Traffic {
    /// Products and convolutions, without weights.
    pub products: f64,
    /// Depthwise convolutions.
    pub depthwise: f64,
    /// Grouped convolutions.
    pub grouped: f64,
    /// Layer norms and their kind.
    pub norm: f64,
    /// Softmax outside fused attention.
    pub softmax: f64,
    /// Batch norms, which inference fuses in part.
    pub batch_norm: f64,
    /// Pooling.
    pub pool: f64,
    /// Permutes, padding, concatenation.
    pub copy: f64,
    /// Activations and sums.
    pub pointwise: f64,
}

impl Traffic {
    /// Of the bytes of each kind, in the order of the fields.
    #[must_use]
    pub const fn of(bytes: [f64; 9]) -> Self {
        let [
            products,
            depthwise,
            grouped,
            norm,
            softmax,
            batch_norm,
            pool,
            copy,
            pointwise,
        ] = bytes;
        Self {
            products,
            depthwise,
            grouped,
            norm,
            softmax,
            batch_norm,
            pool,
            copy,
            pointwise,
        }
    }

    /// The bytes of each kind, in the order of the fields.
    #[must_use]
    pub const fn bytes(&self) -> [f64; 9] {
        [
            self.products,
            self.depthwise,
            self.grouped,
            self.norm,
            self.softmax,
            self.batch_norm,
            self.pool,
            self.copy,
            self.pointwise,
        ]
    }

    /// All of it.
    #[must_use]
    pub fn total(&self) -> Bytes {
        Bytes::new(self.bytes().iter().sum())
    }
}

/// A network at one resolution, for one image.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Network {
    /// Parameters.
    pub parameters: f64,
    /// Side of the square image, pixels.
    pub resolution: u32,
    /// Dense products.
    pub products: Flops,
    /// Convolutions larger than 1x1.
    pub convolutions: Flops,
    /// Grouped convolutions.
    pub grouped: Flops,
    /// Depthwise convolutions.
    pub depthwise: Flops,
    /// Attention: products of queries and keys, and of values.
    pub attention: Flops,
    /// Bytes moved; `None` where only work was published.
    pub traffic: Option<Traffic>,
    /// Kernels that eager `PyTorch` launches; estimated where only work was published.
    pub kernels: u32,
    /// The most bytes of tensors alive; `None` where it was not counted.
    pub alive: Option<Bytes>,
}

impl Network {
    /// All work of one image.
    #[must_use]
    pub fn work(&self) -> Flops {
        self.products + self.convolutions + self.grouped + self.depthwise + self.attention
    }

    /// Whether only its work was published: the split of the work, its traffic, kernels and memory
    /// are guessed, not counted.
    #[must_use]
    pub const fn is_guessed(&self) -> bool {
        self.traffic.is_none() || self.alive.is_none()
    }

    /// Bytes moved; where they were not counted, from the work.
    #[must_use]
    pub fn moved(&self) -> Traffic {
        self.traffic.unwrap_or_else(|| {
            let products = self.guessed();
            Traffic {
                products,
                depthwise: self.depthwise.get() / DEPTHWISE_A_BYTE,
                batch_norm: products,
                pointwise: POINTWISE * products,
                ..Traffic::default()
            }
        })
    }

    /// The most bytes alive; where they were not counted, the traffic of its products.
    /// Guessed so, they would be 3.6 to 151 times too many in four of five of the catalogue's
    /// counted rows (median 26).
    #[must_use]
    pub fn most_alive(&self) -> Bytes {
        self.alive.unwrap_or_else(|| Bytes::new(self.guessed()))
    }

    fn guessed(&self) -> f64 {
        (self.products + self.convolutions + self.depthwise).get() / WORK_A_BYTE
    }

    /// The same network at another resolution: all grows with the pixels, attention with their
    /// square.
    #[must_use]
    pub fn at(&self, resolution: u32) -> Self {
        if resolution == self.resolution || self.resolution == 0 {
            return *self;
        }
        let pixels = (f64::from(resolution) / f64::from(self.resolution)).powi(2);
        let moved = self.traffic.map(|traffic| Traffic {
            softmax: traffic.softmax * pixels * pixels,
            ..Traffic::of(traffic.bytes().map(|bytes| bytes * pixels))
        });
        Self {
            resolution,
            products: self.products * pixels,
            convolutions: self.convolutions * pixels,
            grouped: self.grouped * pixels,
            depthwise: self.depthwise * pixels,
            attention: self.attention * (pixels * pixels),
            traffic: moved,
            alive: self.alive.map(|alive| alive * pixels),
            ..*self
        }
    }
}
