//! The ways beside the answer that both pages about money name: of its own hardware, of what the
//! same question recommends when its way is turned round, and an API. One of them is chosen.

use super::names::{self, way};
use super::solve::Costs;
use super::state::State;
use crate::i18n::{Msg, over_years, say, text};
use crate::serving::answer::gpus;
use crate::serving::sides::{Shown, Side, Sides, sides};
use estimator::choice::PriceBasis;
use estimator::money::horizon::Way;
use estimator::money::ways::Outlay;
use leptos::prelude::*;
use std::sync::Arc;

/// Ways to pay that stand beside the one asked, the first that costs less a month.
const OTHERS: [PriceBasis; 3] = [
    PriceBasis::Reserved1y,
    PriceBasis::Reserved3y,
    PriceBasis::OnDemand,
];

/// One option: its hardware and its money.
pub(super) struct Choice<'a> {
    /// Whose hardware it is.
    pub(super) side: &'a Side,
    /// Its money.
    pub(super) outlay: Outlay,
    /// Whether it is the one that is proposed.
    pub(super) is_chosen: bool,
}

impl Choice<'_> {
    /// Its accelerators, in words.
    pub(super) fn hardware(&self) -> String {
        gpus(self.side.accelerators_of(&self.outlay), &self.side.name)
    }
}

/// The ways beside the page's answer; `None` until they are known.
pub(super) fn ways_beside(state: State) -> Memo<Option<Arc<Sides>>> {
    let begin = move |_: Option<&Option<Arc<Sides>>>| {
        let costs = state.answer.get()?;
        let (_, sizing, offer) = costs.chosen()?;
        let (_, turned) = state.study.simulations.turned()?;
        let shown = Shown {
            answer: &costs.answer,
            offer,
            sizing,
            growth: &costs.growth,
            turned: turned.as_deref(),
            week: estimator::money::autoscaled,
        };
        sides(shown, &costs.question).map(Arc::new)
    };
    Memo::new_with_compare(begin, |_, _| true)
}

/// The proposed way first, then the others: the asked rent, another way to pay it, the base
/// owned, what is bought.
pub(super) fn choices<'a>(costs: &Costs, sides: &'a Sides) -> Vec<Choice<'a>> {
    let own = if sides.is_bought {
        &sides.buy
    } else {
        &sides.rent
    };
    let own = own.as_ref();
    let best = costs.found.as_ref().and_then(|found| found.report.best());
    // Of the answer's own hardware, as the page about costs has it.
    let chosen = best.and_then(|(way, _)| Some((own?, *own?.ways.of(way)?)));
    let is = |side: &Side, outlay: &Outlay| {
        chosen.is_some_and(|(own, best)| std::ptr::eq(own, side) && best.way == outlay.way)
    };
    let mut all: Vec<Choice<'a>> = Vec::new();
    let mut put = |side: &'a Side, outlay: &Outlay| {
        all.push(Choice {
            side,
            outlay: *outlay,
            is_chosen: is(side, outlay),
        });
    };
    if let Some((side, outlay)) = &chosen {
        put(side, outlay);
    }
    if let Some(side) = &sides.rent {
        for outlay in rents(side) {
            if !is(side, outlay) {
                put(side, outlay);
            }
        }
    }
    for (side, way) in [(own, Way::Both), (sides.buy.as_ref(), Way::Owned)] {
        let found = side.and_then(|side| Some((side, side.ways.of(way)?)));
        // The same hardware is bought but once.
        let again = |side: &Side, outlay: &Outlay| {
            chosen.is_some_and(|(own, best)| {
                let hardware = (&own.name, own.accelerators_of(&best));
                best.way == way && hardware == (&side.name, side.accelerators_of(outlay))
            })
        };
        if let Some((side, outlay)) = found.filter(|(side, outlay)| !again(side, outlay)) {
            put(side, outlay);
        }
    }
    all
}

/// The asked rent, and another way to pay it.
fn rents(side: &Side) -> impl Iterator<Item = &Outlay> {
    let asked = side.rented();
    let others = OTHERS.iter().map(|basis| Way::Rented(*basis));
    let mut others = others.filter_map(|way| side.ways.of(way));
    // A commitment that costs more is no option.
    let other = others.find(|other| {
        asked.is_some_and(|asked| asked.way != other.way && other.monthly < asked.monthly)
    });
    asked.into_iter().chain(other)
}

/// The least of the options but the one recommended, of them all or of those that `counts`.
pub(super) fn next<'a, 'b>(
    all: &'b [Choice<'a>],
    counts: impl Fn(&Choice<'a>) -> bool,
) -> Option<&'b Choice<'a>> {
    let others = all
        .iter()
        .filter(|choice| !choice.is_chosen && counts(choice));
    others.min_by(|one, other| one.outlay.net.get().total_cmp(&other.outlay.net.get()))
}

/// A way on its hardware, in words.
pub(super) fn named(choice: &Choice<'_>) -> String {
    [way(choice.outlay.way), choice.hardware()].join(text(Msg::ListComma))
}

/// That the least on other hardware costs less than what is recommended, where it does.
pub(super) fn cheaper_elsewhere(costs: &Costs, sides: &Sides) -> Option<String> {
    let all = choices(costs, sides);
    let chosen = all.iter().find(|choice| choice.is_chosen)?;
    let next = next(&all, |choice| !std::ptr::eq(choice.side, chosen.side))?;
    let net = next.outlay.net;
    (net < chosen.outlay.net).then(|| say::proposal_cheaper(&over_years(net.get()), &named(next)))
}

/// That an API costs less than what is recommended, where it does.
pub(super) fn cheaper_api(costs: &Costs) -> Option<String> {
    let report = &costs.found.as_ref()?.report;
    let (_, best) = report.best()?;
    let api = report.api.as_ref().filter(|api| api.net < best)?;
    let name = costs.api().map(names::api);
    let name = name.map_or_else(|| way(Way::Api), |name| say::way_api(&name));
    Some(say::proposal_cheaper_terms(
        &over_years(api.net.get()),
        &name,
    ))
}
