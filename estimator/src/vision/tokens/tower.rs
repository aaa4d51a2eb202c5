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
    /// Whether each piece has a class token beside its patches.
    pub class_token: bool,
}

impl Tower {
    /// Side of what becomes one token, pixels.
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
