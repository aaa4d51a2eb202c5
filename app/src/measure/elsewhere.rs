//! What the run would take on other accelerators, with what an hour's work of it would cost.

use super::course::{board, board_of, chosen};
use super::sheet::{Section, plain};
use super::state::{Measured, State};
use super::table::table;
use super::unit::{Unit, share};
use super::views::save_button;
use crate::browser::{self, filled};
use crate::i18n::{Msg, dollars, number, say, t, text};
use catalog::AcceleratorRecord;
use estimator::choice::Fleet;
use estimator::date::Date;
use estimator::export::paper::{Heading, Table};
use estimator::profile::Group;
use estimator::profile::project::{Projected, project};
use estimator::profile::summary::parts;
use estimator::rental::cheapest_rented;
use leptos::prelude::*;
use std::sync::Arc;

/// Accelerators that are shown: so many of the cheapest, and of the fastest.
const EACH: usize = 8;
/// Ranks that a file may say it is one of.
const MOST_RANKS: f64 = 1e6;

/// A run on an accelerator.
struct Row {
    record: &'static AcceleratorRecord,
    found: Projected,
    /// Dollars for what an hour does now.
    cost: Option<f64>,
}

/// The card; nothing for files without times of kernels.
pub(super) fn card(state: State, measured: &Arc<Measured>) -> Option<AnyView> {
    if !measured.facts.words("format").is_some_and(has_kernels) {
        return None;
    }
    parts(&measured.facts)?;
    let named = board_of(&measured.facts);
    let measured = Arc::clone(measured);
    let content = move || {
        let from = named.or_else(|| chosen(state));
        let Some(section) = from.and_then(|from| section(&measured, from, browser::today())) else {
            return view! { <p>{text(Msg::ProfileElsewhereAsk)}</p> }.into_any();
        };
        let says = stays(&measured.facts, from);
        let save = save_button(Msg::ProfileElsewhere, &section.table);
        let inside = table(&section);
        view! {
            <p class="elsewhere-says">{says}</p>
            <div class="scroll wrapping" tabindex="0" role="group" aria-label=text(Msg::ProfileElsewhere)>
                <table use:filled=inside></table>
            </div>
            <p class="aside">{text(Msg::ProfileElsewhereSays)}</p>
            {save}
        }
        .into_any()
    };
    let ask = named.is_none().then(|| board(state, "profile-from-board"));
    Some(
        view! {
            <section class="card elsewhere">
                <h2>{t(Msg::ProfileElsewhere)}</h2>
                {ask}
                {content}
            </section>
        }
        .into_any(),
    )
}

/// Formats whose kernels are those of graphics processors.
fn has_kernels(format: &str) -> bool {
    matches!(
        format,
        "pytorch-trace" | "chrome-trace" | "nsys-sqlite" | "nsys-csv" | "xprof-trace" | "xplane"
    )
}

/// How much of the time no accelerator changes.
fn stays(facts: &Group, from: Option<&AcceleratorRecord>) -> String {
    let board = from.map(|record| &record.accelerator);
    let found = board.and_then(|board| project(facts, &[], board, board));
    found.map_or_else(String::new, |found| {
        let (was, stays) = (
            Unit::Time.shown(found.was_s),
            Unit::Time.shown(found.stays_s),
        );
        say::profile_elsewhere_stays(&share(found.stays_s / found.was_s), &stays, &was)
    })
}

/// The run where it was recorded, and on the cheapest and the fastest other accelerators that hold its
/// memory, the fastest first, at the prices of `today`; `None` where there are none.
pub(super) fn section(
    measured: &Measured,
    from: &'static AcceleratorRecord,
    today: Option<Date>,
) -> Option<Section> {
    let mut rows: Vec<Row> = catalog::accelerators()
        .iter()
        .filter_map(|record| row(measured, from, record, today))
        .collect();
    if rows.is_empty() {
        return None;
    }
    let here = |row: &Row| row.record.accelerator.id == from.accelerator.id;
    let cost = |row: &Row| row.cost.unwrap_or(f64::INFINITY);
    rows.sort_by(|one, other| cost(one).total_cmp(&cost(other)));
    let mut slower = rows.split_off(rows.len().min(EACH));
    slower.sort_by(|one, other| one.found.time_s.total_cmp(&other.found.time_s));
    let kept = slower.into_iter().enumerate();
    let kept = kept.filter(|(at, row)| *at < EACH || here(row));
    rows.extend(kept.map(|(_, row)| row));
    rows.sort_by(|one, other| {
        let first = here(other).cmp(&here(one));
        first.then(one.found.time_s.total_cmp(&other.found.time_s))
    });
    let step = parts(&measured.facts).is_some_and(|parts| parts.step);
    let taken = if step {
        Msg::ProfileWholeStep
    } else {
        Msg::ProfileWholeRun
    };
    let shown = |seconds: f64| Unit::Time.shown(seconds);
    let cells = rows.iter().map(|row| {
        let found = &row.found;
        vec![
            row.record.accelerator.name.clone(),
            shown(found.time_s),
            format!("{} – {}", shown(found.low_s), shown(found.high_s)),
            number(found.was_s / found.time_s),
            row.cost.map_or_else(String::new, dollars),
        ]
    });
    let table = Table {
        rows: cells.collect(),
        columns: vec![
            Heading::words(text(Msg::CalibAccelerator)),
            Heading::figures(text(taken)),
            Heading::figures(text(Msg::ProfileBand)),
            Heading::figures(text(Msg::ProfileElsewhereSpeed)),
            Heading::figures(text(Msg::ProfileElsewhereCost)),
        ],
    };
    Some(plain(Msg::ProfileElsewhere, table))
}

