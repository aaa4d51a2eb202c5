//! The question about money: the fields beside the calculator's question.

mod demand;
mod owning;
mod prices;
mod run;
mod summary;

pub(super) use demand::{Typed, day_name};
pub(super) use summary::line;

use super::answer::spoken;
use super::draft::Draft;
use super::fields::{ChoiceProblem, Number};
use super::names;
use super::state::State;
use crate::control::{Choice, Disclosure, FieldProblem, Select};
use crate::i18n::{self, Msg, say, t, text};
use crate::page::history::History;
use crate::page::sheet::{Section, Sheet};
use crate::page::undoing::undoing_row;
use crate::serving::answer::in_short;
use crate::serving::question::pricing::{AreaField, BasisField, Unsold};
use catalog::money::{apis_for, compared};
use catalog::regions;
use estimator::error;
use estimator::money::error::Field;
use estimator::money::question::{NO_API, Question};
use estimator::money::{Input, Outcome};
use leptos::prelude::*;

/// The left column.
#[component]
pub(super) fn QuestionForm(
    /// The history of the address.
    history: History,
) -> impl IntoView {
    let state = State::of_page();
    view! {
        <Sheet
            wrong=Signal::derive(move || state.is_stale())
            line=Signal::derive(move || line(state))
            answer=Signal::derive(move || spoken(state))
            tools=undoing_row(history, move || state.is_stale(), move || state.show())
        >
            <Section heading=Msg::CostsWhatHeading>
                <summary::Asked/>
                <Candidate/>
                <div class="pair">
                    <BasisField/>
                    <AreaField/>
                </div>
                <Unsold/>
                <FieldProblem field=error::Field::Fleet id="field-Fleet-problem".to_owned()/>
                <div class="pair">
                    <Number input=Input::Horizon/>
                    <Number input=Input::Utilization/>
                </div>
                <p class="aside">{t(Msg::UtilizationHint)}</p>
                <Number input=Input::Users/>
            </Section>
            <prices::Prices/>
            <demand::Demand/>
            <owning::Owning/>
            <Section heading=Msg::CostsApiHeading>
                <Api/>
                <div class="pair">
                    <Number input=Input::ApiInput/>
                    <Number input=Input::ApiOutput/>
                </div>
                <Number input=Input::ApiCached/>
            </Section>
            <Section heading=Msg::CostsEnergyHeading>
                <Grid/>
                <Number input=Input::Carbon/>
            </Section>
            <run::Run/>
            <Disclosure
                title=Signal::derive(|| text(Msg::SensitivityMore).to_owned())
                wrong=owning::is_wrong(state, &[Input::Swing])
            >
                <Outcomes/>
                <Number input=Input::Swing/>
            </Disclosure>
        </Sheet>
    }
    .into_any()
}

/// The accelerators that keep the demands.
#[component]
fn Candidate() -> impl IntoView {
    let state = State::of_page();
    let choices = move || {
        let Some(costs) = state.answer.get() else {
            return Vec::new();
        };
        let answer = &costs.answer;
        let candidates = answer.report.candidates.iter().enumerate();
        let keeping = candidates.filter(|(_, candidate)| candidate.meets());
        keeping
            .filter_map(|(index, candidate)| {
                let chip = &answer.offer(candidate)?.accelerator;
                let name = in_short(candidate.best.as_ref()?, &chip.name);
                let best = answer.report.best == Some(index);
                let name = if best {
                    say::candidate_recommended(&name)
                } else {
                    name
                };
                Some(Choice::new(&chip.id, name))
            })
            .collect()
    };
    let chosen = move || {
        let costs = state.answer.get()?;
        Some(costs.chosen()?.2.accelerator.id.clone())
    };
    view! {
        <Select
            label=Msg::Accelerators
            id="cost-candidate"
            choices=Signal::derive(choices)
            chosen=Signal::derive(move || chosen().unwrap_or_default())
            choose=move |id| state.frame.select(Some(id))
        />
    }
    .into_any()
}

/// The choice of no API.
const NONE: &str = "";

/// Prices of APIs, those of the same model first; where none is chosen, the one that is
/// compared by itself.
#[component]
fn Api() -> impl IntoView {
    let state = State::of_page();
    let choices = move || {
        let none = Choice::new(NONE, text(Msg::ApiNone));
        let known = state.study.asked.with(apis_for).into_iter();
        let known = known.map(|api| Choice::new(api.id, names::api(api)));
        std::iter::once(none).chain(known).collect::<Vec<_>>()
    };
    // Typed numbers count where all can be read.
    let asked = move || {
        let (marks, currency) = (i18n::language().marks(), state.currency());
        let read = |draft: &Draft| draft.question(marks, currency);
        let read = state.draft.with(|draft| read(draft).ok());
        read.unwrap_or_else(|| state.draft.with(|draft| draft.chosen.clone()))
    };
    let id = move |question: &Question| {
        let id = state
            .study
            .asked
            .with(|asked| compared(question, asked).map(str::to_owned));
        id.unwrap_or_default()
    };
    let chosen = move || id(&asked());
    let choose = move |wanted: String| {
        let mut question = untrack(asked);
        question.api = None;
        // An API that is compared by itself follows the question.
        let named = wanted != untrack(|| id(&question));
        let wanted = if wanted == NONE {
            NO_API.to_owned()
        } else {
            wanted
        };
        state.choose(|draft| draft.chosen.api = named.then_some(wanted));
    };
    view! {
        <Select
            label=Msg::ApiExample
            id="cost-api"
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose
        />
        <ChoiceProblem field=Field::Api/>
    }
    .into_any()
}

/// Grids, by country; where none is chosen, that of the area asked for.
#[component]
fn Grid() -> impl IntoView {
    let state = State::of_page();
    let choices = || {
        let grids = catalog::money::grids().iter();
        grids
            .map(|grid| Choice::new(grid.id, names::grid(grid.id).map_or(grid.name, text)))
            .collect::<Vec<_>>()
    };
    let standing = move || {
        state
            .study
            .asked
            .with(|asked| regions::grid(asked.fleet.area))
    };
    let chosen = move || {
        let named = state.draft.with(|draft| draft.chosen.grid.clone());
        named.unwrap_or_else(|| standing().to_owned())
    };
    let choose = move |id: String| {
        let named = id != untrack(standing);
        state.choose(|draft| draft.chosen.grid = named.then_some(id));
    };
    view! {
        <Select
            label=Msg::Grid
            id="cost-grid"
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose
        />
        <ChoiceProblem field=Field::Grid/>
    }
    .into_any()
}

/// The outcomes whose sensitivity can be shown.
#[component]
fn Outcomes() -> impl IntoView {
    let state = State::of_page();
    let choices = || {
        let all = Outcome::ALL.iter();
        all.map(|outcome| Choice::new(outcome.id(), text(outcome_name(*outcome))))
            .collect::<Vec<_>>()
    };
    let chosen = move || {
        let outcome = state.draft.with(|draft| draft.chosen.outcome);
        outcome.id().to_owned()
    };
    let choose = move |id: String| {
        if let Some(outcome) = Outcome::from_id(&id) {
            state.choose(|draft| draft.chosen.outcome = outcome);
        }
    };
    view! {
        <Select
            label=Msg::SensitivityOf
            id="cost-of"
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose
        />
    }
    .into_any()
}

/// The name of an outcome.
pub(super) const fn outcome_name(outcome: Outcome) -> Msg {
    match outcome {
        Outcome::OwnedHour => Msg::OutcomeOwnedHour,
        Outcome::Saving => Msg::OutcomeSaving,
    }
}
