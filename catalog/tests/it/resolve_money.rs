//! What money is reckoned from: records that can be true, and questions into complete
//! terms, every mistake named.

#![allow(clippy::expect_used)] // helpers of tests

use catalog::money::{
    ASSUMPTION, api, apis, apis_for, compared, defaults, grid, grids, named, nearest, purchase,
};
use catalog::{cheapest_listed, regions, resolve_money};
use estimator::choice::{Area, Fleet, ModelChoice, PriceBasis};
use estimator::error::Problem;
use estimator::listed::Listed;
use estimator::money::error::Field;
use estimator::money::question::{NO_API, Question};
use estimator::money::{Input, Terms};
use estimator::offer::Offer;
use estimator::quantity::UsdPerHour;
use estimator::rental::Lot;
use estimator::serving::question::{self as serving, Day, Growth};
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

/// A question with so many tokens in and out about a model, in an area.
fn about(model: &str, area: Area, (input, output, hits): (f64, f64, f64)) -> serving::Question {
    let mut asked = serving::Question {
        model: ModelChoice::Catalog(model.to_owned()),
        input_tokens: input,
        output_tokens: output,
        prefix_hit_rate: hits,
        ..serving::Question::default()
    };
    asked.fleet.area = area;
    asked
}

fn asking(fleet: &Fleet) -> serving::Question {
    serving::Question {
        fleet: fleet.clone(),
        ..serving::Question::default()
    }
}

fn terms(question: &Question, fleet: &Fleet) -> Result<Terms, Vec<(Field, Problem)>> {
    let offer = offer("nvidia-h100-sxm-80gb", fleet);
    let asked = asking(fleet);
    resolve_money(question, &asked, &Growth::default(), &offer, Lot::SINGLE)
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
    let (name, address) = named(price.source);
    assert_eq!(name, "Hugging Face hardware list");
    assert!(address.is_some_and(|address| address.starts_with("https://github.com/huggingface/")));
    let known = catalog::accelerators().iter();
    let known = known.filter_map(|record| purchase(&record.accelerator.id));
    assert_eq!(known.count(), 83);
}

