//! The surest that something is, where nothing is as sure as the question asks. It is searched for
//! beside the answer, a certainty at a time, by a part that comes later.

use super::solve::{Answer, Solving};
use super::state::State;
use crate::page::beside::Beside;
use crate::page::work::Runner;
use estimator::serving::question::Question;
use estimator::workload::Certainty;
use leptos::prelude::*;
use std::sync::Arc;

/// A question that nothing answers, and the nearest lower certainty at which something does.
type Found = (Question, Certainty);

/// What was found last. A small handle: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct Surest(RwSignal<Option<Found>>);

impl Surest {
    /// Nothing yet, put where every component finds it.
    pub(crate) fn provide() {
        provide_context(Self(RwSignal::new(None)));
    }

    /// What can be had where nothing answers the page's question; `None` where something does, and
    /// until it is known. Reactive.
    pub(crate) fn of(state: State) -> Option<Certainty> {
        let found = expect_context::<Self>().0;
        state.answer.with(|answer| {
            let answer = answer.as_ref().filter(|answer| is_none(answer))?;
            found.with(|found| {
                let (question, certainty) = found.as_ref()?;
                (*question == answer.question).then_some(*certainty)
            })
        })
    }

    /// Looks for it from now on, whenever nothing answers the page's question.
    pub(crate) fn seek(state: State) {
        let found = expect_context::<Self>().0;
        let runner = Runner::of_page();
        Effect::new(move |_| {
            let answer = state.answer.get().filter(|answer| is_none(answer));
            let Some((answer, turn)) = answer.zip(runner.begin()) else {
                return;
            };
            let made = move || {
                let lower = answer.question.sla.certainty.below();
                let lower = lower.map(|certainty| (Arc::clone(&answer), certainty));
                Beside::new(lower.collect(), begin, reached)
            };
            Beside::ask(runner, turn, made, move |ended| {
                let mut ended = ended.into_iter();
                let nearest = ended.find_map(|(asked, reached)| Some((asked.0, reached??)));
                found.set(nearest.map(|(of, certainty)| (of.question.clone(), certainty)));
            });
        });
    }
}

fn is_none(answer: &Answer) -> bool {
    answer.recommended().is_none()
}

/// Begins to answer the question at a certainty.
fn begin((answer, certainty): &(Arc<Answer>, Certainty)) -> Option<Solving> {
    let mut question = answer.question.clone();
    question.sla.certainty = *certainty;
    Solving::begin(question).ok()
}

/// The certainty, where something answers at that.
fn reached(solving: Solving) -> Option<Certainty> {
    let answer = solving.into_answer();
    let certainty = answer.question.sla.certainty;
    answer.recommended().map(|_| certainty)
}
