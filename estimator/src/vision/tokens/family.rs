//! Which family of models follows which rule, one row each.
//!
//! Sources: huggingface/transformers v5.23.0, below `src/transformers/models/` the file that a
//! row names; towers from the `configuration_*.py` beside it. A checkpoint's own `config.json`
//! wins over a row.

use super::{Canvases, Count, Image, Limits, Merger, Part, Rule, Tower, Unfit, Why};

/// A family of models that read images alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family {
    /// Its name, as a configuration's `model_type` says it.
    pub name: &'static str,
    /// The tower that reads the patches.
    pub tower: Tower,
    /// How an image becomes tokens.
    pub rule: Rule,
    /// The processor's file.
    pub source: &'static str,
}

impl Family {
    /// The tokens of an image to a model of this family, with limits of one's own.
    ///
    /// # Errors
    /// Limits that the rule does not have or that are out of range, and images too narrow.
    pub fn count(&self, image: Image, limits: Limits) -> Result<Count, Unfit> {
        self.rule.limited(limits)?.count(self.tower, image)
    }
}

/// The family of this name.
///
/// # Errors
/// There is none.
pub fn family(name: &str) -> Result<&'static Family, Unfit> {
    let mut rows = FAMILIES.iter();
    let row = rows.find(|family| family.name == name);
    row.ok_or(Unfit::new(Part::Tower, Why::Unknown))
}

/// The canvases of LLaVA-NeXT, rows and columns of tiles.
const LLAVA_NEXT: &[(u32, u32)] = &[(1, 2), (2, 1), (2, 2), (3, 1), (1, 3)];

/// Patch, merge, width, layers, feed-forward, its matrices.
const fn plain(of: (u32, u32, u32, u32, u32, u32)) -> Tower {
    Tower {
        patch: of.0,
        merge: of.1,
        width: of.2,
        layers: of.3,
        feed_forward: of.4,
        matrices: of.5,
        frames: 1,
        windows: None,
        merger: Merger::Linear,
        class_token: false,
    }
}

/// The same with a class token.
const fn classed(of: (u32, u32, u32, u32, u32, u32)) -> Tower {
    Tower {
        class_token: true,
        ..plain(of)
    }
}

/// A tower with another merger.
const fn merging(tower: Tower, merger: Merger) -> Tower {
    Tower { merger, ..tower }
}

/// A tower of Qwen's making: a still image is doubled to two frames.
const fn doubling(tower: Tower) -> Tower {
    Tower { frames: 2, ..tower }
}

/// Qwen2.5-VL's: windows of 64 patches in all but four layers.
const fn windowed(tower: Tower) -> Tower {
    Tower {
        windows: Some((64, 4)),
        ..tower
    }
}

/// The merger of Qwen's making.
const TWO_LAYERS: Merger = Merger::TwoLayers { copies: 1 };

