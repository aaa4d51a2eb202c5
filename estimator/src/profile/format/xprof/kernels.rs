//! `XProf`'s table of kernels: columns by id, rows of cells.

use super::super::super::fact::{Fact, Group};
use super::super::super::json::View;
use super::super::super::kernel::class;
use super::super::super::timeline::clock::{exact, shorten};
use super::super::super::timeline::{Sum, sums};
use super::super::super::verdict::{Verdict, findings};
use std::collections::BTreeMap;

/// The facts, if this is such a table.
pub(in crate::profile) fn read(root: View<'_>) -> Option<Group> {
    let columns = root.get("cols")?;
    let place = |id: &str| {
        let named = |column: View<'_>| column.get("id").and_then(View::text).as_deref() == Some(id);
        columns.items().position(named)
    };
    let name = place("kernel_name")?;
    let rows = root.get("rows").filter(|rows| rows.is_array())?;
    let (time, count) = (place("total_duration_us"), place("occurrences"));
    let mut by_name: BTreeMap<String, Sum> = BTreeMap::new();
    for row in rows.items() {
        let cell = |place: usize| row.get("c")?.items().nth(place)?.get("v");
        let Some(name) = cell(name).and_then(View::text) else {
            continue;
        };
        let kind = class(&name);
        if kind == "copy" {
            continue;
        }
        let time = time
            .and_then(cell)
            .and_then(|time| exact(&time.written()?, 6));
        let count = count.and_then(cell).and_then(View::count).unwrap_or(1);
        let sum = by_name.entry(name.into_owned()).or_insert((0, 0, kind));
        sum.0 = sum.0.saturating_add(shorten(time.unwrap_or(0).max(0)));
        sum.1 = sum.1.saturating_add(count);
    }
    let mut facts = Group::default();
    facts.text("format", Some("xprof-kernel-stats"));
    facts.put("devices", Fact::List(Vec::new()));
    let mut notes = vec!["sums-only"];
    if by_name.is_empty() {
        notes.push("no-device-events");
    } else {
        let named = by_name.iter().map(|(name, sum)| (name.as_str(), *sum));
        facts.group("kernels", sums(named.collect()));
    }
    Verdict::unknown("sums of kernels do not say whether the device waited; the trace would tell")
        .put(&mut facts);
    findings(Vec::new(), &mut facts);
    facts.put("calibration", Fact::List(Vec::new()));
    facts.notes(&notes);
    Some(facts)
}
