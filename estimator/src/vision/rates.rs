//! Rates a board reaches: products by number format, convolutions, attention, memory.
//!
//! ```text
//! k16      = smin( share P16 , watt TDP )        the peak, or the rate the power allows
//! tf32     = k16 Ptf32/P16 ;  fp32 = smin( 0.9 share P32 , watt32 TDP )
//! 8 bit    = k16 min(2, P8/P16) share8           denoisers
//!            smin( P8 , 2.2 watt TDP ) share8     others
//! 4 bit    = k16 min(4, P4/P16) share4
//! convolve = smin( c R , processor c_SM R/k16 )   c_SM on Hopper and Blackwell
//! attend   = a k16 ;  smin( a3 k16 , processor a_SM ) on Hopper and Blackwell
//! ```
//!
//! Boards of one generation differ by power more than by peak, hence FLOP/s a watt. Kernels
//! that do not use the asynchronous units of Hopper and Blackwell reach the same FLOP/s a
//! multiprocessor as before, hence FLOP/s a multiprocessor. Values of three digits are fitted
//! on public rows (timm's benchmarks, `MLPerf` inference, diffusers' and xDiT's reports), round
//! ones are set: a physical value or a neighbour's, where no row could move it.

use super::Board;
use super::smooth::smaller;
use crate::hardware::Architecture;
use crate::quantity::{BytesPerSecond, FlopsPerSecond};

/// Share of memory bandwidth that long reads reach; fitted on networks.
const READ: f64 = 0.92;
/// Board power where a record has none: a common PCI Express board, watts.
const USUAL_POWER: f64 = 300.0;
/// 8-bit products a watt over 16-bit ones.
const EIGHT_A_WATT: f64 = 2.2;
/// Share of the peak of 32-bit products over that of 16-bit ones; set.
const PLAIN: f64 = 0.9;
/// Share of the fitted 4-bit gain that arrives; no row supports it.
const SHARE_OF_4: f64 = 0.55;
/// Gain of attention in 8 bit (`SageAttention`).
const ATTENTION_IN_8: f64 = 1.33;
const TERA: f64 = 1e12;

/// Whose kernels: fitted apart, on rows of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Vision networks.
    Network,
    /// Text encoders and speech.
    Text,
    /// Denoisers and towers of language models.
    Denoising,
}

/// The share of the peak that large products reach.
struct Share {
    /// Of the 16-bit peak.
    peak: f64,
    /// Of the rate that 8-bit products could reach.
    eight: f64,
}

impl Task {
    const fn share(self) -> Share {
        let (peak, eight) = match self {
            Self::Network => (0.945, 0.728),
            Self::Text => (0.9, 0.903),
            Self::Denoising => (0.9, 0.94),
        };
        Share { peak, eight }
    }
}

/// A format that products run in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Products {
    /// 32-bit float.
    Fp32,
    /// 32-bit float that rounds to 19 bits.
    Tf32,
    /// bf16 or fp16.
    Sixteen,
    /// 8-bit float.
    Fp8,
    /// 8-bit integer.
    Int8,
    /// 4 bit.
    Four,
}

/// Whose attention kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kernels {
    /// Of `PyTorch` 2.0 to 2.6.
    Torch,
    /// Of current engines, `FlashAttention` 3.
    Current,
    /// In 8 bit.
    Sage,
}

/// The shares that a generation reaches.
struct Reach {
    /// TFLOP/s of 16-bit products a watt.
    watt: f64,
    /// Attention's share of large products.
    attention: f64,
    /// The same of kernels that use asynchronous units, and TFLOP/s a multiprocessor of
    /// attention and convolutions that do not.
    units: Option<[f64; 3]>,
}

const fn reach(architecture: Architecture) -> Reach {
    let (watt, attention, units) = match architecture {
        Architecture::Pascal => (0.06, 0.3, None),
        Architecture::Volta => (0.3, 0.35, None),
        Architecture::Turing => (0.35, 0.5, None),
        Architecture::Ampere => (0.586, 0.697, None),
        Architecture::AmpereGraphics => (0.458, 0.75, None),
        Architecture::Ada => (0.579, 0.981, None),
        Architecture::Hopper => (1.15, 0.5, Some([0.821, 2.34, 1.32])),
        Architecture::Blackwell | Architecture::Rubin => (1.7, 0.7, Some([0.885, 4.0, 2.27])),
        Architecture::BlackwellGraphics => (0.66, 0.75, None),
        Architecture::Cdna1 | Architecture::Cdna2 | Architecture::Cdna3 | Architecture::Cdna4 => {
            (0.649, 0.45, None)
        }
        Architecture::Rdna => (0.35, 0.4, None),
        Architecture::Xe => (0.4, 0.5, None),
        Architecture::Gaudi => (1.1, 0.5, None),
        Architecture::Tpu => (1.2, 0.6, None),
        Architecture::Neuron => (1.0, 0.5, None),
        Architecture::Apple => (0.3, 0.5, None),
        Architecture::Other => (0.5, 0.5, None),
    };
    Reach {
        watt,
        attention,
        units,
    }
}

