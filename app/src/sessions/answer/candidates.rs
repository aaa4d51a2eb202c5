//! The table of every accelerator: each row with where it falls over, its hits, its money and the
//! verdict.

use crate::control::table_tools;
use crate::i18n::{Msg, dollars, gb, integer, lowered, percent, say, t, text};
use crate::serving::answer::{Unproven, doubt, engine_name, unproven};
use crate::sessions::solve::Answer;
use crate::sessions::state::State;
use crate::sessions::words;
use estimator::serving::report::{Demand, Verdict};
use estimator::session::Population;
use estimator::session::sizing::report::{Candidate, Sizing};
use leptos::prelude::*;

/// A row of the table.
#[derive(Clone, PartialEq)]
struct Row {
    id: String,
    name: String,
    class: &'static str,
    recommended: bool,
    unproven: Option<Unproven>,
    cells: Vec<String>,
    reason: String,
}

/// The columns between name and verdict.
const COLUMNS: [Msg; 9] = [
    Msg::SessionsColGpus,
    Msg::SessionsColFalls,
    Msg::SessionsColBears,
    Msg::SessionsColHits,
    Msg::ColTtft,
    Msg::ColTpot,
    Msg::ColPerHour,
    Msg::SessionsColMonth,
    Msg::SessionsColTask,
];

impl Row {
    fn all(answer: &Answer) -> Vec<Self> {
        let candidates = answer.report.candidates.iter().enumerate();
        candidates
            .filter_map(|(rank, candidate)| Self::of(answer, rank, candidate))
            .collect()
    }

    fn of(answer: &Answer, rank: usize, candidate: &Candidate) -> Option<Self> {
        let offer = answer.offer(candidate)?;
        let population = answer.question().load.population;
        let cells = candidate.best.as_ref().map_or_else(
            || vec![String::new(); COLUMNS.len()],
            |sizing| cells(population, candidate, sizing),
        );
        Some(Self {
            id: offer.accelerator.id.clone(),
            name: offer.accelerator.name.clone(),
            class: match candidate.verdict {
                Verdict::Meets => "meets",
                Verdict::Misses => "misses",
                _ => "cannot",
            },
            recommended: answer.report.best == Some(rank),
            unproven: unproven(offer, answer.price(candidate)),
            cells,
            reason: reason(candidate),
        })
    }
}

fn cells(population: Population, candidate: &Candidate, sizing: &Sizing) -> Vec<String> {
    let unknown = || text(Msg::NotKnown).to_owned();
    let speed = sizing.estimate.performance.as_ref();
    let money = |value: Option<f64>| value.map_or_else(unknown, dollars);
    let bill = sizing.cost;
    vec![
        integer(f64::from(sizing.accelerators())),
        sizing.fall.map_or_else(
            || text(Msg::SessionsNever).to_owned(),
            |fall| integer(fall.sessions.floor()),
        ),
        if candidate.meets() {
            words::borne(population, sizing.bears)
        } else {
            String::new()
        },
        percent(sizing.found.all()),
        speed.map_or_else(String::new, |speed| words::time(speed.ttft.at_percentile)),
        speed.map_or_else(String::new, |speed| words::time(speed.tpot.at_percentile)),
        money(bill.map(|cost| cost.per_hour.get())),
        money(bill.map(|cost| cost.per_month.get())),
        money(bill.and_then(|cost| Some(sizing.task.cost(cost.per_hour)?.get()))),
    ]
}

