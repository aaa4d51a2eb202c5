//! Other ways to hold the same, with what each costs and why some are no use.

use super::name;
use super::why::{reason, refused};
use crate::element::Element;
use crate::fleet::state::Shown;
use crate::fleet::words::{band, fault, isolation, mode, times};
use crate::i18n::{Msg, dollars, integer, say, seconds, text};
use crate::records::{Head, records};
use estimator::fleet::Mode;
use estimator::fleet::alternatives::Way;
use estimator::fleet::asked::{Other, Report};
use estimator::rental::per_month;

/// The columns.
const HEADS: [Head; 7] = [
    (Msg::PackWay, false),
    (Msg::PackGpus, true),
    (Msg::PackMonth, true),
    (Msg::PackSlowdown, true),
    (Msg::PackIsolation, false),
    (Msg::PackFault, false),
    (Msg::PackWhy, false),
];

/// The card's content.
pub(super) fn content(shown: &Shown) -> Vec<Element> {
    let report = &shown.report;
    let mut rows = vec![("best", asked(report))];
    for other in &report.others {
        let kind = if other.per_hour.is_none() || other.why.is_some() {
            "illegal"
        } else {
            ""
        };
        rows.push((kind, row(shown, other)));
    }
    let bands = Mode::ALL.into_iter().filter_map(band);
    let bands: Vec<String> = bands.collect();
    vec![
        records(&HEADS, rows),
        Element::words("p", "aside", bands.join(text(Msg::PackSemicolon))),
    ]
}

/// The packing as it was asked for.
fn asked(report: &Report) -> Vec<String> {
    let slowest = report.replicas.iter().map(|one| one.slowest);
    let modes: Vec<Mode> = Mode::ALL
        .into_iter()
        .filter(|mode| report.boards.iter().any(|board| board.mode == *mode))
        .collect();
    let used: Vec<&str> = modes.iter().map(|one| text(mode(*one))).collect();
    vec![
        text(Msg::PackMixed).to_owned(),
        integer(f64::from(report.gpus())),
        report
            .paid
            .map_or_else(dash, |paid| dollars(per_month(paid).get())),
        times(slowest.fold(1.0, f64::max)),
        text(Msg::PackAsAsked).to_owned(),
        text(Msg::PackFaultMixed).to_owned(),
        say::pack_uses(&used.join(text(Msg::ListComma))),
    ]
}

fn dash() -> String {
    "–".to_owned()
}

/// The name of a way.
pub(super) fn way(way: &Way) -> String {
    match way {
        Way::Asked => text(Msg::PackMixed).to_owned(),
        Way::OneEach => text(Msg::PackEach).to_owned(),
        Way::Single(name) => say::pack_only_type(name),
        Way::Only(one) => say::pack_only_mode(text(mode(*one))),
        Way::LessIsolation => text(Msg::PackLess).to_owned(),
        Way::ToZero => text(Msg::PackToZero).to_owned(),
        Way::Smaller => text(Msg::PackSmaller).to_owned(),
        Way::Unlimited => text(Msg::PackNoCounts).to_owned(),
    }
}

fn row(shown: &Shown, other: &Other) -> Vec<String> {
    let only = match &other.way {
        Way::Only(mode) => Some(*mode),
        Way::OneEach => Some(Mode::Exclusive),
        _ => None,
    };
    let facts = only.map(Mode::facts);
    let why = match (&other.why, &other.way) {
        (Some(why), _) => reason(shown, why),
        (None, Way::OneEach) => text(Msg::PackYardstick).to_owned(),
        (None, Way::ToZero) => {
            let names = other
                .sleepers
                .iter()
                .map(|place| name(&shown.question, *place));
            let names: Vec<&str> = names.collect();
            say::pack_sleep(&seconds(other.cold), &crate::fleet::words::names(&names))
        }
        (None, Way::LessIsolation) => price_of(shown, other),
        (None, Way::Smaller) => text(Msg::PackSmallerWhy).to_owned(),
        (None, _) if other.proved => text(Msg::PackProven).to_owned(),
        (None, _) => text(Msg::PackUnproven).to_owned(),
    };
    let idle = other.why.as_ref().is_some_and(refused);
    let unless = |said: String| if idle { dash() } else { said };
    vec![
        way(&other.way),
        unless(
            other
                .gpus
                .map_or_else(dash, |gpus| integer(f64::from(gpus))),
        ),
        unless(
            other
                .per_hour
                .map_or_else(dash, |price| dollars(per_month(price).get())),
        ),
        if other.per_hour.is_some() && !idle {
            times(other.slowdown)
        } else {
            dash()
        },
        match (&facts, &other.way) {
            (Some(facts), _) => text(isolation(facts.isolation)).to_owned(),
            (None, Way::LessIsolation) => {
                text(isolation(estimator::fleet::question::Isolation::Memory)).to_owned()
            }
            (None, _) => text(Msg::PackAsAsked).to_owned(),
        },
        text(facts.map_or(Msg::PackFaultMixed, |facts| fault(facts.fault))).to_owned(),
        why,
    ]
}

/// What the isolation that is asked for costs.
fn price_of(shown: &Shown, other: &Other) -> String {
    let paid = shown.report.paid.filter(|_| shown.report.all);
    let more = paid
        .zip(other.per_hour)
        .map(|(paid, less)| paid.get() - less.get());
    match more.filter(|more| *more > 5e-4) {
        Some(more) => say::pack_less_saves(&dollars(more)),
        None => text(Msg::PackLessNothing).to_owned(),
    }
}
