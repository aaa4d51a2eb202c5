//! How long a batch takes, by its size: asked of the laws at a few sizes, a line between them.
//! A queue asks thousands of times.

use crate::order::ascending;

/// Sizes at which the laws are asked: powers of two and their thirds, and the two sides of the
/// batch below which kernels of networks are small.
pub(super) const BATCHES: [u32; 17] = [
    1, 2, 3, 4, 6, 7, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256,
];

/// Seconds by the size of a batch; never less for a larger one.
pub(super) struct Service(Vec<(f64, f64)>);

impl Service {
    /// Of batches up to `most`, which take `seconds`.
    pub(super) fn new(most: u32, seconds: impl Fn(u32) -> f64) -> Self {
        let mut sizes: Vec<u32> = BATCHES.into_iter().filter(|size| *size < most).collect();
        sizes.push(most);
        let sizes = ascending(sizes, |size| f64::from(*size));
        let mut slowest = 0.0_f64;
        let points = sizes.into_iter().map(|size| {
            slowest = slowest.max(seconds(size));
            (f64::from(size), slowest)
        });
        Self(points.collect())
    }

    /// Seconds of a batch, between the sizes that were asked.
    pub(super) fn at(&self, batch: f64) -> f64 {
        let mut below = None;
        for (size, seconds) in &self.0 {
            if *size >= batch {
                return match below {
                    Some((low, least)) => {
                        let share = (batch - low) / (size - low);
                        least + (seconds - least) * share
                    }
                    None => *seconds,
                };
            }
            below = Some((*size, *seconds));
        }
        below.map_or(0.0, |(_, seconds)| seconds)
    }

    /// The size with the most items a second, and how many that are.
    pub(super) fn fullest(&self) -> (f64, f64) {
        self.fullest_of(f64::INFINITY)
    }

    /// The same of batches of at most `most`.
    pub(super) fn fullest_of(&self, most: f64) -> (f64, f64) {
        let asked = self.0.iter().copied().filter(|(size, _)| *size <= most);
        let larger = self.0.last().is_some_and(|(size, _)| most < *size);
        let last = larger.then(|| (most, self.at(most)));
        let rates = asked
            .chain(last)
            .map(|(size, seconds)| (size, size / seconds));
        rates.fold(
            (1.0, 0.0),
            |most, next| if next.1 > most.1 { next } else { most },
        )
    }
}