/// Accelerators that the run was on: one file may be that of one of many ranks.
fn ranks(facts: &Group) -> u32 {
    let world = facts.at("world_size").unwrap_or(0.0).clamp(0.0, MOST_RANKS);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped above"
    )]
    let world = world as u32;
    let devices = u32::try_from(facts.groups("gpus").count()).unwrap_or(1);
    world.max(devices).max(1)
}

fn row(
    measured: &Measured,
    from: &AcceleratorRecord,
    record: &'static AcceleratorRecord,
    today: Option<Date>,
) -> Option<Row> {
    let (here, there) = (&from.accelerator, &record.accelerator);
    let mut found = project(&measured.facts, &measured.marks, here, there)?;
    if found.fits == Some(false) {
        return None;
    }
    if here.id == there.id {
        // As it was measured.
        (found.low_s, found.high_s) = (found.time_s, found.time_s);
    }
    // As everywhere: what is paid for so many, in machines as they are sold.
    let sold = catalog::instances_on(&there.id, &Fleet::default(), today);
    let bill = cheapest_rented(1, ranks(&measured.facts), &sold, there.node_size.max(1));
    let cost = bill.map(|(_, bill)| bill.per_hour.get() * found.time_s / found.was_s);
    // Accelerators that nobody sells by the hour are no choice, but the one of the file.
    (cost.is_some() || here.id == there.id).then_some(Row {
        record,
        found,
        cost,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured() -> Measured {
        let facts = r#"{"format":"pytorch-trace","gpu":{"span_s":1,"compute_share":0.5,"idle_share":0.5,"idle_host_share":0.5},
            "kernels":{"total_s":0.5,"classes":{"gemm":1}},"gpus":[{"device":0},{"device":1}],
            "memory":{"peak_reserved_bytes":60e9}}"#;
        Measured {
            name: "a".to_owned(),
            json: facts.to_owned(),
            facts: Group::from_json(facts).expect("facts"),
            timeline: None,
            memory: None,
            marks: Arc::default(),
            stretch: None,
        }
    }

    /// The trace of one rank of eight is paid for as eight.
    #[test]
    fn ranks_of_other_files_count() {
        let of = |json: &str| ranks(&Group::from_json(json).expect("facts"));
        assert_eq!(of(r#"{"world_size":8,"gpus":[{"device":0}]}"#), 8);
        assert_eq!(of(r#"{"gpus":[{"device":0},{"device":1}]}"#), 2);
        assert_eq!(of("{}"), 1);
    }

    /// The board of the file stands first and takes as long as it did; boards too small for the
    /// peak are none.
    #[test]
    fn the_run_elsewhere() {
        let from = catalog::accelerator("nvidia-h100-sxm-80gb").expect("a record");
        let section = section(&measured(), from, None).expect("rows");
        let rows = &section.table.rows;
        assert!(
            (EACH..=2 * EACH + 1).contains(&rows.len()),
            "{}",
            rows.len()
        );
        assert_eq!(rows[0][0], from.accelerator.name);
        assert_eq!(rows[0][3], number(1.0));
        // What is paid for the two, whatever one costs where eight are sold together.
        let sold = catalog::instances_on("nvidia-h100-sxm-80gb", &Fleet::default(), None);
        let bill = cheapest_rented(1, 2, &sold, from.accelerator.node_size).expect("a bill");
        assert_eq!(rows[0][4], dollars(bill.1.per_hour.get()));
        let small = catalog::accelerator("nvidia-l4").expect("a record");
        assert!(rows.iter().all(|row| row[0] != small.accelerator.name));
    }
}
