//! Three ways to run it: what is recommended to rent, what to buy, and an API; what each costs a
//! month and over the years looked ahead. The one that was chosen is the answer above.

use super::aside::known;
use super::phrase::{gpus, name};
use crate::browser;
use crate::element::length;
use crate::i18n::{self, Msg, dollars, number, percent, say, t, text};
use crate::page::carried::departing;
use crate::page::work::Ready;
use crate::serving::address;
use crate::serving::question::way::{Way as Chosen, choose};
use crate::serving::solve::{Answer, beside};
use crate::serving::state::State;
use catalog::money::{self, Api};
use estimator::choice::PriceBasis;
use estimator::money::horizon::Way;
use estimator::money::question::Question as Money;
use estimator::money::ways::{Outlay, Ways, ways};
use estimator::quantity::Usd;
use estimator::rental::Lot;
use estimator::serving::question::Growth;
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
    rent: Option<Side>,
    buy: Option<Side>,
    api: Option<(Outlay, &'static Api)>,
    months: u32,
}

/// The recommendation of one way.
#[derive(Clone)]
struct Side {
    /// Its accelerators: those of the replicas where they are rented, of the servers where they
    /// are bought.
    accelerators: u32,
    /// Their name.
    name: String,
    /// Whom they are rented from; that they are bought.
    label: Option<String>,
    /// Instances or servers.
    machines: u32,
    ways: Ways,
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

/// The ways beside an answer's recommendation; `None` where there is none.
fn begin((answer, growth): &Asked) -> Option<Ready<Known>> {
    let asked = &answer.question;
    let own = side(answer, growth)?;
    let mut other = asked.clone();
    other.fleet.bought = !asked.fleet.bought;
    let other = beside(other).and_then(|other| side(&other, growth));
    let api = money::compared(&Money::default(), asked).and_then(money::api);
    let months = own.ways.months;
    let api = own.ways.of(Way::Api).copied().zip(api);
    let (rent, buy) = if asked.fleet.bought {
        (other, Some(own))
    } else {
        (Some(own), other)
    };
    Some(Ready(Known {
        answer: Arc::clone(answer),
        rent,
        buy,
        api,
        months,
    }))
}

/// What is recommended in an answer, and its money.
fn side(answer: &Answer, growth: &Growth) -> Option<Side> {
    let candidate = answer.report.recommended()?;
    let (offer, sizing) = (answer.offer(candidate)?, candidate.best.as_ref()?);
    let (asked, today) = (&answer.question, browser::today());
    let lot = Lot::of(&answer.scenario, offer, sizing);
    let terms = catalog::resolve_money_on(&Money::default(), asked, growth, offer, lot, today);
    let bill = sizing.cost.map(|cost| cost.bill);
    Some(Side {
        accelerators: bill
            .filter(|_| asked.fleet.bought)
            .map_or_else(|| sizing.accelerators(), |bill| bill.accelerators),
        name: name(answer, candidate).to_owned(),
        label: sizing.price(offer).map(|price| price.label.clone()),
        machines: bill.map_or(0, |bill| bill.instances),
        ways: ways(&answer.scenario, offer, sizing, &terms.ok()?),
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
    /// The way that its button takes; `None` where it is taken, and where there is none.
    to_choose: Option<Chosen>,
}

fn card(state: State, known: &Known) -> AnyView {
    let years = f64::from(known.months) / YEAR;
    let columns = [rent(state, known), buy(state, known), api(state, known)];
    let nets = columns.iter().filter_map(|column| column.outlay);
    let most = nets
        .clone()
        .map(|outlay| outlay.net.get())
        .fold(0.0, f64::max);
    let least = nets
        .map(|outlay| outlay.net.get())
        .fold(f64::INFINITY, f64::min);
    let said = less(known, &columns, least, years);
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

/// The way that comes to least, where the one that was chosen comes to a tenth more.
fn less(known: &Known, columns: &[Column; 3], least: f64, years: f64) -> Option<String> {
    let chosen = if known.is_bought() {
        Msg::WayBuy
    } else {
        Msg::WayRent
    };
    let of = |column: &&Column| column.name == chosen;
    let paid = columns.iter().find(of)?.outlay?.net.get();
    let best = columns.iter().find(|column| {
        column
            .outlay
            .is_some_and(|outlay| outlay.net.get() <= least)
    })?;
    let saved = 1.0 - least / paid;
    (saved >= WORTH_IT).then(|| {
        let (saved, years) = (percent(saved), number(years));
        match best.name {
            Msg::WayRent => say::ways_rent_less(&saved, &years),
            Msg::WayBuy => say::ways_buy_less(&saved, &years),
            _ => say::ways_api_less(&saved, &years),
        }
    })
}

impl Known {
    fn is_bought(&self) -> bool {
        self.answer.question.fleet.bought
    }

    /// The page about costs, of a way that was chosen.
    fn address(&self, state: State, bought: bool) -> Option<String> {
        address::fragment_of(state)
            .filter(|_| bought == self.is_bought())
            .map(|fragment| costs(&fragment))
    }
}

fn rent(state: State, known: &Known) -> Column {
    let side = known.rent.as_ref();
    let what = side.map(|side| {
        let gpus = gpus(side.accelerators, &side.name);
        let at = side.label.as_ref();
        at.map_or_else(|| gpus.clone(), |label| say::way_at(label, &gpus))
    });
    let outlay = side.and_then(|side| side.ways.rented()).copied();
    let is_year = known.answer.question.fleet.basis == PriceBasis::Reserved1y;
    let year = side.filter(|_| !is_year);
    let year = year.and_then(|side| side.ways.of(Way::Rented(PriceBasis::Reserved1y)));
    // A commitment that costs more is no offer.
    let year = year.filter(|year| outlay.is_some_and(|asked| year.monthly < asked.monthly));
    let more = year.map(|year| say::way_year(&say::amount_month(&dollars(year.monthly.get()))));
    Column {
        class: "rent",
        name: Msg::WayRent,
        outlay,
        what: what.unwrap_or_else(|| text(Msg::WayNoRent).to_owned()),
        more,
        address: known.address(state, false),
        to_choose: side.filter(|_| known.is_bought()).map(|_| Chosen::Rent),
    }
}

fn buy(state: State, known: &Known) -> Column {
    let side = known.buy.as_ref();
    let outlay = side.and_then(|side| side.ways.of(Way::Owned)).copied();
    let side = side.filter(|_| outlay.is_some());
    let what = side.map(|side| {
        let gpus = gpus(side.accelerators, &side.name);
        say::way_servers(f64::from(side.machines), &gpus)
    });
    let rented = known.rent.as_ref().and_then(|side| side.ways.rented());
    let more = outlay
        .zip(rented)
        .map(|(own, rent)| match own.even_with(rent, known.months) {
            Some(months) => say::way_even(months.ceil()),
            None if own.net < rent.net => text(Msg::WayResale).to_owned(),
            None => say::way_never_even(&number(f64::from(known.months) / YEAR)),
        });
    Column {
        class: "buy",
        name: Msg::WayBuy,
        outlay,
        what: what.unwrap_or_else(|| text(Msg::WayNoPurchase).to_owned()),
        more,
        address: known.address(state, true),
        to_choose: side.filter(|_| !known.is_bought()).map(|_| Chosen::Buy),
    }
}

fn api(state: State, known: &Known) -> Column {
    let what = known.api.map(|(_, api)| say::way_at(api.host, api.name));
    let more = known
        .api
        .map(|(_, api)| say::way_tokens(&dollars(api.input), &dollars(api.output)));
    Column {
        class: "api",
        name: Msg::WayCall,
        outlay: known.api.map(|(outlay, _)| outlay),
        what: what.unwrap_or_else(|| text(Msg::WayNoApi).to_owned()),
        more,
        address: known
            .api
            .and_then(|_| known.address(state, known.is_bought())),
        to_choose: None,
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
        to_choose,
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
    let button = to_choose.map(|chosen| {
        view! {
            <button type="button" class="chip action" on:click=move |_| choose(chosen)>
                {t(Msg::WayChoose)}
            </button>
        }
    });
    view! {
        <li class=class>
            <h3>{heading} " " {least}</h3>
            {sums}
            <p>{what}</p>
            <p class="aside">{more}</p>
            {button}
        </li>
    }
    .into_any()
}
