//! Columns without a header, by the shape of their values: times, `%` of the GPU and then of its
//! memory, `MiB` used and then the total (the free memory, if it varies), `W`, names, ids.

use super::super::super::counters::seconds;
use super::Column;

/// The columns of these rows; `None` if none has a unit.
pub(super) fn columns(rows: &[Vec<String>]) -> Option<Vec<Option<Column>>> {
    let row = rows
        .iter()
        .find(|row| row.iter().any(|cell| unit(cell).is_some()))?;
    let (mut percents, mut bytes, mut watts) = (0, 0, 0);
    let columns = row.iter().map(|cell| {
        match unit(cell) {
            Some("%") => percents += 1,
            Some("MiB") => bytes += 1,
            Some("W") => watts += 1,
            _ => {}
        }
        match (unit(cell), percents, bytes, watts) {
            (Some("%"), 1, ..) => Some(Column::Busy),
            (Some("%"), 2, ..) => Some(Column::Copy),
            (Some("MiB"), _, 1, _) => Some(Column::Used),
            (Some("MiB"), _, 2, _) => Some(Column::TotalOrFree),
            (Some("W"), _, _, 1) => Some(Column::Power),
            (Some(_), ..) => None,
            (None, ..) => named(cell),
        }
    });
    Some(columns.collect())
}

/// The unit behind a number.
fn unit(cell: &str) -> Option<&'static str> {
    let known = ["%", "MiB", "W"].into_iter();
    let mut fitting = known.filter(|unit| {
        let number = cell.trim().strip_suffix(unit);
        number.is_some_and(|number| number.ends_with(' ') && number.trim().parse::<f64>().is_ok())
    });
    fitting.next()
}

fn named(cell: &str) -> Option<Column> {
    let cell = cell.trim();
    let id = cell.starts_with("GPU-") || cell.starts_with("0000") && cell.contains(':');
    let makers = [
        "NVIDIA", "Tesla", "Quadro", "GeForce", "GRID", "A100", "H100",
    ];
    if seconds(cell).is_some() {
        Some(Column::Time)
    } else if id {
        Some(Column::Id)
    } else if makers.iter().any(|maker| cell.starts_with(maker)) {
        Some(Column::Name)
    } else {
        None
    }
}
