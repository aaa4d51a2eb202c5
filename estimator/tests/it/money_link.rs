//! Links with a question about money: the golden ones keep their meaning, any question
//! survives the way there and back, and no text breaks the reader.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::panic)]

use crate::strategy::{any, count, fleet, id, model, positive, share};
use estimator::choice::ModelChoice;
use estimator::link::Notice;
use estimator::money::link::{Link, read, write};
use estimator::money::question::Question;
use estimator::money::{Input, Outcome, Values};
use estimator::serving::link as page;
use estimator::serving::question::Traffic;
use proptest::prelude::*;

const GOLDEN: &str = include_str!("golden_money_links.txt");

/// The meaning of each golden link: version 1's page, and these.
fn meaning(name: &str) -> Link {
    let mut link = Link {
        page: page::Link {
            question: page::base(),
            ..page::Link::default()
        },
        question: Question::default(),
    };
    let question = &mut link.question;
    let typed: &[(Input, f64)] = match name {
        "fresh" => &[],
        "own" => &[
            (Input::Accelerator, 28_000.0),
            (Input::Chassis, 1.3),
            (Input::Network, 0.1),
            (Input::Storage, 20_000.0),
            (Input::Rack, 5000.0),
            (Input::Cooling, 1500.0),
            (Input::Spares, 0.03),
            (Input::Residual, 0.2),
            (Input::Years, 3.0),
            (Input::Capital, 0.06),
        ],
        "power" => {
            question.grid = Some("deu".to_owned());
            &[
                (Input::Overhead, 1.79),
                (Input::Node, 10.2),
                (Input::LoadDraw, 0.8),
                (Input::IdleDraw, 0.15),
                (Input::Colocation, 210.0),
                (Input::Electricity, 0.12),
                (Input::Pue, 1.2),
                (Input::Carbon, 300.0),
            ]
        }
        "people" => &[
            (Input::Salary, 90_000.0),
            (Input::PerPerson, 128.0),
            (Input::Licence, 4500.0),
            (Input::Support, 0.1),
            (Input::Utilization, 0.6),
            (Input::Users, 5000.0),
        ],
        "api" => {
            link.page.question.model = ModelChoice::Catalog("Qwen/Qwen3-32B".to_owned());
            link.page.question.traffic = Traffic::Rate(40.0);
            question.api = Some("gpt-5.4-mini".to_owned());
            &[
                (Input::ApiInput, 0.5),
                (Input::ApiCached, 0.0),
                (Input::ApiOutput, 2.0),
            ]
        }
        "years" => {
            link.page.view.language = Some("de".to_owned());
            question.outcome = Outcome::Saving;
            &[(Input::Horizon, 5.0), (Input::Swing, 0.3)]
        }
        "nothing" => {
            question.grid = Some("world".to_owned());
            question.api = Some("none".to_owned());
            &[]
        }
        "run" => {
            question.run = Some("nvidia-h100-sxm-80gb".to_owned());
            &[
                (Input::RunAccelerators, 64.0),
                (Input::RunHours, 100.0),
                (Input::RunTokens, 2.5),
            ]
        }
        other => panic!("say here what the golden link {other:?} means"),
    };
    for (input, value) in typed {
        link.question.typed.set(*input, Some(*value));
    }
    link
}

/// A link once made means the same for ever; among them, every input has its key.
#[test]
fn golden_links_keep_their_meaning() {
    let mut seen = Values::default();
    for line in GOLDEN.lines().filter(|line| !line.starts_with('#')) {
        let (name, fragment) = line.split_once('\t').expect("name, tab, fragment");
        let (link, notices) = read(fragment);
        assert_eq!(notices, [Notice::OlderVersion], "{name}");
        assert_eq!(link, meaning(name), "{name}");
        let newer = fragment.replacen("v=1", "v=2", 1);
        assert_eq!(read(&newer), (meaning(name), Vec::new()), "{name}");
        assert_eq!(read(&write(&link)), (link.clone(), Vec::new()), "{name}");
        for (input, value) in link.question.typed.known() {
            seen.set(input, Some(value));
        }
    }
    assert_eq!(seen.known().count(), Input::ALL.len());
}

/// Defaults are left out, and the calculator's part is the calculator's link.
#[test]
fn links_stay_readable() {
    let mut link = Link::default();
    assert_eq!(write(&link), page::write(&link.page));
    link.question.typed.set(Input::Years, Some(3.0));
    link.question.api = Some("gpt-5.4-mini".to_owned());
    assert_eq!(write(&link), "v=2&cost.years=3&cost.api=gpt-5.4-mini");
    assert_eq!(read(""), (Link::default(), Vec::new()));
}

/// Every wrong value is named, and leaves its default.
#[test]
fn what_is_not_understood_is_said() {
    let text = "cost.years=long&cost.none=1&cost.grid=&cost.of=all&cost.pue=-1&users=x&v=3";
    let (link, notices) = read(text);
    assert_eq!(link.question, Question::default());
    assert_eq!(notices.len(), 7, "{notices:?}");
    let unknown = Notice::UnknownKey {
        name: "cost.none".to_owned(),
    };
    assert!(notices.contains(&unknown), "a key is named as it stands");
}

fn question() -> impl Strategy<Value = Question> {
    let typed = proptest::collection::vec(proptest::option::of(positive()), Input::ALL.len());
    let (grid, api) = (proptest::option::of(id()), proptest::option::of(id()));
    let run = proptest::option::of(id());
    let all = (typed, grid, api, any(Outcome::ALL), run);
    all.prop_map(|(values, grid, api, outcome, run)| {
        let mut typed = Values::default();
        for (input, value) in Input::ALL.iter().zip(values) {
            typed.set(*input, value);
        }
        Question {
            typed,
            grid,
            api,
            outcome,
            run,
        }
    })
}

proptest! {
    /// Every field of every question is in its link, the calculator's beside it.
    #[test]
    fn any_question_comes_back(
        question in question(),
        model in model(),
        fleet in fleet(),
        months in count(),
        prefix in share(),
    ) {
        let mut page = page::Link::default();
        page.question.growth.months = months;
        page.question.prefix_hit_rate = prefix;
        page.question.model = model;
        page.question.fleet = fleet;
        let link = Link { page, question };
        let text = write(&link);
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic()), "{}", text);
        prop_assert_eq!(read(&text), (link, Vec::new()), "{}", text);
    }

    /// Whatever a stranger writes behind the `#` gives a question that can be written.
    #[test]
    fn no_text_breaks_the_reader(text in "\\PC*") {
        let (link, _) = read(&text);
        prop_assert_eq!(read(&write(&link)).0, link);
    }

    /// The same with keys that are known.
    #[test]
    fn no_pairs_break_the_reader(pairs in proptest::collection::vec(
        (any(Input::ALL), "[0-9a-zA-Z%,.+-]{0,24}|[0-9.]{1,9}"),
        0..12,
    )) {
        let text: Vec<String> = pairs
            .iter()
            .map(|(input, value)| format!("cost.{}={value}", input.id()))
            .collect();
        let (link, _) = read(&text.join("&"));
        prop_assert_eq!(read(&write(&link)).0, link);
    }
}
