//! Physical quantities as types, so that GB and GiB, or seconds and
//! milliseconds, cannot be mixed up.
//!
//! Every quantity wraps one `f64` in its SI unit. It is made by a constructor
//! that names the unit (`Bytes::gib(80.0)`) and read by a reader that names it
//! (`bytes.to_gb()`). Only operations that mean something exist:
//! `Bytes / BytesPerSecond -> Seconds`, `Seconds + Seconds -> Seconds`, and a
//! quantity times a plain number.

use serde::{Deserialize, Serialize};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident { $($(#[$unit_doc:meta])* $make:ident / $read:ident = $scale:expr),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(f64);

        impl $name {
            /// None of it.
            pub const ZERO: Self = Self(0.0);

            $(
                $(#[$unit_doc])*
                #[must_use]
                pub const fn $make(value: f64) -> Self {
                    Self(value * $scale)
                }

                /// The value read in the unit the method names.
                #[must_use]
                pub const fn $read(self) -> f64 {
                    self.0 / $scale
                }
            )+

            /// The larger of the two.
            #[must_use]
            pub const fn max(self, other: Self) -> Self {
                Self(self.0.max(other.0))
            }

            /// The smaller of the two.
            #[must_use]
            pub const fn min(self, other: Self) -> Self {
                Self(self.0.min(other.0))
            }

            /// Whether the value is a number and not negative.
            #[must_use]
            pub const fn is_valid(self) -> bool {
                self.0.is_finite() && self.0 >= 0.0
            }
        }

        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self(self.0 + other.0)
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                self.0 += other.0;
            }
        }

        impl Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self(self.0 - other.0)
            }
        }

        impl Mul<f64> for $name {
            type Output = Self;
            fn mul(self, factor: f64) -> Self {
                Self(self.0 * factor)
            }
        }

        impl Div<f64> for $name {
            type Output = Self;
            fn div(self, divisor: f64) -> Self {
                Self(self.0 / divisor)
            }
        }

        /// The ratio of two amounts of the same kind.
        impl Div for $name {
            type Output = f64;
            fn div(self, other: Self) -> f64 {
                self.0 / other.0
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
                parts.fold(Self::ZERO, Add::add)
            }
        }
    };
}

macro_rules! ratio {
    ($whole:ident / $per:ident = $result:ident) => {
        impl Div<$per> for $whole {
            type Output = $result;
            fn div(self, per: $per) -> $result {
                $result(self.0 / per.0)
            }
        }
        impl Div<$result> for $whole {
            type Output = $per;
            fn div(self, per: $result) -> $per {
                $per(self.0 / per.0)
            }
        }
        impl Mul<$per> for $result {
            type Output = $whole;
            fn mul(self, per: $per) -> $whole {
                $whole(self.0 * per.0)
            }
        }
    };
}

quantity!(
    /// An amount of memory or traffic. GB is 1e9 bytes, as vendors sell it;
    /// GiB is 2^30 bytes, as drivers report it.
    Bytes {
        /// From single bytes.
        new / get = 1.0,
        /// From gigabytes (1e9).
        gb / to_gb = 1e9,
        /// From mebibytes (2^20).
        mib / to_mib = 1_048_576.0,
        /// From gibibytes (2^30).
        gib / to_gib = 1_073_741_824.0,
    }
);

quantity!(
    /// A memory or link bandwidth, per direction.
    BytesPerSecond {
        /// From bytes per second.
        new / get = 1.0,
        /// From GB/s (1e9 bytes per second).
        gb / to_gb = 1e9,
    }
);

quantity!(
    /// An amount of floating-point work; a multiply-add counts as two.
    Flops {
        /// From single operations.
        new / get = 1.0,
        /// From 1e12 operations.
        tera / to_tera = 1e12,
    }
);

quantity!(
    /// A dense compute rate.
    FlopsPerSecond {
        /// From operations per second.
        new / get = 1.0,
        /// From 1e12 operations per second.
        tera / to_tera = 1e12,
    }
);

