//! The rows of an estimate and a recording as a table, and what is said of it.

use crate::i18n::{Msg, gib, number, say, signed, text};
use crate::measure::sheet::{Section, plain};
use crate::measure::state::Beside;
use estimator::export::paper::{Heading, Table};
use estimator::quantity::Bytes;

/// Times that an estimate and a recording may be apart and still be of one run. The errors of the
/// memory of published runs are well within it.
const ONE_RUN: f64 = 3.0;

/// A row before it is written.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) estimated: Bytes,
    pub(super) recorded: Option<Bytes>,
    pub(super) is_sum: bool,
}

/// The rows as a table, with what is said of it.
pub(super) fn worded(first: String, is_own: bool, rows: &[Row]) -> Beside {
    let sum = rows.iter().find_map(|row| {
        let recorded = row.recorded.filter(|bytes| bytes.get() > 0.0)?;
        row.is_sum.then_some((row.estimated, recorded))
    });
    let peak = sum.map(|(estimated, recorded)| {
        let ratio = number(estimated.get() / recorded.get());
        say::profile_against_peak(&gib(estimated), &ratio, &gib(recorded))
    });
    let far = sum.and_then(|(estimated, recorded)| {
        let ratio = estimated.get() / recorded.get();
        let apart = ratio.max(ratio.recip());
        (apart > ONE_RUN).then(|| say::profile_against_far(&number(apart)))
    });
    let tells = rows.iter().any(|row| !row.is_sum && row.recorded.is_some());
    let fresh = (!is_own).then(|| text(Msg::ProfileAgainstFresh).to_owned());
    let totals = (!tells).then(|| text(Msg::ProfileAgainstTotals).to_owned());
    let says = peak
        .into_iter()
        .chain(far)
        .chain([first])
        .chain(fresh)
        .chain(totals);
    let cells = rows.iter().map(|row| {
        let difference = row.recorded.map(|recorded| row.estimated - recorded);
        vec![
            row.name.clone(),
            gib(row.estimated),
            row.recorded.map_or_else(String::new, gib),
            difference.map_or_else(String::new, |bytes| {
                signed(bytes.get(), &gib(Bytes::new(bytes.get().abs())))
            }),
        ]
    });
    let table = Table {
        rows: cells.collect(),
        columns: vec![
            Heading::words(text(Msg::ProfilePart)),
            Heading::figures(text(Msg::ProfileOfEstimate)),
            Heading::figures(text(Msg::ProfileAgainstRecorded)),
            Heading::figures(text(Msg::ProfileDifference)),
        ],
    };
    let section: Section = plain(Msg::ProfileAgainstHeading, table);
    Beside {
        says: says.collect(),
        section,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(estimated: f64, recorded: Option<f64>, is_sum: bool) -> Row {
        Row {
            name: "part".to_owned(),
            estimated: Bytes::gib(estimated),
            recorded: recorded.map(Bytes::gib),
            is_sum,
        }
    }

    /// What only the estimate has leaves its cells empty; differences are the estimate's less the
    /// recording's; sums alone are said to be that.
    #[test]
    fn rows_hold_what_is_known() {
        let told = worded(
            "of".to_owned(),
            true,
            &[row(3.0, Some(2.0), false), row(9.0, Some(12.0), true)],
        );
        let gibs = |value: f64| gib(Bytes::gib(value));
        let cells = &told.section.table.rows;
        assert_eq!(
            cells[0][1..],
            [gibs(3.0), gibs(2.0), signed(1.0, &gibs(1.0))]
        );
        assert_eq!(cells[1][3], signed(-1.0, &gibs(3.0)));
        assert_eq!(told.says.len(), 2);
        assert_eq!(
            told.says[0],
            say::profile_against_peak(&gibs(9.0), &number(0.75), &gibs(12.0))
        );
        let sums = worded(
            "of".to_owned(),
            false,
            &[row(3.0, None, false), row(9.0, Some(9.0), true)],
        );
        assert_eq!(sums.section.table.rows[0][2..], ["", ""]);
        assert_eq!(sums.says.len(), 4, "fresh, and sums alone");
        // Three times apart or more, it may be another run, which is one sentence more.
        let says = |estimated: f64| {
            let rows = [row(estimated, Some(9.0), true)];
            worded("of".to_owned(), true, &rows).says.len()
        };
        assert_eq!(says(36.0), says(9.0) + 1);
        assert_eq!(says(2.25), says(9.0) + 1);
        assert_eq!(says(26.0), says(9.0));
    }
}
