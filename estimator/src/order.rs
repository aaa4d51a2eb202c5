//! Sorting by a number, stable, with the sort itself compiled once for every
//! kind of item.

/// `items` by their keys, smallest first; equal keys keep their order.
#[must_use]
pub fn ascending<T>(items: Vec<T>, key: impl Fn(&T) -> f64) -> Vec<T> {
    let mut places: Vec<(f64, usize)> = items
        .iter()
        .enumerate()
        .map(|(index, item)| (key(item), index))
        .collect();
    sort(&mut places);
    let mut slots: Vec<Option<T>> = items.into_iter().map(Some).collect();
    places
        .iter()
        .filter_map(|(_, index)| slots.get_mut(*index).and_then(Option::take))
        .collect()
}

fn sort(places: &mut [(f64, usize)]) {
    places.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
}

#[cfg(test)]
mod tests {
    use super::ascending;

    #[test]
    fn equal_keys_keep_their_order() {
        let sorted = ascending(vec!["bb", "a", "cc", "d"], |text| {
            f64::from(u8::try_from(text.len()).unwrap())
        });
        assert_eq!(sorted, ["a", "d", "bb", "cc"]);
    }
}
