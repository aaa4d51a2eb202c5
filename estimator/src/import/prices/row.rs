//! One row: its cells to a price, or its fault.

use super::amount::{self, Amount, Mark, Money};
use super::heading::{Column, Heading, Time, basis};
use super::table::Row;
use super::{BELIEVABLE, MOST_COUNT, Names, RowProblem, day};
use crate::choice::PriceBasis;
use crate::currency::{Code, Currency};
use crate::import::shorten;
use crate::listed::Listed;
use crate::quantity::UsdPerHour;
use crate::rental::HOURS_PER_MONTH;

/// The rules that all rows of a list are read by.
pub(super) struct Reading<'a> {
    pub(super) names: &'a dyn Names,
    /// The currency of amounts that name none.
    pub(super) currency: Option<Currency>,
    /// The decimal mark of amounts that leave a doubt.
    pub(super) mark: Option<Mark>,
    /// Days as `7/8/2026`: whether the month stands first, where the list shows it.
    pub(super) month_first: Option<bool>,
}

/// A price that is still to be converted.
struct Found<'a> {
    heading: Heading,
    column: &'a str,
    text: &'a str,
    amount: Amount,
}

impl Reading<'_> {
    /// Reads a row. The first problem is enough.
    pub(super) fn listed(&self, row: &Row<'_>) -> Result<Listed, RowProblem> {
        if row.broken {
            return Err(RowProblem::Broken);
        }
        if row.too_many {
            return Err(RowProblem::TooManyCells);
        }
        let mut listed = Listed {
            count: 1,
            ..Listed::default()
        };
        let (mut accelerator, mut count, mut row_basis, mut money) = ("", None, None, None);
        let mut found = Vec::new();
        for (heading, column, text) in &row.cells {
            let Some(text) = text else {
                let column = column.to_string();
                return Err(RowProblem::TooLong { column });
            };
            if amount::is_empty(text) {
                continue;
            }
            match heading.column {
                Column::Provider => listed.provider = self.names.seller(text),
                Column::Instance => listed.instance.clone_from(text),
                Column::Region => listed.region.clone_from(text),
                Column::Source => listed.source.clone_from(text),
                Column::Accelerator => accelerator = text,
                Column::Count => count = Some(read_count(text)?),
                Column::Basis => {
                    let name = || RowProblem::UnknownBasis {
                        name: shorten(text),
                    };
                    row_basis = Some(basis(text).ok_or_else(name)?);
                }
                Column::Date => {
                    let bad = || RowProblem::BadDate {
                        text: shorten(text),
                    };
                    listed.as_of = day::read(text, self.month_first).ok_or_else(bad)?;
                }
                Column::Currency => {
                    let unknown = || RowProblem::NoRate {
                        currency: shorten(text),
                    };
                    money = Some(amount::money(text).ok_or_else(unknown)?);
                }
                Column::Price(_) => {
                    let amount = Amount::read(text).ok_or_else(|| not_a_number(column, text))?;
                    found.push(Found {
                        heading: *heading,
                        column,
                        text,
                        amount,
                    });
                }
            }
        }
        listed.area = self.names.area(&listed.region);
        self.place(&mut listed, accelerator, count)?;
        for price in found {
            self.put(&mut listed, &price, row_basis, money)?;
        }
        if listed.prices.iter().all(Option::is_none) {
            return Err(RowProblem::NoPrice);
        }
        Ok(listed)
    }

    /// Which accelerator it is and how many: by its name, or else by the instance's.
    fn place(&self, listed: &mut Listed, name: &str, count: Option<u32>) -> Result<(), RowProblem> {
        let sold = || self.names.instance(&listed.provider, &listed.instance);
        if name.is_empty() {
            let (id, within) = sold().ok_or_else(|| match listed.instance.as_str() {
                "" => RowProblem::NoAccelerator,
                instance => RowProblem::UnknownAccelerator {
                    name: shorten(instance),
                },
            })?;
            (listed.accelerator, listed.count) = (id, count.unwrap_or(within));
            return Ok(());
        }
        let (within, bare) = counted(name);
        let id = self.names.accelerator(name).map(|id| (None, id));
        let id = id.or_else(|| Some((within, self.names.accelerator(bare)?)));
        let (within, id) = id.ok_or_else(|| RowProblem::UnknownAccelerator {
            name: shorten(name),
        })?;
        listed.count = match count.or(within) {
            Some(count) => count,
            None => match sold() {
                Some((sold, count)) if sold == id => count,
                _ => 1,
            },
        };
        listed.accelerator = id;
        Ok(())
    }

    /// Puts one price into the row, in dollars an hour for the whole instance.
    fn put(
        &self,
        listed: &mut Listed,
        found: &Found<'_>,
        row_basis: Option<PriceBasis>,
        money: Option<Money>,
    ) -> Result<(), RowProblem> {
        let Found {
            heading,
            text,
            amount,
            ..
        } = found;
        let column = || found.column.to_owned();
        let per = heading.per;
        let long = per.time != Time::Hour;
        let value = amount.value(self.mark, long);
        let value = value.ok_or_else(|| not_a_number(found.column, text))?;
        let negative = amount.negative && value > 0.0;
        if negative {
            return Err(RowProblem::Negative { column: column() });
        }
        let dollars = self.dollars(value, amount.money.or(money).or(heading.money))?;
        let hours = match per.time {
            Time::Hour => 1.0,
            Time::Month => HOURS_PER_MONTH,
            Time::Year => 12.0 * HOURS_PER_MONTH,
        };
        let count = f64::from(listed.count);
        let each = dollars / hours / if per.accelerator { 1.0 } else { count };
        let (least, most) = BELIEVABLE;
        if each < least {
            return Err(RowProblem::TooSmall {
                column: column(),
                least,
            });
        }
        if each > most || each.is_nan() {
            return Err(RowProblem::TooLarge {
                column: column(),
                most,
            });
        }
        let basis = match heading.column {
            Column::Price(Some(basis)) => basis,
            _ => row_basis.unwrap_or(PriceBasis::OnDemand),
        };
        let mut places = PriceBasis::ALL.iter().zip(&mut listed.prices);
        if let Some((_, place)) = places.find(|(of, _)| **of == basis) {
            *place = Some(UsdPerHour::new(each * count));
        }
        Ok(())
    }

    /// An amount in dollars, by the user's own rate.
    fn dollars(&self, value: f64, money: Option<Money>) -> Result<f64, RowProblem> {
        let own = self.currency;
        let asian = |code: Code| matches!(code.as_str(), "JPY" | "CNY");
        match money {
            None => Ok(own.map_or(value, |own| own.dollars(value).get())),
            Some(Money::Of(Code::USD)) => Ok(value),
            Some(money) => {
                let fits = |own: &Currency| match money {
                    Money::Of(code) => own.code() == code,
                    Money::YenOrYuan => asian(own.code()),
                };
                let own = own.filter(fits).ok_or_else(|| RowProblem::NoRate {
                    currency: match &money {
                        Money::Of(code) => code.as_str().to_owned(),
                        Money::YenOrYuan => "¥".to_owned(),
                    },
                })?;
                Ok(own.dollars(value).get())
            }
        }
    }
}

