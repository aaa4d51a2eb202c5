//! Files of answers. They are asked for by the link, so that they say the same as the page.

use super::message::Document;
use crate::browser::today;
use estimator::export::Format;
use estimator::kubernetes::teams;
use estimator::money;
use estimator::rental::Lot;
use estimator::serving::confirm::search_confirmed;
use estimator::serving::{export, link};
use estimator::session::sizing;
use estimator::training;

/// The answer to the question of a link as a file, which leads back to `address`; `left` are
/// the seconds to the day that a training run must be done by.
pub(super) fn write(
    document: Document,
    format: Format,
    fragment: &str,
    address: &str,
    left: Option<f64>,
) -> Option<String> {
    match document {
        Document::Serving => serving(format, fragment, address),
        Document::Training => training(format, fragment, address, left),
        Document::Costs => costs(format, fragment, address),
        Document::Sessions => sessions(format, fragment, address),
        Document::Queue => {
            let (asked, _) = teams::link::read(fragment);
            teams::export::answered(format, &asked.question, Some(address))
        }
        // By the part that packs.
        Document::Fleet => None,
        #[cfg(all(test, target_arch = "wasm32"))]
        Document::Toy => crate::page::study::tests::file(format, fragment, address),
    }
}

fn serving(format: Format, fragment: &str, address: &str) -> Option<String> {
    let (asked, _) = link::read(fragment);
    let (scenario, offers) = catalog::resolve_on(&asked.question, today()).ok()?;
    let report = search_confirmed(&scenario, &offers);
    Some(export::write(
        format,
        &export::Document {
            scenario: &scenario,
            offers: &offers,
            report: &report,
            link: Some(address),
            currency: asked.question.fleet.currency,
        },
    ))
}

fn sessions(format: Format, fragment: &str, address: &str) -> Option<String> {
    let (asked, _) = sizing::link::read(fragment);
    let (scenario, offers) = catalog::resolve_sessions(&asked.question, today()).ok()?;
    let report = sizing::search::search(&scenario, &offers);
    Some(sizing::export::write(
        format,
        &sizing::export::Document {
            question: &asked.question,
            offers: &offers,
            report: &report,
            link: Some(address),
        },
    ))
}

fn costs(format: Format, fragment: &str, address: &str) -> Option<String> {
    let (asked, _) = money::link::read(fragment);
    let question = asked.page.question;
    let (scenario, offers) = catalog::resolve_on(&question, today()).ok()?;
    let report = search_confirmed(&scenario, &offers);
    let fleet = &question.fleet;
    let index = money::choice::chosen(&report, &offers, asked.page.view.selected.as_deref());
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
    // An error in a run takes nothing from the rest.
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

fn training(format: Format, fragment: &str, address: &str, left: Option<f64>) -> Option<String> {
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
