//! Figures of a profile as the language writes them.

use crate::i18n::{compact, gib, integer, number, percent, say, seconds};
use estimator::quantity::{Bytes, Seconds};

/// The unit of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// A share, 0 to 1.
    Share,
    /// Seconds.
    Time,
    /// Bytes.
    Bytes,
    /// A whole number.
    Count,
    /// Any number.
    Number,
    /// A large number, in short.
    Compact,
    /// Tokens a second.
    Tokens,
    /// Requests a second.
    Requests,
    /// Training samples a second.
    Samples,
    /// FLOP a second.
    Flops,
    /// Watts.
    Watts,
    /// Megahertz.
    Clock,
}

impl Unit {
    /// A value in this unit, in words.
    pub(super) fn shown(self, value: f64) -> String {
        match self {
            Self::Share => share(value),
            Self::Time => time(value),
            Self::Bytes => bytes(value),
            Self::Count => integer(value),
            Self::Number => number(value),
            Self::Compact => compact(value),
            Self::Tokens => say::unit_tokens_s(&number(value)),
            Self::Requests => say::unit_requests_s(&number(value)),
            Self::Samples => say::profile_samples_s(&number(value)),
            Self::Flops => say::unit_tflops(&number(value / 1e12)),
            Self::Watts => say::profile_watts(&number(value)),
            Self::Clock => say::profile_mhz(&integer(value)),
        }
    }
}

/// A share; one below a per cent is not nothing.
pub(super) fn share(value: f64) -> String {
    if value > 0.0 && value < 0.005 {
        format!("< {}", percent(0.01))
    } else {
        percent(value)
    }
}

/// Seconds in the unit that suits them, microseconds included.
pub(super) fn time(value: f64) -> String {
    if value.abs() < 1e-3 && value != 0.0 {
        say::unit_us(&number(1e6 * value))
    } else {
        seconds(Seconds::new(value))
    }
}

/// Bytes in the unit that suits them.
fn bytes(value: f64) -> String {
    const MIB: f64 = 1_048_576.0;
    if value >= 1024.0 * MIB {
        gib(Bytes::new(value))
    } else if value >= MIB {
        say::unit_mib(&number(value / MIB))
    } else {
        say::unit_bytes(&integer(value))
    }
}
