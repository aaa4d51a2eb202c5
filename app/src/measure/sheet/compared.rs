//! Two files side by side: figures that both hold, and how far they differ.

use super::figure::{Figure, figures};
use super::kernels::class_name;
use super::look;
use super::{Section, plain};
use crate::i18n::{Msg, signed, text};
use crate::measure::state::Measured;
use crate::measure::unit::Unit;
use crate::measure::verdict;
use estimator::export::paper::{Heading, Table};
use estimator::profile::Group;
use estimator::profile::summary::{self, Piece, difference};

/// Shares and latencies, which have tables of their own elsewhere.
const FIRST: [Figure; 15] = [
    ("gpu.compute_share", Msg::ProfileCompute, Unit::Share),
    (
        "communication.exposed_share",
        Msg::ProfileBareCommunication,
        Unit::Share,
    ),
    ("copies.exposed_share", Msg::ProfileBareCopies, Unit::Share),
    ("gpu.idle_host_share", Msg::ProfileIdleHost, Unit::Share),
    ("gpu.idle_input_share", Msg::ProfileIdleInput, Unit::Share),
    ("gpu.idle_sync_share", Msg::ProfileIdleSync, Unit::Share),
    ("gpu.span_s", Msg::ProfileSpan, Unit::Time),
    ("gpu.gpu_util", Msg::ProfileUtilisation, Unit::Share),
    ("gpu.sm_active", Msg::ProfileSm, Unit::Share),
    ("gpu.tensor_active", Msg::ProfileTensor, Unit::Share),
    ("gpu.dram_active", Msg::ProfileDram, Unit::Share),
    ("gpu.power_w", Msg::ProfilePower, Unit::Watts),
    ("latency.ttft_s.mean", Msg::ProfileTtft, Unit::Time),
    ("latency.tpot_s.mean", Msg::ProfileTpot, Unit::Time),
    ("latency.e2e_s.mean", Msg::ProfileE2e, Unit::Time),
];

/// The figures of both files with their differences; `None` where they share none.
pub(in crate::measure) fn compared(before: &Measured, now: &Measured) -> Option<Section> {
    let shared = FIRST
        .iter()
        .chain(figures())
        .filter_map(|(path, name, unit)| {
            let (old, new, change) = difference(&before.facts, &now.facts, path)?;
            Some(vec![
                text(*name).to_owned(),
                unit.shown(old),
                unit.shown(new),
                signed(change, &unit.shown(change.abs())),
            ])
        });
    let shared: Vec<Vec<String>> = shared.collect();
    if shared.is_empty() {
        return None;
    }
    let limit = |measured: &Measured| text(verdict::headline(&measured.facts)).to_owned();
    let mut rows = vec![vec![
        text(Msg::ProfileLimit).to_owned(),
        limit(before),
        limit(now),
        String::new(),
    ]];
    rows.extend(shared);
    let columns = vec![
        Heading::words(text(Msg::ProfileFigure)),
        Heading::figures(before.name.clone()),
        Heading::figures(now.name.clone()),
        Heading::figures(text(Msg::ProfileDifference)),
    ];
    Some(plain(Msg::ProfileCompared, Table { columns, rows }))
}

/// What a step takes more and less, part by part, the largest change first; `None` where the two
/// have no parts in common.
pub(in crate::measure) fn changed(before: &Measured, now: &Measured) -> Option<Section> {
    let (old, new, parts) = summary::changed(&before.facts, &now.facts)?;
    let shown = |time: f64| Unit::Time.shown(time);
    let cells = |name: String, old: f64, new: f64| {
        let change = new - old;
        vec![
            name,
            shown(old),
            shown(new),
            signed(change, &shown(change.abs())),
        ]
    };
    let whole = if new.step {
        Msg::ProfileWholeStep
    } else {
        Msg::ProfileWholeRun
    };
    let whole = cells(text(whole).to_owned(), old.whole_s, new.whole_s);
    let parts = parts.iter().map(|part| {
        let name = match &part.piece {
            Piece::Kernels(class) => class_name(class),
            Piece::Rest(slice) => text(look(*slice).1).to_owned(),
        };
        cells(name, part.before_s, part.now_s)
    });
    let columns = vec![
        Heading::words(text(Msg::ProfilePart)),
        Heading::figures(before.name.clone()),
        Heading::figures(now.name.clone()),
        Heading::figures(text(Msg::ProfileDifference)),
    ];
    let rows = std::iter::once(whole).chain(parts).collect();
    Some(plain(Msg::ProfileChanged, Table { columns, rows }))
}

/// Whether two files are of one format and of the same devices.
pub(in crate::measure) fn are_alike(before: &Group, now: &Group) -> bool {
    let devices = |facts: &Group| -> Vec<String> {
        let names = facts.groups("devices").filter_map(|one| one.words("name"));
        names.map(str::to_owned).collect()
    };
    before.words("format") == now.words("format") && devices(before) == devices(now)
}
