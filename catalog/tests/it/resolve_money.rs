//! What money is reckoned from: records that can be true, and questions into complete
//! terms, every mistake named.

#![allow(clippy::expect_used)] // helpers of tests

use catalog::money::{ASSUMPTION, apis, apis_for, defaults, grid, grids, purchase};
use catalog::{cheapest_listed, resolve_money};
use estimator::error::Problem;
use estimator::fleet::Lot;
use estimator::listed::Listed;
use estimator::money::error::Field;
use estimator::money::question::Question;
use estimator::money::{Input, Terms};
use estimator::quantity::UsdPerHour;
use estimator::question::{Day, Fleet, Growth, PriceBasis};
use estimator::scenario::Offer;
use proptest::prelude::*;

fn offer(id: &str, fleet: &Fleet) -> Offer {
    let record = catalog::accelerator(id).expect("known");
    Offer {
        accelerator: record.accelerator.clone(),
        price: catalog::cheapest(id, fleet).map(|choice| choice.price()),
        instances: catalog::instances(id, fleet),
        hosts: Vec::new(),
    }
}

fn terms(question: &Question, fleet: &Fleet) -> Result<Terms, Vec<(Field, Problem)>> {
    let offer = offer("nvidia-h100-sxm-80gb", fleet);
    resolve_money(question, fleet, &Growth::default(), &offer, Lot::SINGLE)
        .map_err(|errors| errors.into_iter().map(|e| (e.field, e.problem)).collect())
}

fn typed(input: Input, value: f64) -> Question {
    let mut question = Question::default();
    question.typed.set(input, Some(value));
    question
}

/// Every default is within its bounds, stands once, and names a source and a day; every
/// input has one, or a name or the user gives it.
#[test]
fn defaults_are_complete_and_can_be() {
    let given = [
        Input::Accelerator,
        Input::Node,
        Input::Utilization,
        Input::Carbon,
        Input::ApiInput,
        Input::ApiCached,
        Input::ApiOutput,
        Input::Users,
        Input::RunAccelerators,
        Input::RunHours,
        Input::RunTokens,
    ];
    for input in Input::ALL {
        let count = defaults().iter().filter(|one| one.input == *input).count();
        assert_eq!(count, usize::from(!given.contains(input)), "{input:?}");
    }
    for preset in defaults() {
        let (least, most) = preset.input.bounds();
        assert!((least..=most).contains(&preset.value), "{preset:?}");
        assert!(
            preset.source.len() > 10 && preset.as_of.len() >= 4,
            "{preset:?}"
        );
    }
    let record = include_str!("../../data/ownership.json");
    let record: serde_json::Value = serde_json::from_str(record).expect("JSON");
    // The page has words of its own for what no source says.
    assert_eq!(record["sources"]["OWN"], ASSUMPTION);
    // None is lost for a name that the estimator does not know.
    assert_eq!(
        record["defaults"].as_array().map(Vec::len),
        Some(defaults().len())
    );
}

/// Street prices are those of the accelerators' records.
#[test]
fn accelerators_are_bought_at_their_records_price() {
    let price = purchase("nvidia-h100-sxm-80gb").expect("known");
    assert_eq!((price.usd, price.as_of), (30_000, "2026-08-21"));
    assert!(price.source.contains("huggingface"));
    let known = catalog::accelerators().iter();
    let known = known.filter_map(|record| purchase(&record.accelerator.id));
    assert_eq!(known.count(), 83);
}

/// Grids emit what grids can, and no cached token costs more than another.
#[test]
fn grids_and_apis_are_plausible() {
    assert_eq!(grids().first().map(|grid| grid.id), Some("world"));
    for one in grids() {
        assert_eq!(grid(one.id), Some(one));
        assert!(
            (5.0..1000.0).contains(&one.grams) && one.year >= 2022,
            "{one:?}"
        );
    }
    let of = |id: &str| grid(id).expect("known").grams;
    assert!(of("fra") < of("deu") && of("deu") < of("pol"));
    for api in apis() {
        assert!(
            api.cached.is_none_or(|cached| cached <= api.input),
            "{api:?}"
        );
        assert!(api.input <= api.output && api.as_of.len() >= 7, "{api:?}");
        // A model is named as the catalogue names it, or not at all.
        let known = |id| catalog::entry(id).is_some_and(|entry| entry.id == id);
        assert!(api.model.is_none_or(known), "{api:?}");
    }
}

