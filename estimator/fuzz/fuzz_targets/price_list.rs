//! Any bytes as a price list: a reason, or rows that are believable and come over the wire.

#![no_main]

use estimator::import::prices::{Names, read, wire};
use estimator::question::Area;

/// Knows whatever has a digit.
struct Anything;

impl Names for Anything {
    fn accelerator(&self, name: &str) -> Option<String> {
        name.contains(|letter: char| letter.is_ascii_digit())
            .then(|| name.to_owned())
    }

    fn instance(&self, _: &str, instance: &str) -> Option<(String, u32)> {
        Some((self.accelerator(instance)?, 8))
    }

    fn seller(&self, name: &str) -> String {
        name.to_owned()
    }

    fn area(&self, _: &str) -> Area {
        Area::Any
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let list = read(bytes, &Anything, None);
    if let Ok(list) = &list {
        for row in &list.rows {
            assert!(row.count > 0 && row.prices.iter().flatten().all(|price| price.is_valid()));
        }
    }
    assert_eq!(wire::decode(&wire::encode(&list)), Some(list));
});
