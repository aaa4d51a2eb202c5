//! A recorded memory beside the parts of an estimate: of the run of Train, or of the sizing of Size.

use super::rows::{Row, worded};
use super::trained;
use crate::browser::{self, filled};
use crate::control::{Choice, Select};
use crate::i18n::{Msg, integer, say, t, text};
use crate::measure::open::{self, Open};
use crate::measure::size;
use crate::measure::state::{Beside, State};
use crate::measure::table::table;
use crate::measure::views::save_button;
use crate::page::carried::readable;
use crate::page::work::{Ready, Runner};
use crate::serving::answer::{memory_parts, model_name};
use crate::serving::solve;
use crate::training::words::{degrees, ways};
use estimator::profile::Group;
use estimator::quantity::Bytes;
use estimator::serving::question::Question;
use estimator::training::link;
use estimator::training::recorded::{self, Part, beside};
use leptos::prelude::*;
use std::time::Duration;

/// Ids of the choice.
const TRAIN: &str = "train";
const SIZE: &str = "size";

/// What was found: sentences and rows, and where the question is open.
#[derive(Clone)]
struct Found {
    /// `None` where the question has no place.
    beside: Option<Beside>,
    address: String,
    open: Msg,
}

/// The card.
pub(super) fn card() -> AnyView {
    let state = State::of_page();
    let Some(measured) = state.measured.get_untracked() else {
        return ().into_any();
    };
    let trains = RwSignal::new(begins_with_training(state, &measured.facts));
    let found = RwSignal::new(None::<Found>);
    let runner = Runner::of_page();
    Effect::new(move |_| {
        let (trains, fragment) = (trains.get(), readable(&state.question.get()));
        found.set(None);
        let measured = measured.clone();
        let done = move |what: Found| {
            let rows = what.beside.clone();
            state
                .told()
                .memory
                .set(rows.map(|rows| (measured.clone(), rows)));
            let _ = found.try_set(Some(what));
        };
        let facts = state
            .measured
            .get_untracked()
            .map(|file| file.facts.clone());
        if let Some(facts) = facts {
            if trains {
                of_training(state, &fragment, facts, runner, done);
            } else {
                of_serving(state, &fragment, facts, runner, done);
            }
        }
    });
    let choices = || {
        vec![
            Choice::new(TRAIN, text(Msg::ModeTraining)),
            Choice::new(SIZE, text(Msg::ModeServing)),
        ]
    };
    let chosen = move || if trains.get() { TRAIN } else { SIZE }.to_owned();
    // The comparison of the peaks.
    let first = move || {
        found.with(|found| match found {
            None => text(Msg::ProfileAgainstWorking).to_owned(),
            Some(found) => {
                let says = found.beside.as_ref().and_then(|beside| beside.says.first());
                says.cloned()
                    .unwrap_or_else(|| text(Msg::ProfileAgainstNone).to_owned())
            }
        })
    };
    let inside = move || found.with(|found| found.as_ref().map(shown));
    view! {
        <section class="card against">
            <h2>{t(Msg::ProfileAgainstHeading)}</h2>
            <div class="board">
                <Select
                    label=Msg::ProfileAgainstWith
                    id="profile-against"
                    choices=Signal::derive(choices)
                    chosen=Signal::derive(chosen)
                    choose=move |id: String| trains.set(id == TRAIN)
                />
            </div>
            <p role="status">{first}</p>
            {inside}
        </section>
    }
    .into_any()
}

/// What the file is held against at first: training where it holds gradients, or where a question
/// of that page came along; serving where one of the calculator's did.
fn begins_with_training(state: State, facts: &Group) -> bool {
    let brought = open::brought(&readable(&state.question.get_untracked()));
    recorded::is_training(facts) || !matches!(brought, Some(Open::Serving(_)))
}

fn shown(found: &Found) -> AnyView {
    let open = view! { <a class="plain" href=found.address.clone()>{text(found.open)}</a> };
    let Some(beside) = &found.beside else {
        return open.into_any();
    };
    let says = beside
        .says
        .iter()
        .skip(1)
        .map(|one| view! { <p>{one.clone()}</p> });
    let says = says.collect_view();
    let save = save_button(Msg::ProfileAgainstHeading, &beside.section.table);
    let inside = table(&beside.section);
    view! {
        {says}
        <div class="scroll wrapping" tabindex="0" role="group" aria-label=text(Msg::ProfileAgainstHeading)>
            <table use:filled=inside></table>
        </div>
        {save}
        " "
        {open}
    }
    .into_any()
}

