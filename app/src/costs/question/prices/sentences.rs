//! The outcome of a price list, in words.

use super::reading::Outcome;
use crate::i18n::{Msg, dollars, gib, integer, say, text};
use estimator::error::Unreadable;
use estimator::import::prices::{MOST_ROWS, PriceList, RowProblem};
use estimator::quantity::Bytes;

/// Names of accelerators and headings that are told.
const TOLD: usize = 8;

/// The rows read of a list, sentence by sentence.
pub(super) fn read(outcome: &Outcome) -> Vec<String> {
    let Outcome::Read { name, list, .. } = outcome else {
        return Vec::new();
    };
    if list.rows.is_empty() {
        return vec![say::list_none(name)];
    }
    let mut said = vec![say::list_good(list.good as f64, name)];
    if list.rows.len() < list.good {
        said.push(say::list_counts(list.rows.len() as f64));
    }
    if list.left_out > 0 {
        said.push(say::list_left_out(list.left_out as f64));
    }
    said.extend(beside(list));
    said
}

/// Rows that were cut, headings passed over, names taken for others.
fn beside(list: &PriceList) -> Vec<String> {
    let mut said = Vec::new();
    if list.cut {
        said.push(say::list_cut(&integer(MOST_ROWS as f64)));
    }
    let some = |names: Vec<String>| {
        let more = if names.len() > TOLD { " …" } else { "" };
        let names: Vec<String> = names.into_iter().take(TOLD).collect();
        names.join(text(Msg::ListComma)) + more
    };
    if !list.ignored.is_empty() {
        said.push(say::list_ignored(&some(list.ignored.clone())));
    }
    let taken: Vec<String> = list
        .taken
        .iter()
        .filter_map(|(name, id)| {
            let known = &catalog::accelerator(id)?.accelerator.name;
            (known != name).then(|| format!("{name} = {known}"))
        })
        .collect();
    if !taken.is_empty() {
        said.push(say::list_taken(&some(taken)));
    }
    said
}

/// Why there is no list.
pub(super) fn problem(outcome: &Outcome) -> Option<String> {
    Some(match outcome {
        Outcome::Read { .. } => return None,
        Outcome::Failed => text(Msg::ImportUnreadable).to_owned(),
        Outcome::Refused(reason) => match reason {
            Unreadable::TooLarge { most } => say::list_too_large(&gib(Bytes::new(*most as f64))),
            Unreadable::MissingField { name } if name == "price" => {
                text(Msg::ListNoPrices).to_owned()
            }
            Unreadable::MissingField { .. } => text(Msg::ListNoAccelerators).to_owned(),
            Unreadable::Json { .. } => crate::control::words_unreadable(reason),
            _ => text(Msg::ListUnreadable).to_owned(),
        },
    })
}

/// The rows that were refused, the first ones by their lines.
pub(super) fn refused(outcome: &Outcome) -> Vec<String> {
    let Outcome::Read { list, refused, .. } = outcome else {
        return Vec::new();
    };
    if *refused == 0 {
        return Vec::new();
    }
    let first = say::list_refused(*refused as f64);
    let named = list.problems.iter().map(|error| {
        let line = integer(error.line as f64);
        say::list_line(&line, &row(&error.problem))
    });
    let more = refused.saturating_sub(list.problems.len());
    let more = (more > 0).then(|| say::list_more(more as f64));
    std::iter::once(first).chain(named).chain(more).collect()
}

fn row(problem: &RowProblem) -> String {
    let plain = |message: Msg| text(message).to_owned();
    match problem {
        RowProblem::Broken => plain(Msg::RowBroken),
        RowProblem::TooManyCells => plain(Msg::RowCells),
        RowProblem::TooLong { column } => say::row_long(column),
        RowProblem::NoAccelerator => plain(Msg::RowNothing),
        RowProblem::UnknownAccelerator { name } => say::row_unknown(name),
        RowProblem::BadCount { text } => say::row_count(text),
        RowProblem::NoPrice => plain(Msg::RowUnpriced),
        RowProblem::NotANumber { column, text } => say::row_not_a_number(column, text),
        RowProblem::Negative { column } => say::row_negative(column),
        RowProblem::TooSmall { column, least } => say::row_small(column, &dollars(*least)),
        RowProblem::TooLarge { column, most } => say::row_large(column, &dollars(*most)),
        RowProblem::NoRate { currency } => say::row_no_rate(currency),
        RowProblem::UnknownBasis { name } => say::row_basis(name),
        RowProblem::BadDate { text } => say::row_date(text),
    }
}
