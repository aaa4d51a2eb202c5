//! Levers: single changes, each asked again turn by turn once the answer rests, with what it
//! brings and a button that makes it.

use super::verdict::in_short;
use crate::control::lever;
use crate::i18n::{self, Msg, number, percent, say, text};
use crate::page::beside::Beside;
use crate::page::study::levers::{Found, card};
use crate::page::turns::Turn;
use crate::page::work::Runner;
use crate::sessions::draft::Draft;
use crate::sessions::solve::{Answer, Search};
use crate::sessions::state::State;
use crate::sessions::words;
use estimator::session::sizing::Question;
use estimator::session::sizing::lever::{Effect as Brought, Lever, effect, questions};
use estimator::session::sizing::report::Candidate;
use leptos::prelude::*;
use std::sync::Arc;

/// Accelerators, the leading ones, that a change is asked of which does not widen the choice.
const LEADING: usize = 3;
/// The least share that is said.
const LEAST: f64 = 0.01;

/// A change to be asked.
type Change = (Lever, Question, Vec<String>);

/// A change and what it brings; `None` where only with it the promise is kept.
#[derive(Clone)]
struct Helps {
    lever: Lever,
    question: Question,
    brought: Option<(Brought, f64)>,
    /// The hardware in short, where it is another accelerator's.
    elsewhere: Option<String>,
}

/// The card.
#[component]
pub(super) fn LeversCard() -> impl IntoView {
    let words = (Msg::SessionsLeversTitle, Msg::SessionsLeversNone);
    card(State::of_page(), words, begin, item)
}

fn begin(answer: Arc<Answer>, runner: Runner, turn: Turn, found: RwSignal<Found<Helps>>) {
    let asked = Arc::clone(&answer);
    let made = move || {
        let begin = |(_, question, among): &Change| Search::beside(question, among);
        let leading = asked.report.candidates.iter().take(LEADING);
        let leading = leading.filter_map(|candidate| asked.offer(candidate));
        let leading: Vec<String> = leading.map(|offer| offer.accelerator.id.clone()).collect();
        let changes = questions(asked.question()).into_iter();
        let changes: Vec<Change> = changes
            .map(|(lever, question)| {
                let all = lever.widens() || asked.report.best.is_none();
                (
                    lever,
                    question,
                    if all { Vec::new() } else { leading.clone() },
                )
            })
            .collect();
        Beside::new(changes, begin, recommended)
    };
    Beside::ask(runner, turn, made, move |changed| {
        let before = answer.report.recommended();
        let offered = before.and_then(|before| answer.offer(before));
        let here = offered.map(|offer| offer.accelerator.id.as_str());
        let helps = changed
            .into_iter()
            .filter_map(|((lever, question, _), after)| {
                let after = after??;
                let helps = weigh(before, lever, question, &after.candidate)?;
                let moves = here.is_some_and(|here| here != after.accelerator);
                Some(Helps {
                    elsewhere: moves.then_some(after.hardware),
                    ..helps
                })
            });
        let levers = estimator::order::ascending(helps.collect(), |helps: &Helps| {
            let saving = helps.brought.and_then(|(effect, _)| effect.saving);
            -saving.unwrap_or(if helps.brought.is_none() { 2.0 } else { 0.0 })
        });
        found.set(Found::all(levers));
    });
}

/// What is recommended with a change.
struct After {
    candidate: Candidate,
    /// The id of its accelerator.
    accelerator: String,
    /// Its hardware in short.
    hardware: String,
}

fn recommended(search: Search) -> Option<After> {
    let answer = search.into_answer();
    let candidate = answer.report.recommended()?;
    let sizing = candidate.best.as_ref()?;
    Some(After {
        accelerator: answer.offer(candidate)?.accelerator.id.clone(),
        hardware: in_short(sizing, answer.name(candidate)),
        candidate: candidate.clone(),
    })
}