/// Asks the page about training, turn by turn.
fn of_training(
    state: State,
    fragment: &str,
    facts: Group,
    runner: Runner,
    done: impl FnOnce(Found) + 'static,
) {
    let is_own = link::is_training(fragment);
    let (question, selected) = trained::read(fragment);
    let mut view = untrack(|| state.frame.view());
    view.selected.clone_from(&selected);
    let written = link::write(&link::Link {
        question: question.clone(),
        view,
    });
    let found = move |beside| Found {
        beside,
        address: browser::page_at("training/", &written),
        open: Msg::ProfileTrainOpen,
    };
    let (Some(turn), Some(search)) = (runner.begin(), trained::search(&question)) else {
        return done(found(None));
    };
    runner.run(turn, Duration::ZERO, search, move |search, _| {
        let answer = search.into_answer();
        let rows = trained::shown(&answer, selected.as_deref()).and_then(|(candidate, run)| {
            let all = beside(&run.estimate.memory, &facts)?;
            let layout = &run.estimate.layout;
            let ways = std::iter::once(degrees(layout, &answer.job)).chain(ways(layout));
            let layout = ways.collect::<Vec<_>>().join(" · ");
            let boards = trained::boards(&answer, candidate, run);
            let model = model_name(&answer.question.model);
            let first = say::profile_against_training(&boards, &layout, &model);
            let known: Vec<Row> = all
                .iter()
                .map(|row| Row {
                    name: text(name(row.part)).to_owned(),
                    estimated: row.estimated,
                    recorded: row.recorded,
                    is_sum: matches!(row.part, Part::Peak | Part::Reserved),
                })
                .collect();
            Some(worded(first, is_own, &known))
        });
        done(found(rows));
    });
}

/// Asks the calculator.
fn of_serving(
    state: State,
    fragment: &str,
    facts: Group,
    runner: Runner,
    done: impl FnOnce(Found) + 'static,
) {
    let brought = match open::brought(fragment) {
        Some(Open::Serving(question)) => Some(*question),
        _ => None,
    };
    let is_own = brought.is_some();
    let question = brought.unwrap_or_default();
    let address = untrack(|| size::address(state, question.clone()));
    let Some(turn) = runner.begin() else {
        return;
    };
    browser::after_paint(move || {
        runner.run(turn, Duration::ZERO, Ready(question), move |asked, _| {
            let beside = served(asked.0, is_own, &facts);
            done(Found {
                beside,
                address,
                open: Msg::ProfileSizeOpen,
            });
        });
    });
}

/// The parts of the calculator's estimate beside a recorded memory, which has none of them.
fn served(question: Question, is_own: bool, facts: &Group) -> Option<Beside> {
    let answer = solve::beside(question)?;
    let (offer, sizing) = answer.recommended()?;
    let memory = &sizing.estimate.memory;
    let recorded = facts
        .at("memory.peak_reserved_bytes")
        .or(facts.at("memory.peak_allocated_bytes"))?;
    let boards = integer(f64::from(sizing.accelerators()));
    let boards = say::gpus_of(&boards, &offer.accelerator.name);
    let first = say::profile_against_serving(&boards, &model_name(&answer.question.model));
    let alone = |name: Msg, estimated: Bytes| Row {
        name: text(name).to_owned(),
        estimated,
        recorded: None,
        is_sum: false,
    };
    let mut rows: Vec<Row> = memory_parts(&answer, sizing)
        .iter()
        .filter(|part| !matches!(part.name, Msg::PartFree | Msg::PartShort))
        .map(|part| match part.name {
            Msg::PartKvCache => alone(Msg::ProfileAgainstPool, memory.kv_pool),
            other => alone(other, part.bytes),
        })
        .collect();
    rows.push(Row {
        name: text(Msg::ProfilePeakReserved).to_owned(),
        estimated: memory.allocated(),
        recorded: Some(Bytes::new(recorded)),
        is_sum: true,
    });
    Some(worded(first, is_own, &rows))
}

const fn name(part: Part) -> Msg {
    match part {
        Part::Parameters => Msg::ProfileParameter,
        Part::Gradients => Msg::ProfileGradient,
        Part::Optimizer => Msg::ProfileOptimizerState,
        Part::Activations => Msg::ProfileActivation,
        Part::Passing => Msg::ProfileAgainstPassing,
        Part::Peak => Msg::ProfilePeakAllocated,
        Part::Reserved => Msg::ProfilePeakReserved,
        Part::Context => Msg::PartContext,
    }
}