fn not_a_number(column: &str, text: &str) -> RowProblem {
    RowProblem::NotANumber {
        column: column.to_owned(),
        text: shorten(text),
    }
}

/// `8`, `8.0` or `8x`.
fn read_count(text: &str) -> Result<u32, RowProblem> {
    let bare = text.trim_end_matches(['x', 'X', '×']).trim();
    let bare = bare.strip_suffix(".0").unwrap_or(bare);
    let count = bare
        .parse()
        .ok()
        .filter(|count| (1..=MOST_COUNT).contains(count));
    count.ok_or_else(|| RowProblem::BadCount {
        text: shorten(text),
    })
}

/// A count beside a name: `8x H100`, `8 × H100`, `H100 x8`, `H100 (x8)`, `H100:8`.
fn counted(text: &str) -> (Option<u32>, &str) {
    let is_times = |letter: char| matches!(letter, 'x' | 'X' | '×' | '*');
    let count = |digits: &str| {
        let count = digits.trim().parse().ok();
        count.filter(|count| (1..=MOST_COUNT).contains(count))
    };
    if let Some((front, name)) = text.split_once(is_times)
        && let Some(count) = count(front)
    {
        return (Some(count), name.trim());
    }
    let bare = text.trim_end_matches(')');
    if let Some((name, digits)) = bare.rsplit_once(|letter| is_times(letter) || letter == ':')
        && let Some(count) = count(digits)
    {
        // The X of `RTX 4090` times nothing.
        let apart = name.ends_with([' ', '(', '\u{a0}']);
        if apart || bare.ends_with(&format!(":{digits}")) {
            return (Some(count), name.trim_end_matches([' ', '(', '\u{a0}']));
        }
    }
    (None, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_beside_names() {
        for (text, count, name) in [
            ("8x H100", Some(8), "H100"),
            ("8 × H100 SXM", Some(8), "H100 SXM"),
            ("H100 x8", Some(8), "H100"),
            ("H100 (x8)", Some(8), "H100"),
            ("H100:8", Some(8), "H100"),
            ("RTX 4090", None, "RTX 4090"),
            ("MI300X", None, "MI300X"),
            ("H100", None, "H100"),
            ("0x H100", None, "0x H100"),
        ] {
            assert_eq!(counted(text), (count, name), "{text}");
        }
    }
}
