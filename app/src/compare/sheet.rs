//! The comparison as rows: settings that differ, settings that are the same, and figures of
//! the answers. The page shows them, and the files hold the same ones.

use super::facts::{Fact, facts};
use super::figures::{Figure, ROWS, figures};
use super::quality::rows;
use super::state::State;
use crate::i18n::{percent, text};

/// The mark of an answer that is not there yet.
const PENDING: &str = "…";

/// A comparison.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Sheet {
    /// Names of the columns.
    pub(super) names: Vec<String>,
    /// Settings that differ, one a row.
    pub(super) differing: Vec<Row>,
    /// Settings that are the same: name and value.
    pub(super) equal: Vec<(String, String)>,
    /// Figures of the answers.
    pub(super) answers: Vec<Row>,
    /// Published quality of the models.
    pub(super) quality: Vec<Row>,
}

/// A row: its name, and a cell a column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Cell {
    /// Its words.
    pub(super) words: String,
    /// An addition to them.
    pub(super) beside: String,
    /// How far its figure lies from the first column's: `+12%`; empty of words, and where
    /// it does not.
    pub(super) change: String,
    /// Whether it is a setting unlike the first column's.
    pub(super) differs: bool,
}

/// The sheet of the page; reactive.
pub(super) fn sheet(state: State) -> Sheet {
    let columns = state.columns();
    let outcomes: Vec<_> = columns
        .iter()
        .map(|(_, outcome)| outcome.as_ref())
        .collect();
    let settings: Vec<Vec<Fact>> = outcomes
        .iter()
        .flatten()
        .map(|outcome| facts(&outcome.question))
        .collect();
    let known: Vec<Option<Vec<Figure>>> = outcomes
        .iter()
        .map(|outcome| outcome.map(|outcome| figures(outcome)))
        .collect();
    let (differing, equal) = if settings.len() == columns.len() {
        settled(&settings)
    } else {
        Default::default()
    };
    Sheet {
        names: (0..columns.len()).map(|at| state.name(at)).collect(),
        differing,
        equal,
        answers: answered(&known),
        quality: rows(&outcomes),
    }
}

/// Settings that differ, and those that do not.
fn settled(settings: &[Vec<Fact>]) -> (Vec<Row>, Vec<(String, String)>) {
    let (mut differing, mut equal) = (Vec::new(), Vec::new());
    let Some((first, others)) = settings.split_first() else {
        return (differing, equal);
    };
    for (at, fact) in first.iter().enumerate() {
        let others: Vec<&Fact> = others.iter().filter_map(|facts| facts.get(at)).collect();
        if others.iter().all(|other| other.exact == fact.exact) {
            equal.push((fact.name.clone(), fact.words.clone()));
            continue;
        }
        let cell = |other: &Fact| Cell {
            words: other.words.clone(),
            differs: other.exact != fact.exact,
            ..Cell::default()
        };
        differing.push(Row {
            name: fact.name.clone(),
            cells: std::iter::once(fact).chain(others).map(cell).collect(),
        });
    }
    (differing, equal)
}

/// The figures of all columns, row by row, held against the first's.
fn answered(columns: &[Option<Vec<Figure>>]) -> Vec<Row> {
    let rows = ROWS.iter().enumerate().map(|(at, name)| {
        let of = |column: &Option<Vec<Figure>>| column.as_ref()?.get(at).cloned();
        let first = columns.first().and_then(of).and_then(|first| first.value);
        let cell = |(index, column): (usize, &Option<Vec<Figure>>)| match of(column) {
            Some(figure) => Cell {
                change: if index > 0 {
                    change(first, figure.value)
                } else {
                    String::new()
                },
                words: figure.words,
                beside: figure.beside,
                differs: false,
            },
            None => Cell {
                words: PENDING.to_owned(),
                ..Cell::default()
            },
        };
        Row {
            name: text(*name).to_owned(),
            cells: columns.iter().enumerate().map(cell).collect(),
        }
    });
    rows.collect()
}

/// `+12%` of a figure over the first; empty where either is not known or they are as good
/// as one.
fn change(first: Option<f64>, figure: Option<f64>) -> String {
    let Some((first, figure)) = first.zip(figure).filter(|(first, _)| *first > 0.0) else {
        return String::new();
    };
    let change = figure / first - 1.0;
    if change.abs() < 0.005 {
        String::new()
    } else if change > 0.0 {
        format!("+{}", percent(change))
    } else {
        format!("\u{2212}{}", percent(-change))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::serving::question::{Question, Traffic};

    fn fact(name: &str, words: &str, exact: &str) -> Fact {
        let [name, words, exact] = [name, words, exact].map(str::to_owned);
        Fact { name, words, exact }
    }

    /// Settings that differ stand in rows, told apart also where the words are the same;
    /// equal settings are listed once.
    #[test]
    fn what_differs_is_told_from_what_does_not() {
        let one = vec![
            fact("a", "1", "1"),
            fact("b", "2 rows", "x"),
            fact("c", "3", "3"),
        ];
        let two = vec![
            fact("a", "1", "1"),
            fact("b", "2 rows", "y"),
            fact("c", "4", "4"),
        ];
        let (differing, equal) = settled(&[one.clone(), two, one]);
        assert_eq!(equal, [("a".to_owned(), "1".to_owned())]);
        let marks: Vec<Vec<bool>> = differing
            .iter()
            .map(|row| row.cells.iter().map(|cell| cell.differs).collect())
            .collect();
        assert_eq!(marks, [[false, true, false], [false, true, false]]);
    }

    /// Every question has the same settings in the same order, so that rows are of one.
    #[test]
    fn all_questions_have_the_same_settings() {
        let usual = Question::default();
        let mut other = usual.clone();
        other.traffic = Traffic::TokensPerDay {
            tokens: 1e9,
            peak_to_mean: 2.0,
        };
        other.sla.ttft = None;
        other.serving.disaggregated = true;
        assert_eq!(facts(&usual).len(), facts(&other).len());
    }

    /// A figure is held against the first; nothing is, where one of them is not known.
    #[test]
    fn changes_are_of_known_figures() {
        assert_eq!(change(Some(2.0), None), "");
        assert_eq!(change(Some(0.0), Some(1.0)), "");
        assert_eq!(change(Some(2.0), Some(2.001)), "");
        assert!(change(Some(2.0), Some(3.0)).starts_with("+50"));
        assert!(change(Some(2.0), Some(1.0)).starts_with("\u{2212}50"));
    }
}
