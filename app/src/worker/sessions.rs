//! Sessions, sized offer by offer and the leading ones turn by turn, in turns of the worker's own:
//! between two, messages are heard, and the next question ends this one.

use super::Asked;
use super::message::Reply;
use crate::browser::today;
use estimator::offer::Offer;
use estimator::session::sizing::Scenario;
use estimator::session::sizing::chosen::{Chosen, sent};
use estimator::session::sizing::link;
use estimator::session::sizing::search::Search;
use std::cell::RefCell;
use wasm_bindgen_futures::spawn_local;

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
        let mut sizing = Sizing {
            scenario,
            offers,
            search: Search::default(),
            news: RefCell::default(),
        };
        let say = |sizing: &Sizing| {
            let parcel = sent(&sizing.news.take());
            request.say(Reply::SessionsSized { number, parcel });
        };
        if !request
            .work(BETWEEN, &mut sizing, Sizing::advance, say)
            .await
        {
            return;
        }
    }
    request.say(Reply::End { number });
}

/// A question whose offers are sized one after another.
struct Sizing {
    scenario: Scenario,
    offers: Vec<Offer>,
    search: Search,
    /// What was found since the page was told.
    news: RefCell<Vec<(usize, Option<Chosen>)>>,
}

impl Sizing {
    /// Takes a step of the search; whether nothing was left to do.
    fn advance(&mut self) -> bool {
        let found = self.search.advance(&self.scenario, &self.offers);
        self.news.get_mut().extend(found);
        found.is_none()
    }
}

/// What is asked, and the offers that it is asked of.
fn resolved(fragment: &str, among: &str) -> Option<(Scenario, Vec<Offer>)> {
    let (link, _) = link::read(fragment);
    let (scenario, mut offers) = catalog::resolve_sessions(&link.question, today()).ok()?;
    let among: Vec<&str> = among.split(',').filter(|id| !id.is_empty()).collect();
    offers.retain(|offer| among.is_empty() || among.contains(&offer.accelerator.id.as_str()));
    Some((scenario, offers))
}
