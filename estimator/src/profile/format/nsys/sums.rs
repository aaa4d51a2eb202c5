//! Sums of kernels by name, and the limit they let one suppose.

use super::super::super::fact::{Fact, Group};
use super::super::super::kernel::class;
use super::super::super::timeline::clock::{exact, shorten};
use super::super::super::timeline::{Sum, of_classes, sums};
use super::super::super::verdict::{Verdict, findings};
use super::table::{Columns, reader};
use std::collections::BTreeMap;

/// Kernels below this cost their launch more than their work, seconds.
const SHORT: f64 = 10e-6;
/// The facts of a table of sums.
pub(super) fn sum(columns: &Columns, table: &str) -> Group {
    let mut by_name: BTreeMap<String, Sum> = BTreeMap::new();
    let time = columns.timed("Total Time");
    let count = columns.of(&["Instances", "Count", "Calls"]);
    let name = columns.of(&["Name", "Operation"]);
    for record in reader(table).records().map_while(Result::ok) {
        let cell = |place: Option<usize>| record.get(place?);
        let timed = time.and_then(|(place, digits)| exact(record.get(place)?, digits));
        let (Some(time), Some(name)) = (timed, cell(name)) else {
            continue;
        };
        let kind = class(name);
        if kind == "copy" {
            continue;
        }
        let sum = by_name.entry(name.to_owned()).or_insert((0, 0, kind));
        sum.0 = sum.0.saturating_add(shorten(time.max(0)));
        let count = cell(count).and_then(|count| count.parse().ok());
        sum.1 = sum.1.saturating_add(count.unwrap_or(0));
    }
    summed(&by_name)
}

/// The facts of sums by name.
pub(super) fn summed(by_name: &BTreeMap<String, Sum>) -> Group {
    let mut facts = Group::default();
    facts.text("format", Some("nsys-csv"));
    facts.put("devices", Fact::List(Vec::new()));
    let mut notes = vec!["sums-only"];
    if by_name.is_empty() {
        notes.push("no-device-events");
        Verdict::unknown("the reports hold no kernels; nsys stats -r cuda_gpu_kern_sum has them")
            .put(&mut facts);
    } else {
        let named = by_name.iter().map(|(name, sum)| (name.as_str(), *sum));
        facts.group("kernels", sums(named.collect()));
        limit(&facts).put(&mut facts);
    }
    findings(Vec::new(), &mut facts);
    facts.put("calibration", Fact::List(Vec::new()));
    facts.notes(&notes);
    facts
}

/// The limit that sums alone let one suppose.
fn limit(facts: &Group) -> Verdict {
    let collectives = facts.at("kernels.classes.communication").unwrap_or(0.0);
    let mean = facts.at("kernels.mean_s").unwrap_or(f64::INFINITY);
    let (heavy, light) = of_classes(facts);
    let (bound, because) = if collectives > 0.5 {
        (
            "communication",
            format!("collectives take {:.0} % of the time", 100.0 * collectives),
        )
    } else if mean < SHORT {
        (
            "launch",
            format!("a kernel takes {:.1} us on average", 1e6 * mean),
        )
    } else if heavy >= 0.5 {
        (
            "matrix",
            format!(
                "matrix work takes {:.0} % of the kernel time",
                100.0 * heavy
            ),
        )
    } else if light > 0.5 {
        (
            "bandwidth",
            format!("{:.0} % of the kernel time only moves data", 100.0 * light),
        )
    } else {
        let text = format!(
            "matrix work takes {:.0} % of the kernel time, moving data {:.0} %",
            100.0 * heavy,
            100.0 * light
        );
        ("mixed", text)
    };
    Verdict {
        bound,
        because,
        measured: false,
    }
}
