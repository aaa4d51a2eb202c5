//! Sessions, sized offer by offer in turns: between two, messages are heard, and the next question
//! ends this one.

use super::message::Reply;
use super::{Asked, turn};
use crate::browser::today;
use estimator::offer::Offer;
use estimator::session::sizing::Scenario;
use estimator::session::sizing::choose::choose;
use estimator::session::sizing::chosen::{Chosen, sent};
use estimator::session::sizing::link;
use wasm_bindgen_futures::spawn_local;

/// How long a turn is, in milliseconds.
const TURN: f64 = 12.0;
/// Milliseconds between two replies while the search goes on.
const BETWEEN: f64 = 60.0;

/// Sizes the sessions of a request, in turns of its own.
pub(crate) fn begin(asked: Asked<(String, String)>) {
    spawn_local(size(asked));
}

async fn size(request: Asked<(String, String)>) {
    let number = request.number;
    let (fragment, among) = &request.question;
    if let Some((scenario, offers)) = resolved(fragment, among) {
        let mut next = 0;
        let (mut news, mut said) = (Vec::new(), now());
        while next < offers.len() {
            turn::next().await;
            if request.is_overtaken() {
                return;
            }
            next = found(&scenario, &offers, next, &mut news);
            if now() - said > BETWEEN || next == offers.len() {
                let parcel = sent(&std::mem::take(&mut news));
                request.say(Reply::SessionsSized { number, parcel });
                said = now();
            }
        }
    }
    request.say(Reply::End { number });
}

/// What is asked, and the offers that it is asked of.
fn resolved(fragment: &str, among: &str) -> Option<(Scenario, Vec<Offer>)> {
    let (link, _) = link::read(fragment);
    let (scenario, mut offers) = catalog::resolve_sessions(&link.question, today()).ok()?;
    let among: Vec<&str> = among.split(',').filter(|id| !id.is_empty()).collect();
    offers.retain(|offer| among.is_empty() || among.contains(&offer.accelerator.id.as_str()));
    Some((scenario, offers))
}

/// Sizes offers from `next` on for a turn; where the next turn goes on.
fn found(
    scenario: &Scenario,
    offers: &[Offer],
    mut next: usize,
    news: &mut Vec<(usize, Option<Chosen>)>,
) -> usize {
    let began = now();
    while now() - began < TURN
        && let Some(offer) = offers.get(next)
    {
        news.push((next, choose(scenario, offer)));
        next += 1;
    }
    next
}

fn now() -> f64 {
    js_sys::Date::now()
}