quantity!(
    /// A duration.
    Seconds {
        /// From seconds.
        new / get = 1.0,
        /// From milliseconds.
        millis / to_millis = 1e-3,
        /// From microseconds.
        micros / to_micros = 1e-6,
    }
);

quantity!(
    /// A token rate.
    TokensPerSecond {
        /// From tokens per second.
        new / get = 1.0,
    }
);

quantity!(
    /// A request rate.
    RequestsPerSecond {
        /// From requests per second.
        new / get = 1.0,
    }
);

quantity!(
    /// An amount of US dollars.
    Usd {
        /// From dollars.
        new / get = 1.0,
    }
);

quantity!(
    /// A price per hour.
    UsdPerHour {
        /// From dollars per hour.
        new / get = 1.0,
    }
);

quantity!(
    /// Electrical power.
    Watts {
        /// From watts.
        new / get = 1.0,
        /// From kilowatts.
        kilo / to_kilo = 1e3,
    }
);

quantity!(
    /// Payments of a year.
    UsdPerYear {
        /// From dollars a year.
        new / get = 1.0,
    }
);

quantity!(
    /// The price of a kilowatt of provisioned power a month, as colocation is sold.
    UsdPerKilowattMonth {
        /// From dollars per kilowatt and month.
        new / get = 1.0,
    }
);

quantity!(
    /// The price of a kilowatt of power, once: plant that is built for it.
    UsdPerKilowatt {
        /// From dollars per kilowatt.
        new / get = 1.0,
    }
);

quantity!(
    /// Energy.
    KilowattHours {
        /// From kilowatt-hours.
        new / get = 1.0,
    }
);

quantity!(
    /// A price of electricity.
    UsdPerKilowattHour {
        /// From dollars per kilowatt-hour.
        new / get = 1.0,
    }
);

quantity!(
    /// An amount of greenhouse gas, as the carbon dioxide that warms as much.
    KilogramsCo2e {
        /// From kilograms.
        new / get = 1.0,
    }
);

quantity!(
    /// Emissions of a kilowatt-hour of a grid.
    KilogramsPerKilowattHour {
        /// From grams per kilowatt-hour, as grids are compared.
        grams / to_grams = 1e-3,
    }
);

ratio!(Bytes / BytesPerSecond = Seconds);
ratio!(Flops / FlopsPerSecond = Seconds);
ratio!(Usd / KilowattHours = UsdPerKilowattHour);
ratio!(KilogramsCo2e / KilowattHours = KilogramsPerKilowattHour);

impl Watts {
    /// The energy of so many hours.
    #[must_use]
    pub const fn over_hours(self, hours: f64) -> KilowattHours {
        KilowattHours(self.0 / 1e3 * hours)
    }
}

impl UsdPerHour {
    /// The cost of a rate of output per million tokens: `1e6 * price / (3600 *
    /// tokens_per_second)`.
    #[must_use]
    pub fn per_million(self, rate: TokensPerSecond) -> Usd {
        Usd(1e6 * self.0 / (3600.0 * rate.0))
    }
}

/// The whole part of a number: 0 below it and for none, the largest there is above it.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(crate) const fn whole(number: f64) -> u64 {
    // A cast of a float saturates, and makes 0 of NaN.
    number as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gb_and_gib_differ_by_seven_percent() {
        let ratio = Bytes::gib(80.0) / Bytes::gb(80.0);
        assert!((ratio - 1.073_741_824).abs() < 1e-12);
    }

    #[test]
    fn bytes_over_bandwidth_is_time() {
        let time = Bytes::gb(10.0) / BytesPerSecond::gb(2000.0);
        assert!((time.to_millis() - 5.0).abs() < 1e-12);
    }

    #[test]
    fn dearer_hours_cost_more_per_token() {
        let cost = UsdPerHour::new(3.6).per_million(TokensPerSecond::new(1000.0));
        assert!((cost.get() - 1.0).abs() < 1e-12);
    }
}
