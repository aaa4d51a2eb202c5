//! Every way through the guide, and every row of its table, is a question that the
//! estimator answers.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use catalog::guide::{Answers, Choice, Filled, QUESTIONS, QUICK, Sample, fill};
use catalog::{is_published, resolve, resolve_training};
use estimator::choice::ModelChoice;
use estimator::offer::Offer;
use estimator::serving::confirm::search_confirmed;
use estimator::serving::link;
use estimator::serving::report::Report;
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::training;

type Answer = fn(&Scenario, &[Offer]) -> Report;

/// The recommendation for a question, by the number and the id of the accelerators; `None` where
/// nothing keeps its limits.
fn recommended(filled: &Filled, answer: Answer) -> Option<(u32, String)> {
    match filled {
        Filled::Serving(question) => {
            let (scenario, offers) = resolve(question).unwrap();
            let report = answer(&scenario, &offers);
            let best = report.recommended()?;
            let id = offers[best.offer].accelerator.id.clone();
            Some((best.best.as_ref()?.accelerators(), id))
        }
        Filled::Training(question) => {
            let (job, site, limits, offers) = resolve_training(question, None).unwrap();
            let report = training::search::search(&job, &site, &limits, &question.fixed, &offers);
            let best = report.recommended()?;
            let id = offers[best.offer].accelerator.id.clone();
            let layout = best.best.as_ref()?.estimate.layout;
            Some((layout.accelerators, id))
        }
    }
}

/// Every combination of answers.
fn ways() -> Vec<Answers> {
    let mut ways = vec![Answers::default()];
    for question in 0..QUESTIONS {
        let longer = ways.iter().flat_map(|way| {
            way.offered(question).into_iter().map(|id| {
                let mut next = *way;
                assert!(next.choose(question, id));
                next
            })
        });
        ways = longer.collect();
    }
    ways
}

/// As its link is read again.
fn reread(filled: &Filled) -> Filled {
    match filled {
        Filled::Serving(question) => {
            let asked = link::Link {
                question: (**question).clone(),
                ..link::Link::default()
            };
            let (read, notices) = link::read(&link::write(&asked));
            assert_eq!(notices, []);
            Filled::Serving(Box::new(read.question))
        }
        Filled::Training(question) => {
            let asked = training::link::Link {
                question: (**question).clone(),
                ..training::link::Link::default()
            };
            let (read, notices) = training::link::read(&training::link::write(&asked));
            assert_eq!(notices, []);
            Filled::Training(Box::new(read.question))
        }
    }
}

/// Whatever is answered leads to a question without a mistake, and its link says exactly it;
/// no two ways ask the same.
#[test]
fn every_way_leads_to_a_question_of_its_own() {
    let mut seen: Vec<Filled> = Vec::new();
    for way in ways() {
        assert_eq!(way.open(), QUESTIONS);
        let filled = fill(&way).unwrap();
        assert_eq!(reread(&filled), filled, "{way:?}");
        match &filled {
            Filled::Serving(question) => assert!(resolve(question).is_ok(), "{way:?}"),
            Filled::Training(question) => {
                assert!(resolve_training(question, None).is_ok(), "{way:?}");
            }
        }
        assert!(!seen.contains(&filled), "{way:?}");
        seen.push(filled);
    }
    assert!(seen.len() > 1500);
}

/// A model filled in to be served can be downloaded: checkpoints are published in its format.
#[test]
fn served_formats_are_published() {
    for way in ways() {
        if let Filled::Serving(question) = fill(&way).unwrap() {
            let ModelChoice::Catalog(model) = &question.model else {
                panic!("{way:?}");
            };
            let published = is_published(model, question.weights);
            assert_eq!(published, Some(true), "{model} {:?}", question.weights);
        }
    }
}

/// The hardest ways have an answer that can be rented: the most of it, at every size, pace
/// and place.
#[test]
fn the_hardest_ways_have_an_answer() {
    let mut without = Vec::new();
    for way in ways() {
        let most = way.get(2) == Some(way.offered(2).len() - 1);
        if most && recommended(&fill(&way).unwrap(), search).is_none() {
            without.push(way);
        }
    }
    let without: Vec<Vec<_>> = without
        .iter()
        .map(|way| (0..QUESTIONS).map(|question| way.id(question)).collect())
        .collect();
    assert!(without.is_empty(), "{without:#?}");
}

/// Another task keeps the answers as far as they are offered still, and means the same by them.
#[test]
fn another_task_keeps_what_it_can() {
    let mut way = Answers::default();
    for (question, id) in ["batch", "frontier", "1000k", "day", "europe"]
        .into_iter()
        .enumerate()
    {
        assert!(way.choose(question, id));
    }
    assert!(way.choose(0, "tune"));
    let kept: Vec<_> = (0..QUESTIONS).map(|question| way.id(question)).collect();
    assert_eq!(
        kept,
        [Some("tune"), None, None, Some("day"), Some("europe")]
    );
    assert!(!way.choose(2, "1000k"));
    assert_eq!(fill(&way), None);
}

/// The table's answers of the product are the product's own.
#[test]
fn the_table_has_the_products_own_answers() {
    let mut differing = Vec::new();
    for row in QUICK {
        let filled = row.scenario().unwrap();
        assert_eq!(reread(&filled), filled, "{}", row.id);
        let Choice { count, accelerator } = row.found;
        let said = Some((count, accelerator.to_owned()));
        let found = recommended(&filled, search_confirmed);
        if found != said {
            differing.push((row.id, found, said));
        }
        for named in row.named {
            assert!(catalog::accelerator(named).is_some(), "{named}");
        }
    }
    assert!(differing.is_empty(), "found and said: {differing:?}");
}

/// Each scenario to begin from is a question whose link says exactly it, with an answer that can be
/// had; the GPUs that are there hold theirs.
#[test]
fn scenarios_to_begin_from_have_an_answer() {
    for sample in Sample::ALL {
        let filled = Filled::Serving(Box::new(sample.question().unwrap()));
        assert_eq!(reread(&filled), filled, "{sample:?}");
        let (count, _) = recommended(&filled, search_confirmed).unwrap();
        match sample {
            Sample::Owned => assert!(count <= 8, "{count}"),
            _ => assert!(count > 0, "{sample:?}"),
        }
    }
}
