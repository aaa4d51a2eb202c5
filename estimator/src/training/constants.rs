//! Every fitted constant of training as one value, so that a fit can change them and an
//! estimate names the ones it was made with.
//!
//! A generation's share of the dense peak is bounded twice: by its units, `eta`, and by
//! the board's power, since large products run at the clock that power allows:
//!
//! ```text
//! eta(chip) = min(eta, p W / P16)
//! ```
//!
//! with `p` operations a joule, `W` board power and `P16` the dense 16-bit peak. It is why one
//! H100 of 500 watts trains at 0.7 of another of 700, GB300 faster than GB200 with the same units,
//! and MI325X than MI300X. A constant that is not fitted is called set.

use crate::hardware::{Accelerator, Architecture};

/// The share of its data sheet that a generation of chips reaches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Generation {
    /// Matrix products: share of the dense 16-bit peak, `eta`.
    pub products: f64,
    /// 16-bit operations a joule of board power, `p`; infinite where power never limits.
    /// Ampere's is set: A100 of 300 watts reaches nine tenths of the largest product that
    /// A100 of 400 does.
    pub per_joule: f64,
    /// Attention with today's kernels, forward and backward, causal operations: share of
    /// the dense 16-bit peak, `a`.
    pub attention: f64,
    /// The same with kernels of 2023 (`FlashAttention-2`), which eager stacks call.
    pub attention_2023: f64,
}

/// How a reduction over data parallelism crosses nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduction {
    /// Every rank through a port of its own as soon as the run leaves a node: the
    /// prototype's count.
    OwnPort,
    /// Rings through all ports of a node at once, and inside the node where the group
    /// lies in it, as collectives do.
    AllPorts,
}

/// A set of constants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Constants {
    /// NVIDIA Ampere, and older and sister generations.
    pub ampere: Generation,
    /// NVIDIA Hopper.
    pub hopper: Generation,
    /// NVIDIA Blackwell.
    pub blackwell: Generation,
    /// AMD CDNA 3 and older.
    pub cdna3: Generation,
    /// AMD CDNA 4.
    pub cdna4: Generation,
    /// Anything else.
    pub other: Generation,
    /// Efficiency of 8-bit products relative to 16-bit ones, `r8`.
    pub eight: f64,
    /// Of 8-bit products with a scale for 32 values relative to `r8`, `r_mx`.
    pub eight_blocks: f64,
    /// Of 8-bit products with a scale a row relative to `r8`.
    pub eight_rows: f64,
    /// Efficiency of 4-bit products relative to 16-bit ones, `r4`.
    pub four: f64,
    /// Sequence at which attention reaches half its efficiency, tokens, `s_h`.
    pub attention_half: f64,
    /// Attention's forward pass, computed again, over its share of the operations: it
    /// runs faster than the backward pass, `g`.
    pub attention_again: f64,
    /// Traffic of element-wise work over the passes counted, eager layers, `kappa`.
    pub eager: f64,
    /// The same, fused or compiled layers.
    pub fused: f64,
    /// Traffic that casts below 16 bits add, as a share of element-wise traffic, `q8`.
    pub casts: f64,
    /// fp32 passes over the logits, both directions, `c_log`.
    pub logit_passes: f64,
    /// Share of communication under compute that is paid all the same, `w`.
    pub overlapped: f64,
    /// Latency of one hop of a ring, seconds, `alpha`.
    pub hop: f64,
    /// Fixed cost of a step, seconds, `t_0`.
    pub step: f64,
    /// Exposed share of tensor parallelism's traffic, `x_tp`.
    pub tensor_exposed: f64,
    /// Tokens of one expert at which its products reach half their efficiency, `n_half`.
    pub expert_half: f64,
    /// Width of one expert, values, at which its products reach half their efficiency, `f_half`.
    pub expert_half_width: f64,
    /// Passes of permutation and activation over the tokens of routed experts, `kappa_p`.
    pub permute: f64,
    /// The same for the activation where experts carry biases, which no fused kernel
    /// takes, relative to those that do not, `u_f`.
    pub biased_activation: f64,
    /// Dispatch and launches of one layer of experts and pass, seconds, `t_moe`.
    pub dispatch: f64,
    /// Exposed share of the exchange between experts, `x_ep`.
    pub exchange_exposed: f64,
    /// The speed of the optimizer's pass over adapters, as a share of that of a pass over the
    /// base: many small tensors, far below bandwidth.
    pub adapter_pass: f64,
    /// How reductions over data parallelism cross nodes.
    pub reduction: Reduction,
    /// Whether stages of a pipeline hold whole layers, so that some are longer, and their messages
    /// take time; not so in the worked cases.
    pub whole_stages: bool,
}

/// Share of the dense 16-bit peak that matrix units reach where power does not bind:
/// Ampere's fit, the largest product measured on others (stas00/ml-engineering, "maximum
/// achievable matmul FLOPS": H100 .80, H200 .80, B200 .78, A100 .86).
const UNITS: f64 = 0.80;
/// Share of a link that a ring collective reaches.
pub(crate) const RING: f64 = 0.8;
/// Share of a link that tensor parallelism's all-reduces reach.
pub(crate) const ALL_REDUCE: f64 = 0.75;
/// Share of a link that an exchange inside its domain reaches.
pub(crate) const ALL_TO_ALL: f64 = 0.7;
/// Bytes the optimizer reads and writes a parameter: fp32 weight, gradient and two
/// moments read (16), weight and moments written (12), the gradient's fp32 copy and the
/// 16-bit weight (8).
pub(crate) const ADAM_BYTES: f64 = 36.0;

