//! Questions into scenarios: complete, or every mistake named.

use catalog::{OWN_PRICE_LABEL, accelerator, resolve};
use estimator::choice::{ModelChoice, PriceBasis};
use estimator::currency::{Code, Currency};
use estimator::error::{Field, Problem};
use estimator::hardware::Vendor;
use estimator::listed::Listed;
use estimator::quantity::{Bytes, BytesPerSecond, Seconds, UsdPerHour};
use estimator::serving::fields;
use estimator::serving::question::{Day, Question, Scaling, Traffic};
use estimator::workload::Load;
use proptest::prelude::*;

fn errors(question: &Question) -> Vec<(Field, Problem)> {
    let errors = resolve(question).err().unwrap_or_default();
    errors.into_iter().map(|e| (e.field, e.problem)).collect()
}

fn fields(question: &Question) -> Vec<Field> {
    errors(question).into_iter().map(|error| error.0).collect()
}

#[test]
fn a_fresh_page_resolves() {
    let (scenario, offers) = resolve(&Question::default()).expect("complete");
    assert_eq!(scenario.model.id, "meta-llama/Llama-3.3-70B-Instruct");
    assert_eq!(scenario.workload.load, Load::Poisson(10.0));
    // All but the announced and those that nobody rents, each once.
    let usual = catalog::accelerators().iter();
    let usual = usual.filter(|one| !one.announced && !one.on_request);
    assert_eq!(offers.len(), usual.count());
    assert_eq!(offers.len(), 71);
    let h100 = offers
        .iter()
        .find(|offer| offer.accelerator.id == "nvidia-h100-sxm-80gb")
        .expect("offered");
    let price = h100.price.as_ref().expect("sold");
    // The least of any instance; what is sold whole stands beside it.
    let least = h100.prices().iter().map(|one| one.per_accelerator.get());
    let least = least.fold(f64::INFINITY, f64::min);
    assert!((price.per_accelerator.get() - least).abs() < 1e-9);
    assert!(
        h100.prices()
            .iter()
            .any(|one| one.instance_accelerators == 8)
    );
}

/// What nobody rents is considered where it is named or priced, and then alone or beside
/// the others; it never has a price of the catalogue.
#[test]
fn what_nobody_rents_is_considered_on_request() {
    let id = "nvidia-rtx-5080";
    let has = |question: &Question| {
        let (_, offers) = resolve(question).expect("complete");
        let found = offers.into_iter().find(|offer| offer.accelerator.id == id);
        found.map(|offer| offer.price.map(|price| price.per_accelerator.get()))
    };
    let mut question = Question::default();
    assert_eq!(has(&question), None);
    question.fleet.vendors = vec![Vendor::Nvidia];
    assert_eq!(has(&question), None);
    question.fleet.accelerators = vec![id.to_owned()];
    assert_eq!(has(&question), Some(None));
    question.fleet.accelerators.clear();
    let own = UsdPerHour::new(0.2);
    question.fleet.own_prices.insert(id.to_owned(), own);
    assert_eq!(has(&question), Some(Some(0.2)));
    for record in catalog::accelerators().iter().filter(|one| one.on_request) {
        let fleet = estimator::choice::Fleet::default();
        assert_eq!(catalog::cheapest(&record.accelerator.id, &fleet), None);
    }
}

#[test]
fn traffic_becomes_load() {
    let mut question = Question {
        traffic: Traffic::Users(50.0),
        ..Question::default()
    };
    let load = |question: &Question| resolve(question).expect("complete").0.workload.load;
    assert_eq!(load(&question), Load::Steady(50.0));
    question.traffic = Traffic::TokensPerDay {
        tokens: 86_400.0 * 300.0,
        peak_to_mean: 3.0,
    };
    assert_eq!(load(&question), Load::Poisson(3.0));
    // 2,000 people, 15 % of them at it, 6 requests an hour each: 1,800 requests an hour.
    question.traffic = Traffic::People {
        people: 2000.0,
        active: 0.15,
        each: 6.0,
    };
    assert_eq!(load(&question), Load::Poisson(0.5));
}

/// Nobody has access, more than all are at it, or each asks without end: wrong at the field.
#[test]
fn people_have_bounds() {
    for (people, active, each, field) in [
        (0.0, 0.15, 6.0, Field::Traffic),
        (2000.0, 1.5, 6.0, Field::ActiveShare),
        (2000.0, 0.0, 6.0, Field::ActiveShare),
        (2000.0, 0.15, 1e9, Field::RequestsEach),
        (2000.0, 0.15, f64::NAN, Field::RequestsEach),
    ] {
        let question = Question {
            traffic: Traffic::People {
                people,
                active,
                each,
            },
            ..Question::default()
        };
        let errors = resolve(&question).expect_err("wrong");
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].field, field);
    }
}

