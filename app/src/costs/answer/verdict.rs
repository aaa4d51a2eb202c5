//! The verdict: own or rent, its amount, the ways side by side, and the assumptions of all of it.

use super::ways;
use crate::control::{Announcer, emphasised, strong, unbroken};
use crate::costs::address;
use crate::costs::beside::{cheaper_elsewhere, ways_beside};
use crate::costs::names::{self, basis, way};
use crate::costs::proposal::Door;
use crate::costs::solve::{Costs, Found};
use crate::costs::state::State;
use crate::i18n::{self, Msg, dollars, integer, number, over_years, percent, plain, say, t, text};
use crate::page::paced::Paced;
use crate::serving::answer::{dated, gpus, in_short, told};
use crate::serving::question::pricing::area_name;
use crate::serving::sides::Sides;
use estimator::choice::Area;
use estimator::currency::Code;
use estimator::money::horizon::{BreakEven, Horizon, Way};
use estimator::money::{Input, Report};
use leptos::prelude::*;
use std::sync::Arc;

/// The id of the headline.
const HEADLINE: &str = "costs-headline";

/// The card.
#[component]
pub(in crate::costs) fn Verdict() -> impl IntoView {
    let state = State::of_page();
    let sides = ways_beside(state);
    let content = move || match state.answer.get() {
        Some(costs) => match &costs.found {
            Some(found) => verdict(&costs, found, sides),
            None => without(state, Msg::NoneHeading),
        },
        None => without(state, Msg::CostsUnasked),
    };
    let stale = move || state.is_stale() && state.answer.with(Option::is_some);
    view! {
        <section id="answer" class="card verdict" tabindex="-1" aria-label=t(Msg::Answer)>
            <p class="stale-note" hidden=move || !stale()>{t(Msg::Stale)}</p>
            <div class:stale=stale>{content}</div>
            <Door/>
            <Announcer verdict=Signal::derive(move || spoken(state))/>
        </section>
    }
    .into_any()
}

/// Where there is nothing to reckon: why, and the way to the question.
fn without(state: State, why: Msg) -> AnyView {
    let calculator = move || address::calculator(state);
    view! {
        <h2 class="headline">{t(why)}</h2>
        <a class="aside" href=calculator>{t(Msg::CostsCalculator)}</a>
    }
    .into_any()
}

/// The headline and its amount, as they are read out.
pub(in crate::costs) fn spoken(state: State) -> String {
    state.answer.get().map_or_else(String::new, |costs| {
        costs.found.as_ref().map_or_else(String::new, |found| {
            let report = &found.report;
            [headline(&costs, report), compared(&costs, report)].join(i18n::language().gap())
        })
    })
}

/// The way that is proposed as a sentence, its subject marked.
pub(in crate::costs) fn headline(costs: &Costs, report: &Report) -> String {
    let best = report.best().map(|(way, _)| way);
    best.and_then(|way| taken(costs, report, way))
        .unwrap_or_else(|| {
            let chosen = costs.chosen();
            let what = chosen.map(|(_, sizing, offer)| in_short(sizing, &offer.accelerator.name));
            say::costs_neither(&strong(&what.unwrap_or_default()))
        })
}

/// A way to come by the answer's accelerators as a sentence, its subject marked: what is there
/// already is used.
pub(in crate::costs) fn taken(costs: &Costs, report: &Report, way: Way) -> Option<String> {
    let what = strong(&hardware(costs, report, way)?);
    let owned = report.owned.as_ref();
    let there = report.there();
    Some(match way {
        Way::Owned if there == 0 => say::costs_own(&what),
        Way::Owned if owned.is_some_and(|owned| owned.hardware.accelerators <= there) => {
            say::costs_there(&what)
        }
        Way::Owned => say::costs_add(&what, &integer(f64::from(there))),
        Way::Both => say::costs_both(&what),
        Way::Rented(_) => say::costs_rent(&what),
        Way::Api => say::costs_neither(&what),
    })
}

/// The accelerators of a way to come by the answer's: where they are bought in whole servers, those
/// that no replica uses among them.
pub(in crate::costs) fn hardware(costs: &Costs, report: &Report, way: Way) -> Option<String> {
    let (_, sizing, offer) = costs.chosen()?;
    let name = &offer.accelerator.name;
    let owned = report.owned.as_ref().filter(|_| way == Way::Owned);
    Some(match owned.filter(|owned| owned.stranded > 0) {
        Some(owned) => gpus(owned.hardware.accelerators, name),
        None => in_short(sizing, name),
    })
}

fn verdict(costs: &Arc<Costs>, found: &Found, sides: Memo<Option<Arc<Sides>>>) -> AnyView {
    let report = &found.report;
    let open = missing(report).join(i18n::language().gap());
    let own = Arc::clone(costs);
    // Of other hardware, once it was searched; behind the rest, so that nothing moves.
    let elsewhere =
        Signal::derive(move || sides.with(|sides| cheaper_elsewhere(&own, sides.as_ref()?)));
    view! {
        <h2 class="headline" id=HEADLINE>
            {emphasised(&headline(costs, report))} <br/> <span>{unbroken(&compared(costs, report))}</span>
        </h2>
        {(!open.is_empty()).then(|| view! { <p class="lead">{open}</p> })}
        {told::table(HEADLINE, ways::table(costs, report))}
        <p class="aside">{assumed(costs, report)}</p>
        <Paced>
            {move || elsewhere.get().map(|said| view! { <p class="aside">{said}</p> })}
        </Paced>
    }
    .into_any()
}

