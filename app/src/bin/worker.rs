//! The worker: what takes too long for the page's thread, or is wanted too seldom to be
//! part of the first download. It reads models from files, writes answers to files, and
//! simulates the shortlist.
//!
//! A message is an array: `["read", name, bytes]` is answered with the text of
//! [`estimator::import::wire`], `["prices", bytes, code, rate]`, a price list and what a
//! dollar buys of the user's currency, with that of [`estimator::import::prices::wire`],
//! `["write", format, fragment, link, left]` with the file's text, `left` the seconds to the
//! day that a training question names, `["costs", format, fragment, link]` likewise with
//! what the page about costs says, `["simulate", number, fragment]` with
//! `[number, numbers]`, the numbers of
//! [`estimator::serving::confirm::Confirmed`] one after another, and then, lever by lever of
//! [`estimator::serving::lever::levers`], with `[number, index, cost, accelerators, name]`: what
//! the answer to the changed question comes to, the cost per hour not a number where
//! nothing keeps the demands or there is no price; what saves is simulated, too. `[number]` alone ends it. A simulation
//! is given up when another is asked for. The worker says `"ready"` once it listens. It
//! asks the same question from the same link, so its answer is the page's.

use estimator::currency::{Code, Currency};
use estimator::date::Date;
use estimator::export::Format;
use estimator::import::{self, prices, wire};
use estimator::money;
use estimator::offer::Offer;
use estimator::rental::Lot;
use estimator::serving::confirm::{Confirmation, search_confirmed};
use estimator::serving::export::{self, Document};
use estimator::serving::lever::levers;
use estimator::serving::link;
use estimator::serving::report::Report;
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::training;
use gloo::timers::future::TimeoutFuture;
use js_sys::{Array, Float64Array, Uint8Array};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

pub(crate) fn main() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let answering = scope.clone();
    let wanted = Rc::new(Cell::new(0.0));
    let listen = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let message = Array::from(&event.data());
        if message.get(0).as_string().as_deref() == Some("simulate") {
            let number = message.get(1).as_f64().unwrap_or_default();
            wanted.set(number);
            let fragment = message.get(2).as_string().unwrap_or_default();
            let job = simulate(answering.clone(), Rc::clone(&wanted), number, fragment);
            spawn_local(job);
            return;
        }
        let answer = answer(&message).unwrap_or_default();
        // A page that has gone wants no answer.
        let _ = answering.post_message(&JsValue::from_str(&answer));
    });
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    listen.forget();
    let _ = scope.post_message(&JsValue::from_str("ready"));
}

fn answer(message: &Array) -> Option<String> {
    let text = |index: u32| message.get(index).as_string();
    match text(0)?.as_str() {
        "read" => {
            let bytes = Uint8Array::new(&message.get(2)).to_vec();
            Some(wire::encode(&import::read(&bytes, text(1).as_deref())))
        }
        "costs" => write_costs(&text(1)?, &text(2)?, &text(3)?),
        "prices" => {
            let bytes = Uint8Array::new(&message.get(1)).to_vec();
            let code = text(2).and_then(|code| Code::new(&code));
            let rate = message.get(3).as_f64();
            let currency = code.zip(rate).map(|(code, rate)| Currency::new(code, rate));
            let list = prices::read(&bytes, &catalog::ListNames, currency);
            Some(prices::wire::encode(&list))
        }
        "write" => write(&text(1)?, &text(2)?, &text(3)?, message.get(4).as_f64()),
        _ => None,
    }
}

/// How long an answer rests before its levers are asked, in milliseconds: each is a whole
/// search, and nobody reads them while typing.
const REST: u32 = 500;

/// Simulates what `fragment` asks for, and says so unless something else is wanted by
/// then: between two candidates, messages are heard.
async fn simulate(
    scope: DedicatedWorkerGlobalScope,
    wanted: Rc<Cell<f64>>,
    number: f64,
    fragment: String,
) {
    // Numbers of questions are whole and small.
    let overtaken = || wanted.get().total_cmp(&number).is_ne();
    TimeoutFuture::new(0).await;
    if overtaken() {
        return;
    }
    let (asked, _) = link::read(&fragment);
    let question = asked.question;
    let mut numbers = Vec::new();
    let mut least = f64::INFINITY;
    if let Ok((scenario, offers)) = catalog::resolve_on(&question, today()) {
        let bound = search(&scenario, &offers);
        let bound_cost = outcome(&bound, &offers).0;
        let Some(confirmation) = confirmed(&scenario, &offers, bound, &overtaken).await else {
            return;
        };
        for one in confirmation.confirmed() {
            numbers.extend(one.numbers());
        }
        let simulated = outcome(&confirmation.into_report(), &offers).0;
        // Where nothing keeps the demands, any answer is worth simulating.
        if let (true, true) = (bound_cost > 0.0, simulated > 0.0) {
            least = bound_cost.max(simulated);
        }
    }
    // A page that has gone wants no answer.
    let say = |answer: Array| {
        let _ = scope.post_message(&answer);
    };
    let numbers = Float64Array::from(numbers.as_slice());
    say(Array::of2(&number.into(), &numbers));
    TimeoutFuture::new(REST).await;
    for (index, (_, changed)) in levers(&question).iter().enumerate() {
        TimeoutFuture::new(0).await;
        if overtaken() {
            return;
        }
        let Ok((scenario, offers)) = catalog::resolve_on(changed, today()) else {
            continue;
        };
        let bound = search(&scenario, &offers);
        let mut found = outcome(&bound, &offers);
        // What seems to save is simulated as the answer was: what is said is what comes.
        if found.0 < least {
            let Some(confirmation) = confirmed(&scenario, &offers, bound, &overtaken).await else {
                return;
            };
            found = outcome(&confirmation.into_report(), &offers);
        }
        let (cost, accelerators, name) = found;
        let index = u32::try_from(index).unwrap_or_default();
        let (number, index, cost) = (number.into(), index.into(), cost.into());
        say(Array::of5(
            &number,
            &index,
            &cost,
            &accelerators.into(),
            &name.into(),
        ));
    }
    say(Array::of1(&number.into()));
}

