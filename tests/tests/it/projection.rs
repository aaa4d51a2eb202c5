//! Runs recorded on two accelerators: what the projection of either says of the other, against what
//! was measured there. Hosts differ, so that kernels alone are compared.

#![allow(clippy::expect_used)] // Rows of its own.

use estimator::hardware::Accelerator;
use estimator::profile::Group;
use estimator::profile::project::{Projected, project};
use estimator::profile::summary::Mark;
use serde::Deserialize;
use std::fmt::Write as _;

const DATA: &str = include_str!("../../data/measured/projection.json");
const DOCS: &str = include_str!("../../../docs/profiles.md");

/// One network, recorded on several accelerators.
#[derive(Deserialize)]
struct Pair {
    network: String,
    runs: Vec<Run>,
}

/// A recording, in the facts of the reader.
#[derive(Deserialize)]
struct Run {
    accelerator: String,
    facts: serde_json::Value,
    /// FLOP, bytes, seconds and count of matrix products of known shape.
    products: Vec<[f64; 4]>,
}

impl Run {
    fn facts(&self) -> Group {
        Group::from_json(&self.facts.to_string()).expect("facts")
    }

    fn board(&self) -> &'static Accelerator {
        let record = catalog::accelerator(&self.accelerator).expect("a known accelerator");
        &record.accelerator
    }

    fn measured(&self) -> f64 {
        self.facts().at("kernels.total_s").expect("kernels")
    }

    fn on(&self, other: &Self) -> Projected {
        let products = self
            .products
            .iter()
            .map(|[flops, bytes, time_s, count]| Mark {
                name: String::new(),
                flops: *flops,
                bytes: *bytes,
                time_s: *time_s,
                count: *count,
            });
        let products: Vec<Mark> = products.collect();
        let found = project(&self.facts(), &products, self.board(), other.board());
        found.expect("a projection")
    }
}

/// Every run projected onto every other of its network: the two, the projection, what was measured.
fn projected(pairs: &[Pair]) -> Vec<(&Pair, &Run, &Run, Projected, f64)> {
    let mut all = Vec::new();
    for pair in pairs {
        for from in &pair.runs {
            let others = pair.runs.iter();
            let others = others.filter(|run| run.accelerator != from.accelerator);
            all.extend(others.map(|to| (pair, from, to, from.on(to), to.measured())));
        }
    }
    all
}

/// The table of the documentation.
fn table(pairs: &[Pair]) -> String {
    let mut table = String::from(
        "| network | from | to | there it took | projected | band | holds |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for (pair, from, to, found, measured) in projected(pairs) {
        let ms = |seconds: f64| format!("{:.2}", 1e3 * seconds);
        let holds = (found.low_s..=found.high_s).contains(&measured);
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} ms | {} ms | {} – {} ms | {} |",
            pair.network,
            from.board().name,
            to.board().name,
            ms(measured),
            ms(found.time_s),
            ms(found.low_s),
            ms(found.high_s),
            if holds { "yes" } else { "no" },
        );
    }
    table
}

/// The band holds in four of five, and the documentation says what came out.
#[test]
fn bands_of_projections_hold() {
    let pairs: Vec<Pair> = serde_json::from_str(DATA).expect("pairs");
    let all = projected(&pairs);
    let holds = all
        .iter()
        .filter(|(_, _, _, found, measured)| (found.low_s..=found.high_s).contains(measured));
    let (held, all) = (holds.count(), all.len());
    let table = table(&pairs);
    assert!(all >= 10, "{all}");
    assert!(5 * held >= 4 * all, "{held} of {all}\n{table}");
    assert!(
        DOCS.contains(&table),
        "docs/profiles.md is not of today:\n{table}"
    );
    let said = format!("The band holds in {held} of {all}.");
    assert!(DOCS.contains(&said), "{said}");
}
