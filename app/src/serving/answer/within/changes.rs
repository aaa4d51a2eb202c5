//! Single changes that carry more of the load on what is there.

use super::super::levers::{change_name, put, risk};
use super::super::phrase::{load_in_words, scaled};
use super::words::is_enough;
use super::{Known, is_budget};
use crate::browser;
use crate::control::lever;
use crate::page::beside::Beside;
use crate::page::turns::Turn;
use crate::page::work::Runner;
use crate::serving::state::State;
use estimator::order::ascending;
use estimator::serving::lever::{Lever, levers};
use estimator::serving::question::{Question, Traffic};
use estimator::serving::within::{Search, Within};
use leptos::prelude::*;
use std::sync::Arc;

/// The most changes that are offered.
const MOST: usize = 4;
/// The least factor by which a change must carry more.
const WORTH: f64 = 1.05;

/// A change, with the question that it leads to and as much as is carried then.
#[derive(Clone)]
pub(super) struct Helps {
    lever: Lever,
    question: Question,
    times: f64,
}

/// Asks every change that keeps what is there, where that is not enough.
pub(super) fn ask(
    known: RwSignal<Vec<Known>>,
    helps: RwSignal<Option<Vec<Helps>>>,
    runner: Runner,
    turn: Turn,
) {
    let first = known.with(|known| known.first().cloned());
    let Some(Known { asked, found }) = first.filter(|known| !is_enough(&known.found)) else {
        return;
    };
    // By the closed form before and after; what is carried now, changed as that is.
    let before = found.estimated;
    let carried = found.most.as_ref().map_or(0.0, |most| most.times);
    let of = asked.clone();
    let made = move || {
        let all = levers(&of.answer.question).into_iter();
        let all = all.filter(|(lever, _)| keeps(*lever, of.within));
        let ids = of
            .among
            .iter()
            .filter_map(|place| of.answer.offers.get(*place));
        let ids: Arc<Vec<String>> =
            Arc::new(ids.map(|offer| offer.accelerator.id.clone()).collect());
        let questions = all.map(|(lever, question)| Changed {
            lever,
            question,
            ids: Arc::clone(&ids),
            within: of.within,
        });
        Beside::new(questions.collect(), Changed::begin, Search::into_found)
    };
    Beside::ask(runner, turn, made, move |ended| {
        let all = ended.into_iter().filter_map(|(changed, found)| {
            let Changed {
                lever, question, ..
            } = changed;
            let now = found?.estimated;
            let times = if before > 0.0 && carried > 0.0 {
                carried * now / before
            } else {
                now
            };
            (now > WORTH * before).then_some(Helps {
                lever,
                question,
                times,
            })
        });
        let mut all = ascending(all.collect(), |helps: &Helps| -helps.times);
        all.truncate(MOST);
        helps.set(Some(all));
    });
}

/// A changed question that is asked for what is carried.
struct Changed {
    lever: Lever,
    question: Question,
    /// Accelerators that may carry it.
    ids: Arc<Vec<String>>,
    within: Within,
}

impl Changed {
    fn begin(&self) -> Option<Search> {
        let (scenario, offers) = catalog::resolve_on(&self.question, browser::today()).ok()?;
        let owned = !is_budget(self.within);
        let among = offers
            .iter()
            .enumerate()
            .filter(|(_, offer)| !owned || self.ids.contains(&offer.accelerator.id));
        let among: Vec<usize> = among.map(|(place, _)| place).collect();
        Some(Search::new(&scenario, &offers, &among, self.within).estimated())
    }
}

/// Whether a change leaves what is there as it is: who has hardware buys nothing.
const fn keeps(lever: Lever, within: Within) -> bool {
    match lever {
        Lever::AnyAccelerator
        | Lever::AnyArea
        | Lever::AnySeller
        | Lever::Basis(_)
        | Lever::LargerNodes => is_budget(within),
        Lever::Weights(_)
        | Lever::Cache(_)
        | Lever::Engine(_)
        | Lever::PrefixCaching
        | Lever::Speculation
        | Lever::Disaggregation
        | Lever::AnyParallelism
        | Lever::LaterFirstToken
        | Lever::SlowerTokens => true,
    }
}

/// A change as a button that makes it.
pub(super) fn item(state: State, load: Traffic, helps: Helps) -> AnyView {
    let Helps {
        lever: change,
        question,
        times,
    } = helps;
    let carried = load_in_words(scaled(load, times));
    let (label, risk) = (change_name(change, &question), risk(change));
    lever(label, carried, risk, move || put(state, &question))
}
