//! Levers: single changes that make the run cheaper or sooner, each with its gain,
//! its other costs, and a button that makes it. Each is a search of its own, turn by
//! turn once the answer rests, so that the page is never busy for long.

use crate::control::lever;
use crate::i18n::{self, Msg, dollars, say, t, text};
use crate::page::beside::Beside;
use crate::page::turns::Turn;
use crate::page::work::Runner;
use crate::training::draft::Draft;
use crate::training::solve::{Answer, Search};
use crate::training::state::State;
use crate::training::words::{duration, stack_name};
use estimator::choice::PriceBasis;
use estimator::training::lever::{Lever, Resolved, Risk, Weighed, levers, weigh};
use estimator::training::question::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// The least money that is shown, in dollars.
const CENT: f64 = 0.01;
/// The least time that is shown, in seconds.
const SECOND: f64 = 1.0;

/// The levers of an answer, as far as they are known.
#[derive(Clone, Default)]
struct Found {
    /// Whether all were asked.
    complete: bool,
    /// Those that help, the best first.
    levers: Vec<Weighed>,
}

/// The change that was made last.
#[derive(Clone)]
struct Made {
    lever: Lever,
    before: Question,
    after: Question,
}

/// The card.
#[component]
pub(super) fn LeversCard() -> impl IntoView {
    let state = State::of_page();
    let found = RwSignal::new(Found::default());
    let made = RwSignal::new(None::<Made>);
    let runner = Runner::of_page();
    Effect::new(move |_| {
        let (asked, answer) = (state.asked(), state.answer.get());
        let turn = runner.begin();
        found.set(Found::default());
        // An answer follows its question.
        let is_asked = |answer: &Arc<Answer>| Some(&answer.question) == asked.as_ref();
        if let Some((answer, turn)) = answer.filter(is_asked).zip(turn) {
            begin(answer, runner, turn, found);
        }
    });
    let note = move || {
        found.with(|found| match (found.complete, found.levers.is_empty()) {
            // A question without an answer has none.
            (false, _) if state.is_stale() => "",
            (false, _) => text(Msg::LeversRunning),
            (true, true) => text(Msg::TrainLeversNone),
            (true, false) => "",
        })
    };
    let items = move || {
        let found = found.get().levers;
        found
            .into_iter()
            .map(|weighed| item(state, made, weighed))
            .collect_view()
    };
    let undo = move || {
        let now = state.answer.get()?;
        let change = made.get().filter(|change| change.after == *now.question)?;
        let label = say::lever_undo(&name(change.lever));
        let back = move |_| {
            put(state, &change.before);
            made.set(None);
        };
        Some(view! { <button type="button" class="chip" on:click=back>{label}</button> })
    };
    view! {
        <section class="card levers" aria-labelledby="levers-title">
            <header class="card-head">
                <h2 id="levers-title">{t(Msg::TrainLeversTitle)}</h2>
                <p class="aside" role="status">{note}</p>
            </header>
            {undo}
            <ul>{items}</ul>
        </section>
    }
    .into_any()
}

/// Asks all changes of an answer's question, and weighs them.
fn begin(answer: Arc<Answer>, runner: Runner, turn: Turn, found: RwSignal<Found>) {
    let asked = Arc::clone(&answer);
    let made = move || {
        let questions = levers(resolved(&asked)).into_iter();
        let questions = questions.map(|(_, question)| Arc::new(question)).collect();
        let begin = |question: &Arc<Question>| Search::new(Arc::clone(question)).ok();
        Beside::new(questions, begin, |search| search.into_answer().report)
    };
    Beside::ask(runner, turn, made, move |reports| {
        let mut reports = reports.into_iter();
        let mut levers = weigh(resolved(&answer), &answer.report, |_| {
            reports.next().and_then(|(_, report)| report)
        });
        levers.retain(helps);
        found.set(Found {
            complete: true,
            levers,
        });
    });
}

/// The question with the catalogue's facts.
fn resolved(answer: &Answer) -> Resolved<'_> {
    Resolved::new(&answer.question, &answer.job, &answer.limits)
}

