//! The Pareto frontier: the points that no other beats in both directions.

use estimator::order::ascending;

/// Which of `points` (both coordinates better when smaller) no other point
/// equals or beats in both coordinates, by index, the first coordinate rising.
pub(super) fn frontier(points: &[(f64, f64)]) -> Vec<usize> {
    let order: Vec<(usize, (f64, f64))> = points.iter().copied().enumerate().collect();
    // The first coordinate decides; the second among equals, so it goes first.
    let order = ascending(order, |(_, point)| point.1);
    let order = ascending(order, |(_, point)| point.0);
    let mut lowest = f64::INFINITY;
    order
        .into_iter()
        .filter(|(_, (_, second))| {
            let better = *second < lowest;
            if better {
                lowest = *second;
            }
            better
        })
        .map(|(index, _)| index)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::frontier;

    #[test]
    fn dominated_points_are_left_out() {
        let points = [
            (14.0, 38.0),
            (28.0, 20.0),
            (20.0, 39.0),
            (30.0, 20.0),
            (7.0, 46.0),
        ];
        assert_eq!(frontier(&points), [4, 0, 1]);
    }

    #[test]
    fn equal_points_count_once() {
        assert_eq!(frontier(&[(1.0, 1.0), (1.0, 1.0)]).len(), 1);
    }

    #[test]
    fn nothing_has_no_frontier() {
        assert!(frontier(&[]).is_empty());
        assert!(frontier(&[(f64::NAN, f64::NAN)]).is_empty());
    }
}