impl Constants {
    /// The constants that the worked cases were made with, one efficiency of a
    /// generation whatever its power.
    pub const PROTOTYPE: Self = Self {
        ampere: Generation {
            products: 0.809_006_078,
            per_joule: f64::INFINITY,
            attention: 0.307_398_186,
            attention_2023: 0.311_843_859,
        },
        hopper: Generation {
            products: 0.702_371_04,
            per_joule: f64::INFINITY,
            attention: 0.327_891_399,
            attention_2023: 0.177_982_018,
        },
        blackwell: Generation {
            products: 0.695_017_056,
            per_joule: f64::INFINITY,
            attention: 0.432_533_654,
            attention_2023: 0.234_782_9,
        },
        cdna3: Generation {
            products: 0.280_756_25,
            per_joule: f64::INFINITY,
            attention: 0.230_548_64,
            attention_2023: 0.230_548_64,
        },
        cdna4: Generation {
            products: 0.280_756_25,
            per_joule: f64::INFINITY,
            attention: 0.230_548_64,
            attention_2023: 0.230_548_64,
        },
        other: Generation {
            products: 0.5,
            per_joule: f64::INFINITY,
            attention: 0.25,
            attention_2023: 0.25,
        },
        eight: 0.788_995_081,
        eight_blocks: 0.922_208_996,
        eight_rows: 0.8,
        four: 0.527_226_622,
        attention_half: 1_119.532_46,
        attention_again: 1.0,
        eager: 1.075_550_29,
        fused: 0.820_729_685,
        casts: 0.244_717_97,
        logit_passes: 8.369_547_29,
        overlapped: 0.688_665_858,
        hop: 1.883_698_848e-6,
        step: 0.029_686_842_9,
        tensor_exposed: 0.790_238_419,
        expert_half: 1_725.785_35,
        expert_half_width: 0.0,
        permute: 3.062_753_6,
        biased_activation: 5.847_030_14,
        dispatch: 0.000_967_555_467,
        exchange_exposed: 0.334_297_665,
        adapter_pass: 0.02,
        reduction: Reduction::OwnPort,
        whole_stages: false,
    };

    /// The constants that the product estimates with: fitted on 228 public runs of dense models
    /// and 75 of mixtures, AMD's on 22 runs (`cargo xtask accuracy --fit-training`).
    pub const FITTED: Self = Self {
        ampere: Generation {
            products: UNITS,
            per_joule: 0.85e12,
            attention: 0.307,
            attention_2023: 0.308,
        },
        hopper: Generation {
            products: UNITS,
            per_joule: 0.997e12,
            attention: 0.312,
            attention_2023: 0.173,
        },
        blackwell: Generation {
            products: UNITS,
            per_joule: 1.38e12,
            attention: 0.429,
            attention_2023: 0.235,
        },
        cdna3: Generation {
            products: UNITS,
            per_joule: 0.71e12,
            attention: 0.231,
            attention_2023: 0.231,
        },
        cdna4: Generation {
            products: UNITS,
            per_joule: 1.49e12,
            attention: 0.231,
            attention_2023: 0.231,
        },
        other: Generation {
            products: 0.5,
            per_joule: f64::INFINITY,
            attention: 0.25,
            attention_2023: 0.25,
        },
        eight: 0.829,
        eight_blocks: 0.902,
        eight_rows: 0.8,
        four: 0.672,
        attention_half: 819.0,
        attention_again: 0.83,
        eager: 1.17,
        fused: 0.78,
        casts: 0.239,
        logit_passes: 9.58,
        overlapped: 0.76,
        hop: 2.08e-6,
        step: 0.0225,
        tensor_exposed: 0.57,
        expert_half: 1011.0,
        expert_half_width: 301.0,
        permute: 2.33,
        biased_activation: 6.42,
        dispatch: 0.832e-3,
        exchange_exposed: 0.402,
        adapter_pass: 0.02,
        reduction: Reduction::AllPorts,
        whole_stages: true,
    };

    /// The shares of a generation.
    #[must_use]
    pub const fn generation(&self, architecture: Architecture) -> Generation {
        match architecture {
            Architecture::Ampere
            | Architecture::AmpereGraphics
            | Architecture::Volta
            | Architecture::Turing => self.ampere,
            // Hopper's process and Ampere's units; not tested.
            Architecture::Ada => Generation {
                per_joule: self.hopper.per_joule,
                ..self.ampere
            },
            Architecture::Hopper => self.hopper,
            Architecture::Blackwell | Architecture::BlackwellGraphics | Architecture::Rubin => {
                self.blackwell
            }
            Architecture::Cdna2 | Architecture::Cdna3 => self.cdna3,
            Architecture::Cdna4 => self.cdna4,
            Architecture::Pascal
            | Architecture::Cdna1
            | Architecture::Rdna
            | Architecture::Gaudi
            | Architecture::Xe
            | Architecture::Tpu
            | Architecture::Neuron
            | Architecture::Apple
            | Architecture::Other => self.other,
        }
    }

    /// Share of the dense 16-bit peak that `chip`'s matrix products reach, `eta(chip)`.
    #[must_use]
    pub fn products(&self, chip: &Accelerator) -> f64 {
        let generation = self.generation(chip.architecture);
        match (chip.power, chip.peak.sixteen) {
            (Some(power), Some(peak)) if peak.get() > 0.0 && power.get() > 0.0 => generation
                .products
                .min(generation.per_joule * power.get() / peak.get()),
            _ => generation.products,
        }
    }
}
