//! The shape of the transformer that reads the patches.

/// A vision tower, as in the family's default configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tower {
    /// Side of a patch, pixels.
    pub patch: u32,
    /// Patches that become one token, along a side.
    pub merge: u32,
    /// Width of its layers.
    pub width: u32,
    /// Layers.
    pub layers: u32,
    /// Width of its feed-forward.
    pub feed_forward: u32,
    /// Matrices of the feed-forward: 2 plain, 3 gated.
    pub matrices: u32,
    /// Frames of which a patch is made: 2 where a still image is doubled.
    pub frames: u32,
    /// Patches of a window, and layers that attend to all of the image; `None` where all do.
    pub windows: Option<(u32, u32)>,
    /// The part that hands patches to the language model.
    pub merger: Merger,
    /// Whether each piece has a class token beside its patches.
    pub class_token: bool,
}

/// The part that turns merged patches into features of the language model's width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Merger {
    /// Two layers, the first as wide as the merged patches.
    TwoLayers {
        /// How many of them: Qwen3-VL has three more for deeper layers.
        copies: u32,
    },
    /// Parameters of the published tower less its layers.
    Published(u64),
    /// One layer from the merged patches.
    Linear,
    /// One layer from their mean.
    Pooled,
}

impl Tower {
    /// Side of the square that becomes one token, pixels.
    pub(super) fn cell(self) -> f64 {
        f64::from(self.patch * self.merge)
    }

    /// Patches of so many tokens.
    pub(super) fn patches(self, tokens: u64) -> u64 {
        tokens * u64::from(self.merge).pow(2)
    }

    /// Patches of a square piece of `side` pixels, the class token included.
    pub(super) fn piece(self, side: u32) -> u64 {
        let along = u64::from(side / self.patch.max(1));
        along * along + u64::from(self.class_token)
    }
}
