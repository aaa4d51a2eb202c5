//! A key below a drawing: names, each behind its mark, in as many lines as they need.

use super::text;

/// Height of a line, in pixels.
pub(crate) const LINE: f64 = 20.0;

/// Pixels from a mark to its name.
pub(crate) const GAP: f64 = 6.0;

/// Where each mark, so many pixels wide, begins, and in which line: as many in one as there is
/// room for.
pub(crate) fn places(names: &[String], mark: f64, room: f64) -> Vec<(f64, f64)> {
    let (mut x, mut line) = (0.0, 0.0);
    let mut places = Vec::new();
    for name in names {
        let own = mark + GAP + text::width(name);
        if x > 0.0 && x + own > room {
            (x, line) = (0.0, line + 1.0);
        }
        places.push((x, line));
        x += own + 18.0;
    }
    places
}

/// The height of all its lines, in pixels.
pub(crate) fn height(places: &[(f64, f64)]) -> f64 {
    places.last().map_or(0.0, |(_, line)| (line + 1.0) * LINE)
}

#[cfg(test)]
mod tests {
    use super::{height, places};

    /// No name runs out of the drawing, and none over another.
    #[test]
    fn names_break_into_lines() {
        let names: Vec<String> = (0..7)
            .map(|index| format!("Weights {index}.00 GiB"))
            .collect();
        let places = places(&names, 10.0, 300.0);
        assert_eq!(places[0], (0.0, 0.0));
        for pair in places.windows(2) {
            assert!(pair[1].1 > pair[0].1 && pair[1].0 < 1.0 || pair[1].0 > pair[0].0 + 100.0);
        }
        assert!(places.iter().all(|(x, _)| *x < 180.0));
        assert!(places.last().is_some_and(|(_, line)| *line > 2.0));
        assert!(height(&places) >= 80.0);
    }
}
