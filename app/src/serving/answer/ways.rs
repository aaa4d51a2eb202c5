//! Three ways to run it: what is recommended to rent, what to buy, and an API; what each costs a
//! month and over the years looked ahead. The one that was chosen is the answer above.

use super::aside::known;
use super::bill::dated;
use super::phrase::gpus;
use crate::browser;
use crate::control::unbroken;
use crate::element::length;
use crate::i18n::{self, Msg, dollars, number, over_years, percent, say, t, text};
use crate::page::carried::departing;
use crate::page::work::Ready;
use crate::serving::address;
use crate::serving::question::way::{Way as Chosen, choose};
use crate::serving::sides::{Shown, Side, Sides, sides};
use crate::serving::simulated::Turned;
use crate::serving::solve::Answer;
use crate::serving::state::State;
use crate::serving::weeks::{Week, Weeks};
use catalog::{BOUGHT_LABEL, OWN_PRICE_LABEL};
use estimator::choice::PriceBasis;
use estimator::money::horizon::Way;
use estimator::money::question::Question as Money;
use estimator::money::ways::Outlay;
use estimator::quantity::Usd;
use estimator::serving::question::Growth;
use leptos::prelude::*;
use std::sync::Arc;

/// Less than this share is no reason to take another way.
const WORTH_IT: f64 = 0.1;

/// Months of a year.
const YEAR: f64 = 12.0;

/// An answer, the growth of its load, its question turned, and how the week of its autoscaler is
/// tried.
type Asked = (Arc<Answer>, Growth, Turned, Week);

/// The card; nothing where nothing is recommended, or prices are hidden.
#[component]
pub(super) fn WaysCard() -> impl IntoView {
    let state = State::of_page();
    let weeks = Weeks::of(state);
    let asked = move || {
        let (answer, (of, turned)) = state.details.get().zip(state.simulations.turned())?;
        let growth = state.growth();
        let week = weeks.tried_with(&growth.scaling)?;
        (of.question == answer.question).then_some((answer, growth, turned, week))
    };
    let known = known(asked, begin, |Ready(sides)| sides);
    let content = move || {
        let known = known.get().filter(|_| !i18n::is_priceless())?;
        Some(card(state, &known))
    };
    // Until it is known that there are none, the card keeps its place: nothing below it moves.
    let settled = Memo::new(move |before: Option<&bool>| {
        known.track();
        before.is_some()
    });
    let recommends = Memo::new(move |_| {
        state.details.with(|answer| {
            answer
                .as_ref()
                .is_some_and(|answer| answer.report.best.is_some())
        })
    });
    let nothing = move || {
        let none = known.with(Option::is_none) && (settled.get() || !recommends.get());
        none || i18n::is_priceless()
    };
    view! {
        <section
            class="card ways money"
            aria-labelledby="ways-title"
            hidden=nothing
        >
            {content}
        </section>
    }
    .into_any()
}

