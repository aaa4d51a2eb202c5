//! Linear equations of a symmetric, positive matrix: Cholesky's factor, lower rows alone.

/// A lower triangle, row by row, each as long as its number.
pub(super) type Triangle = Vec<Vec<f64>>;

/// The factor `L` of `L L' = matrix`; `None` where the matrix is not positive.
pub(super) fn factor(matrix: &Triangle) -> Option<Triangle> {
    let mut rows: Triangle = Vec::with_capacity(matrix.len());
    for given in matrix {
        let mut row: Vec<f64> = Vec::with_capacity(given.len());
        for (column, value) in given.iter().enumerate() {
            if let Some(other) = rows.get(column) {
                row.push((value - dot(&row, other)) / other.last()?);
            } else {
                let square = value - dot(&row, &row);
                if square.is_nan() || square <= 0.0 {
                    return None;
                }
                row.push(square.sqrt());
            }
        }
        rows.push(row);
    }
    Some(rows)
}

/// What `L L' x = right` is solved by.
pub(super) fn solve(factor: &Triangle, right: &[f64]) -> Vec<f64> {
    let mut solved: Vec<f64> = Vec::with_capacity(right.len());
    for (row, value) in factor.iter().zip(right) {
        let pivot = row.last().copied().unwrap_or(1.0);
        solved.push((value - dot(row, &solved)) / pivot);
    }
    // Backwards, a column at a time: what is solved leaves the equations above it.
    let mut found = vec![0.0; solved.len()];
    for (place, row) in factor.iter().enumerate().rev() {
        let value = solved.get(place).copied().unwrap_or(0.0) / row.last().copied().unwrap_or(1.0);
        for (rest, entry) in solved.iter_mut().zip(row) {
            *rest -= entry * value;
        }
        if let Some(slot) = found.get_mut(place) {
            *slot = value;
        }
    }
    found
}

/// The sum of products, as far as the shorter goes.
pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: `[[4, 2], [2, 3]] x = [8, 7]` is `[1.25, 1.5]`.
    #[test]
    fn two_equations() {
        let matrix = vec![vec![4.0], vec![2.0, 3.0]];
        let factor = factor(&matrix).unwrap();
        let found = solve(&factor, &[8.0, 7.0]);
        assert!((found[0] - 1.25).abs() < 1e-12 && (found[1] - 1.5).abs() < 1e-12);
    }

    #[test]
    fn a_matrix_that_is_not_positive_has_no_factor() {
        assert_eq!(factor(&vec![vec![1.0], vec![1.0, 1.0]]), None);
        assert_eq!(factor(&vec![vec![f64::NAN]]), None);
        assert_eq!(factor(&vec![vec![-1.0]]), None);
    }
}