/// A report with its shortlist simulated, messages heard between two candidates; `None`
/// once something else is wanted.
async fn confirmed<'a>(
    scenario: &'a Scenario,
    offers: &'a [Offer],
    bound: Report,
    overtaken: &impl Fn() -> bool,
) -> Option<Confirmation<'a>> {
    let mut confirmation = Confirmation::new(scenario, offers, bound);
    while confirmation.advance() {
        TimeoutFuture::new(0).await;
        if overtaken() {
            return None;
        }
    }
    Some(confirmation)
}

/// What the recommendation of a report costs an hour, not a number where there is none or
/// no price, and of how many of which accelerators it is.
fn outcome(report: &Report, offers: &[Offer]) -> (f64, u32, String) {
    let nothing = (f64::NAN, 0, String::new());
    let Some(candidate) = report.recommended() else {
        return nothing;
    };
    let (Some(sizing), Some(offer)) = (&candidate.best, offers.get(candidate.offer)) else {
        return nothing;
    };
    let cost = sizing.cost.map_or(f64::NAN, |cost| cost.per_hour.get());
    (cost, sizing.accelerators(), offer.accelerator.name.clone())
}

/// Today, in the reader's own time: prices that are too old by then are the last resort.
fn today() -> Option<Date> {
    let now = js_sys::Date::new_0();
    let (year, month, day) = (now.get_full_year(), now.get_month() + 1, now.get_date());
    Date::parse(&format!("{year:04}-{month:02}-{day:02}"))
}

fn named(format: &str) -> Option<Format> {
    Format::ALL
        .iter()
        .copied()
        .find(|known| known.id() == format)
}

fn write(format: &str, fragment: &str, address: &str, left: Option<f64>) -> Option<String> {
    let format = named(format)?;
    if training::link::is_training(fragment) {
        return write_training(format, fragment, address, left);
    }
    let (asked, _) = link::read(fragment);
    let (scenario, offers) = catalog::resolve_on(&asked.question, today()).ok()?;
    let report = search_confirmed(&scenario, &offers);
    Some(export::write(
        format,
        &Document {
            scenario: &scenario,
            offers: &offers,
            report: &report,
            link: Some(address),
            currency: asked.question.fleet.currency,
        },
    ))
}

fn write_costs(format: &str, fragment: &str, address: &str) -> Option<String> {
    let format = named(format)?;
    let (asked, _) = money::link::read(fragment);
    let question = asked.page.question;
    let (scenario, offers) = catalog::resolve_on(&question, today()).ok()?;
    let report = search_confirmed(&scenario, &offers);
    let fleet = &question.fleet;
    let index = money::choice::chosen(&report, &offers, asked.page.selected.as_deref());
    let chosen = index.and_then(|index| {
        let candidate = report.candidates.get(index)?;
        Some((offers.get(candidate.offer)?, candidate.best.as_ref()?))
    });
    let found = match chosen {
        Some((offer, sizing)) => {
            let terms = catalog::resolve_money_on(
                &asked.question,
                &question,
                &question.growth,
                offer,
                Lot::of(&scenario, offer, sizing),
                today(),
            )
            .ok()?;
            Some((offer, money::report(&scenario, offer, sizing, &terms)))
        }
        None => None,
    };
    // What is wrong with a run takes nothing from the rest.
    let run = catalog::resolve_run_on(&asked.question, fleet, &question.limits, today());
    let run = run.ok().flatten();
    let run = run.as_ref().map(money::run::run);
    if found.is_none() && run.is_none() {
        return None;
    }
    let answer = found.as_ref();
    let answer = answer.map(|(offer, report)| money::export::Answer { offer, report });
    Some(money::export::write(
        format,
        &money::export::Document {
            answer,
            run: run.as_ref(),
            link: Some(address),
            currency: fleet.currency,
        },
    ))
}

fn write_training(
    format: Format,
    fragment: &str,
    address: &str,
    left: Option<f64>,
) -> Option<String> {
    let (asked, _) = training::link::read(fragment);
    let fixed = asked.question.fixed;
    let (job, site, limits, offers) =
        catalog::resolve_training_on(&asked.question, left, today()).ok()?;
    let report = training::search::search(&job, &site, &limits, &fixed, &offers);
    Some(training::export::write(
        format,
        &training::export::Document {
            job: &job,
            site: &site,
            limits: &limits,
            fixed: &fixed,
            offers: &offers,
            report: &report,
            link: Some(address),
            currency: asked.question.fleet.currency,
        },
    ))
}
