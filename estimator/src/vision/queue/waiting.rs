//! How long an item waits where batches form by themselves.
//!
//! A batch takes all that came while the last one ran, at most `B`; arrivals are Poisson, `r` a
//! second. `S(b)` is near a line `a + c b` around the batch, `k = r c`, `A = r a`.
//!
//! ```text
//! batch       b  = r S(b) + exp(-r S(b))         one where nobody came meanwhile
//! its powers  E2 = (b + A^2 + 2 A k b) / (1 - k^2)
//!             E3 = (b + 3 (A^2 + 2 A k b + k^2 E2) + A^3 + 3 A^2 k b + 3 A k^2 E2) / (1 - k^3)
//! busy           = r S(b) / b                    the share that finds a batch running
//! running        = E S^2 / E S , its variance by E S^3: long ones are met more often
//! left over      = more than B wait: exponential, theta = 2 (B - r S(B)) / (r S(B))
//! time           = rest of the running one + what is left over + own batch of 1 + r x running
//! ```
//!
//! The rest is uniform; the others are a gamma of their mean and variance (Wilson and Hilferty).
//! Both are joined at the percentile of those that come while it is busy. Within 12 % of queues
//! that were run, at 95 % and loads up to 0.95.

use super::STEPS;

/// The most that a batch brings its successor by its own size; one at most settles.
const MOST_PASSED_ON: f64 = 0.98;

/// Of the chance of a batch that is not full, what counts where batches follow each other as dice
/// do; all of it where they follow slowly. Set by queues that were run.
const WHITE: f64 = 0.4;

/// Batches as they settle.
struct Settled {
    /// Seconds of one item.
    alone: f64,
    /// Seconds of the largest.
    longest: f64,
    /// Mean items of one.
    batch: f64,
    /// Mean arrivals in one.
    come: f64,
    /// Seconds an item adds.
    slope: f64,
    /// Arrivals that an item's seconds bring.
    passed_on: f64,
    /// Variance of its items.
    spread: f64,
    /// Mean seconds of one as arrivals meet it.
    met: f64,
    /// Variance of these.
    met_spread: f64,
}

/// Seconds at the percentile, and the batch, of one replica at a rate; without end where more
/// come than it computes.
pub(super) fn waited(
    rate: f64,
    most: f64,
    percentile: f64,
    service: &impl Fn(f64) -> f64,
) -> (f64, f64) {
    let settled = settle(rate, most, service);
    let batch = settled.batch;
    if rate * settled.longest >= most {
        return (f64::INFINITY, batch);
    }
    let busy = settled.come / batch;
    // Of those that come while it is busy; the others wait for nobody.
    let share = 1.0 - (1.0 - percentile) / busy.max(f64::MIN_POSITIVE);
    if share <= 0.0 {
        return (settled.alone, batch);
    }
    let (left, left_spread) = left_over(&settled, rate, most);
    let own = service((1.0 + rate * settled.met).min(most)) - settled.alone;
    let mean = own + left;
    let spread = settled.slope.powi(2) * rate * settled.met
        + (0.5 + settled.passed_on).powi(2) * settled.met_spread
        + left_spread;
    let rest = settled.met * (share - 0.5);
    let others = gamma(mean, spread, share) - mean;
    // What is late of two parts seldom is late together; what is early adds.
    let late = rest.max(0.0).hypot(others.max(0.0)) + rest.min(0.0) + others.min(0.0);
    let waits = settled.met / 2.0 + mean + late;
    (settled.alone + waits.max(0.0), batch)
}

fn settle(rate: f64, most: f64, service: &impl Fn(f64) -> f64) -> Settled {
    let (alone, longest) = (service(1.0), service(most));
    // What comes falls from above the batch to where it settles.
    let (mut low, mut high) = (1.0, most);
    for _ in 0..STEPS {
        let batch = f64::midpoint(low, high);
        let come = rate * service(batch);
        if come + (-come).exp() > batch {
            low = batch;
        } else {
            high = batch;
        }
    }
    let batch = high;
    let at = service(batch);
    let come = (rate * at).min(batch);
    // The line from one to what is usual at the most.
    let wide = (batch + batch.sqrt() + 1.0).min(most);
    let slope = if wide > 1.0 {
        (service(wide) - alone) / (wide - 1.0)
    } else {
        0.0
    };
    let k = (rate * slope).min(MOST_PASSED_ON);
    let a = at - slope * batch;
    let fixed = rate * a;
    let brought = fixed.powi(2) + 2.0 * fixed * k * batch;
    let second = (batch + brought) / (1.0 - k * k);
    let cubes = fixed.powi(3) + 3.0 * fixed.powi(2) * k * batch + 3.0 * fixed * k * k * second;
    let third = (batch + 3.0 * (brought + k * k * second) + cubes) / (1.0 - k.powi(3));
    let squared = a * a + 2.0 * a * slope * batch + slope.powi(2) * second;
    let cubed = a.powi(3)
        + 3.0 * a * a * slope * batch
        + 3.0 * a * slope.powi(2) * second
        + slope.powi(3) * third;
    let met = squared / at;
    let met_spread = (cubed / at - met * met).max(0.0);
    // None is longer than the largest.
    let met = met.min(longest);
    Settled {
        alone,
        longest,
        batch,
        come,
        slope,
        passed_on: k,
        spread: (second - batch * batch).max(come),
        met,
        met_spread: met_spread.min((longest - met) * (met - alone).max(0.0)),
    }
}

/// Mean seconds and variance of batches that those before need whom the running one left over.
fn left_over(settled: &Settled, rate: f64, most: f64) -> (f64, f64) {
    let full = rate * settled.longest;
    if full <= 0.0 {
        return (0.0, 0.0);
    }
    let fades = 2.0 * (most - full) / full;
    let sigma = settled.spread.sqrt();
    let above = (most - settled.batch) / sigma;
    let density = (-above * above / 2.0).exp() / (std::f64::consts::TAU).sqrt();
    let beyond = density / (sigma * fades);
    let held = WHITE + (1.0 - WHITE) * settled.passed_on;
    let within = held * (below(above) - below((1.0 - settled.batch) / sigma));
    let some = beyond / (within + beyond);
    let each = settled.longest / most;
    if some.is_nan() || some <= 0.0 {
        return (0.0, 0.0);
    }
    let mean = some / fades * each;
    (mean, 2.0 * mean * each / fades - mean * mean)
}

/// The `share` quantile of a gamma with this mean and variance (Wilson and Hilferty).
fn gamma(mean: f64, spread: f64, share: f64) -> f64 {
    if mean <= 0.0 || spread <= 0.0 {
        return mean;
    }
    let ninth = spread / (9.0 * mean * mean);
    let root = 1.0 - ninth + quantile(share) * ninth.sqrt();
    mean * root.max(0.0).powi(3)
}

/// The standard normal quantile (Hastings; Abramowitz and Stegun 26.2.23, off by less than
/// 0.0005).
fn quantile(share: f64) -> f64 {
    let tail = share.min(1.0 - share).clamp(1e-9, 0.5);
    let t = (-2.0 * tail.ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    let far = (t - above / below).max(0.0);
    if share < 0.5 { -far } else { far }
}

/// The standard normal share below `at` (Abramowitz and Stegun 26.2.16, off by less than 0.00001).
fn below(at: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.332_67 * at.abs());
    let density = (-at * at / 2.0).exp() / (std::f64::consts::TAU).sqrt();
    let tail = density * t * (0.436_183_6 + t * (-0.120_167_6 + t * 0.937_298));
    if at < 0.0 { tail } else { 1.0 - tail }
}