/// Whether a lever's gain can be seen in figures: money from a cent, time from a
/// second on.
fn helps(weighed: &Weighed) -> bool {
    let saves = weighed.saved.is_some_and(|saved| saved.get() >= CENT);
    let hastens = weighed.sooner.is_some_and(|sooner| sooner.get() >= SECOND);
    weighed.rescues || saves || hastens
}

/// The gain of a lever, and whether it takes longer.
fn brought(weighed: &Weighed) -> Vec<String> {
    let mut brought = Vec::new();
    if weighed.rescues {
        brought.push(text(Msg::LeverEnables).to_owned());
    }
    if let Some(saved) = weighed.saved.filter(|saved| saved.get() >= CENT) {
        brought.push(say::lever_saves(&dollars(saved.get())));
    }
    if let Some(sooner) = weighed.sooner {
        let time = sooner.get();
        if time >= SECOND {
            brought.push(say::lever_sooner(&duration(sooner)));
        } else if time <= -SECOND {
            brought.push(say::lever_later(&duration(sooner * -1.0)));
        }
    }
    brought
}

fn item(state: State, made: RwSignal<Option<Made>>, weighed: Weighed) -> AnyView {
    let brought = brought(&weighed).join(text(Msg::ListComma));
    let Weighed {
        lever: change,
        question,
        risk,
        ..
    } = weighed;
    let label = name(change);
    let apply = move || {
        let now = untrack(|| state.asked());
        made.set(now.map(|now| Made {
            lever: change,
            before: Arc::unwrap_or_clone(now),
            after: question.clone(),
        }));
        put(state, &question);
    };
    lever(label, brought, risk_of(risk), apply)
}

/// Puts a question on the page, as a step that Back undoes.
fn put(state: State, question: &Question) {
    let marks = i18n::marks();
    let question = question.clone();
    state.choose(|draft| *draft = Draft::new(question, marks));
}

/// The name of a lever.
pub(crate) fn name(lever: Lever) -> String {
    let message = match lever {
        Lever::Stack(stack) => return say::lever_engine(stack_name(stack)),
        Lever::Adapters => Msg::LeverAdapters,
        Lever::FourBitBase => Msg::LeverFourBit,
        Lever::EightBitOptimizer => Msg::LeverEightBit,
        Lever::EightBitProducts => Msg::LeverProducts,
        Lever::SixteenBit => Msg::LeverSixteen,
        Lever::HalfSequence => Msg::LeverSequence,
        Lever::Packing => Msg::LeverPacking,
        Lever::ChunkedLoss => Msg::LeverLoss,
        Lever::AnyRecompute => Msg::LeverAnyRecompute,
        Lever::FullRecompute => Msg::LeverRecompute,
        Lever::AnyLayout => Msg::LeverLayout,
        Lever::OffloadOptimizer => Msg::LeverOffloadOptimizer,
        Lever::OffloadStates => Msg::LeverOffloadStates,
        Lever::DoubleBatch => Msg::LeverBatch,
        Lever::LaterDeadline => Msg::LeverDeadline,
        Lever::Basis(PriceBasis::Spot) => Msg::LeverSpot,
        Lever::Basis(PriceBasis::Reserved1y) => Msg::LeverYear,
        Lever::Basis(_) => Msg::LeverYears,
        Lever::AnyArea => Msg::LeverArea,
        Lever::AnySeller => Msg::LeverSeller,
        Lever::AnyAccelerator => Msg::LeverAccelerator,
        Lever::MoreAccelerators => Msg::LeverMore,
    };
    text(message).to_owned()
}

/// Its cost beside money and time.
fn risk_of(risk: Risk) -> &'static str {
    match risk {
        Risk::None => "",
        Risk::Quality => text(Msg::RiskLearning),
        Risk::Stability => text(Msg::RiskStability),
        Risk::Tuning => text(Msg::RiskTuning),
        Risk::Interruption => text(Msg::RiskTakenAway),
        Risk::Commitment => text(Msg::RiskReserved),
        Risk::Location => text(Msg::RiskMoved),
        Risk::Migration => text(Msg::RiskMigration),
        Risk::Delay => text(Msg::RiskDelay),
    }
}