/// The amount of the recommended way, and of all others on the page the next best.
pub(in crate::costs) fn compared(costs: &Costs, report: &Report) -> String {
    let years = report.values.get(Input::Horizon).unwrap_or_default();
    let Some((_, best)) = report.best() else {
        return String::new();
    };
    let net = over_years(best.get());
    let Some((other, more)) = report.next_best() else {
        return say::costs_over_alone(years, &net);
    };
    let other = match costs.api().filter(|_| other == Way::Api) {
        Some(api) => say::way_api(&names::api(api)),
        None => way(other),
    };
    match over_years(more.get()) {
        same if same == net => say::costs_over_same(years, &net, &other),
        less if more.get() < best.get() => say::costs_over_less(years, &less, &net, &other),
        more => say::costs_over(years, &more, &net, &other),
    }
}

/// Prices and shares of the time that are not there.
fn missing(report: &Report) -> Vec<String> {
    let mut sentences = Vec::new();
    if report.owned.is_none() {
        sentences.push(text(Msg::CostsUnowned).to_owned());
    }
    if report.rents.is_empty() {
        sentences.push(text(Msg::CostsUnrented).to_owned());
    }
    if let Some(typed) = report.unreached {
        let (reached, typed) = (percent(report.utilization), percent(typed));
        sentences.push(say::utilization_unreached(&reached, &typed));
    }
    sentences
}

/// From when and how busy owning pays.
pub(in crate::costs) fn lead(report: &Report) -> String {
    let mut sentences = missing(report);
    if let Some(even) = break_even(report) {
        sentences.push(match even.month {
            Some(month) => say::even_month(basis(even.basis), &number(month)),
            None => say::even_never(basis(even.basis)),
        });
        let expected = percent(report.utilization);
        sentences.extend(even.utilization.map(|share| {
            if share <= 1.0 {
                say::even_share(&expected, &percent(share))
            } else {
                say::even_above(&expected)
            }
        }));
    }
    sentences.join(i18n::language().gap())
}

/// Where owning breaks even with renting; nothing of what is there already, which nobody buys.
pub(super) fn break_even(report: &Report) -> Option<&BreakEven> {
    let bought = report.there() == 0;
    report.horizon.break_even.first().filter(|_| bought)
}

/// The assumptions.
fn assumed(costs: &Costs, report: &Report) -> String {
    let mut sentences = Vec::new();
    let value = |input| report.values.get(input);
    if let (Some(price), Some(years), Some(capital), Some(electricity)) = (
        value(Input::Accelerator),
        value(Input::Years),
        value(Input::Capital),
        value(Input::Electricity),
    ) {
        sentences.push(say::costs_assumed(
            years,
            &percent(capital),
            &dollars(electricity),
            &dollars(price),
        ));
    }
    sentences.extend(of_area(costs));
    sentences.extend(report.rents.first().map(|rent| {
        let price = dollars(rent.price.per_accelerator.get());
        say::costs_rented_at(&dated(&rent.price), &price, &rent.price.label)
    }));
    sentences.extend(stranded(report));
    // Of servers that are rented it says nothing.
    let is_bought = report.best().is_some_and(|(way, _)| way == Way::Owned);
    sentences.extend(unused(report).filter(|_| is_bought));
    sentences.push(growth(&report.horizon).unwrap_or_else(|| text(Msg::CostsSteady).to_owned()));
    sentences.push(amounts());
    sentences.join(i18n::language().gap())
}

/// Accelerators of the whole instances paid for that no replica uses.
pub(in crate::costs) fn stranded(report: &Report) -> Option<String> {
    let sold = report.sold.filter(|sold| sold.stranded > 0)?;
    let count = |count: u32| integer(f64::from(count));
    Some(say::sold_whole(
        f64::from(sold.stranded),
        &count(sold.accelerators),
        &count(sold.instance),
    ))
}

/// Accelerators of the whole servers that are bought which no replica uses.
pub(super) fn unused(report: &Report) -> Option<String> {
    let owned = report.owned.as_ref().filter(|owned| owned.stranded > 0)?;
    if report.there() > 0 {
        return None;
    }
    Some(say::units_stranded(f64::from(owned.stranded)))
}

/// The currency of amounts, and its rate.
pub(in crate::costs) fn amounts() -> String {
    let currency = i18n::currency();
    match currency.code() {
        Code::USD => text(Msg::AmountsUsd).to_owned(),
        code => {
            let rate = plain(currency.per_usd(), i18n::language().marks());
            match catalog::regions::reference(currency) {
                Some(known) => say::amounts_reference(code.as_str(), known.as_of, &rate),
                None => say::amounts_in(code.as_str(), &rate),
            }
        }
    }
}

/// Which area grid and electricity are proposed for, where nothing else was said of them.
fn of_area(costs: &Costs) -> Option<String> {
    let area = costs.answer.question.fleet.area;
    let asked = &costs.question;
    let typed = [Input::Electricity, Input::Carbon];
    let typed = typed
        .into_iter()
        .any(|input| asked.typed.get(input).is_some());
    let follows = area != Area::Any && asked.grid.is_none() && !typed;
    follows.then(|| say::costs_area(text(area_name(area))))
}

/// The growth of the load, where it changes.
pub(in crate::costs) fn growth(horizon: &Horizon) -> Option<String> {
    let (first, last) = (horizon.replicas.first()?, horizon.replicas.last()?);
    let count = |replicas: &u32| integer(f64::from(*replicas));
    (horizon.growth != 0.0)
        .then(|| say::costs_grows(&count(first), &percent(horizon.growth), &count(last)))
}
