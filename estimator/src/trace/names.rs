//! Names of sessions and blocks as numbers of four bytes.

use super::json::fold;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Names of 64 bits, mixed by a multiplication: twenty times as fast as the standard hash.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        // The golden ratio's fraction (Knuth's multiplicative hash).
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// A map by names of 64 bits.
pub(super) type Names<T> = HashMap<u64, T, BuildHasherDefault<Mix>>;

/// The number of a name, a new one where it is new.
pub(super) fn number(names: &mut Names<u32>, name: u64) -> u32 {
    let next = u32::try_from(names.len()).unwrap_or(u32::MAX);
    *names.entry(name).or_insert(next)
}

/// The name of a request that stands alone.
pub(super) fn alone(line: u32) -> u64 {
    fold(&format!("line {line}, which stands alone"))
}
