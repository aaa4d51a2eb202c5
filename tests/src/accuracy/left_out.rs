//! What a fit is worth on what it has not seen: a model, or an accelerator, is
//! left out, the rest fitted, and what was left out estimated.

use super::fit::fit;
use super::row::{Row, shape_of};
use estimator::speed::Constants;
use std::collections::BTreeSet;

/// What is left out at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    /// A model; sister models of one shape count as one.
    Model,
    /// An accelerator; B200 counts as one with the boards of GB200.
    Accelerator,
}

impl Fold {
    /// The name of what a row belongs to.
    #[must_use]
    pub fn of(self, row: &Row) -> String {
        match self {
            Self::Model => shape_of(&row.model).to_owned(),
            Self::Accelerator => row.chip.id.replace("nvidia-gb200", "nvidia-b200-sxm"),
        }
    }
}

/// For every row the constants of a fit that has not seen its fold, in the
/// order of the rows; the folds' fits run side by side.
#[must_use]
pub fn constants(start: &Constants, rows: &[Row], fold: Fold) -> Vec<Constants> {
    let names: BTreeSet<String> = rows.iter().map(|row| fold.of(row)).collect();
    let fits: Vec<(String, Constants)> = std::thread::scope(|scope| {
        let fitting: Vec<_> = names
            .into_iter()
            .map(|name| {
                scope.spawn(move || {
                    let seen: Vec<&Row> = rows.iter().filter(|row| fold.of(row) != name).collect();
                    let fitted = fit(start, &seen);
                    (name, fitted)
                })
            })
            .collect();
        fitting
            .into_iter()
            .filter_map(|one| one.join().ok())
            .collect()
    });
    rows.iter()
        .map(|row| {
            let name = fold.of(row);
            let found = fits.iter().find(|(fold, _)| *fold == name);
            found.map_or(*start, |(_, constants)| *constants)
        })
        .collect()
}
