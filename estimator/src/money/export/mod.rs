//! The answer about money as a file: JSON with everything, CSV and Markdown with one line a
//! figure. Formats, quoting and figures are [`crate::export`]'s.

mod demand;
mod json;
mod rows;
mod run;

use crate::currency::Currency;
use crate::export::Format;
use crate::export::cell::Cell;
use crate::export::csv::sheet;
use crate::export::markdown::pipes;
use crate::money::report::Report;
use crate::money::run::RunReport;
use crate::offer::Offer;
use crate::precision::formats;
use serde::{Deserialize, Serialize};

formats!(
    /// A column.
    Column {
        /// The part of the answer.
        Section = "section",
        /// The item of the figure.
        Item = "item",
        /// Months after the first day, where it is of one.
        Month = "month",
        /// The figure.
        Value = "value",
        /// Its unit.
        Unit = "unit",
        /// Where an input comes from; empty where it was typed.
        Source = "source",
        /// Day of that.
        AsOf = "as_of",
    }
);

/// The money of a sizing.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// The accelerator, and the price that was asked.
    pub offer: &'a Offer,
    /// The answer.
    pub report: &'a Report,
}

/// The document to export.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// The money of serving; `None` where nothing keeps the demands.
    pub answer: Option<Answer<'a>>,
    /// The money of a training run, where one is asked for.
    pub run: Option<&'a RunReport>,
    /// A link back to the question, where there is one.
    pub link: Option<&'a str>,
    /// The currency of the question, which the file states beside its dollars.
    pub currency: Option<Currency>,
}

/// `document` in `format`.
#[must_use]
pub fn write(format: Format, document: &Document<'_>) -> String {
    match format {
        Format::Csv => {
            let rows = rows::rows(document).into_iter();
            let rows = rows.map(|row| Column::ALL.iter().map(move |column| row.cell(*column)));
            sheet(
                Column::ALL.iter().map(|column| column.id()),
                rows,
                document.currency,
            )
        }
        Format::Json => json::write(document),
        Format::Markdown => table(document, |column| column.id().to_owned()),
    }
}

/// The Markdown table with headings of the caller's own, and the link below: of payments over
/// months, whole years alone.
#[must_use]
pub fn table(document: &Document<'_>, heading: impl Fn(Column) -> String) -> String {
    let figures = [Column::Month, Column::Value];
    let headings = Column::ALL
        .iter()
        .map(|column| (heading(*column), !figures.contains(column)));
    let rows = rows::rows(document).into_iter();
    let rows = rows
        .filter(|row| row.month.is_none_or(|month| month.is_multiple_of(12)))
        .map(|row| Column::ALL.iter().map(move |column| row.cell(*column)));
    pipes(headings, rows, document.currency, document.link)
}

/// One line.
#[derive(Debug, Clone)]
struct Row {
    section: &'static str,
    item: String,
    month: Option<u32>,
    value: f64,
    unit: &'static str,
    source: String,
    as_of: String,
}

impl Row {
    fn cell(&self, column: Column) -> Cell {
        let text = |text: &str| match text {
            "" => Cell::Empty,
            text => Cell::Text(text.to_owned()),
        };
        match column {
            Column::Section => Cell::Word(self.section),
            Column::Item => text(&self.item),
            Column::Month => self.month.map_or(Cell::Empty, Cell::Count),
            Column::Value => Cell::Figure(self.value),
            Column::Unit => Cell::Word(self.unit),
            Column::Source => text(&self.source),
            Column::AsOf => text(&self.as_of),
        }
    }
}