/// Every family that is known.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "qwen2_vl",
        tower: doubling(merging(plain((14, 2, 1280, 32, 5120, 2)), TWO_LAYERS)),
        rule: Rule::Smart {
            frames: 1,
            min_pixels: 3136,
            max_pixels: 12_845_056,
        },
        source: "qwen2_vl/image_processing_qwen2_vl.py",
    },
    Family {
        name: "qwen2_5_vl",
        tower: windowed(doubling(merging(
            plain((14, 2, 1280, 32, 3420, 3)),
            TWO_LAYERS,
        ))),
        rule: Rule::Smart {
            frames: 1,
            min_pixels: 3136,
            max_pixels: 12_845_056,
        },
        source: "qwen2_vl/image_processing_qwen2_vl.py",
    },
    Family {
        name: "qwen3_vl",
        tower: doubling(merging(
            plain((16, 2, 1152, 27, 4304, 2)),
            Merger::TwoLayers { copies: 4 },
        )),
        rule: Rule::Smart {
            frames: 1,
            min_pixels: 65_536,
            max_pixels: 16_777_216,
        },
        source: "qwen2_vl/image_processing_qwen2_vl.py",
    },
    Family {
        name: "glm4v",
        tower: doubling(merging(
            plain((14, 2, 1536, 24, 4096, 3)),
            Merger::Published(213_000_000),
        )),
        rule: Rule::Smart {
            frames: 2,
            min_pixels: 12_544,
            max_pixels: 11_760_000,
        },
        source: "glm4v/image_processing_glm4v.py",
    },
    Family {
        name: "minimax_m3_vl",
        tower: doubling(merging(
            plain((14, 2, 1280, 32, 5120, 2)),
            Merger::Published(236_000_000),
        )),
        rule: Rule::Smart {
            frames: 1,
            min_pixels: 3136,
            max_pixels: 451_584,
        },
        source: "minimax_m3_vl/image_processing_minimax_m3_vl.py",
    },
    Family {
        name: "kimi_k25",
        tower: merging(plain((14, 2, 1152, 27, 4304, 2)), TWO_LAYERS),
        rule: Rule::Padded {
            patches: 16_384,
            side: 512,
        },
        source: "kimi_k25/image_processing_kimi_k25.py",
    },
    Family {
        name: "gemma4",
        tower: merging(plain((16, 3, 1152, 27, 4304, 3)), Merger::Pooled),
        rule: Rule::Budget { tokens: 280 },
        source: "gemma4/image_processing_gemma4.py",
    },
    Family {
        name: "muse_glimmer",
        tower: merging(plain((14, 2, 1536, 50, 8960, 2)), TWO_LAYERS),
        rule: Rule::Grid { tokens: 4096 },
        source: "muse_glimmer/image_processing_muse_glimmer.py",
    },
    Family {
        name: "pixtral",
        tower: plain((16, 1, 1024, 24, 4096, 3)),
        rule: Rule::Rows { longest: 1024 },
        source: "pixtral/processing_pixtral.py",
    },
    Family {
        name: "mistral3",
        tower: plain((14, 2, 1024, 24, 4096, 3)),
        rule: Rule::Rows { longest: 1540 },
        source: "pixtral/processing_pixtral.py",
    },
    Family {
        name: "llava",
        tower: classed((14, 1, 1024, 24, 4096, 2)),
        rule: Rule::Fixed {
            side: 336,
            tokens: 576,
        },
        source: "llava/processing_llava.py",
    },
    Family {
        name: "llava_next",
        tower: classed((14, 1, 1024, 24, 4096, 2)),
        rule: Rule::AnyResolution {
            tile: 336,
            side: 24,
            canvases: Canvases::Listed(LLAVA_NEXT),
            cap: None,
        },
        source: "llava_next/processing_llava_next.py",
    },
    Family {
        name: "llava_onevision",
        tower: plain((14, 1, 1152, 26, 4304, 2)),
        rule: Rule::AnyResolution {
            tile: 384,
            side: 27,
            canvases: Canvases::UpTo(6),
            cap: Some(9),
        },
        source: "llava_onevision/processing_llava_onevision.py",
    },
    Family {
        name: "paligemma",
        tower: plain((14, 1, 1152, 27, 4304, 2)),
        rule: Rule::Fixed {
            side: 224,
            tokens: 256,
        },
        source: "paligemma/processing_paligemma.py",
    },
    Family {
        name: "gemma3",
        tower: merging(plain((14, 4, 1152, 27, 4304, 2)), Merger::Pooled),
        rule: Rule::Fixed {
            side: 896,
            tokens: 256,
        },
        source: "gemma3/processing_gemma3.py",
    },
    Family {
        name: "internvl",
        tower: classed((14, 2, 1024, 24, 4096, 2)),
        rule: Rule::Tiles {
            tile: 448,
            tokens: 256,
            most: 12,
            ends: 2,
        },
        source: "got_ocr2/image_processing_got_ocr2.py",
    },
    Family {
        name: "llama4",
        tower: classed((14, 2, 1408, 34, 5632, 2)),
        rule: Rule::Canvas {
            tile: 336,
            tokens: 144,
            most: 16,
        },
        source: "llama4/image_processing_llama4.py",
    },
    Family {
        name: "mllama",
        tower: classed((14, 1, 1280, 40, 5120, 2)),
        rule: Rule::CrossAttention {
            tile: 560,
            tokens: 1601,
            most: 4,
        },
        source: "mllama/image_processing_mllama.py",
    },
    Family {
        name: "phi4_multimodal",
        tower: plain((14, 2, 1152, 26, 4304, 2)),
        rule: Rule::Crops {
            tile: 448,
            most: 36,
        },
        source: "phi4_multimodal/image_processing_phi4_multimodal.py",
    },
    Family {
        name: "idefics3",
        tower: plain((14, 2, 1152, 27, 4304, 2)),
        rule: Rule::Split {
            tile: 364,
            longest: 1456,
            tokens: 169,
        },
        source: "idefics3/image_processing_idefics3.py",
    },
    Family {
        name: "smolvlm",
        tower: plain((16, 4, 768, 12, 3072, 2)),
        rule: Rule::Split {
            tile: 512,
            longest: 2048,
            tokens: 64,
        },
        source: "smolvlm/image_processing_smolvlm.py",
    },
    Family {
        name: "step3p7",
        tower: merging(
            plain((14, 4, 1536, 47, 8960, 2)),
            Merger::Published(244_000_000),
        ),
        rule: Rule::Windows {
            side: 728,
            tokens: 169,
            window: 504,
            window_tokens: 81,
        },
        source: "step3p7/image_processing_step3p7.py",
    },
];