/// The verdict on a candidate in a few words.
pub(super) fn reason(candidate: &Candidate) -> String {
    match &candidate.verdict {
        Verdict::Meets => {
            let best = candidate.best.as_ref();
            let speed = best.and_then(|best| best.estimate.performance.as_ref());
            let evidence = speed.map_or(Msg::EvidenceNone, |speed| {
                words::evidence(speed.tpot.band.evidence)
            });
            let is_met = best.is_some_and(|best| best.met.is_some());
            let how = if is_met {
                Msg::HowSimulated
            } else {
                Msg::HowEstimated
            };
            let sound = say::sessions_reason_meets(text(evidence));
            [&sound, text(how)].join(text(Msg::ListComma))
        }
        Verdict::Misses => {
            let misses = candidate.best.iter().flat_map(|best| &best.misses);
            let all: Vec<String> = misses
                .map(|miss| {
                    let (value, limit) = (words::time(miss.value), words::time(miss.limit));
                    match miss.demand {
                        Demand::Ttft => say::miss_ttft(&limit, &value),
                        Demand::Tpot => say::miss_tpot(&limit, &value),
                    }
                })
                .collect();
            all.join(text(Msg::ListComma))
        }
        Verdict::TooLittleMemory { short, .. } => say::reason_memory(&gb(*short)),
        Verdict::EngineUnsupported { engine } => say::reason_engine(engine_name(*engine)),
        Verdict::Unsupported { format } => say::reason_format(format.id()),
        Verdict::NoPlacement { .. } | Verdict::NodeLimit { .. } => {
            text(Msg::ReasonNoSplit).to_owned()
        }
        Verdict::Unknown => text(Msg::ReasonUnknown).to_owned(),
    }
}

/// The card with the table.
#[component]
pub(super) fn Candidates() -> impl IntoView {
    let state = State::of_page();
    let query = RwSignal::new(String::new());
    let meeting_only = RwSignal::new(true);
    let rows = Memo::new(move |_| {
        let answer = state.answer.get();
        answer.map(|answer| Row::all(&answer)).unwrap_or_default()
    });
    let counted = move || {
        rows.with(|rows| {
            let meeting = rows.iter().filter(|row| row.class == "meets").count();
            say::sessions_count(meeting as f64, &integer(rows.len() as f64))
        })
    };
    let body = move || {
        let selected = state.frame.selected.get();
        let wanted = lowered(&query.get());
        let only = meeting_only.get();
        rows.with(|rows| {
            let shown = rows.iter().filter(|row| {
                (row.class == "meets" || !only) && lowered(&row.name).contains(wanted.trim())
            });
            shown
                .map(|row| one(row, selected.as_deref() == Some(row.id.as_str()), state))
                .collect::<Vec<_>>()
        })
    };
    let heads =
        COLUMNS.map(|column| view! { <th scope="col" class="figure">{t(column)}</th> }.into_any());
    view! {
        <section class="card candidates" aria-labelledby="candidates-title">
            <header class="card-head">
                <h2 id="candidates-title">{t(Msg::TableTitle)}</h2>
                <p class="aside" role="status">{counted}</p>
            </header>
            {table_tools(
                query,
                (meeting_only, Msg::SessionsMeetingOnly),
                t(Msg::SessionsSorted).into_any(),
            )}
            <div class="scroll" tabindex="0" role="group" aria-labelledby="candidates-title">
                <table class="candidates-table">
                    <thead>
                        <tr>
                            <th scope="col">{t(Msg::ColAccelerator)}</th>
                            {Vec::from(heads)}
                            <th scope="col">{t(Msg::ColVerdict)}</th>
                        </tr>
                    </thead>
                    <tbody>{body}</tbody>
                </table>
            </div>
        </section>
    }
    .into_any()
}

fn one(row: &Row, open: bool, state: State) -> AnyView {
    let id = row.id.clone();
    let toggle = move |_| state.frame.select((!open).then(|| id.clone()));
    let mark = row.unproven.map(doubt);
    let best = row
        .recommended
        .then(|| view! { <span class="badge">{text(Msg::TableRecommended)}</span> });
    let cells = row.cells.iter();
    let cells = cells.map(|words| view! { <td class="figure">{words.clone()}</td> });
    view! {
        <tr class=row.class class:recommended=row.recommended class:open=open>
            <th scope="row" class="name">
                <button
                    type="button"
                    aria-pressed=if open { "true" } else { "false" }
                    on:click=toggle
                >
                    {row.name.clone()}
                </button>
                {mark}
                {best}
            </th>
            {cells.collect_view()}
            <td class="verdict">{row.reason.clone()}</td>
        </tr>
    }
    .into_any()
}
