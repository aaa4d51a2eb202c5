//! The accuracy report: errors by quantity and group, as a Markdown table.

use super::residual::{Quantity, estimate};
use super::row::Row;
use estimator::model::ModelClass;
use estimator::serving::speed::Constants;
use estimator::serving::summary::{Ratio, Summary};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A row and how its estimates compare with the measured values.
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a> {
    /// The row.
    pub row: &'a Row,
    /// By quantity, in the order of [`Quantity::ALL`].
    ratios: [Option<Ratio>; 2],
}

impl Judged<'_> {
    /// Estimate over measurement of one quantity, where both are there.
    #[must_use]
    pub const fn ratio(&self, quantity: Quantity) -> Option<Ratio> {
        let [tpot, ttft] = self.ratios;
        match quantity {
            Quantity::Tpot => tpot,
            Quantity::Ttft => ttft,
        }
    }
}

/// Rows by the product's own estimates, with the bands it states.
#[must_use]
pub fn in_product(rows: &[Row]) -> Vec<Judged<'_>> {
    rows.iter()
        .map(|row| {
            let estimate =
                estimator::serving::estimate::estimate(&row.scenario, &row.chip, row.placement);
            let speed = estimate.and_then(|estimate| estimate.performance);
            let ratios = Quantity::ALL.map(|quantity| {
                let speed = speed.as_ref()?;
                let latency = match quantity {
                    Quantity::Tpot => speed.tpot,
                    Quantity::Ttft => speed.ttft,
                };
                let (estimated, measured) = (latency.mean.get(), quantity.measured(row)?);
                Some(Ratio {
                    value: estimated / measured,
                    inside: Some(latency.band.holds(estimated, measured)),
                })
            });
            Judged { row, ratios }
        })
        .collect()
}

/// Rows by other constants, row `i` by `constants[i]`; no bands.
#[must_use]
pub fn with_constants<'a>(rows: &'a [Row], constants: &[Constants]) -> Vec<Judged<'a>> {
    rows.iter()
        .zip(constants)
        .map(|(row, constants)| {
            let estimated = estimate(constants, row);
            let ratios = Quantity::ALL.map(|quantity| {
                Some(Ratio {
                    value: estimated?.of(quantity) / quantity.measured(row)?,
                    inside: None,
                })
            });
            Judged { row, ratios }
        })
        .collect()
}

/// The name of a class of models.
#[must_use]
pub const fn class(class: ModelClass) -> &'static str {
    match class {
        ModelClass::Dense => "dense",
        ModelClass::Moe => "mixture of experts",
        ModelClass::Mla => "latent attention",
        ModelClass::Hybrid => "hybrid",
    }
}

/// The groups that a row is counted in: heading and member.
fn groups(row: &Row) -> [(&'static str, String); 7] {
    let crowd = match row.users {
        users if users <= 8.0 => "1 to 8",
        users if users <= 32.0 => "9 to 32",
        users if users <= 128.0 => "33 to 128",
        _ => "over 128",
    };
    [
        ("model class", class(row.class).to_owned()),
        ("model", row.model.clone()),
        ("accelerator", row.chip.name.clone()),
        ("engine", row.engine().id().to_owned()),
        ("weights", row.scenario.weights.id().to_owned()),
        ("load", row.load.clone()),
        ("requests at once", crowd.to_owned()),
    ]
}

/// One line of a table: the rows that are wanted, by one quantity; none where there
/// are none.
pub fn line(
    into: &mut String,
    (group, member): (&str, &str),
    quantity: Quantity,
    judged: &[Judged<'_>],
    wanted: impl Fn(&Row) -> bool,
) {
    let ratios: Vec<Ratio> = judged
        .iter()
        .filter(|judged| wanted(judged.row))
        .filter_map(|judged| judged.ratio(quantity))
        .collect();
    ratio_line(into, (group, member), quantity.name(), &ratios);
}

/// One line of a table from ratios; none of none.
pub fn ratio_line(
    into: &mut String,
    (group, member): (&str, &str),
    quantity: &str,
    ratios: &[Ratio],
) {
    let Some(summary) = Summary::of(ratios) else {
        return;
    };
    let inside = summary
        .inside
        .map_or_else(String::new, |share| format!("{:.0} %", share * 100.0));
    // Writing to a string cannot fail.
    let _ = writeln!(
        into,
        "| {group} | {member} | {quantity} | {} | {:.1} % | {:.1} % | {:.2} | {inside} |",
        summary.count,
        summary.median * 100.0,
        summary.p90 * 100.0,
        summary.bias,
    );
}

/// The heading of every table.
pub const HEADING: &str = "\
| group | | quantity | n | median error | p90 | bias | in the band |
| --- | --- | --- | --- | --- | --- | --- | --- |
";

/// The whole report of the product's own estimates.
#[must_use]
pub fn by_group(rows: &[Row]) -> String {
    let judged = in_product(rows);
    let mut text = HEADING.to_owned();
    for quantity in Quantity::ALL {
        line(&mut text, ("all", "all rows"), quantity, &judged, |_| true);
        let kept = ("all", "without doubtful rows");
        line(&mut text, kept, quantity, &judged, |row| {
            quantity.is_kept(row)
        });
    }
    let mut members: BTreeMap<(usize, &str, String), Vec<Judged<'_>>> = BTreeMap::new();
    for one in &judged {
        for (order, (group, member)) in groups(one.row).into_iter().enumerate() {
            let key = (order, group, member);
            members.entry(key).or_default().push(*one);
        }
    }
    for ((_, group, member), judged) in &members {
        for quantity in Quantity::ALL {
            line(&mut text, (group, member), quantity, judged, |_| true);
        }
    }
    text
}
