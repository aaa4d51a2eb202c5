//! Levers: single changes, each asked again turn by turn once the answer rests, with what it
//! brings and a button that makes it.

use crate::control::lever;
use crate::i18n::{self, Msg, percent, say, text};
use crate::page::beside::Beside;
use crate::page::study::levers::{Found, card};
use crate::page::turns::Turn;
use crate::page::work::Runner;
use crate::vision::draft::Draft;
use crate::vision::solve::{Answer, Search};
use crate::vision::state::State;
use crate::vision::words;
use catalog::vision::smaller;
use estimator::vision::sizing::Question;
use estimator::vision::sizing::lever::{
    Effect as Brought, Lever, effect, keeps_results, questions, variant,
};
use estimator::vision::sizing::report::Candidate;
use leptos::prelude::*;
use std::sync::Arc;

/// The least share of money or time that is shown.
const LEAST: f64 = 0.01;

/// A change and what it brings; `None` where only with it the promise is kept.
#[derive(Clone)]
struct Helps {
    lever: Lever,
    question: Question,
    brought: Option<Brought>,
}

/// The card.
#[component]
pub(super) fn LeversCard() -> impl IntoView {
    let words = (Msg::VisionLeversTitle, Msg::VisionLeversNone);
    card(State::of_page(), words, begin, item)
}

fn begin(answer: Arc<Answer>, runner: Runner, turn: Turn, found: RwSignal<Found<Helps>>) {
    let asked = Arc::clone(&answer);
    let made = move || {
        let begin = |(_, question): &(Lever, Question)| Search::new(question).ok();
        let recommended = |search: Search| search.into_answer().report.recommended().cloned();
        let mut all = questions(&asked.scenario);
        let old = asked.question();
        if let Some(id) = smaller(&old.model).filter(|_| old.own.is_none()) {
            all.push((Lever::Variant, variant(old, id)));
        }
        Beside::new(all, begin, recommended)
    };
    Beside::ask(runner, turn, made, move |changed| {
        let before = answer.report.recommended();
        let helps = changed
            .into_iter()
            .filter_map(|((lever, question), after)| weigh(before, lever, question, &after??));
        let levers = estimator::order::ascending(helps.collect(), |helps: &Helps| {
            let saving = helps.brought.and_then(|brought| brought.saving);
            -saving.unwrap_or(if helps.brought.is_none() { 2.0 } else { 0.0 })
        });
        found.set(Found::all(levers));
    });
}

/// A change and what it brings, where it helps.
fn weigh(
    before: Option<&Candidate>,
    lever: Lever,
    question: Question,
    after: &Candidate,
) -> Option<Helps> {
    let brought = before.and_then(|before| effect(before, after));
    let helps = match brought {
        // Where nothing kept the promise, whatever does helps.
        None => before.is_none(),
        Some(brought) => {
            let saves = brought.saving.is_some_and(|saving| saving >= LEAST);
            let dearer = brought.saving.is_some_and(|saving| saving <= -LEAST);
            saves || (!dearer && brought.time <= 1.0 - LEAST)
        }
    };
    helps.then_some(Helps {
        lever,
        question,
        brought,
    })
}

/// What a lever brings, in words.
fn brought(helps: &Helps) -> String {
    let Some(brought) = helps.brought else {
        return text(Msg::VisionLeverEnables).to_owned();
    };
    let mut parts = Vec::new();
    if let Some(saving) = brought.saving.filter(|saving| *saving >= LEAST) {
        parts.push(say::vision_lever_saves(&percent(saving)));
    }
    if brought.time <= 1.0 - LEAST {
        parts.push(say::vision_lever_faster(&percent(1.0 - brought.time)));
    } else if brought.time >= 1.0 + LEAST {
        parts.push(say::vision_lever_slower(&percent(brought.time - 1.0)));
    }
    parts.join(text(Msg::ListComma))
}

fn item(state: State, helps: Helps) -> AnyView {
    let brought = brought(&helps);
    let Helps {
        lever: change,
        question,
        ..
    } = helps;
    let risk = if keeps_results(change) {
        ""
    } else {
        text(Msg::VisionRiskResults)
    };
    let named = if change == Lever::Variant {
        say::vision_lever_variant(&words::model(&question.model))
    } else {
        text(name(change)).to_owned()
    };
    let apply = move || {
        let question = question.clone();
        state.choose(|draft| *draft = Draft::new(question, i18n::marks()));
    };
    lever(named, brought, risk, apply)
}

/// The name of a lever.
const fn name(lever: Lever) -> Msg {
    match lever {
        Lever::EightBit => Msg::VisionLeverEightBit,
        Lever::Compile => Msg::VisionLeverCompile,
        Lever::Engine => Msg::VisionLeverEngine,
        Lever::ChannelsLast => Msg::VisionChannelsLast,
        Lever::Attention => Msg::VisionCurrent,
        Lever::HalfSteps => Msg::VisionLeverHalfSteps,
        Lever::Unguided => Msg::VisionLeverUnguided,
        // Another model is said with its name.
        Lever::Smaller | Lever::Variant => Msg::VisionLeverSmaller,
        Lever::OnDemand => Msg::VisionLeverOnDemand,
        Lever::Tiling => Msg::VisionTiling,
        Lever::Offload => Msg::VisionLeverOffload,
        Lever::Split => Msg::VisionLeverSplit,
        Lever::Together => Msg::VisionLeverTogether,
        Lever::Slower => Msg::VisionLeverLonger,
        Lever::HalfFrames => Msg::VisionLeverHalfFrames,
        Lever::Spot => Msg::VisionLeverSpot,
        Lever::Reserved => Msg::VisionLeverReserved,
        Lever::AnyArea => Msg::RelaxArea,
        Lever::AnyAccelerator => Msg::RelaxFleet,
    }
}