/// A change and what it brings, where it helps.
fn weigh(
    before: Option<&Candidate>,
    lever: Lever,
    question: Question,
    after: &Candidate,
) -> Option<Helps> {
    let bears = after.best.as_ref().map_or(0.0, |best| best.bears);
    let brought = before.and_then(|before| effect(before, after));
    let helps = match brought {
        // Where nothing kept the promise, whatever does helps.
        None => before.is_none(),
        Some(brought) => brought.helps(lever),
    };
    helps.then_some(Helps {
        lever,
        question,
        brought: brought.map(|effect| (effect, bears)),
        elsewhere: None,
    })
}

/// What a lever brings, in words.
fn brought(helps: &Helps) -> String {
    let Some((effect, bears)) = helps.brought else {
        return text(Msg::LeverEnables).to_owned();
    };
    let elsewhere = helps.elsewhere.as_deref().map(say::sessions_lever_on);
    let mut parts: Vec<String> = elsewhere.into_iter().collect();
    if let Some(saving) = effect.saving {
        if saving >= LEAST {
            parts.push(say::lever_saves(&percent(saving)));
        } else if saving <= -LEAST {
            parts.push(say::sessions_lever_dearer(&percent(-saving)));
        }
    }
    let points = 100.0 * effect.hits;
    if points.abs() >= 1.0 {
        parts.push(if points > 0.0 {
            say::sessions_lever_hits(&number(points))
        } else {
            say::sessions_lever_fewer(&number(-points))
        });
    }
    if (effect.bears - 1.0).abs() >= LEAST {
        let population = helps.question.load.population;
        parts.push(say::sessions_lever_bears(&words::borne(population, bears)));
    }
    parts.join(text(Msg::ListComma))
}

fn item(state: State, helps: Helps) -> AnyView {
    let said = brought(&helps);
    let Helps {
        lever: change,
        question,
        ..
    } = helps;
    let risk = risk(change).map(text).unwrap_or_default();
    let apply = move || {
        let question = question.clone();
        state.choose(|draft| *draft = Draft::new(question, i18n::marks()));
    };
    lever(text(name(change)), said, risk, apply)
}

/// The name of a lever.
const fn name(lever: Lever) -> Msg {
    match lever {
        Lever::EightBitCache => Msg::SessionsLeverCache,
        Lever::Tier => Msg::SessionsLeverTier,
        Lever::Affinity => Msg::SessionsLeverAffinity,
        Lever::Replica => Msg::SessionsLeverReplica,
        Lever::Delay => Msg::SessionsLeverDelay,
        Lever::SharedFirst => Msg::SessionsLeverShared,
        Lever::Compaction => Msg::SessionsLeverCompaction,
        Lever::Reasoning => Msg::SessionsLeverReasoning,
        Lever::Admission => Msg::SessionsLeverAdmission,
        Lever::Slower => Msg::SessionsLeverSlower,
        Lever::Spot => Msg::LeverSpot,
        Lever::Reserved => Msg::LeverYear,
        Lever::AnyArea => Msg::LeverArea,
        Lever::AnyAccelerator => Msg::LeverAccelerator,
    }
}

/// What it may cost beside money.
const fn risk(lever: Lever) -> Option<Msg> {
    match lever {
        Lever::EightBitCache => Some(Msg::RiskCache),
        Lever::Compaction => Some(Msg::SessionsRiskCompaction),
        Lever::Reasoning => Some(Msg::SessionsRiskReasoning),
        Lever::Admission => Some(Msg::SessionsRiskAdmission),
        Lever::Spot => Some(Msg::RiskSpot),
        Lever::Reserved => Some(Msg::RiskReserved),
        Lever::AnyArea => Some(Msg::RiskArea),
        Lever::AnyAccelerator => Some(Msg::RiskLifted),
        Lever::Tier
        | Lever::Affinity
        | Lever::Replica
        | Lever::Delay
        | Lever::SharedFirst
        | Lever::Slower => None,
    }
}
