//! Three ways to run it: the recommendation rented, the hardware that is bought best, and an API;
//! what each costs a month and over the years looked ahead.

use super::aside::known;
use super::phrase::{gpus, name};
use crate::browser;
use crate::element::length;
use crate::i18n::{self, Msg, dollars, number, percent, say, t, text};
use crate::page::carried::departing;
use crate::page::work::Ready;
use crate::serving::address;
use crate::serving::solve::{Answer, beside};
use crate::serving::state::State;
use catalog::money::{self, Api};
use estimator::choice::PriceBasis;
use estimator::money::Terms;
use estimator::money::horizon::Way;
use estimator::money::question::Question as Money;
use estimator::money::ways::{Outlay, Purchase, Ways, purchase, ways};
use estimator::offer::Offer;
use estimator::quantity::Usd;
use estimator::rental::Lot;
use estimator::serving::question::{Growth, Question};
use estimator::serving::report::Sizing;
use leptos::prelude::*;
use std::sync::Arc;

/// Less than this share is no reason to take another way.
const WORTH_IT: f64 = 0.1;

/// Months of a year.
const YEAR: f64 = 12.0;

/// An answer and the growth of its load.
type Asked = (Arc<Answer>, Growth);

/// What is known of an answer's money.
#[derive(Clone)]
struct Known {
    /// The answer it is known of.
    answer: Arc<Answer>,
    ways: Ways,
    bought: Option<Bought>,
    api: Option<&'static Api>,
}

/// What is bought best, and on which accelerator.
#[derive(Clone)]
struct Bought {
    purchase: Purchase,
    /// Its accelerator: id and name.
    accelerator: (String, String),
}

/// The card; nothing where nothing is recommended, or prices are hidden.
#[component]
pub(super) fn WaysCard() -> impl IntoView {
    let state = State::of_page();
    let asked = move || state.details.get().map(|answer| (answer, state.growth()));
    let known = known(asked, begin);
    let content = move || {
        let known = known.get().filter(|_| !i18n::is_priceless())?;
        Some(card(state, &known))
    };
    view! {
        <section
            class="card ways money"
            aria-labelledby="ways-title"
            hidden=move || known.with(Option::is_none) || i18n::is_priceless()
        >
            {content}
        </section>
    }
    .into_any()
}

/// The ways of an answer's recommendation; `None` where there is none.
fn begin((answer, growth): &Asked) -> Option<Ready<Known>> {
    let candidate = answer.report.recommended()?;
    let (offer, sizing) = (answer.offer(candidate)?, candidate.best.as_ref()?);
    let question = Money::default();
    let terms = terms(answer, &answer.question, growth, offer, sizing)?;
    let api = money::compared(&question, &answer.question).and_then(money::api);
    Some(Ready(Known {
        answer: Arc::clone(answer),
        ways: ways(&answer.scenario, offer, sizing, &terms),
        bought: bought(answer, growth),
        api,
    }))
}

fn terms(
    answer: &Answer,
    asked: &Question,
    growth: &Growth,
    offer: &Offer,
    sizing: &Sizing,
) -> Option<Terms> {
    let lot = Lot::of(&answer.scenario, offer, sizing);
    let today = browser::today();
    catalog::resolve_money_on(&Money::default(), asked, growth, offer, lot, today).ok()
}

/// What is bought best: whoever buys is bound to no seller of hours.
fn bought(answer: &Answer, growth: &Growth) -> Option<Bought> {
    let asked = &answer.question;
    let mut open = asked.clone();
    open.fleet.providers.clear();
    let wider;
    let among = if open.fleet == asked.fleet {
        answer
    } else {
        wider = beside(open)?;
        &wider
    };
    let terms = |offer: &Offer, sizing: &Sizing| terms(among, asked, growth, offer, sizing);
    let candidates = &among.report.candidates;
    let purchase = purchase(&among.scenario, &among.offers, candidates, terms)?;
    let candidate = candidates.get(purchase.candidate)?;
    let accelerator = &among.offer(candidate)?.accelerator;
    let accelerator = (accelerator.id.clone(), accelerator.name.clone());
    Some(Bought {
        purchase,
        accelerator,
    })
}

/// One of the three columns.
struct Column {
    class: &'static str,
    name: Msg,
    outlay: Option<Outlay>,
    what: String,
    more: Option<String>,
    address: Option<String>,
}

fn card(state: State, known: &Known) -> AnyView {
    let years = f64::from(known.ways.months) / YEAR;
    let columns = [rent(state, known), buy(state, known), api(state, known)];
    let nets = columns.iter().filter_map(|column| column.outlay);
    let most = nets
        .clone()
        .map(|outlay| outlay.net.get())
        .fold(0.0, f64::max);
    let least = nets
        .map(|outlay| outlay.net.get())
        .fold(f64::INFINITY, f64::min);
    let said = less(&columns, least, years);
    let columns = columns.map(|column| way(column, (least, most), years));
    view! {
        <header class="card-head">
            <h2 id="ways-title">{t(Msg::WaysTitle)}</h2>
            <p class="aside">{say::ways_scale(&number(years))}</p>
        </header>
        {said.map(|said| view! { <p class="ways-less">{said}</p> })}
        <ul>{columns.into_iter().collect_view()}</ul>
    }
    .into_any()
}

