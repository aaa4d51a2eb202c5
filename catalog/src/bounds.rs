//! The least and the most that each number of a question can be, in the unit
//! of its type (seconds, bytes per second, tokens).

use estimator::import::plain;

/// Requests per second: one in eleven days to a million.
pub const RATE: (f64, f64) = (1e-6, 1e6);
/// Users at once.
pub const USERS: (f64, f64) = (1.0, 1e7);
/// Output tokens a day.
pub const TOKENS_PER_DAY: (f64, f64) = (1.0, 1e15);
/// Peak rate over mean rate.
pub const PEAK_TO_MEAN: (f64, f64) = (1.0, 1000.0);
/// People with access.
pub const PEOPLE: (f64, f64) = (1.0, 1e9);
/// Share of them at it in the busiest hour.
pub const ACTIVE_SHARE: (f64, f64) = (1e-3, 1.0);
/// Requests an hour of each of them: one in a hundred hours to one a second.
pub const REQUESTS_EACH: (f64, f64) = (0.01, 3600.0);
/// The 95th percentile of lengths over their mean, at the most: a lognormal law's reaches
/// no farther.
pub const WIDEST_SPREAD: f64 = 3.8;
/// Billions of parameters of a model given by its size.
pub const PLAIN: (f64, f64) = (plain::LEAST_BILLIONS, plain::MOST_BILLIONS);
/// Most accelerators in a node or a replica.
pub const ACCELERATORS: (f64, f64) = estimator::serving::fields::ACCELERATORS;
/// The busiest hour of a drawn day or week, percent.
pub const BUSIEST: (f64, f64) = (1.0, 100.0);
/// The user's own price, dollars per accelerator and hour.
pub const OWN_PRICE: (f64, f64) = (1e-4, 1e4);
/// A seller's discount, a share of one: nobody gives all away.
pub const DISCOUNT: (f64, f64) = (0.0, estimator::listed::MOST_DISCOUNT);
/// Units of another currency a dollar.
pub const EXCHANGE: (f64, f64) = estimator::currency::RATES;
/// Memory of the user's own accelerator, bytes.
pub const OWN_MEMORY: (f64, f64) = (1e9, 1e14);
/// Memory bandwidth of the user's own accelerator, bytes per second.
pub const OWN_BANDWIDTH: (f64, f64) = (1e9, 1e15);
/// Any compute rate of the user's own accelerator, operations per second.
pub const OWN_COMPUTE: (f64, f64) = (1e9, 1e19);
/// Links of the user's own accelerator, bytes per second and direction.
pub const OWN_LINK: (f64, f64) = (0.0, 1e15);
/// Time a run may take, seconds: from a minute to ten years.
pub const DEADLINE: (f64, f64) = (60.0, 315_576_000.0);
