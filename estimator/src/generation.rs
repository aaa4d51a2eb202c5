//! Abilities of the kernels written for each generation of accelerators: a row for each, so that a
//! new generation has to state all of it.
//!
//! Sources stand where a column is read: [`crate::support`] for engines and weights,
//! [`crate::training::support`] for training.

use crate::hardware::Architecture;

/// Abilities of software on a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "columns of a table, each asked for by itself"
)]
pub struct Generation {
    /// There are units for bf16.
    pub bf16: bool,
    /// Kernels widen 8 and 4-bit weights as they read them, without units for those.
    pub widens: bool,
    /// The same for 4-bit floats in blocks, where it differs.
    pub widens_fp4: bool,
    /// There are units for 8-bit floats that share a scale in blocks of 32.
    pub blocks_of_8_bit: bool,
    /// There are units for 4-bit floats that share one in blocks of 16.
    pub blocks_of_4_bit: bool,
    /// There are kernels for integers of few bits, and for GGUF.
    pub low_bit_weights: bool,
    /// There are kernels for training on a base, or with moments, of 4 or 8 bits.
    pub low_bit_training: bool,
    /// vLLM runs.
    pub vllm: bool,
    /// `SGLang` runs.
    pub sglang: bool,
    /// llama.cpp has a backend.
    pub llama_cpp: bool,
    /// Libraries of products take the smaller workspaces of NVIDIA's generations before
    /// Hopper.
    pub small_workspaces: bool,
}

/// A graphics processor with bf16, for which everything is written.
const GRAPHICS: Generation = Generation {
    bf16: true,
    widens: false,
    widens_fp4: false,
    blocks_of_8_bit: false,
    blocks_of_4_bit: false,
    low_bit_weights: true,
    low_bit_training: true,
    vllm: true,
    sglang: true,
    llama_cpp: true,
    small_workspaces: false,
};

/// NVIDIA before Ampere.
const EARLY: Generation = Generation {
    bf16: false,
    small_workspaces: true,
    ..GRAPHICS
};

/// NVIDIA from Ampere on.
const WIDENING: Generation = Generation {
    widens: true,
    widens_fp4: true,
    ..GRAPHICS
};

/// NVIDIA from Blackwell on.
const BLOCKS: Generation = Generation {
    blocks_of_8_bit: true,
    blocks_of_4_bit: true,
    ..WIDENING
};

/// An accelerator with a compiler of its own.
const COMPILED: Generation = Generation {
    low_bit_weights: false,
    low_bit_training: false,
    llama_cpp: false,
    ..GRAPHICS
};

impl Architecture {
    /// Abilities of software on this generation.
    #[must_use]
    pub const fn generation(self) -> Generation {
        match self {
            Self::Pascal => Generation {
                vllm: false,
                sglang: false,
                ..EARLY
            },
            Self::Volta => Generation {
                sglang: false,
                ..EARLY
            },
            Self::Turing => EARLY,
            Self::Ampere | Self::AmpereGraphics => Generation {
                small_workspaces: true,
                ..WIDENING
            },
            Self::Ada | Self::Hopper => WIDENING,
            // Of one's own: taken to be as able as the newest.
            Self::Blackwell | Self::BlackwellGraphics | Self::Rubin | Self::Other => BLOCKS,
            // vLLM and SGLang are built for gfx90a and later; this is gfx908.
            Self::Cdna1 => Generation {
                vllm: false,
                sglang: false,
                ..GRAPHICS
            },
            Self::Cdna2 | Self::Rdna | Self::Xe => GRAPHICS,
            Self::Cdna3 => Generation {
                widens_fp4: true,
                ..GRAPHICS
            },
            Self::Cdna4 => Generation {
                blocks_of_8_bit: true,
                ..GRAPHICS
            },
            Self::Gaudi => Generation {
                low_bit_training: true,
                ..COMPILED
            },
            Self::Tpu => COMPILED,
            Self::Neuron => Generation {
                sglang: false,
                ..COMPILED
            },
            Self::Apple => Generation {
                low_bit_training: false,
                vllm: false,
                sglang: false,
                ..GRAPHICS
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Smaller blocks come with the larger ones; formats widened in general are in blocks, too.
    #[test]
    fn columns_agree_with_each_other() {
        for architecture in Architecture::ALL {
            let row = architecture.generation();
            assert!(
                row.blocks_of_8_bit || !row.blocks_of_4_bit,
                "{architecture:?}"
            );
            assert!(row.widens_fp4 || !row.widens, "{architecture:?}");
            assert!(row.bf16 || row.small_workspaces, "{architecture:?}");
        }
    }
}