/// TFLOP/s of 32-bit products a watt, where boards run into their watts before their peak:
/// Turing's of 70 watts; the rate of 16-bit products, the same, on Pascal, which is made like it.
/// Volta keeps its peak.
const fn plain_watt(architecture: Architecture) -> Option<f64> {
    match architecture {
        Architecture::Turing => Some(0.06),
        _ => None,
    }
}

/// The rates of a board for a task.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// Large 16-bit products.
    pub sixteen: FlopsPerSecond,
    /// Memory, read in long runs.
    pub bandwidth: BytesPerSecond,
    /// fp32 outside the matrix units, at its peak.
    pub plain_peak: FlopsPerSecond,
    peaks: [f64; 6],
    task: Task,
    watts: f64,
    plain_watts: f64,
    attention: f64,
    units: Option<[f64; 3]>,
    processors: f64,
}

impl Board {
    /// Its rates for a task.
    #[must_use]
    pub fn rates(&self, task: Task) -> Rates {
        let chip = &self.accelerator;
        let share = task.share();
        let rate = |rate: Option<FlopsPerSecond>| rate.map_or(0.0, FlopsPerSecond::get);
        let peak = &chip.peak;
        let plain = rate(peak.thirty_two);
        let wide = rate(peak.sixteen.or(peak.thirty_two));
        let Reach {
            watt,
            attention,
            units,
        } = reach(chip.architecture);
        let power = chip.power.map_or(USUAL_POWER, crate::quantity::Watts::get);
        let watts = watt * TERA * power;
        Rates {
            sixteen: FlopsPerSecond::new(smaller(share.peak * wide, watts)),
            bandwidth: chip.bandwidth * READ,
            plain_peak: FlopsPerSecond::new(if plain > 0.0 { plain } else { wide }),
            peaks: [
                plain,
                rate(self.tf32),
                wide,
                rate(peak.fp8.or(peak.int8)),
                rate(peak.int8.or(peak.fp8)),
                rate(peak.four),
            ],
            task,
            watts,
            plain_watts: plain_watt(chip.architecture)
                .map_or(f64::INFINITY, |watt| watt * TERA * power),
            attention,
            units,
            processors: self.multiprocessors.map_or(0.0, f64::from),
        }
    }
}

impl Rates {
    /// Large products in a format; in 16 bit where the board has no units for it.
    #[must_use]
    pub fn products(&self, format: Products) -> FlopsPerSecond {
        let [plain, tf32, wide, fp8, int8, four] = self.peaks;
        let k16 = self.sixteen.get();
        let share = self.task.share();
        let eight = |peak: f64| {
            if peak <= 0.0 || wide <= 0.0 {
                k16
            } else if self.task == Task::Denoising {
                k16 * (peak / wide).min(2.0) * share.eight
            } else {
                smaller(peak, EIGHT_A_WATT * self.watts) * share.eight
            }
        };
        FlopsPerSecond::new(match format {
            Products::Tf32 if tf32 > 0.0 && wide > 0.0 => k16 * tf32 / wide,
            Products::Fp32 | Products::Tf32 if plain > 0.0 => {
                smaller(PLAIN * share.peak * plain, self.plain_watts)
            }
            Products::Fp8 => eight(fp8),
            Products::Int8 => eight(int8),
            Products::Four if four > 0.0 && wide > 0.0 => k16 * (four / wide).min(4.0) * SHARE_OF_4,
            Products::Fp32 | Products::Tf32 | Products::Sixteen | Products::Four => k16,
        })
    }

    /// Convolutions at `share` of products at `rate`, where `limited` no faster than kernels
    /// without asynchronous units are a multiprocessor.
    #[must_use]
    pub fn convolutions(&self, rate: FlopsPerSecond, share: f64, limited: bool) -> FlopsPerSecond {
        let free = rate.get() * share;
        let most = match self.units {
            Some([.., convolution]) if limited && self.processors > 0.0 => {
                let scale = rate / self.sixteen;
                smaller(free, convolution * TERA * self.processors * scale)
            }
            _ => free,
        };
        FlopsPerSecond::new(most)
    }

    /// Attention over a long sequence, in 16 bit.
    #[must_use]
    pub fn attention(&self, kernels: Kernels) -> FlopsPerSecond {
        let k16 = self.sixteen.get();
        let rate = match (self.units, kernels) {
            (Some([current, old, _]), Kernels::Torch) if self.processors > 0.0 => {
                smaller(current * k16, old * TERA * self.processors)
            }
            (Some([current, ..]), Kernels::Current | Kernels::Sage) => current * k16,
            _ => self.attention * k16,
        };
        let gain = if kernels == Kernels::Sage {
            ATTENTION_IN_8
        } else {
            1.0
        };
        FlopsPerSecond::new(rate * gain)
    }
}