/// The ways beside an answer's recommendation; `None` where there is none.
fn begin((answer, growth, turned, week): &Asked) -> Option<Ready<Sides>> {
    let (offer, sizing) = answer.recommended()?;
    let shown = Shown {
        answer,
        offer,
        sizing,
        growth,
        turned: turned.as_deref(),
        week: *week,
    };
    sides(shown, &Money::default()).map(Ready)
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

fn card(state: State, sides: &Sides) -> AnyView {
    let years = f64::from(sides.months) / YEAR;
    let columns = [rent(state, sides), buy(state, sides), api(state, sides)];
    let nets = columns.iter().filter_map(|column| column.outlay);
    let most = nets
        .clone()
        .map(|outlay| outlay.net.get())
        .fold(0.0, f64::max);
    let least = nets
        .map(|outlay| outlay.net.get())
        .fold(f64::INFINITY, f64::min);
    let said = less(sides, &columns, least, years);
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

/// The way that comes to least, where the one that was chosen comes to a tenth more; `None` where
/// hardware is there, which none of them is.
fn less(sides: &Sides, columns: &[Column; 3], least: f64, years: f64) -> Option<String> {
    if sides.is_there {
        return None;
    }
    let chosen = if sides.is_bought {
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

/// The page about costs, of a way that was chosen.
fn address(sides: &Sides, state: State, bought: bool) -> Option<String> {
    address::fragment_of(state)
        .filter(|_| bought == sides.is_bought)
        .map(|fragment| costs(&fragment))
}

/// Accelerators in words, at whose price of which day; without a seller where there is none: bought,
/// or at a price of one's own.
pub(super) fn at(gpus: &str, label: &str, day: &str) -> String {
    let is_sold = !label.is_empty() && ![BOUGHT_LABEL, OWN_PRICE_LABEL].contains(&label);
    if is_sold {
        dated(&say::way_at(label, gpus), day)
    } else {
        dated(gpus, day)
    }
}

fn rent(state: State, sides: &Sides) -> Column {
    let side = sides.rent.as_ref();
    let what = side.map(|side| {
        let gpus = gpus(side.accelerators, &side.name);
        match &side.price {
            Some(price) => at(&gpus, &price.label, &price.as_of),
            None => gpus,
        }
    });
    let outlay = side.and_then(Side::rented).copied();
    // The price asked is the first: a year's may be that one.
    let year = side.and_then(|side| side.ways.of(Way::Rented(PriceBasis::Reserved1y)));
    // A commitment that costs more is no offer.
    let year = year.filter(|year| outlay.is_some_and(|asked| year.monthly < asked.monthly));
    let more = year.map(|year| say::way_year(&say::amount_month(&dollars(year.monthly.get()))));
    Column {
        class: "rent",
        name: Msg::WayRent,
        outlay,
        what: what.unwrap_or_else(|| text(Msg::WayNoRent).to_owned()),
        more,
        address: address(sides, state, false),
        to_choose: side.filter(|_| sides.is_bought).map(|_| Chosen::Rent),
    }
}

fn buy(state: State, sides: &Sides) -> Column {
    let side = sides.buy.as_ref();
    let outlay = side.and_then(Side::owned).copied();
    let what = side.map(|side| {
        let gpus = gpus(side.accelerators, &side.name);
        let servers = say::way_servers(f64::from(side.machines), &gpus);
        let day = side.price.as_ref().map_or("", |price| &price.as_of);
        dated(&servers, day)
    });
    Column {
        class: "buy",
        name: Msg::WayBuy,
        outlay,
        what: what.unwrap_or_else(|| text(Msg::WayNoPurchase).to_owned()),
        more: even(sides),
        address: address(sides, state, true),
        to_choose: side.filter(|_| !sides.is_bought).map(|_| Chosen::Buy),
    }
}

/// When buying has cost no more than renting; `None` where either is not known, and where hardware
/// is there: nothing breaks even with that.
pub(crate) fn even(sides: &Sides) -> Option<String> {
    if sides.is_there {
        return None;
    }
    let own = sides.buy.as_ref()?.owned()?;
    let rent = sides.rent.as_ref()?.rented()?;
    Some(match own.even_with(rent, sides.months) {
        Some(months) => say::way_even(months.ceil()),
        None if own.net < rent.net => text(Msg::WayResale).to_owned(),
        None => say::way_never_even(&number(f64::from(sides.months) / YEAR)),
    })
}

fn api(state: State, sides: &Sides) -> Column {
    let what = sides
        .api
        .map(|(_, api)| dated(&say::way_at(api.host, api.name), api.as_of));
    let more = sides
        .api
        .map(|(_, api)| say::way_tokens(&dollars(api.input), &dollars(api.output)));
    Column {
        class: "api",
        name: Msg::WayCall,
        outlay: sides.api.map(|(outlay, _)| outlay),
        what: what.unwrap_or_else(|| text(Msg::WayNoApi).to_owned()),
        more,
        address: sides
            .api
            .and_then(|_| address(sides, state, sides.is_bought)),
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
        let is_bought = outlay.once > Usd::ZERO;
        let once = is_bought.then(|| say::way_once(&dollars(outlay.once.get())));
        let (net, years) = (over_years(outlay.net.get()), number(years));
        // What is bought is worth something in the end.
        let total = if is_bought {
            say::way_years_resold(&net, &years)
        } else {
            say::way_years(&net, &years)
        };
        view! {
            <p class="way-month">
                <b>{say::amount_month(&dollars(outlay.monthly.get()))}</b>
                " "
                <small>{once}</small>
            </p>
            <div class="way-bar">
                <i style:width=width></i>
                <span>{total}</span>
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
            <p>{unbroken(&what)}</p>
            <p class="aside">{more}</p>
            {button}
        </li>
    }
    .into_any()
}
