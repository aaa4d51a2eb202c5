//! The accuracy report: errors by quantity and group, as a Markdown table.

use super::residual::{Quantity, estimate};
use super::row::Row;
use super::summary::{Ratio, Summary};
use estimator::model::ModelClass;
use estimator::speed::Constants;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The ratios of one quantity over rows, each with the band of the product.
#[must_use]
pub fn in_product(rows: &[&Row], quantity: Quantity) -> Vec<Ratio> {
    rows.iter()
        .filter_map(|row| {
            let measured = quantity.measured(row)?;
            let estimate = estimator::estimate::estimate(&row.scenario, &row.chip, row.placement)?;
            let speed = estimate.performance?;
            let latency = match quantity {
                Quantity::Tpot => speed.tpot,
                Quantity::Ttft => speed.ttft,
            };
            let value = latency.mean.get() / measured;
            let held = (value * latency.band.low..=value * latency.band.high).contains(&1.0);
            Some(Ratio {
                value,
                inside: Some(held),
            })
        })
        .collect()
}

/// The ratios of one quantity, row `i` estimated with `constants[i]`.
#[must_use]
pub fn with_constants(
    rows: &[Row],
    constants: &[Constants],
    quantity: Quantity,
    wanted: impl Fn(&Row) -> bool,
) -> Vec<Ratio> {
    rows.iter()
        .zip(constants)
        .filter(|(row, _)| wanted(row))
        .filter_map(|(row, constants)| {
            let measured = quantity.measured(row)?;
            Some(Ratio {
                value: estimate(constants, row)?.of(quantity) / measured,
                inside: None,
            })
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

/// One line of a table.
pub fn line(into: &mut String, group: &str, member: &str, quantity: Quantity, summary: &Summary) {
    let inside = summary
        .inside
        .map_or_else(String::new, |share| format!("{:.0} %", share * 100.0));
    // Writing to a string cannot fail.
    let _ = writeln!(
        into,
        "| {group} | {member} | {} | {} | {:.1} % | {:.1} % | {:.2} | {inside} |",
        quantity.name(),
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
    let mut text = HEADING.to_owned();
    for quantity in Quantity::ALL {
        let all: Vec<&Row> = rows.iter().collect();
        let kept: Vec<&Row> = rows.iter().filter(|row| quantity.is_kept(row)).collect();
        for (member, rows) in [("all rows", all), ("without doubtful rows", kept)] {
            if let Some(summary) = Summary::of(&in_product(&rows, quantity)) {
                line(&mut text, "all", member, quantity, &summary);
            }
        }
    }
    let mut members: BTreeMap<(usize, &str, String), Vec<&Row>> = BTreeMap::new();
    for row in rows {
        for (order, (group, member)) in groups(row).into_iter().enumerate() {
            members.entry((order, group, member)).or_default().push(row);
        }
    }
    for ((_, group, member), rows) in &members {
        for quantity in Quantity::ALL {
            if let Some(summary) = Summary::of(&in_product(rows, quantity)) {
                line(&mut text, group, member, quantity, &summary);
            }
        }
    }
    text
}