/// The way that comes to least, where renting comes to a tenth more.
fn less(columns: &[Column; 3], least: f64, years: f64) -> Option<String> {
    let [rent, others @ ..] = columns;
    let rented = rent.outlay?.net.get();
    let best = others.iter().find(|column| {
        column
            .outlay
            .is_some_and(|outlay| outlay.net.get() <= least)
    })?;
    let saved = 1.0 - least / rented;
    (saved >= WORTH_IT).then(|| {
        let saved = percent(saved);
        match best.name {
            Msg::WayBuy => say::ways_buy_less(&saved, &number(years)),
            _ => say::ways_api_less(&saved, &number(years)),
        }
    })
}

fn rent(state: State, known: &Known) -> Column {
    let answer = &known.answer;
    let best = answer.report.recommended();
    let sizing = best.and_then(|candidate| candidate.best.as_ref());
    let what = best.zip(sizing).map(|(candidate, sizing)| {
        let gpus = gpus(sizing.accelerators(), name(answer, candidate));
        let price = answer
            .offer(candidate)
            .and_then(|offer| sizing.price(offer));
        price.map_or_else(|| gpus.clone(), |price| say::way_at(&price.label, &gpus))
    });
    let year = known.ways.of(Way::Rented(PriceBasis::Reserved1y));
    let is_year = answer.question.fleet.basis == PriceBasis::Reserved1y;
    // A commitment that costs more is no offer.
    let asked = known.ways.rented();
    let year = year.filter(|year| asked.is_some_and(|asked| year.monthly < asked.monthly));
    let more = year
        .filter(|_| !is_year)
        .map(|year| say::way_year(&say::amount_month(&dollars(year.monthly.get()))));
    Column {
        class: "rent",
        name: Msg::WayRent,
        outlay: known.ways.rented().copied(),
        what: what.unwrap_or_default(),
        more,
        address: address::fragment_of(state).map(|fragment| costs(&fragment)),
    }
}

fn buy(state: State, known: &Known) -> Column {
    let bought = known.bought.as_ref();
    let what = bought.map(|bought| {
        let hardware = bought.purchase.hardware;
        let gpus = gpus(hardware.accelerators, &bought.accelerator.1);
        say::way_servers(f64::from(hardware.nodes), &gpus)
    });
    let outlay = bought.map(|bought| bought.purchase.outlay);
    let more = outlay.zip(known.ways.rented()).map(|(own, rent)| {
        match own.even_with(rent, known.ways.months) {
            Some(months) => say::way_even(months.ceil()),
            None if own.net < rent.net => text(Msg::WayResale).to_owned(),
            None => say::way_never_even(&number(f64::from(known.ways.months) / YEAR)),
        }
    });
    let address = bought.and_then(|bought| {
        let fragment = address::fragment_with(state, Some(bought.accelerator.0.clone()))?;
        Some(costs(&fragment))
    });
    Column {
        class: "buy",
        name: Msg::WayBuy,
        outlay,
        what: what.unwrap_or_else(|| text(Msg::WayNoPurchase).to_owned()),
        more,
        address,
    }
}

fn api(state: State, known: &Known) -> Column {
    let outlay = known.ways.of(Way::Api).copied();
    let api = known.api.filter(|_| outlay.is_some());
    let what = api.map(|api| say::way_at(api.host, api.name));
    let more = api.map(|api| say::way_tokens(&dollars(api.input), &dollars(api.output)));
    Column {
        class: "api",
        name: Msg::WayCall,
        outlay,
        what: what.unwrap_or_else(|| text(Msg::WayNoApi).to_owned()),
        more,
        address: address::fragment_of(state)
            .filter(|_| api.is_some())
            .map(|fragment| costs(&fragment)),
    }
}

/// The page about costs with this question.
fn costs(fragment: &str) -> String {
    browser::page_at("costs/", &departing(fragment))
}

fn way(column: Column, (least, most): (f64, f64), years: f64) -> AnyView {
    let Column {
        class,
        name,
        outlay,
        what,
        more,
        address,
    } = column;
    let is_least = outlay.is_some_and(|outlay| outlay.net.get() <= least);
    let least =
        is_least.then(|| view! { <small class="least">{say::way_least(&number(years))}</small> });
    let sums = outlay.map(|outlay| {
        let share = if most > 0.0 {
            outlay.net.get() / most
        } else {
            0.0
        };
        let width = length(share);
        let once = (outlay.once > Usd::ZERO).then(|| say::way_once(&dollars(outlay.once.get())));
        view! {
            <p class="way-month">
                <b>{say::amount_month(&dollars(outlay.monthly.get()))}</b>
                " "
                <small>{once}</small>
            </p>
            <div class="way-bar">
                <i style:width=width></i>
                <span>{say::way_years(&dollars(outlay.net.get()), &number(years))}</span>
            </div>
        }
    });
    let heading = match address {
        Some(address) => view! { <a href=address>{t(name)}</a> }.into_any(),
        None => t(name).into_any(),
    };
    view! {
        <li class=class>
            <h3>{heading} " " {least}</h3>
            {sums}
            <p>{what}</p>
            <p class="aside">{more}</p>
        </li>
    }
    .into_any()
}