/// A fresh question is complete, every value has an origin with source and day, and the
/// price asked comes first among those to rent at.
#[test]
fn a_fresh_question_resolves() {
    let fleet = Fleet::default();
    let terms = terms(&Question::default(), &fleet).expect("complete");
    assert_eq!(terms.values.get(Input::Accelerator), Some(30_000.0));
    assert_eq!(terms.values.get(Input::Carbon), Some(472.94));
    assert_eq!(terms.values.get(Input::ApiInput), None);
    for (input, _) in terms.values.known() {
        let origins = terms.origins.iter().filter(|origin| origin.input == input);
        let origins: Vec<_> = origins.collect();
        assert_eq!(origins.len(), 1, "{input:?}");
        assert!(!origins[0].source.is_empty() && !origins[0].as_of.is_empty());
    }
    assert_eq!(terms.rents[0].basis, PriceBasis::OnDemand);
    assert!(terms.rents.len() > 2);
    for rent in &terms.rents {
        let wanted = Fleet {
            basis: rent.basis,
            ..fleet.clone()
        };
        let sold = catalog::instances("nvidia-h100-sxm-80gb", &wanted);
        assert_eq!(Some(&rent.price), Lot::SINGLE.cheapest(&sold));
    }
}

/// What is typed wins over a name, and a name over a default; its origin then is the user.
#[test]
fn what_is_typed_wins() {
    let mut question = typed(Input::ApiOutput, 3.0);
    question.api = Some("claude-haiku-4.5".to_owned());
    "fra".clone_into(&mut question.grid);
    question.typed.set(Input::Years, Some(5.0));
    let terms = terms(&question, &Fleet::default()).expect("complete");
    let get = |input| terms.values.get(input);
    assert_eq!(get(Input::Carbon), Some(44.18));
    assert_eq!(
        (get(Input::ApiInput), get(Input::ApiOutput)),
        (Some(1.0), Some(3.0))
    );
    // No price of cached tokens is listed: they cost what others do.
    assert_eq!(get(Input::ApiCached), Some(1.0));
    assert_eq!(get(Input::Years), Some(5.0));
    let years = terms
        .origins
        .iter()
        .find(|origin| origin.input == Input::Years);
    assert!(years.expect("known").source.is_empty());
}

/// Hosts of the same model come first, the cheapest first for the requests asked about,
/// also by an alias; of a model that nobody is known to sell, all stay as they are.
#[test]
fn hosts_of_the_same_model_come_first() {
    for (model, id) in [
        ("openai/gpt-oss-120b", "openai/gpt-oss-120b"),
        ("deepseek-ai/DeepSeek-V3.1", "deepseek-ai/DeepSeek-V3"),
    ] {
        for (input, output, hits) in [(1000.0, 200.0, 0.0), (10.0, 1000.0, 0.9)] {
            let ordered = apis_for(model, input, output, hits);
            assert_eq!(ordered.len(), apis().len());
            let same = ordered.iter().take_while(|api| api.model == Some(id));
            let prices: Vec<f64> = same
                .map(|api| api.per_million(input, output, hits))
                .collect();
            assert!(prices.len() >= 3, "{model}");
            assert!(prices.is_sorted(), "{model}: {prices:?}");
            let rest = ordered.iter().skip(prices.len());
            assert!(rest.clone().all(|api| api.model != Some(id)), "{model}");
        }
    }
    let unsold = apis_for("EleutherAI/gpt-j-6b", 1.0, 1.0, 0.0);
    assert!(unsold.into_iter().eq(apis()));
    // By hand: 900 tokens at 0.75, 100 of the cache at 0.075, 200 at 4.50 dollars a million.
    let api = catalog::money::api("gpt-5.4-mini").expect("known");
    let cost = api.per_million(1000.0, 200.0, 0.1);
    assert!((cost - (900.0 * 0.75 + 100.0 * 0.075 + 200.0 * 4.5)).abs() < 1e-9);
}

