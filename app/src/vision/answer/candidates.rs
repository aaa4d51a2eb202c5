//! The table of every accelerator: each row with its figures, its verdict and the reason.

use super::verdict::evidence;
use crate::control::table_tools;
use crate::i18n::{Msg, about, dollars, gb, integer, lowered, percent, say, t, text};
use crate::serving::answer::{Unproven, doubt, unproven};
use crate::vision::solve::Answer;
use crate::vision::state::State;
use crate::vision::words::{self, time, time_chosen};
use estimator::vision::sizing::report::{Candidate, Verdict};
use leptos::prelude::*;

/// How an accelerator does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Keeps the promise.
    Meets,
    /// Runs it, too slowly.
    Misses,
    /// Does not run it.
    Cannot,
}

/// A row of the table.
#[derive(Clone, PartialEq)]
struct Row {
    id: String,
    name: String,
    standing: Standing,
    recommended: bool,
    unproven: Option<Unproven>,
    cells: Vec<String>,
    reason: String,
    /// Whether it has details to show.
    runs: bool,
}

impl Row {
    fn all(answer: &Answer) -> Vec<Self> {
        let candidates = answer.report.candidates.iter().enumerate();
        candidates
            .filter_map(|(rank, candidate)| Self::of(answer, rank, candidate))
            .collect()
    }

    fn of(answer: &Answer, rank: usize, candidate: &Candidate) -> Option<Self> {
        let offer = answer.offer(candidate)?;
        let cells = candidate.best.as_ref().map_or_else(
            || vec![String::new(); COLUMNS.len()],
            |sizing| {
                let once = sizing.once.and_then(|once| once.bill);
                let rent = sizing.rent;
                let memory = sizing
                    .fullest()
                    .map(|moment| percent(moment.total() / offer.accelerator.memory));
                let unit = sizing.units.first();
                vec![
                    integer(f64::from(sizing.accelerators())),
                    sizing
                        .latency
                        .or_else(|| sizing.once.map(|once| once.takes))
                        .map_or_else(String::new, time),
                    about(sizing.batch),
                    memory.unwrap_or_default(),
                    rent.map_or_else(String::new, |rent| dollars(rent.rented.per_hour.get())),
                    match (rent, once) {
                        (Some(rent), _) => dollars(rent.rented.per_month.get()),
                        (None, Some((_, cost))) => dollars(cost.get()),
                        (None, None) => text(Msg::NotKnown).to_owned(),
                    },
                    unit.map_or_else(String::new, |unit| dollars(unit.cost.get())),
                ]
            },
        );
        Some(Self {
            id: offer.accelerator.id.clone(),
            name: offer.accelerator.name.clone(),
            standing: match candidate.verdict {
                Verdict::Meets => Standing::Meets,
                Verdict::Misses { .. } => Standing::Misses,
                _ => Standing::Cannot,
            },
            recommended: answer.report.best == Some(rank),
            unproven: unproven(offer, answer.price(candidate)),
            cells,
            reason: reason(candidate),
            runs: candidate.best.is_some(),
        })
    }
}

/// The columns between name and verdict.
const COLUMNS: [Msg; 7] = [
    Msg::PlanGpus,
    Msg::VisionColTime,
    Msg::VisionColBatch,
    Msg::ColMemory,
    Msg::ColPerHour,
    Msg::VisionColMoney,
    Msg::VisionColUnit,
];

/// The verdict on a candidate in a few words.
pub(super) fn reason(candidate: &Candidate) -> String {
    match &candidate.verdict {
        Verdict::Meets => {
            let badge = candidate.best.as_ref().map(|best| best.trust.evidence);
            let badge = badge.map_or("", |found| text(evidence(found)));
            say::vision_reason_meets(badge)
        }
        Verdict::Misses { least, limit } => {
            say::vision_reason_misses(&time(*least), &time_chosen(*limit))
        }
        Verdict::TooLittleMemory { short } => say::reason_memory(&gb(*short)),
        Verdict::TooMany => {
            say::vision_reason_many(&integer(f64::from(estimator::vision::sizing::search::MOST)))
        }
        Verdict::Unsupported => text(Msg::VisionReasonUnsupported).to_owned(),
        Verdict::Unknown => text(Msg::ReasonUnknown).to_owned(),
    }
}