/// What is usual of a kind of traffic lies within what is likely, and within the bounds of its
/// field.
#[test]
fn habits_are_likely() {
    let mut found = 0;
    for kind in catalog::traffic::kinds() {
        let Some(habits) = kind.habits else { continue };
        found += 1;
        for (range, (least, most)) in [
            (habits.active, catalog::bounds::ACTIVE_SHARE),
            (habits.each, catalog::bounds::REQUESTS_EACH),
        ] {
            assert!(
                least <= range.least && range.least <= range.usual,
                "{}",
                kind.id
            );
            assert!(
                range.usual <= range.most && range.most <= most,
                "{}",
                kind.id
            );
        }
    }
    assert_eq!(found, 5);
}

#[test]
fn models_by_name_by_size_and_from_a_file() {
    let mut question = Question::default();
    let model = |question: &Question| resolve(question).expect("complete").0.model;
    question.model = ModelChoice::Catalog(" META-LLAMA/llama-3.1-8b-instruct".to_owned());
    assert_eq!(model(&question).id, "meta-llama/Llama-3.1-8B");
    question.model = ModelChoice::Plain(7.0);
    let plain = model(&question);
    question.model = ModelChoice::Custom(Box::new(plain.clone()));
    assert_eq!(model(&question), plain);

    question.model = ModelChoice::Custom(Box::new(estimator::model::Model {
        hidden_size: 0,
        ..plain
    }));
    assert_eq!(fields(&question), [Field::Model]);
    for id in ["acme/none", "bert-base-uncased", &"x".repeat(10_000)] {
        question.model = ModelChoice::Catalog(id.to_owned());
        let problems = errors(&question);
        let [(Field::Model, Problem::Unknown { name })] = problems.as_slice() else {
            panic!("{problems:?}");
        };
        assert!(name.chars().count() <= 80);
    }
    question.model = ModelChoice::Catalog("  ".to_owned());
    assert_eq!(errors(&question), [(Field::Model, Problem::Missing)]);
}

#[test]
fn filters_leave_what_they_name() {
    let mut question = Question::default();
    let ids = |question: &Question| -> Vec<String> {
        let (_, offers) = resolve(question).expect("complete");
        offers.into_iter().map(|o| o.accelerator.id).collect()
    };
    question.fleet.vendors = vec![Vendor::Google];
    assert_eq!(ids(&question).len(), 5);
    question.fleet.vendors.clear();
    question.fleet.accelerators = vec!["NVIDIA-L4".to_owned(), "nvidia-rubin-sxm".to_owned()];
    assert_eq!(ids(&question), ["nvidia-l4", "nvidia-rubin-sxm"]);
    question.fleet.accelerators.clear();
    question.fleet.providers = vec!["nebius".to_owned()];
    let sold = ids(&question);
    assert!(sold.contains(&"nvidia-h200-sxm-141gb".to_owned()) && sold.len() == 4);
    question.fleet.basis = PriceBasis::Reserved1y;
    assert_eq!(errors(&question), [(Field::Fleet, Problem::Missing)]);
    question.fleet.providers = vec!["nobody".to_owned()];
    assert!(fields(&question).contains(&Field::Fleet));
}

#[test]
fn own_prices_and_an_own_accelerator_win() {
    let mut question = Question::default();
    let fleet = &mut question.fleet;
    fleet.accelerators = vec!["nvidia-t4".to_owned()];
    fleet
        .own_prices
        .insert("nvidia-t4".to_owned(), UsdPerHour::new(0.1));
    fleet
        .own_prices
        .insert("mine".to_owned(), UsdPerHour::new(9.0));
    let h100 = accelerator("nvidia-h100-sxm-80gb").expect("in the catalogue");
    let mut mine = h100.accelerator.clone();
    mine.id = "mine".to_owned();
    fleet.own_accelerator = Some(Box::new(mine.clone()));
    let (_, offers) = resolve(&question).expect("complete");
    let prices: Vec<_> = offers
        .iter()
        .map(|offer| offer.price.as_ref().expect("own"))
        .map(|price| (price.per_accelerator.get(), price.label.as_str()))
        .collect();
    assert_eq!(prices, [(0.1, OWN_PRICE_LABEL), (9.0, OWN_PRICE_LABEL)]);

    mine.memory = Bytes::ZERO;
    mine.bandwidth = BytesPerSecond::gb(-1.0);
    mine.peak = estimator::hardware::Peaks::default();
    mine.link.domain = 0;
    mine.node_size = 0;
    question.fleet.own_accelerator = Some(Box::new(mine));
    let wanted = [
        Field::OwnMemory,
        Field::OwnBandwidth,
        Field::OwnCompute,
        Field::OwnLink,
        Field::OwnNode,
    ];
    assert_eq!(fields(&question), wanted);
}