/// Zero years, no utilisation, all of it left in the end, unknown names: each is refused at
/// its field with what can be, and all at once.
#[test]
fn mistakes_are_named() {
    for (input, value, problem) in [
        (Input::Years, 0.0, Problem::TooSmall { least: 0.5 }),
        (Input::Utilization, 0.0, Problem::TooSmall { least: 0.01 }),
        (Input::Utilization, 1.2, Problem::TooLarge { most: 1.0 }),
        (Input::Residual, 1.0, Problem::TooLarge { most: 0.95 }),
        (Input::Pue, 0.9, Problem::TooSmall { least: 1.0 }),
        (Input::Horizon, 6.0, Problem::TooLarge { most: 5.0 }),
        (Input::Accelerator, -1.0, Problem::TooSmall { least: 1.0 }),
    ] {
        let errors = terms(&typed(input, value), &Fleet::default()).expect_err("refused");
        assert_eq!(errors, [(Field::Input(input), problem)]);
    }
    let mut question = typed(Input::Years, f64::NAN);
    "atlantis".clone_into(&mut question.grid);
    question.api = Some("x".repeat(500));
    let errors = terms(&question, &Fleet::default()).expect_err("refused");
    let fields: Vec<Field> = errors.iter().map(|(field, _)| *field).collect();
    assert_eq!(
        fields,
        [Field::Grid, Field::Api, Field::Input(Input::Years)]
    );
    let growth = Growth {
        day: Day::Like("never".to_owned()),
        ..Growth::default()
    };
    let fleet = Fleet::default();
    let offer = offer("nvidia-h100-sxm-80gb", &fleet);
    let refused = resolve_money(&Question::default(), &fleet, &growth, &offer, Lot::SINGLE);
    let error = &refused.expect_err("refused")[0];
    let name = "never".to_owned();
    assert_eq!(
        (error.field, &error.problem),
        (Field::Day, &Problem::Unknown { name })
    );
}

/// A price of one's own has no other basis; what nobody sells cannot be rented.
#[test]
fn own_prices_stand_alone() {
    let fleet = Fleet::default();
    let mut own = offer("nvidia-h100-sxm-80gb", &fleet);
    own.price.as_mut().expect("sold").label = catalog::OWN_PRICE_LABEL.to_owned();
    own.instances = Vec::new();
    let growth = Growth::default();
    let asked = Question::default();
    let terms = resolve_money(&asked, &fleet, &growth, &own, Lot::SINGLE).expect("complete");
    assert_eq!(terms.rents.len(), 1);
    own.price = None;
    let terms = resolve_money(&asked, &fleet, &growth, &own, Lot::SINGLE).expect("complete");
    assert!(terms.rents.is_empty());
}

/// What a list has on another basis stands for the catalogue's price there, too.
#[test]
fn a_list_is_rented_from_on_every_basis() {
    let mut fleet = Fleet::default();
    fleet.listed.push(Listed {
        provider: "Nebula".to_owned(),
        accelerator: "nvidia-h100-sxm-80gb".to_owned(),
        count: 8,
        prices: [
            Some(UsdPerHour::new(16.0)),
            None,
            None,
            Some(UsdPerHour::new(8.0)),
        ],
        ..Listed::default()
    });
    let mut offer = offer("nvidia-h100-sxm-80gb", &fleet);
    offer.price = cheapest_listed("nvidia-h100-sxm-80gb", &fleet).map(|(_, price)| price);
    let asked = Question::default();
    let terms =
        resolve_money(&asked, &fleet, &Growth::default(), &offer, Lot::SINGLE).expect("complete");
    let of = |basis| {
        terms
            .rents
            .iter()
            .find(|rent| rent.basis == basis)
            .expect("known")
    };
    for (basis, each) in [(PriceBasis::OnDemand, 2.0), (PriceBasis::Reserved3y, 1.0)] {
        assert_eq!(of(basis).price.label, "Nebula");
        assert!((of(basis).price.per_accelerator.get() - each).abs() < 1e-12);
    }
    assert_ne!(of(PriceBasis::Reserved1y).price.label, "Nebula");
}

proptest! {
    /// Any numbers are answered or refused at their own fields; those of a training run are
    /// for the run's own question to refuse.
    #[test]
    fn any_numbers_are_answered_or_refused(
        numbers in proptest::collection::vec(proptest::option::of(-1e3..1e6f64), Input::ALL.len()),
    ) {
        let mut question = Question::default();
        let mut outside = 0;
        for (input, number) in Input::ALL.iter().zip(&numbers) {
            question.typed.set(*input, *number);
            let (least, most) = input.bounds();
            let counts = number.filter(|_| !input.is_of_run());
            outside += usize::from(counts.is_some_and(|n| !(least..=most).contains(&n)));
        }
        match terms(&question, &Fleet::default()) {
            Ok(_) => prop_assert_eq!(outside, 0),
            Err(errors) => prop_assert_eq!(errors.len(), outside),
        }
    }
}
