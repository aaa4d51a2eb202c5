//! The recommendation, its speed against the limits, and the parts of its memory.

use super::{Part, Proposed, Shown, WIDTHS, figures, heading, options, table, words};
use crate::control::unmarked;
use crate::costs::answer::{compared, headline};
use crate::costs::proposal::memory;
use crate::i18n::{
    self, Msg, dollars, gib, integer, number, percent, say, seconds, seconds_chosen, text,
};
use crate::serving::answer::{at, finding, lead, memory_parts};
use crate::serving::sides::Sides;
use estimator::band::Band;
use estimator::export::paper::{Block, Table};
use estimator::quantity::Seconds;
use estimator::serving::report::Latency;

/// The section.
pub(super) fn parts(proposed: &Proposed<'_>, sides: Option<&Sides>) -> Vec<Part> {
    let Proposed {
        costs,
        found,
        candidate,
        sizing,
        offer,
    } = *proposed;
    let answer = &costs.answer;
    let gap = i18n::language().gap();
    let lead_of_one = || {
        let headline = unmarked(&headline(costs, &found.report));
        [headline, compared(costs, &found.report)].join(gap)
    };
    let fleet = sizing.fleet(sizing.node(&answer.scenario, offer));
    let nodes = say::fleet_nodes(
        f64::from(fleet.nodes),
        &say::gpus_of(
            &integer(f64::from(sizing.accelerators())),
            &offer.accelerator.name,
        ),
        &fleet.node.to_string(),
    );
    let mut sentences = vec![lead(answer, sizing), nodes];
    // What is there is not paid for by the month.
    let limits = &answer.question.limits;
    let budget = limits.budget.filter(|_| limits.owned.is_none());
    let month = sizing.cost.map(|cost| cost.per_month.get());
    if let Some((month, budget)) = month.zip(budget).filter(|(month, most)| month > most) {
        sentences.push(say::proposal_over_budget(&dollars(budget), &dollars(month)));
    }
    if fleet.stranded > 0 {
        sentences.push(say::fleet_stranded(f64::from(fleet.stranded)));
    }
    let mut parts = vec![
        heading(Msg::ProposalRecommendation),
        Block::Lead(
            sides
                .and_then(|sides| options::lead(proposed, sides))
                .unwrap_or_else(lead_of_one),
        )
        .into(),
        Block::Text(sentences.join(gap)).into(),
    ];
    parts.extend(speed(proposed));
    parts.push(memory_of_one(proposed));
    // Findings are of the calculator's recommendation.
    let best = answer.report.recommended();
    if best.is_some_and(|best| best.offer == candidate.offer) {
        let findings = answer.report.findings.iter().map(finding);
        parts.push(Block::List(findings.collect()).into());
    }
    parts
}

/// The figures with their limits and ranges; nothing where the speed is not known.
fn speed(proposed: &Proposed<'_>) -> Option<Part> {
    let sizing = proposed.sizing;
    let (speed, output) = (
        sizing.estimate.performance.as_ref()?,
        sizing.output()?.get(),
    );
    let sla = proposed.costs.answer.question.sla;
    let at = at(sla.percentile);
    let latency = |name: String, latency: Latency, limit: Option<Seconds>| {
        let value = latency.at_percentile;
        let limit = limit.map_or_else(|| text(Msg::NoLimit).to_owned(), seconds_chosen);
        let range = range(latency.band, |factor| seconds(value * factor));
        vec![name, seconds(value), limit, range]
    };
    let rate = |output: f64| say::unit_tokens_s(&number(output));
    // So many requests a second are given, and so is what they answer.
    let is_given = proposed.costs.answer.scenario.workload.load.is_a_rate();
    let answered = || range(speed.output_band, |factor| rate(output * factor));
    let rows = vec![
        latency(say::figure_ttft(at), speed.ttft, sla.ttft),
        latency(say::figure_tpot(at), speed.tpot, sla.tpot),
        vec![
            text(Msg::FigureThroughput).to_owned(),
            rate(output),
            String::new(),
            if is_given { String::new() } else { answered() },
        ],
        vec![
            text(Msg::ProposalHeadroom).to_owned(),
            percent(sizing.headroom.max(0.0)),
            String::new(),
            String::new(),
        ],
    ];
    let columns = vec![
        words(Msg::ProposalFigure),
        figures(Msg::ProposalEstimate),
        figures(Msg::ProposalLimit),
        figures(Msg::ChartRange),
    ];
    Some(table(Msg::ProposalRecommendation, columns, rows))
}

/// `0.39 s to 0.99 s`.
fn range(band: Band, shown: impl Fn(f64) -> String) -> String {
    say::range(&shown(band.high), &shown(band.low))
}

/// The memory of each accelerator, as a bar that says all that the table does.
fn memory_of_one(proposed: &Proposed<'_>) -> Part {
    let (answer, sizing) = (&proposed.costs.answer, proposed.sizing);
    let capacity = sizing.estimate.memory.capacity;
    let title = say::memory_heading(&proposed.offer.accelerator.name);
    let rows = memory_parts(answer, sizing).into_iter().map(|part| {
        let name = text(part.name).to_owned();
        vec![name, gib(part.bytes), percent(part.bytes / capacity)]
    });
    let columns = vec![
        words(Msg::TablePart),
        figures(Msg::TableSize),
        figures(Msg::TableShare),
    ];
    Part {
        block: Block::Table(Table {
            columns,
            rows: rows.collect(),
        }),
        caption: title.clone(),
        shown: Shown::InPicture(
            title,
            WIDTHS.map(|width| memory::draw(answer, sizing, width)),
        ),
        typed: None,
    }
}
