//! A fleet, packed in turns: between two, messages are heard, and the next question ends this one.
//! Sizings stay for the next question, so that a change of one workload sizes that one alone.

use super::message::Reply;
use super::{Asked, TURN, turn};
use crate::browser::today;
use estimator::export::Format;
use estimator::fleet::asked::{Report, Search, Step, carried, export, link};
use estimator::fleet::served::Known;
use std::cell::RefCell;
use wasm_bindgen_futures::spawn_local;

/// How long the packing may take before the best so far is shown with its gap, in milliseconds.
const EARLY: f64 = 120.0;
/// How long it may take before that stands, in milliseconds: of so few workloads, whose proof is
/// worth waiting for, and of more.
const FEW: usize = 20;
const PROOF: (f64, f64) = (4000.0, 1200.0);
/// How long each of what follows may take.
const FURTHER: f64 = 600.0;

thread_local! {
    /// Sizings of the last question.
    static KNOWN: RefCell<Known> = RefCell::default();
}

/// Packs the fleet of a request, in turns of its own.
pub(crate) fn begin(asked: Asked) {
    spawn_local(pack(asked));
}

async fn pack(request: Asked) {
    let number = request.number;
    turn::next().await;
    if request.is_overtaken() {
        return;
    }
    let (asked, _) = link::read(&request.question);
    let resolved = catalog::resolve_fleet_on(&asked.question, today());
    let search = resolved
        .ok()
        .and_then(|asked| Search::new(asked, KNOWN.take()).ok());
    if let Some(search) = search {
        let few = asked.question.workloads.len() <= FEW;
        let patience = if few { PROOF.0 } else { PROOF.1 };
        let search = packed(&request, search, patience).await;
        KNOWN.replace(search.into_known());
    }
    // Of one that was overtaken nobody hears.
    request.say(Reply::End { number });
}

/// Goes on to the end, or until another is asked for; the packing ends after `patience`.
async fn packed(request: &Asked, mut search: Search, mut patience: f64) -> Search {
    let mut began = turn::now();
    let mut early = true;
    let say = |report: &Report| {
        request.say(Reply::Packed {
            number: request.number,
            parcel: carried::write(report),
        });
    };
    loop {
        let begun = turn::now();
        while turn::now() - begun < TURN {
            match search.advance() {
                Step::Goes => {}
                Step::News => {
                    say(search.report());
                    (began, patience, early) = (turn::now(), FURTHER, false);
                    break;
                }
                Step::Done => return search,
            }
        }
        if early && turn::now() - began > EARLY {
            let report = search.so_far();
            report.iter().for_each(&say);
            early = report.is_none();
        }
        if turn::now() - began > patience {
            search.hurry();
        }
        turn::next().await;
        if request.is_overtaken() {
            return search;
        }
    }
}

/// The packing of a link's fleet as a file, which leads back to `address`.
pub(crate) fn write(format: Format, fragment: &str, address: &str) -> Option<String> {
    /// Steps of a search at most: a file says the best so far, as the page does.
    const MOST_STEPS: u32 = 20_000;
    let (asked, _) = link::read(fragment);
    let question = asked.question;
    let resolved = catalog::resolve_fleet_on(&question, today()).ok()?;
    let mut search = Search::new(resolved, KNOWN.take()).ok()?;
    let mut steps = 0;
    loop {
        match search.advance() {
            Step::Done => break,
            Step::News => steps = 0,
            Step::Goes if steps < MOST_STEPS => steps += 1,
            Step::Goes => search.hurry(),
        }
    }
    let document = export::Document {
        question: &question,
        report: search.report(),
        link: Some(address),
    };
    let text = export::write(format, &document);
    KNOWN.replace(search.into_known());
    Some(text)
}