/// The card with the table.
#[component]
pub(super) fn Candidates() -> impl IntoView {
    let state = State::of_page();
    let query = RwSignal::new(String::new());
    let meeting_only = RwSignal::new(false);
    let rows = Memo::new(move |_| {
        let answer = state.answer.get();
        answer.map(|answer| Row::all(&answer)).unwrap_or_default()
    });
    // A pick that has no details in this answer is none.
    Effect::new(move |_| {
        let selected = state.frame.selected;
        let lost = state.answer.with(|answer| {
            let answer = answer.as_ref()?;
            let id = selected.get()?;
            answer.picked(&id).is_none().then_some(())
        });
        if lost.is_some() {
            selected.set(None);
        }
    });
    let counted = move || {
        rows.with(|rows| {
            let meeting = rows
                .iter()
                .filter(|row| row.standing == Standing::Meets)
                .count();
            say::vision_count(meeting as f64, &integer(rows.len() as f64))
        })
    };
    let body = move || {
        let selected = state.frame.selected.get();
        let wanted = lowered(&query.get());
        let only = meeting_only.get();
        rows.with(|rows| {
            let shown = rows.iter().filter(|row| {
                (row.standing == Standing::Meets || !only)
                    && lowered(&row.name).contains(wanted.trim())
            });
            shown
                .map(|row| one(row, selected.as_deref() == Some(row.id.as_str()), state))
                .collect::<Vec<_>>()
        })
    };
    let unit = move || {
        let answer = state.answer.get()?;
        let (_, sizing) = answer.shown(None)?;
        let kind = answer.question().kind;
        Some(text(words::unit(kind, sizing.units.first()?)))
    };
    let heads = COLUMNS.map(|column| {
        view! {
            <th scope="col" class="figure">
                {move || match column {
                    Msg::VisionColUnit => unit().unwrap_or(""),
                    other => text(other),
                }}
            </th>
        }
        .into_any()
    });
    view! {
        <section class="card candidates" aria-labelledby="candidates-title">
            <header class="card-head">
                <h2 id="candidates-title">{t(Msg::TableTitle)}</h2>
                <p class="aside" role="status">{counted}</p>
            </header>
            {table_tools(query, (meeting_only, Msg::VisionMeetingOnly), t(Msg::VisionSorted).into_any())}
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
    let standing = match row.standing {
        Standing::Meets => "meets",
        Standing::Misses => "misses",
        Standing::Cannot => "cannot",
    };
    let id = row.id.clone();
    let toggle = move |_| state.frame.select((!open).then(|| id.clone()));
    // What does not run has nothing to show but its reason, which stands in the row.
    let name = if row.runs {
        view! {
            <button
                type="button"
                aria-pressed=if open { "true" } else { "false" }
                on:click=toggle
            >
                {row.name.clone()}
            </button>
        }
        .into_any()
    } else {
        row.name.clone().into_any()
    };
    let mark = row.unproven.map(doubt);
    let best = row
        .recommended
        .then(|| view! { <span class="badge">{text(Msg::TableRecommended)}</span> });
    let cells = row.cells.iter();
    let cells = cells.map(|words| view! { <td class="figure">{words.clone()}</td> });
    view! {
        <tr class=standing class:recommended=row.recommended class:open=open>
            <th scope="row" class="name">
                {name}
                {mark}
                {best}
            </th>
            {cells.collect_view()}
            <td class="verdict">{row.reason.clone()}</td>
        </tr>
    }
    .into_any()
}
