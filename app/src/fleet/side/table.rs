//! The table of fleets side by side: how many workloads, how many GPUs, what they cost, how much more
//! than another, how sure that is.

use crate::element::Element;
use crate::fleet::answer::{amounts, headline, proof_words};
use crate::fleet::state::Shown;
use crate::i18n::{Msg, dollars, integer, signed, text};
use crate::records::{self, Head};
use estimator::quantity::UsdPerHour;
use estimator::rental::per_month;

/// The columns, and whether they are of figures.
const HEADS: [Head; 7] = [
    (Msg::PackFleet, false),
    (Msg::PackLoads, true),
    (Msg::PackGpus, true),
    (Msg::PackAnHour, true),
    (Msg::PackMonth, true),
    (Msg::PackDifference, true),
    (Msg::PackProof, false),
];

/// The table of such rows.
pub(super) fn table(rows: Vec<Element>) -> Element {
    records::table(&HEADS, rows)
}

/// A fleet's row; `base` is what its bill is held against.
pub(super) fn row(name: Element, shown: Option<&Shown>, base: Option<UsdPerHour>) -> Element {
    let Some((shown, paid)) = shown.and_then(|shown| Some((shown, shown.report.paid?))) else {
        return said(name, text(Msg::PackNothing));
    };
    let (hour, month) = amounts(paid);
    let more = base.map(|base| per_month(paid).get() - per_month(base).get());
    let sure = if shown.report.all {
        proof_words(shown)
    } else {
        headline(shown)
    };
    let cells = [
        integer(shown.question.workloads.len() as f64),
        integer(f64::from(shown.report.gpus())),
        hour,
        month,
        more.map_or_else(String::new, |more| signed(more, &dollars(more.abs()))),
        sure,
    ];
    records::row(name, &HEADS, cells.into_iter())
}

/// A row of one sentence.
pub(super) fn said(name: Element, words: &str) -> Element {
    let rest = HEADS.len().saturating_sub(1).to_string();
    let cell = Element::words("td", "", words).with("colspan", rest);
    Element::of("tr", [name, cell])
}
