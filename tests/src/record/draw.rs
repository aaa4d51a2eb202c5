//! Chance that is the same on every run: `SplitMix64` (Steele, Lea and Flood, "Fast splittable
//! pseudorandom number generators", 2014), of ten lines, so that no version of a library
//! draws anything else.

/// The random state that the next record is drawn from.
#[derive(Debug, Clone)]
pub(super) struct Draw(u64);

impl Draw {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let once = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let twice = (once ^ (once >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        twice ^ (twice >> 31)
    }

    /// From 0 to below 1.
    fn unit(&mut self) -> f64 {
        // 53 bits: as many as a double holds.
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(super) fn chance(&mut self, of: f64) -> bool {
        self.unit() < of
    }

    /// A whole number, both ends included.
    pub(super) const fn whole(&mut self, least: u64, most: u64) -> u64 {
        least + self.next() % (most - least + 1)
    }

    /// A number between two, as often in every power of ten; two digits of it or all.
    pub(super) fn number(&mut self, least: f64, most: f64) -> f64 {
        let floor = least.max(most * 1e-6);
        let log = floor.ln() + self.unit() * (most.ln() - floor.ln());
        let number = log.exp().clamp(least, most);
        if self.chance(0.2) {
            return number;
        }
        let grain = 10_f64.powf(number.log10().floor() - 1.0);
        ((number / grain).round() * grain).clamp(least, most)
    }

    pub(super) fn one<'a>(&mut self, all: &[&'a str]) -> &'a str {
        let last = (all.len() as u64).saturating_sub(1);
        let place = usize::try_from(self.whole(0, last)).unwrap_or(0);
        all.get(place).copied().unwrap_or_default()
    }

    /// Up to `most` of them, with commas between.
    pub(super) fn some(&mut self, all: &[&str], most: u64) -> String {
        let count = self.whole(1, most);
        let picked: Vec<&str> = (0..count).map(|_| self.one(all)).collect();
        picked.join(",")
    }
}