/// Sources are called by names that a buyer can read; addresses are links behind them.
#[test]
fn sources_have_names() {
    let presets = defaults().iter().map(|preset| preset.source);
    let bought = catalog::accelerators()
        .iter()
        .filter_map(|record| Some(purchase(&record.accelerator.id)?.source));
    let sold = apis().iter().map(|api| api.source);
    for source in presets.chain(bought).chain(sold) {
        let (name, address) = named(source);
        assert!((10..=80).contains(&name.len()), "{source}");
        let is_plain = !name.contains("://") && !name.contains("github:");
        assert!(is_plain, "{source}");
        assert!(
            address.is_none_or(|address| !address.contains(' ')),
            "{source}"
        );
    }
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
    let api = nearest(&asking(&fleet)).map(|api| api.input);
    assert_eq!(terms.values.get(Input::ApiInput), api);
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
    question.grid = Some("fra".to_owned());
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

/// Hosts of the same model come first, also by an alias: those in the area asked for, then
/// those of no area, then elsewhere, each the cheapest first for the requests asked about.
/// Of a model that nobody is known to sell, all stay as they are.
#[test]
fn hosts_of_the_same_model_come_first() {
    for (model, id) in [
        ("openai/gpt-oss-120b", "openai/gpt-oss-120b"),
        ("deepseek-ai/DeepSeek-V3.2-Exp", "deepseek-ai/DeepSeek-V3.2"),
        ("deepseek-ai/DeepSeek-V3.1", "deepseek-ai/DeepSeek-V3.1"),
    ] {
        for load in [(1000.0, 200.0, 0.0), (10.0, 1000.0, 0.9)] {
            for area in Area::ALL {
                let ordered = apis_for(&about(model, *area, load));
                assert_eq!(ordered.len(), apis().len());
                let same = ordered.iter().take_while(|api| api.model == Some(id));
                let far = |of: Area| match of {
                    _ if *area == Area::Any || of == *area => 0,
                    Area::Any => 1,
                    _ => 2,
                };
                let (input, output, hits) = load;
                let keys: Vec<(u8, f64)> = same
                    .map(|api| (far(api.area), api.per_million(input, output, hits)))
                    .collect();
                assert!(keys.len() >= 3, "{model}");
                assert!(keys.is_sorted(), "{model}: {keys:?}");
                let rest = ordered.iter().skip(keys.len());
                assert!(rest.clone().all(|api| api.model != Some(id)), "{model}");
            }
        }
    }
    let unsold = about("EleutherAI/gpt-j-6b", Area::Any, (1.0, 1.0, 0.0));
    assert!(apis_for(&unsold).into_iter().eq(apis()));
    assert_eq!(nearest(&unsold), None);
    // By hand: 900 tokens at 0.75, 100 of the cache at 0.075, 200 at 4.50 dollars a million.
    let api = catalog::money::api("gpt-5.4-mini").expect("known");
    let cost = api.per_million(1000.0, 200.0, 0.1);
    assert!((cost - (900.0 * 0.75 + 100.0 * 0.075 + 200.0 * 4.5)).abs() < 1e-9);
}

/// Where nobody names an API, that of the same model counts which asks least for these
/// requests, in the area asked for where one is served there and never from another one. A
/// name counts instead of it, the name for none leaves nothing, and beside prices that were
/// typed no other is taken.
#[test]
fn the_same_model_is_compared_by_itself() {
    let load = (1000.0, 200.0, 0.0);
    let model = "openai/gpt-oss-120b";
    let nothing = Question::default();
    for area in Area::ALL {
        let asked = about(model, *area, load);
        let found = nearest(&asked).expect("sold");
        assert_eq!(found.model, Some(model));
        assert_eq!(compared(&nothing, &asked), Some(found.id));
        let local = |api: &&catalog::money::Api| api.model == Some(model) && api.area == *area;
        match area {
            Area::Any => {
                let cost = found.per_million(load.0, load.1, load.2);
                let same = apis().iter().filter(|api| api.model == Some(model));
                let least = same.map(|api| api.per_million(load.0, load.1, load.2));
                assert!(cost <= least.fold(f64::INFINITY, f64::min));
            }
            _ if apis().iter().any(|api| local(&api)) => assert_eq!(found.area, *area),
            _ => assert_eq!(found.area, Area::Any),
        }
    }
    assert_eq!(
        nearest(&about(model, Area::Europe, load)).map(|api| api.area),
        Some(Area::Europe)
    );
    let asked = about(model, Area::Any, load);
    let found = nearest(&asked).expect("sold");
    let named = |api: &str| Question {
        api: Some(api.to_owned()),
        ..Question::default()
    };
    assert_eq!(
        compared(&named("gpt-5.4-mini"), &asked),
        Some("gpt-5.4-mini")
    );
    assert_eq!(compared(&named(NO_API), &asked), None);
    assert_eq!(compared(&typed(Input::ApiOutput, 2.0), &asked), None);
    assert_eq!(compared(&typed(Input::Years, 2.0), &asked), Some(found.id));
    let offer = offer("nvidia-h100-sxm-80gb", &asked.fleet);
    let terms = |question: &Question| {
        resolve_money(question, &asked, &Growth::default(), &offer, Lot::SINGLE).expect("complete")
    };
    let by_itself = terms(&nothing);
    let prices = (Some(found.input), Some(found.output));
    let of = |terms: &Terms| {
        (
            terms.values.get(Input::ApiInput),
            terms.values.get(Input::ApiOutput),
        )
    };
    assert_eq!(of(&by_itself), prices);
    let mut origins = by_itself.origins.iter();
    let origin = origins
        .find(|origin| origin.input == Input::ApiInput)
        .expect("known");
    assert_eq!(
        (&*origin.source, &*origin.as_of),
        (found.source, found.as_of)
    );
    assert_eq!(of(&terms(&named(NO_API))), (None, None));
    assert_eq!(of(&terms(&typed(Input::ApiOutput, 2.0))), (None, Some(2.0)));
    assert!(api(NO_API).is_none(), "no record is named so");
}

/// An area has its grid and its price of electricity, with their source and day, until the
/// user says otherwise; without an area they are the same as everywhere.
#[test]
fn grid_and_electricity_follow_the_area() {
    let of = |question: &Question, area: Area| {
        let fleet = Fleet {
            area,
            ..Fleet::default()
        };
        terms(question, &fleet).expect("complete")
    };
    let usual = of(&Question::default(), Area::Any);
    let standing = |input| defaults().iter().find(|preset| preset.input == input);
    let price = standing(Input::Electricity).map(|preset| preset.value);
    assert_eq!(usual.values.get(Input::Electricity), price);
    let grams = |id: &str| grid(id).map(|grid| grid.grams);
    assert_eq!(usual.values.get(Input::Carbon), grams("world"));
    for area in Area::ALL.iter().filter(|area| **area != Area::Any) {
        let region = regions::defaults(*area).expect("proposed");
        let proposed = of(&Question::default(), *area);
        assert_eq!(proposed.values.get(Input::Carbon), grams(region.grid));
        let wanted = region.electricity.map(|paid| paid.usd_per_kwh).or(price);
        assert_eq!(proposed.values.get(Input::Electricity), wanted);
        let mut origins = proposed
            .origins
            .iter()
            .filter(|origin| origin.input == Input::Electricity);
        let origin = origins.next().expect("known");
        assert_eq!(origins.next(), None, "one origin a value");
        if let Some(paid) = region.electricity {
            assert_eq!((&*origin.source, &*origin.as_of), (paid.source, paid.as_of));
        }
        let mut said = typed(Input::Electricity, 0.05);
        said.grid = Some("world".to_owned());
        let said = of(&said, *area);
        assert_eq!(said.values.get(Input::Electricity), Some(0.05));
        assert_eq!(said.values.get(Input::Carbon), grams("world"));
    }
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
    question.grid = Some("atlantis".to_owned());
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
    let refused = resolve_money(
        &Question::default(),
        &asking(&fleet),
        &growth,
        &offer,
        Lot::SINGLE,
    );
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
    let page = asking(&fleet);
    let terms = resolve_money(&asked, &page, &growth, &own, Lot::SINGLE).expect("complete");
    assert_eq!(terms.rents.len(), 1);
    own.price = None;
    let terms = resolve_money(&asked, &page, &growth, &own, Lot::SINGLE).expect("complete");
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
    let terms = resolve_money(
        &asked,
        &asking(&fleet),
        &Growth::default(),
        &offer,
        Lot::SINGLE,
    )
    .expect("complete");
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