#[test]
fn everything_wrong_is_named_at_once() {
    let mut question = Question {
        model: ModelChoice::Plain(f64::NAN),
        traffic: Traffic::Rate(0.0),
        input_tokens: f64::INFINITY,
        output_tokens: -1.0,
        prefix_hit_rate: 1.0,
        ..Question::default()
    };
    question.sla.ttft = Some(Seconds::ZERO);
    question.sla.tpot = Some(Seconds::new(1e9));
    question.engine.memory_utilization = Some(1.5);
    question.engine.max_num_seqs = Some(0);
    question.engine.max_num_batched_tokens = Some(0);
    question.limits.max_per_node = Some(0);
    question.limits.max_per_replica = 0;
    question.limits.spare_replicas = u32::MAX;
    question.variety.burstiness = 0.0;
    question.variety.think = Seconds::new(-1.0);
    let wanted = [
        Field::Model,
        Field::Traffic,
        Field::InputTokens,
        Field::OutputTokens,
        Field::PrefixHitRate,
        Field::Burstiness,
        Field::Think,
        Field::Ttft,
        Field::Tpot,
        Field::MemoryUtilization,
        Field::MaxNumSeqs,
        Field::MaxBatchedTokens,
        Field::MaxPerNode,
        Field::MaxPerReplica,
        Field::Spares,
    ];
    assert_eq!(fields(&question), wanted);
}

#[test]
fn a_sequence_must_fit_the_longest_one() {
    let mut question = Question::default();
    question.engine.max_model_len = Some(2299);
    let wanted = Problem::TooSmall { least: 2300.0 };
    assert_eq!(errors(&question), [(Field::MaxModelLen, wanted)]);
    question.engine.max_model_len = Some(2300);
    assert!(resolve(&question).is_ok());
}

/// One request in twenty cannot be the longest and yet shorter than the mean.
#[test]
fn a_percentile_lies_above_the_mean() {
    let mut question = Question::default();
    question.variety.input_p95 = Some(1999.0);
    question.variety.output_p95 = Some(1e9);
    let wanted = [
        (Field::InputP95, Problem::TooSmall { least: 2000.0 }),
        (Field::OutputP95, Problem::TooLarge { most: 1140.0 }),
    ];
    assert_eq!(errors(&question), wanted);
}

/// Any float, with the telling ones often.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>(),
        0.0..1e8,
        Just(f64::NAN),
        Just(f64::INFINITY),
        Just(-0.0),
        Just(1.0),
    ]
}

proptest! {
    #[test]
    fn whatever_resolves_is_within_bounds(
        numbers in proptest::array::uniform8(number()),
        kind in 0..4,
        seqs in any::<Option<u32>>(),
        replica in any::<u32>(),
    ) {
        let [rate, peak, input, output, hit, ttft, tpot, share] = numbers;
        let mut question = Question {
            traffic: match kind {
                0 => Traffic::Rate(rate),
                1 => Traffic::Users(rate),
                2 => Traffic::People { people: rate, active: share, each: peak },
                _ => Traffic::TokensPerDay { tokens: rate, peak_to_mean: peak },
            },
            input_tokens: input,
            output_tokens: output,
            prefix_hit_rate: hit,
            ..Question::default()
        };
        question.sla.ttft = Some(Seconds::new(ttft));
        question.sla.tpot = Some(Seconds::new(tpot));
        question.engine.memory_utilization = Some(share);
        question.engine.max_num_seqs = seqs;
        question.limits.max_per_replica = replica;
        match resolve(&question) {
            Ok((scenario, offers)) => {
                let within = |value: f64, (least, most)| value >= least && value <= most;
                let workload = scenario.workload;
                prop_assert!(within(workload.input_tokens, fields::range(Field::InputTokens).expect("a row")));
                prop_assert!(within(workload.output_tokens, fields::range(Field::OutputTokens).expect("a row")));
                prop_assert!(within(workload.prefix_hit_rate, fields::range(Field::PrefixHitRate).expect("a row")));
                let (Load::Poisson(load) | Load::Steady(load)) = workload.load else {
                    panic!("{:?}", workload.load);
                };
                prop_assert!(load.is_finite() && load > 0.0);
                prop_assert!(within(ttft, fields::range(Field::Ttft).expect("a row")) && within(tpot, fields::range(Field::Tpot).expect("a row")));
                prop_assert!(!offers.is_empty());
            }
            Err(errors) => prop_assert!(!errors.is_empty()),
        }
    }
}

