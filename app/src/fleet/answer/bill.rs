//! The bill, line by line: instances as they are sold, with seller, region and the day of the
//! price; licences; workloads that span several GPUs.

use super::name;
use super::verdict::amounts;
use crate::element::Element;
use crate::fleet::state::Shown;
use crate::i18n::{Msg, integer, say, text};
use crate::records::{Head, records};
use estimator::fleet::asked::Bought;

/// The columns.
const HEADS: [Head; 6] = [
    (Msg::PackLine, false),
    (Msg::PackSeller, false),
    (Msg::PackPriceDay, false),
    (Msg::PackIdle, true),
    (Msg::PackAnHour, true),
    (Msg::PackMonth, true),
];

/// The card's content; nothing where nothing is paid for.
pub(super) fn content(shown: &Shown) -> Vec<Element> {
    let report = &shown.report;
    let mut rows: Vec<(&'static str, Vec<String>)> = Vec::new();
    for line in &report.bought {
        rows.push(("", bought(line)));
    }
    for one in &report.spanning {
        let gpus = say::gpus_of(&integer(f64::from(one.accelerators)), &one.name);
        let (hour, month) = one.per_hour.map(amounts).unwrap_or_default();
        let line = format!("{}: {gpus}", name(&shown.question, one.workload));
        rows.push((
            "",
            vec![
                line,
                one.label.clone(),
                one.as_of.clone(),
                String::new(),
                hour,
                month,
            ],
        ));
    }
    if report.licences.get() > 0.0 {
        let (hour, month) = amounts(report.licences);
        let name = text(Msg::PackLicences).to_owned();
        let none = String::new;
        rows.push(("", vec![name, none(), none(), none(), hour, month]));
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let (hour, month) = report.paid.map(amounts).unwrap_or_default();
    let total = text(Msg::PackTotal).to_owned();
    let none = String::new;
    rows.push(("total", vec![total, none(), none(), none(), hour, month]));
    let mut parts = vec![records(&HEADS, rows)];
    let notes = [
        (
            report.bought.iter().any(|line| line.estimated),
            Msg::ComputedHint,
        ),
        (
            report.bought.iter().any(|line| line.unplaced),
            Msg::UnplacedHint,
        ),
        (
            report.bought.iter().any(|line| line.expired),
            Msg::FindingExpired,
        ),
        (
            report.bought.iter().any(|line| !line.verified),
            Msg::FindingPrice,
        ),
    ];
    let notes = notes.into_iter().filter(|(holds, _)| *holds);
    parts.extend(notes.map(|(_, note)| Element::words("p", "aside", text(note))));
    parts
}

fn bought(line: &Bought) -> Vec<String> {
    let all = line.instances.saturating_mul(line.instance);
    let gpus = say::gpus_of(&integer(f64::from(all)), &line.name);
    let (hour, month) = amounts(line.per_hour);
    vec![
        gpus,
        line.label.clone(),
        line.as_of.clone(),
        integer(f64::from(all.saturating_sub(line.used))),
        hour,
        month,
    ]
}
