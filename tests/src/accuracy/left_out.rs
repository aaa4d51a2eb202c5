//! The worth of a fit on rows it has not seen: a model, or an accelerator, is left out, the rest
//! fitted, and the rows left out estimated.

use super::fit::fit;
use super::row::{Row, shape_of};
use super::throughput::Figure;
use estimator::serving::speed::Constants;
use std::collections::BTreeSet;

/// The rows left out at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    /// A model; sister models of one shape count as one.
    Model,
    /// An accelerator; B200 counts as one with the boards of GB200.
    Accelerator,
}

impl Fold {
    fn named(self, model: &str, chip: &str) -> String {
        match self {
            Self::Model => shape_of(model).to_owned(),
            Self::Accelerator => chip.replace("nvidia-gb200", "nvidia-b200-sxm"),
        }
    }

    /// The name of the fold of a row.
    #[must_use]
    pub fn of(self, row: &Row) -> String {
        self.named(&row.model, &row.chip.id)
    }

    /// The name of the fold of a published throughput.
    #[must_use]
    pub fn of_figure(self, figure: &Figure) -> String {
        self.named(&figure.scenario.model.id, &figure.chip.id)
    }
}

/// Constants of fits that have not seen the rows they are used on.
#[derive(Debug, Clone)]
pub struct Unseen {
    /// For every row, in order.
    pub rows: Vec<Constants>,
    /// For every published throughput, in order.
    pub figures: Vec<Constants>,
}

/// For every row and figure the constants of a fit that has not seen its fold; the
/// folds' fits run side by side.
#[must_use]
pub fn constants(start: &Constants, rows: &[Row], figures: &[Figure], fold: Fold) -> Unseen {
    let kept = || figures.iter().filter(|figure| figure.is_fitted());
    let names: BTreeSet<String> = rows
        .iter()
        .map(|row| fold.of(row))
        .chain(kept().map(|figure| fold.of_figure(figure)))
        .collect();
    let fits: Vec<(String, Constants)> = std::thread::scope(|scope| {
        let fitting: Vec<_> = names
            .into_iter()
            .map(|name| {
                scope.spawn(move || {
                    let seen: Vec<&Row> = rows.iter().filter(|row| fold.of(row) != name).collect();
                    let figures: Vec<&Figure> = figures
                        .iter()
                        .filter(|figure| figure.is_fitted() && fold.of_figure(figure) != name)
                        .collect();
                    let fitted = fit(start, &seen, &figures);
                    (name, fitted)
                })
            })
            .collect();
        fitting
            .into_iter()
            .filter_map(|one| one.join().ok())
            .collect()
    });
    let of = |name: &String| {
        let found = fits.iter().find(|(fold, _)| fold == name);
        found.map_or(*start, |(_, constants)| *constants)
    };
    Unseen {
        rows: rows.iter().map(|row| of(&fold.of(row))).collect(),
        figures: figures
            .iter()
            .map(|figure| of(&fold.of_figure(figure)))
            .collect(),
    }
}
