//! The week under three settings as a table: what stands there is a mean day's.

use super::{Known, Trial};
use crate::element::Element;
use crate::i18n::{Msg, dollars, figures, integer, percent, say, seconds, text};
use crate::records::{Head, records};
use estimator::kubernetes::autoscale::Way;
use estimator::quantity::Seconds;
use estimator::serving::plan::daily_hours;

const HEADS: [Head; 6] = [
    (Msg::TriedWay, false),
    (Msg::TriedHours, true),
    (Msg::TriedMonth, true),
    (Msg::TriedWaiting, true),
    (Msg::TriedLate, true),
    (Msg::TriedSettings, false),
];

pub(super) fn table(Known { trial, outcome }: &Known) -> Element {
    let mut rows = vec![
        row(trial, Msg::TriedFixed, &outcome.fixed, false),
        row(trial, Msg::TriedRuled, &outcome.ruled, true),
    ];
    if let Some(found) = &outcome.found {
        rows.push(row(trial, Msg::TriedFound, found, true));
    }
    let rows = rows.into_iter().map(|cells| ("", cells));
    records(&HEADS, rows).with("aria-label", text(Msg::TriedTitle))
}

fn row(trial: &Trial, name: Msg, way: &Way, scales: bool) -> Vec<String> {
    let settings = way.tried.settings;
    let settings = if scales {
        say::tried_set(
            &integer(f64::from(settings.least)),
            &integer(settings.target),
            &integer(f64::from(settings.up)),
            &seconds(Seconds::new(settings.window as f64)),
        )
    } else {
        say::tried_replicas(f64::from(settings.least))
    };
    vec![
        text(name).to_owned(),
        figures(daily_hours(&way.week)),
        trial.month(way).map_or_else(
            || text(Msg::VerdictNoPrice).to_owned(),
            |cost| dollars(cost.get()),
        ),
        say::unit_s(&integer(way.waiting.get())),
        percent(way.late),
        settings,
    ]
}
