//! The figures of an answer: the calculator's own, in the same words.

use super::outcome::Outcome;
use crate::control::words;
use crate::i18n::{Msg, dollars, integer, number, say, seconds, seconds_chosen, text};
use crate::serving::answer::{at, headroom, lead, name, nearest, spelled_out};
use crate::serving::solve::Answer;
use estimator::quantity::Seconds;
use estimator::serving::report::{Cost, Latency, Sizing};

/// The rows, in order. The first two are words.
pub(super) const ROWS: [Msg; 13] = [
    Msg::CompareVerdict,
    Msg::CompareInWords,
    Msg::PlanGpus,
    Msg::PlanNodes,
    Msg::UnitHour,
    Msg::UnitMonth,
    Msg::UnitOutput,
    Msg::UnitInput,
    Msg::UnitRequests,
    Msg::Ttft,
    Msg::Tpot,
    Msg::FigureThroughput,
    Msg::CompareHeadroom,
];

/// One figure.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Figure {
    /// Its words.
    pub(super) words: String,
    /// Its limit or another addition.
    pub(super) beside: String,
    /// Its value in the unit of its row, to be compared; `None` of words and where unknown.
    pub(super) value: Option<f64>,
}

impl Figure {
    fn words(words: impl Into<String>) -> Self {
        Self {
            words: words.into(),
            ..Self::default()
        }
    }

    fn of(value: f64, words: String) -> Self {
        Self {
            value: Some(value),
            ..Self::words(words)
        }
    }

    fn unknown() -> Self {
        Self::words(text(Msg::NotKnown))
    }
}

/// The recommendation; `None` where nothing keeps the demands.
pub(super) fn recommended(answer: &Answer) -> Option<(&str, &Sizing)> {
    let candidate = answer.report.recommended()?;
    Some((name(answer, candidate), candidate.best.as_ref()?))
}

/// The figures of an outcome, one a row of [`ROWS`]; reactive.
pub(super) fn figures(outcome: &Outcome) -> Vec<Figure> {
    let (verdict, why) = match &outcome.answer {
        Ok(answer) => {
            if let Some((name, sizing)) = recommended(answer) {
                return sized(answer, name, sizing);
            }
            let candidate = answer.report.candidates.first();
            let why = candidate.map(|candidate| nearest(answer, candidate));
            (text(Msg::NoneHeading), why.unwrap_or_default())
        }
        Err(errors) => {
            let sentences: Vec<String> = errors.iter().map(words).collect();
            (text(Msg::CompareWrong), sentences.join(" "))
        }
    };
    let mut all = vec![Figure::words(verdict), Figure::words(why)];
    all.resize(ROWS.len(), Figure::unknown());
    all
}

fn sized(answer: &Answer, name: &str, sizing: &Sizing) -> Vec<Figure> {
    let count = |count: u32| Figure::of(f64::from(count), integer(f64::from(count)));
    let node = answer
        .report
        .recommended()
        .and_then(|candidate| answer.offer(candidate))
        .map(|offer| sizing.node(&answer.scenario, offer));
    let nodes = node.map(|node| count(sizing.fleet(node).nodes));
    let amount = |value: Option<f64>| {
        value.map_or_else(Figure::unknown, |value| Figure::of(value, dollars(value)))
    };
    let money = |read: fn(&Cost) -> f64| amount(sizing.cost.as_ref().map(read));
    let output = answer.question.output_tokens;
    let requests = sizing
        .cost
        .map(|cost| cost.per_thousand_requests(output).get());
    let mut all = vec![
        Figure::words(spelled_out(sizing, name)),
        Figure::words(lead(answer, sizing)),
        count(sizing.accelerators()),
        nodes.unwrap_or_else(Figure::unknown),
        money(|cost| cost.per_hour.get()),
        money(|cost| cost.per_month.get()),
        money(|cost| cost.per_million_output.get()),
        money(|cost| cost.per_million_input.get()),
        amount(requests),
    ];
    all.extend(speed(answer, sizing));
    all.push(Figure::words(headroom(sizing)));
    all
}

fn speed(answer: &Answer, sizing: &Sizing) -> [Figure; 3] {
    let (Some(speed), Some(output)) = (&sizing.estimate.performance, sizing.output()) else {
        return [Figure::unknown(), Figure::unknown(), Figure::unknown()];
    };
    let sla = answer.question.sla;
    let latency = |latency: Latency, limit: Option<Seconds>| {
        let value = latency.at_percentile;
        let limit = limit.map_or_else(
            || text(Msg::NoLimit).to_owned(),
            |limit| say::of_limit(&seconds_chosen(limit)),
        );
        Figure {
            beside: format!("{}, {limit}", at(sla.percentile)),
            ..Figure::of(value.get(), seconds(value))
        }
    };
    let output = output.get();
    [
        latency(speed.ttft, sla.ttft),
        latency(speed.tpot, sla.tpot),
        Figure {
            beside: text(Msg::TokensPerSecond).to_owned(),
            ..Figure::of(output, number(output))
        },
    ]
}
