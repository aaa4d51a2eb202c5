//! A price list as text, to pass between the worker that reads it and the page, in the form
//! of [`crate::import::wire`]: a fact a line, its fields separated by tabs.

use super::{PriceList, RowError, RowProblem};
use crate::error::Unreadable;
use crate::import::wire::{fields, line, named, read_unreadable, unreadable};
use crate::link::listed;

/// Writes a reading.
#[must_use]
pub fn encode(read: &Result<PriceList, Unreadable>) -> String {
    let list = match read {
        Err(reason) => return line("err", &unreadable(reason)),
        Ok(list) => list,
    };
    let counts = [list.good, list.left_out, usize::from(list.cut)];
    let mut text = line("ok", &counts.map(|count| count.to_string()));
    for row in &list.rows {
        text.push_str(&line("row", &[listed::write(row)]));
    }
    for error in &list.problems {
        text.push_str(&line("problem", &problem(error)));
    }
    for (name, id) in &list.taken {
        text.push_str(&line("taken", &[name.clone(), id.clone()]));
    }
    for name in &list.ignored {
        text.push_str(&line("ignored", std::slice::from_ref(name)));
    }
    text
}

/// Reads texts of [`encode`]; `None` for any other text.
#[must_use]
pub fn decode(text: &str) -> Option<Result<PriceList, Unreadable>> {
    let mut lines = text.lines().map(fields);
    let first = lines.next()?;
    let mut first = first.iter().map(String::as_str);
    match first.next()? {
        "err" => return read_unreadable(&mut first).map(Err),
        "ok" => {}
        _ => return None,
    }
    let mut count = || first.next()?.parse::<usize>().ok();
    let mut list = PriceList {
        good: count()?,
        left_out: count()?,
        cut: count()? > 0,
        ..PriceList::default()
    };
    for fields in lines {
        let mut fields = fields.iter().map(String::as_str);
        let word = fields.next()?;
        let mut next = || fields.next().map(str::to_owned);
        match word {
            "row" => list.rows.push(listed::read(&next()?)?),
            "problem" => list.problems.push(RowError {
                line: next()?.parse().ok()?,
                problem: read_problem(&next()?, &mut next)?,
            }),
            "taken" => list.taken.push((next()?, next()?)),
            "ignored" => list.ignored.push(next()?),
            _ => return None,
        }
    }
    Some(Ok(list))
}

fn problem(error: &RowError) -> Vec<String> {
    let (kind, values) = match &error.problem {
        RowProblem::Broken => ("broken", vec![]),
        RowProblem::TooManyCells => ("too-many-cells", vec![]),
        RowProblem::TooLong { column } => ("too-long", vec![column.clone()]),
        RowProblem::NoAccelerator => ("no-accelerator", vec![]),
        RowProblem::UnknownAccelerator { name } => ("unknown-accelerator", vec![name.clone()]),
        RowProblem::BadCount { text } => ("bad-count", vec![text.clone()]),
        RowProblem::NoPrice => ("no-price", vec![]),
        RowProblem::NotANumber { column, text } => {
            ("not-a-number", vec![column.clone(), text.clone()])
        }
        RowProblem::Negative { column } => ("negative", vec![column.clone()]),
        RowProblem::TooSmall { column, least } => {
            ("too-small", vec![column.clone(), least.to_string()])
        }
        RowProblem::TooLarge { column, most } => {
            ("too-large", vec![column.clone(), most.to_string()])
        }
        RowProblem::NoRate { currency } => ("no-rate", vec![currency.clone()]),
        RowProblem::UnknownBasis { name } => ("unknown-basis", vec![name.clone()]),
        RowProblem::BadDate { text } => ("bad-date", vec![text.clone()]),
    };
    let mut values = named(kind, values);
    values.insert(0, error.line.to_string());
    values
}

fn read_problem(kind: &str, next: &mut impl FnMut() -> Option<String>) -> Option<RowProblem> {
    Some(match kind {
        "broken" => RowProblem::Broken,
        "too-many-cells" => RowProblem::TooManyCells,
        "too-long" => RowProblem::TooLong { column: next()? },
        "no-accelerator" => RowProblem::NoAccelerator,
        "unknown-accelerator" => RowProblem::UnknownAccelerator { name: next()? },
        "bad-count" => RowProblem::BadCount { text: next()? },
        "no-price" => RowProblem::NoPrice,
        "not-a-number" => RowProblem::NotANumber {
            column: next()?,
            text: next()?,
        },
        "negative" => RowProblem::Negative { column: next()? },
        "too-small" => RowProblem::TooSmall {
            column: next()?,
            least: next()?.parse().ok()?,
        },
        "too-large" => RowProblem::TooLarge {
            column: next()?,
            most: next()?.parse().ok()?,
        },
        "no-rate" => RowProblem::NoRate { currency: next()? },
        "unknown-basis" => RowProblem::UnknownBasis { name: next()? },
        "bad-date" => RowProblem::BadDate { text: next()? },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Area;
    use crate::listed::Listed;
    use crate::quantity::UsdPerHour;

    /// All of a list comes back, and every reason there is.
    #[test]
    fn lists_come_back() {
        let odd = || "a\tb, c\\n".to_owned();
        let (column, text, name) = (odd(), odd(), odd());
        let problems = [
            RowProblem::Broken,
            RowProblem::TooManyCells,
            RowProblem::TooLong { column: odd() },
            RowProblem::NoAccelerator,
            RowProblem::UnknownAccelerator { name: odd() },
            RowProblem::BadCount { text: odd() },
            RowProblem::NoPrice,
            RowProblem::NotANumber { column, text },
            RowProblem::Negative { column: odd() },
            RowProblem::TooSmall {
                column: odd(),
                least: 0.005,
            },
            RowProblem::TooLarge {
                column: odd(),
                most: 340.0,
            },
            RowProblem::NoRate { currency: odd() },
            RowProblem::UnknownBasis { name },
            RowProblem::BadDate { text: odd() },
        ];
        let list = PriceList {
            rows: vec![Listed {
                provider: "ACME, Inc.".to_owned(),
                region: "Köln".to_owned(),
                area: Area::Europe,
                accelerator: "nvidia-l4".to_owned(),
                count: 8,
                prices: [
                    Some(UsdPerHour::new(9.5)),
                    None,
                    None,
                    Some(UsdPerHour::new(0.1)),
                ],
                as_of: "2026-07".to_owned(),
                ..Listed::default()
            }],
            good: 7,
            left_out: 2,
            problems: (1..)
                .zip(problems)
                .map(|(line, problem)| RowError { line, problem })
                .collect(),
            taken: vec![(odd(), "nvidia-l4".to_owned())],
            ignored: vec![odd(), "Colour".to_owned()],
            cut: true,
        };
        for read in [
            Ok(list),
            Ok(PriceList::default()),
            Err(Unreadable::Truncated),
        ] {
            assert_eq!(decode(&encode(&read)), Some(read));
        }
        assert_eq!(decode("nonsense"), None);
    }
}
