//! Sorting by a number, stable, with the sort itself compiled once for every
//! kind of item.

use std::collections::BinaryHeap;

/// `items` by their keys, smallest first; equal keys keep their order.
#[must_use]
pub fn ascending<T>(items: Vec<T>, key: impl Fn(&T) -> f64) -> Vec<T> {
    let places = items
        .iter()
        .enumerate()
        .map(|(index, item)| (rank(key(item)), index))
        .collect();
    let places = sorted(places);
    let mut slots: Vec<Option<T>> = items.into_iter().map(Some).collect();
    places
        .iter()
        .filter_map(|(_, index)| slots.get_mut(*index).and_then(Option::take))
        .collect()
}

/// By way of a heap, far smaller than the library's sorts, which are made for long lists.
fn sorted(places: Vec<(u64, usize)>) -> Vec<(u64, usize)> {
    BinaryHeap::from(places).into_sorted_vec()
}

/// A whole number that is ordered as `key` is by [`f64::total_cmp`].
const fn rank(key: f64) -> u64 {
    let (bits, sign) = (key.to_bits(), 1 << 63);
    if bits & sign == 0 { bits | sign } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::{ascending, rank};

    #[test]
    fn ranks_are_ordered_as_numbers_are() {
        let numbers = [
            f64::NEG_INFINITY,
            -2.5,
            -1e-300,
            -0.0,
            0.0,
            1e-300,
            1.0,
            f64::INFINITY,
        ];
        for a in numbers {
            for b in numbers {
                assert_eq!(rank(a).cmp(&rank(b)), a.total_cmp(&b), "{a} {b}");
            }
        }
    }

    #[test]
    fn equal_keys_keep_their_order() {
        let sorted = ascending(vec!["bb", "a", "cc", "d"], |text| {
            f64::from(u8::try_from(text.len()).unwrap())
        });
        assert_eq!(sorted, ["a", "d", "bb", "cc"]);
    }
}
