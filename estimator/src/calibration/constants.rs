//! Three constants that a configuration's rows can tell apart.
//!
//! ```text
//! TPOT' = a_d t_dec + o + a_p (TPOT - t_dec)
//! TTFT' = a_d t_dec + o + a_p (TTFT - t_dec)
//! ```

use super::prior;
use super::row::{Base, Quantity};

/// Least share of an estimate that a correction leaves: a step is never without work, whatever is
/// taken off on the host.
const LEAST: f64 = 0.2;

/// Factors on the device, seconds on the host.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Constants {
    /// On the device's part of a decoding step, `a_d`.
    pub decode: f64,
    /// On prefill, and so on what prompts cost the others, `a_p`.
    pub prefill: f64,
    /// Seconds that a step takes longer on the host, `o`.
    pub host: f64,
}

/// Which of the constants left its range: the configuration is not the one named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    /// `a_d`.
    Decode,
    /// `a_p`.
    Prefill,
    /// `o`.
    Host,
    /// What neighbours say beyond.
    Neighbours,
}

impl Constants {
    /// Those that change nothing.
    pub const SHIPPED: Self = Self {
        decode: 1.0,
        prefill: 1.0,
        host: 0.0,
    };

    /// Ranges that are believed: beyond, drafts without a label, another format of the cache, a
    /// poll interval or clients that are not as many as named explain rows better than kernels do.
    pub const DECODE: (f64, f64) = (0.5, 2.0);
    /// See [`Self::DECODE`].
    pub const PREFILL: (f64, f64) = (0.33, 3.0);
    /// See [`Self::DECODE`]; seconds.
    pub const HOST: (f64, f64) = (-1e-3, 5e-3);

    /// The one that lies at the edge of its range or beyond, if any.
    #[must_use]
    pub fn cap(&self) -> Option<Cap> {
        let inside = |value: f64, (low, high): (f64, f64)| value > low && value < high;
        if !inside(self.decode, Self::DECODE) {
            Some(Cap::Decode)
        } else if !inside(self.prefill, Self::PREFILL) {
            Some(Cap::Prefill)
        } else if inside(self.host, Self::HOST) {
            None
        } else {
            Some(Cap::Host)
        }
    }

    /// The time per output token by them, seconds.
    #[must_use]
    pub fn tpot(&self, base: &Base) -> f64 {
        let decoding = (base.step / base.tokens).min(base.tpot);
        let changed = self.decode * decoding
            + self.host / base.tokens
            + self.prefill * (base.tpot - decoding);
        changed.max(LEAST * base.tpot)
    }

    /// The time to the first token by them, seconds.
    #[must_use]
    pub fn ttft(&self, base: &Base) -> f64 {
        let decoding = base.step.min(base.ttft);
        let changed = self.decode * decoding + self.host + self.prefill * (base.ttft - decoding);
        changed.max(LEAST * base.ttft)
    }

    pub(super) fn of(&self, quantity: Quantity, base: &Base) -> f64 {
        match quantity {
            Quantity::Tpot => self.tpot(base),
            Quantity::Ttft => self.ttft(base),
        }
    }

    /// A step, seconds, that would take `decoding` alone and `prompts` more for those beside it.
    pub(super) fn step(&self, decoding: f64, prompts: f64) -> f64 {
        let changed = self.decode * decoding + self.host + self.prefill * prompts;
        changed.max(LEAST * (decoding + prompts))
    }

    /// What a quantity grows by in a unit of each constant's logarithm and in seconds on the host,
    /// over the quantity.
    pub(super) fn slopes(&self, quantity: Quantity, base: &Base) -> [f64; 3] {
        let (tokens, whole) = match quantity {
            Quantity::Tpot => (base.tokens, base.tpot),
            Quantity::Ttft => (1.0, base.ttft),
        };
        let decoding = (base.step / tokens).min(whole);
        let value = self.of(quantity, base);
        [
            self.decode * decoding / value,
            self.prefill * (whole - decoding) / value,
            prior::HOST / (tokens * value),
        ]
    }
}
