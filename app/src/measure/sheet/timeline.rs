//! Where the time of a timeline goes, in all and by device.

use super::{Bar, Section, plain};
use crate::i18n::{Msg, integer, text};
use crate::measure::unit::{Unit, share};
use estimator::export::paper::{Heading, Table};
use estimator::profile::Group;
use estimator::profile::summary::{Slice, slices};

/// The slices of the time of all devices.
pub(super) fn time(facts: &Group) -> Section {
    let slices = slices(facts);
    let bars = slices.iter().map(|(slice, share)| Bar {
        class: look(*slice).0,
        share: *share,
    });
    let rows = slices.iter().map(|(slice, part)| {
        let (_, name) = look(*slice);
        vec![text(name).to_owned(), share(*part)]
    });
    Section {
        title: Msg::ProfileTime,
        bars: bars.collect(),
        table: Table {
            columns: vec![
                Heading::words(text(Msg::ProfilePart)),
                Heading::figures(text(Msg::ProfileShare)),
            ],
            rows: rows.collect(),
        },
    }
}

/// The class of a slice's colour, and its name.
pub(in crate::measure) fn look(slice: Slice) -> (&'static str, Msg) {
    match slice {
        Slice::Compute => ("weights", Msg::ProfileCompute),
        Slice::Communication => ("runtime", Msg::ProfileBareCommunication),
        Slice::Copy => ("activations", Msg::ProfileBareCopies),
        Slice::Host => ("late", Msg::ProfileIdleHost),
        Slice::Input => ("fed", Msg::ProfileIdleInput),
        Slice::Sync => ("held", Msg::ProfileIdleSync),
        Slice::Other => ("free", Msg::ProfileIdleOther),
    }
}

/// The columns of a device.
const COLUMNS: [(&str, Msg, Unit); 11] = [
    ("span_s", Msg::ProfileSpan, Unit::Time),
    ("busy_s", Msg::ProfileBusy, Unit::Time),
    ("compute_s", Msg::ProfileCompute, Unit::Time),
    ("communication_s", Msg::ProfileCommunication, Unit::Time),
    (
        "communication_exposed_s",
        Msg::ProfileBareCommunication,
        Unit::Time,
    ),
    ("copy_s", Msg::ProfileCopies, Unit::Time),
    ("copy_exposed_s", Msg::ProfileBareCopies, Unit::Time),
    ("idle_share", Msg::ProfileIdle, Unit::Share),
    ("idle_host_s", Msg::ProfileIdleHost, Unit::Time),
    ("longest_gap_s", Msg::ProfileGap, Unit::Time),
    ("streams", Msg::ProfileStreams, Unit::Count),
];

/// Devices that are shown.
const MOST: usize = 64;

/// A row a device.
pub(super) fn devices(facts: &Group) -> Option<Section> {
    // Boards that were sampled have rows of their own.
    facts.at("gpu.compute_share")?;
    let gpus: Vec<&Group> = facts.groups("gpus").take(MOST).collect();
    let known = |(name, _, _): &&(&str, Msg, Unit)| gpus.iter().any(|gpu| gpu.at(name).is_some());
    let columns: Vec<_> = COLUMNS.iter().filter(known).collect();
    let heads = columns
        .iter()
        .map(|(_, name, _)| Heading::figures(text(*name)));
    let rows = gpus.iter().enumerate().map(|(index, gpu)| {
        let number = gpu.at("device").unwrap_or(index as f64);
        let cells = columns.iter().map(|(name, _, unit)| {
            let value = gpu.at(name);
            value.map_or_else(String::new, |value| unit.shown(value))
        });
        std::iter::once(integer(number)).chain(cells).collect()
    });
    Some(plain(
        Msg::ProfileDevices,
        Table {
            columns: std::iter::once(Heading::words(text(Msg::ProfileDevice)))
                .chain(heads)
                .collect(),
            rows: rows.collect(),
        },
    ))
}
