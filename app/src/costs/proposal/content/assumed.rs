//! What it is reckoned from: all that was typed, and the defaults that matter most.

use super::{Part, Proposed, figures, heading, table, words};
use crate::costs::draft::shown;
use crate::costs::names;
use crate::i18n::{self, Msg, dollars, percent, say, text};
use estimator::money::terms::Origin;
use estimator::money::{Input, Report};

/// Inputs that are named whether typed or not.
const KEY: [Input; 8] = [
    Input::Accelerator,
    Input::Chassis,
    Input::Years,
    Input::Residual,
    Input::Capital,
    Input::Electricity,
    Input::Pue,
    Input::Colocation,
];

/// Inputs that other sections name.
const ELSEWHERE: [Input; 5] = [
    Input::ApiInput,
    Input::ApiCached,
    Input::ApiOutput,
    Input::Swing,
    Input::Utilization,
];

/// The section.
pub(super) fn parts(proposed: &Proposed<'_>) -> Vec<Part> {
    let report = &proposed.found.report;
    let rows = report
        .values
        .known()
        .filter(|(input, _)| !ELSEWHERE.contains(input))
        .filter_map(|(input, value)| {
            let origin = report.origins.iter().find(|origin| origin.input == input)?;
            let named = origin.as_of.is_empty() || report.owned.is_some() && KEY.contains(&input);
            named.then(|| {
                let name = text(names::input(input)).to_owned();
                vec![name, worth(input, value), source(origin)]
            })
        });
    let mut rows: Vec<Vec<String>> = rows.collect();
    rows.push(utilization(report));
    let columns = vec![
        words(Msg::TornadoInput),
        figures(Msg::WhyValue),
        words(Msg::ProposalSource),
    ];
    vec![
        heading(Msg::ProposalAssumptions),
        table(Msg::ProposalAssumptions, columns, rows),
    ]
}

/// How busy the accelerators are: as typed, or as the day's demand has it.
fn utilization(report: &Report) -> Vec<String> {
    let mut origins = report.origins.iter();
    let typed = origins.any(|origin| origin.input == Input::Utilization);
    let source = if typed {
        Msg::ProposalGiven
    } else {
        Msg::ProposalFromDay
    };
    vec![
        text(Msg::InputUtilization).to_owned(),
        percent(report.utilization),
        text(source).to_owned(),
    ]
}

/// A value with its unit.
fn worth(input: Input, value: f64) -> String {
    let unit = names::symbol(input).map(text).or(names::sign_of(input));
    let unit = unit.unwrap_or_default();
    if input.unit().starts_with("usd") {
        // What stands behind the currency's sign: `/kWh`.
        let per = unit.split_once('/').map(|(_, per)| format!("/{per}"));
        return dollars(value) + &per.unwrap_or_default();
    }
    let number = shown(input, value, i18n::language().marks(), None);
    if unit.is_empty() {
        number
    } else {
        format!("{number}\u{a0}{unit}")
    }
}

/// Where a value comes from, and of which day.
pub(super) fn source(origin: &Origin) -> String {
    if origin.as_of.is_empty() {
        return text(Msg::ProposalGiven).to_owned();
    }
    if origin.source == catalog::money::ASSUMPTION {
        return text(Msg::SourceAssumed).to_owned();
    }
    let source = origin.source.clone() + &say::source_day(&origin.as_of);
    if origin.unverified {
        format!("{source} ({})", text(Msg::Unverified))
    } else {
        source
    }
}