/// Growth is checked like everything else, alone as well, and never changes what is asked
/// of the estimator.
#[test]
fn growth_is_checked_and_leaves_the_scenario_alone() {
    let plain = resolve(&Question::default()).expect("complete");
    let mut question = Question::default();
    question.growth.per_year = 1.0;
    question.growth.months = 120;
    question.growth.day = Day::Like("office".to_owned());
    assert_eq!(resolve(&question).expect("complete"), plain);
    assert!(catalog::check_growth(&question.growth).is_ok());

    question.growth.months = 600;
    assert_eq!(
        errors(&question),
        [(Field::Horizon, Problem::TooLarge { most: 120.0 })]
    );
    assert_eq!(
        catalog::check_growth(&question.growth).map_err(|errors| errors.len()),
        Err(1)
    );
    question.growth.months = 0;
    question.growth.per_year = -1.0;
    question.growth.day = Day::Like("moon".to_owned());
    assert_eq!(
        fields(&question),
        [Field::Growth, Field::Horizon, Field::Day]
    );
    question.growth.months = 1;
    question.growth.per_year = f64::NAN;
    question.growth.day = Day::Drawn([0; 24]);
    assert_eq!(fields(&question), [Field::Growth, Field::Day]);
    question.growth.per_year = 0.0;
    question.growth.day = Day::Week(Box::new([0; 168]));
    question.growth.weekend = Some(-1.0);
    question.growth.scaling = Scaling {
        least: 2_000_000,
        cooldown: Seconds::new(1e6),
        ahead: Seconds::new(-1.0),
        machine: Seconds::new(f64::NAN),
        interruptions: 1.0,
        confidence: 1.0,
        autoscaler: None,
    };
    let wrong = [
        Field::Day,
        Field::Weekend,
        Field::LeastReplicas,
        Field::Cooldown,
        Field::Ahead,
        Field::MachineStart,
        Field::Interruptions,
        Field::Confidence,
    ];
    assert_eq!(fields(&question), wrong);
}

/// A list of the user's own stands for the catalogue's prices, its sellers can be asked for,
/// and a price for one accelerator stands above it.
#[test]
fn an_own_list_wins() {
    let mut question = Question::default();
    let fleet = &mut question.fleet;
    let price = Some(UsdPerHour::new(8.0));
    let row = |accelerator: &str| Listed {
        provider: "acme".to_owned(),
        instance: "g8".to_owned(),
        accelerator: accelerator.to_owned(),
        count: 8,
        prices: [price, None, None, None],
        ..Listed::default()
    };
    fleet.listed = vec![row("nvidia-h100-sxm-80gb"), row("nvidia-t4")];
    fleet.providers = vec!["ACME".to_owned()];
    fleet
        .own_prices
        .insert("nvidia-t4".to_owned(), UsdPerHour::new(0.1));
    let (_, offers) = resolve(&question).expect("complete");
    let prices: Vec<_> = offers
        .iter()
        .map(|offer| offer.price.as_ref().expect("listed"))
        .map(|price| (price.per_accelerator.get(), price.label.as_str()))
        .collect();
    assert_eq!(prices, [(1.0, "acme, g8"), (0.1, OWN_PRICE_LABEL)]);
}

/// What was agreed and listed is checked: unknown sellers and accelerators, all given away,
/// prices and rates out of this world.
#[test]
fn agreements_are_checked() {
    let mut question = Question::default();
    let fleet = &mut question.fleet;
    fleet.discounts = [("aws".to_owned(), 1.0)].into();
    fleet.listed = vec![Listed {
        accelerator: "moon".to_owned(),
        count: 1,
        ..Listed::default()
    }];
    let code = Code::new("EUR").expect("a code");
    fleet.currency = Some(Currency::new(code, 0.0));
    let name = "moon".to_owned();
    assert_eq!(
        errors(&question),
        [
            (Field::PriceList, Problem::Unknown { name }),
            (Field::Discount, Problem::TooLarge { most: 0.99 }),
            (Field::Currency, Problem::TooSmall { least: 1e-4 }),
        ]
    );
    let fleet = &mut question.fleet;
    fleet.discounts = [("nobody".to_owned(), 0.1)].into();
    fleet.listed = vec![Listed {
        accelerator: "nvidia-t4".to_owned(),
        count: 4,
        prices: [Some(UsdPerHour::new(1e9)), None, None, None],
        ..Listed::default()
    }];
    fleet.currency = Some(Currency::new(code, 0.9));
    assert_eq!(fields(&question), [Field::PriceList, Field::Discount]);
}
