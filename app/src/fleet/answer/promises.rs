//! Every workload against its promise, in its worst hour and in every hour.

use super::name;
use crate::element::Element;
use crate::fleet::state::Shown;
use crate::fleet::words::times;
use crate::i18n::{Msg, integer, say, seconds, text};
use crate::records::{Head, records};
use estimator::fleet::asked::{Hour, Replicas, State};
use estimator::quantity::Seconds;

/// The columns.
const HEADS: [Head; 7] = [
    (Msg::PackWorkload, false),
    (Msg::PackStands, false),
    (Msg::PackSlowdown, true),
    (Msg::PackTtft, true),
    (Msg::PackTpot, true),
    (Msg::PackTurn, true),
    (Msg::PackKept, false),
];

/// The card's content.
pub(super) fn content(shown: &Shown) -> Vec<Element> {
    let all = shown.report.replicas.iter().enumerate();
    let rows = all.map(|(place, one)| {
        let kind = match one.state {
            State::Unserved | State::Left => "illegal",
            State::Packed if one.broken > 0 => "broken",
            State::Packed | State::Spanning => "",
        };
        (kind, row(shown, place, one))
    });
    let hours = hourly(shown);
    vec![
        records(&HEADS, rows),
        Element::of(
            "details",
            [Element::words("summary", "", text(Msg::PackByHour)), hours],
        )
        .with("class", "by-hour"),
    ]
}

/// The worst of a latency over the day.
fn worst(one: &Replicas, of: fn(&Hour) -> Option<Seconds>) -> Option<Seconds> {
    one.hours.iter().filter_map(of).reduce(Seconds::max)
}

fn latency(worst: Option<Seconds>, promised: Option<Seconds>) -> String {
    match (worst, promised) {
        (None, _) => "–".to_owned(),
        (Some(worst), None) => seconds(worst),
        (Some(worst), Some(promised)) => say::pack_of(&seconds(promised), &seconds(worst)),
    }
}

fn row(shown: &Shown, place: usize, one: &Replicas) -> Vec<String> {
    let report = &shown.report;
    let spanning = report.spanning.iter().find(|two| two.workload == place);
    let stands = match (one.state, spanning) {
        (State::Spanning, Some(two)) => {
            say::gpus_of(&integer(f64::from(two.accelerators)), &two.name)
        }
        (State::Packed, _) => boards(shown, place),
        (State::Unserved, _) => text(Msg::PackNoType).to_owned(),
        (State::Left | State::Spanning, _) => text(Msg::PackLeftOut).to_owned(),
    };
    let packed = one.state == State::Packed;
    let kept = match one.state {
        State::Packed if one.broken == 0 => text(Msg::PackAllKept).to_owned(),
        State::Packed => say::pack_broken(f64::from(one.broken)),
        State::Spanning => text(Msg::PackAsSize).to_owned(),
        State::Unserved | State::Left => "–".to_owned(),
    };
    let wait = one.waits.get() > 0.0;
    vec![
        name(&shown.question, place).to_owned(),
        stands,
        if packed {
            times(one.slowest)
        } else {
            "–".to_owned()
        },
        latency(worst(one, |hour| hour.ttft), one.ttft),
        latency(worst(one, |hour| hour.tpot), one.tpot),
        if wait {
            seconds(one.waits)
        } else {
            "–".to_owned()
        },
        kept,
    ]
}

/// The GPUs that a workload stands on, by type.
fn boards(shown: &Shown, place: usize) -> String {
    let mut types: Vec<(&str, usize)> = Vec::new();
    let boards = shown.report.boards.iter();
    let own = boards.filter(|board| board.members.iter().any(|one| one.workload == place));
    for board in own {
        match types.iter_mut().find(|(name, _)| *name == board.name) {
            Some((_, many)) => *many += 1,
            None => types.push((&board.name, 1)),
        }
    }
    let types = types.iter().map(|(name, many)| {
        if *many == 1 {
            (*name).to_owned()
        } else {
            say::gpus_of(&integer(*many as f64), name)
        }
    });
    types.collect::<Vec<_>>().join(text(Msg::ListComma))
}

/// An hour's figure in words.
type Said = fn(&Hour) -> String;

/// Time to the first token and per token of every workload in every hour.
fn hourly(shown: &Shown) -> Element {
    let hours = (0..24)
        .map(|hour: u32| Element::heading("col", format!("{hour:02}")).with("class", "figure"));
    let heads = [
        Element::heading("col", text(Msg::PackWorkload)),
        Element::heading("col", text(Msg::PackMeasure)),
    ];
    let packed = shown.report.replicas.iter().enumerate();
    let packed = packed.filter(|(_, one)| one.state == State::Packed);
    let measures: [(Msg, Said); 3] = [
        (Msg::PackTtft, |hour| {
            hour.ttft.map_or_else(|| "–".to_owned(), seconds)
        }),
        (Msg::PackTpot, |hour| {
            hour.tpot.map_or_else(|| "–".to_owned(), seconds)
        }),
        (Msg::PackSlowdown, |hour| times(hour.slowdown.max(1.0))),
    ];
    let rows = packed.flat_map(|(place, one)| {
        measures.map(|(measure, of)| {
            let cells = one
                .hours
                .iter()
                .map(|hour| Element::new("td").with("class", "figure").say(of(hour)));
            let first = [
                Element::heading("row", name(&shown.question, place)),
                Element::new("td").say(text(measure)),
            ];
            Element::of("tr", first.into_iter().chain(cells))
        })
    });
    Element::table(
        "fleet-table",
        heads.into_iter().chain(hours).collect(),
        rows.collect(),
    )
}
