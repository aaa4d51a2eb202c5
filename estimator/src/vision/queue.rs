//! The accelerators that a promise under open arrivals takes: batches that form by themselves, and
//! generations one after another.
//!
//! Batches: [`waiting`] has the law.
//!
//! Generations: a queue of `c` servers with a fixed service time, whose wait is half of Erlang C's
//! (deterministic service): `P(wait > t) = C exp(-2 (c/S - r) t)`.

mod waiting;

/// Steps in which a batch settles; each halves the rest.
const STEPS: u32 = 60;
/// Replicas up to which one is looked for.
pub const MOST_REPLICAS: u32 = 1_000_000;
/// Share of its ceiling that a replica is loaded to at the most: above it a queue only grows.
const LOADED: f64 = 0.98;

/// Open arrivals and the promise to them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Promise {
    /// Arrivals a second.
    pub rate: f64,
    /// Seconds; `None` where only the queue must not grow.
    pub limit: Option<f64>,
    /// Of which requests, 0.5 to 0.999.
    pub percentile: f64,
}

/// The fleet that keeps it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kept {
    /// Replicas that arrivals are spread over.
    pub replicas: u32,
    /// Arrivals a second that one of them keeps.
    pub each: f64,
    /// Seconds at the percentile, at the rate asked.
    pub latency: f64,
    /// Items that are computed together at the rate asked.
    pub batch: f64,
}

/// Replicas of a model that computes up to `most` items together in `service` seconds; `None`
/// where no number of them keeps the limit. `fixed`: so many, whatever they keep.
pub fn batched(
    promise: &Promise,
    most: u32,
    fixed: Option<u32>,
    service: impl Fn(f64) -> f64,
) -> Option<Kept> {
    let most = f64::from(most.max(1));
    let ceiling = LOADED * most / service(most);
    let at = |rate: f64| waiting::waited(rate, most, promise.percentile, &service);
    let kept = |rate: f64| rate <= ceiling && promise.limit.is_none_or(|limit| at(rate).0 <= limit);
    settled(promise, fixed, ceiling, kept, at)
}

/// The same of a model that computes one after another, each in `service` seconds, every
/// replica a server of one queue.
#[must_use]
pub fn single(promise: &Promise, fixed: Option<u32>, service: f64) -> Option<Kept> {
    let servers = |replicas: u32| pooled(promise, replicas, service);
    let enough = |replicas: u32| {
        promise.rate * service <= LOADED * f64::from(replicas)
            && promise.limit.is_none_or(|limit| servers(replicas) <= limit)
    };
    let replicas = match fixed {
        Some(replicas) => replicas.max(1),
        None => least(enough)?,
    };
    // The most that so many keep, by halves.
    let total = f64::from(replicas);
    let (mut low, mut high) = (0.0, LOADED * total / service);
    for _ in 0..STEPS {
        let rate = f64::midpoint(low, high);
        let asked = Promise { rate, ..*promise };
        let waits = pooled(&asked, replicas, service);
        if promise.limit.is_none_or(|limit| waits <= limit) {
            low = rate;
        } else {
            high = rate;
        }
    }
    Some(Kept {
        replicas,
        each: low / total,
        latency: servers(replicas),
        batch: 1.0,
    })
}

/// The fewest replicas that are `enough`, found by doubling and halves.
fn least(enough: impl Fn(u32) -> bool) -> Option<u32> {
    let mut high = 1_u32;
    while !enough(high) {
        high = high.saturating_mul(2);
        if high > MOST_REPLICAS {
            return None;
        }
    }
    let mut low = high / 2;
    while high - low > 1 {
        let middle = u32::midpoint(low, high);
        if enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

fn settled(
    promise: &Promise,
    fixed: Option<u32>,
    ceiling: f64,
    kept: impl Fn(f64) -> bool,
    at: impl Fn(f64) -> (f64, f64),
) -> Option<Kept> {
    let replicas = match fixed {
        Some(replicas) => replicas.max(1),
        None => least(|replicas| kept(promise.rate / f64::from(replicas)))?,
    };
    let (mut low, mut high) = (0.0, ceiling);
    for _ in 0..STEPS {
        let rate = f64::midpoint(low, high);
        if kept(rate) {
            low = rate;
        } else {
            high = rate;
        }
    }
    let (latency, batch) = at(promise.rate / f64::from(replicas));
    Some(Kept {
        replicas,
        each: low,
        latency,
        batch,
    })
}

/// Seconds at the percentile with `servers` of a fixed service time.
fn pooled(promise: &Promise, servers: u32, service: f64) -> f64 {
    let c = f64::from(servers);
    let load = promise.rate * service;
    if load >= c {
        return f64::INFINITY;
    }
    // Erlang B by its recursion, in reciprocals, then C.
    let mut inverse = 1.0;
    for server in 1..=servers {
        inverse = 1.0 + inverse * f64::from(server) / load.max(f64::MIN_POSITIVE);
        if !inverse.is_finite() {
            return service;
        }
    }
    let blocked = 1.0 / inverse;
    let waits = blocked / (1.0 - load / c * (1.0 - blocked));
    let beyond = waits / (1.0 - promise.percentile);
    let drains = 2.0 * (c / service - promise.rate);
    service + beyond.ln().max(0.0) / drains
}

#[cfg(test)]
#[path = "queue_tests.rs"]
mod tests;
