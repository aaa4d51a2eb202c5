//! Fleets of serving questions: one question costs what Size says, sharing is never dearer, and
//! every promise that a packing was made by is kept in every hour.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use catalog::sharing::board;
use estimator::choice::{Fleet, ModelChoice};
use estimator::fleet::figures::Figures;
use estimator::fleet::question::{Isolation, Modes, Rules};
use estimator::fleet::served::latency::promises;
use estimator::fleet::served::{Answer, Choice, Planner, Served, Wish, Work};
use estimator::fleet::{Mode, asked};
use estimator::offer::{Offer, Price};
use estimator::precision::{KvFormat, WeightFormat};
use estimator::quantity::UsdPerHour;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::vision::sizing::{self as vision, Kind, beside};

const CHIPS: [&str; 3] = ["nvidia-a100-sxm-80gb", "nvidia-l4", "nvidia-h100-sxm-80gb"];

/// A question and the accelerators of [`CHIPS`] that are sold.
fn asked(model: &str, rate: f64) -> (Scenario, Vec<Offer>) {
    let question = Question {
        model: ModelChoice::Catalog(model.to_owned()),
        weights: WeightFormat::Bf16,
        kv_cache: KvFormat::Bf16,
        traffic: Traffic::Rate(rate),
        input_tokens: 500.0,
        output_tokens: 100.0,
        fleet: Fleet::default(),
        ..Question::default()
    };
    let (scenario, offers) = catalog::resolve(&question).unwrap();
    let offers: Vec<Offer> = offers
        .into_iter()
        .filter(|offer| CHIPS.contains(&offer.accelerator.id.as_str()))
        .collect();
    assert_eq!(offers.len(), CHIPS.len());
    (scenario, offers)
}

fn choice(offer: &Offer, modes: Modes) -> Choice {
    Choice {
        board: board(&offer.accelerator.id).copied(),
        offer: offer.clone(),
        modes,
        have: 0,
        most: None,
        vgpu_licence_milli_usd: 0,
    }
}

fn served(id: &str, scenario: Scenario, quiet: f64) -> Served {
    let mut day = [quiet; 24];
    day[8..18].fill(1.0);
    Served {
        id: id.to_owned(),
        work: Work::Serving(Box::new(scenario)),
        day,
        isolation: Isolation::None,
        wait_max_s: None,
        apart: true,
    }
}

fn planned(wish: &Wish) -> Answer {
    let mut planner = Planner::new(wish.clone()).unwrap();
    while !planner.advance(1) {}
    planner.answer().unwrap().clone()
}

fn alone() -> Modes {
    Modes::of(&[Mode::Exclusive])
}

#[test]
fn one_question_costs_what_size_says() {
    for (model, rate) in [
        ("Qwen/Qwen3-8B", 1.0),
        ("Qwen/Qwen3-8B", 40.0),
        ("Qwen/Qwen3-0.6B", 5.0),
    ] {
        let (scenario, offers) = asked(model, rate);
        for offer in &offers {
            let mut single = scenario.clone();
            single.limits.max_per_replica = 1;
            let report = search(&single, std::slice::from_ref(offer));
            let Some(sizing) = report.recommended().and_then(|one| one.best.clone()) else {
                continue;
            };
            let answer = planned(&Wish {
                name: "one".to_owned(),
                rules: Rules::default(),
                served: vec![served("one", single.clone(), 0.2)],
                choices: vec![choice(offer, alone())],
            });
            let size = sizing.cost.unwrap().per_hour.get();
            let fleet = answer.per_hour.unwrap().get();
            assert!(
                (size - fleet).abs() < 1e-6,
                "{model} {} {size} {fleet}",
                offer.accelerator.id
            );
            assert!(answer.optimal && answer.whole.is_empty());
            for promise in promises(
                &Wish {
                    served: vec![served("one", single.clone(), 0.2)],
                    choices: vec![choice(offer, alone())],
                    ..Wish::default()
                },
                &answer,
            ) {
                assert_eq!(promise.broken, 0, "{promise:?}");
            }
        }
    }
}

/// What spans several GPUs is Size's sizing and Size's bill.
#[test]
fn what_spans_gpus_is_billed_as_size_bills_it() {
    let (scenario, offers) = asked("meta-llama/Llama-3.3-70B-Instruct", 2.0);
    let report = search(&scenario, &offers);
    let size = report.recommended().unwrap().best.clone().unwrap();
    assert!(size.estimate.placement.accelerators() > 1);
    let answer = planned(&Wish {
        served: vec![served("large", scenario, 0.2)],
        choices: offers.iter().map(|offer| choice(offer, alone())).collect(),
        ..Wish::default()
    });
    assert_eq!(answer.whole.len(), 1);
    assert_eq!(answer.per_hour, Some(size.cost.unwrap().per_hour));
    assert!(answer.packing.bins.is_empty());
}

/// Four small models that idle most of the day: shared they cost less than alone, and every
/// promise is kept in every hour.
#[test]
fn sharing_is_never_dearer_and_promises_are_kept() {
    let (scenario, offers) = asked("Qwen/Qwen3-0.6B", 0.5);
    let (other, _) = asked("Qwen/Qwen3-8B", 0.2);
    let wish = |modes: Modes| Wish {
        served: vec![
            served("a", scenario.clone(), 0.0),
            served("b", scenario.clone(), 0.5),
            served("c", other.clone(), 0.1),
            served("d", other.clone(), 0.1),
        ],
        choices: offers.iter().map(|offer| choice(offer, modes)).collect(),
        ..Wish::default()
    };
    let (alone, all) = (wish(alone()), wish(Modes::of(&Mode::ALL)));
    let (exclusive, shared) = (planned(&alone), planned(&all));
    let price = |answer: &Answer| answer.per_hour.unwrap().get();
    assert!(
        price(&shared) < price(&exclusive),
        "{} {}",
        price(&shared),
        price(&exclusive)
    );
    for (wish, answer) in [(&alone, &exclusive), (&all, &shared)] {
        let kept = promises(wish, answer);
        assert_eq!(kept.len(), 4);
        for promise in kept {
            assert_eq!(promise.broken, 0, "{promise:?}");
        }
    }
    // What one has costs nothing.
    let mut own = all.clone();
    own.choices[0].have = 4;
    assert!(price(&planned(&own)) <= 1e-9);
}

/// Ended early, a packing of many is told with its bound, in whichever step it is ended.
#[test]
fn what_is_ended_early_has_a_bound() {
    let (_, offers) = asked("Qwen/Qwen3-0.6B", 1.0);
    let one = |at: u32| {
        let (scenario, _) = asked("Qwen/Qwen3-0.6B", 0.2 + f64::from(at) * 0.01);
        served(&format!("{at}"), scenario, 0.1)
    };
    let wish = Wish {
        served: (0..24).map(one).collect(),
        choices: offers
            .iter()
            .map(|offer| choice(offer, Modes::of(&Mode::ALL)))
            .collect(),
        ..Wish::default()
    };
    for steps in [0, 24, 30, 60, 400] {
        let mut planner = Planner::new(wish.clone()).unwrap();
        for _ in 0..steps {
            planner.advance(1);
        }
        while !planner.advance(1) {
            planner.settle();
        }
        let answer = planner.answer().unwrap();
        let (paid, bound) = (answer.paid.unwrap(), answer.bound.unwrap());
        assert!(
            bound <= paid && bound.get() > 0.0,
            "{steps}: {bound:?} {paid:?}"
        );
    }
}

/// Of a list with hundreds of machines, none of which undercuts another, the cheapest ones and the
/// cheapest accelerators are packed; one question takes the cheapest machine.
#[test]
fn a_long_list_of_prices_is_cut() {
    let (scenario, offers) = asked("Qwen/Qwen3-0.6B", 1.0);
    let mut offer = offers[0].clone();
    let base = offer.prices()[0].clone();
    let machine = |lot: u32| Price {
        per_accelerator: UsdPerHour::new(10.0 - f64::from(lot) * 0.01),
        instance_accelerators: lot,
        by_accelerator: false,
        machine: None,
        label: format!("machine of {lot}"),
        ..base.clone()
    };
    offer.instances = (2..300).map(machine).collect();
    let answer = planned(&Wish {
        served: vec![served("one", scenario, 0.2)],
        choices: vec![choice(&offer, alone())],
        ..Wish::default()
    });
    assert_eq!(answer.types.len(), 16);
    assert!((answer.per_hour.unwrap().get() - 2.0 * 9.98).abs() < 1e-9);
}

#[test]
fn what_is_wrong_is_named_by_its_field() {
    let (scenario, offers) = asked("Qwen/Qwen3-0.6B", 1.0);
    let right = Wish {
        served: vec![served("a", scenario, 0.5)],
        choices: vec![choice(&offers[0], alone())],
        ..Wish::default()
    };
    let field = |change: &dyn Fn(&mut Wish)| {
        let mut wish = right.clone();
        change(&mut wish);
        Planner::new(wish).unwrap_err().field
    };
    assert_eq!(
        field(&|wish| wish.served.push(wish.served[0].clone())),
        "served[1].id"
    );
    assert_eq!(
        field(&|wish| wish.served[0].day[3] = f64::NAN),
        "served[0].day[3]"
    );
    assert_eq!(
        field(&|wish| wish.served[0].day[4] = 1.5),
        "served[0].day[4]"
    );
    assert_eq!(
        field(&|wish| wish.served[0].wait_max_s = Some(-1.0)),
        "served[0].wait_max_s"
    );
    assert_eq!(
        field(&|wish| {
            if let Work::Serving(scenario) = &mut wish.served[0].work {
                scenario.workload.load = estimator::workload::Load::Saturated;
            }
        }),
        "served[0].load"
    );
    assert_eq!(
        field(&|wish| wish.choices = vec![wish.choices[0].clone(); 1000]),
        "choices"
    );
    // Nothing to choose from: unserved, and no bill.
    let nothing = planned(&Wish {
        choices: Vec::new(),
        ..right.clone()
    });
    assert!(nothing.per_hour.is_none() && nothing.unserved == [0]);
}

/// Cameras, drawn images, transcripts and prompts with images beside a language model: each stands where its own sizing
/// says that it may, all of them cost no more than each for itself, and one alone takes as many
/// replicas as its sizing has.
#[test]
fn other_models_share_gpus_with_language_models() {
    let mut workloads = vec![asked::Workload::of("Chat", "Qwen/Qwen3-4B")];
    for &kind in Kind::ALL {
        let mut question = vision::Question::of(kind);
        (question.rate, question.daily, question.cameras) = (2.0, 500.0, 4);
        question.items = None;
        question.streams = 2;
        question.spares = 0;
        let asked = catalog::vision::resolve_vision(&question, None).unwrap();
        let report = vision::search::search(&asked.scenario, &asked.offers, &asked.boards);
        let on = beside::figures(&asked.scenario, &asked.offers, &asked.boards, &report);
        let board = report.candidates.iter().find_map(|one| {
            let id = &asked.offers[one.offer].accelerator.id;
            let sizing = one.best.as_ref()?;
            (id == "nvidia-a100-sxm-80gb").then_some((one.offer, sizing))
        });
        let (offer, sizing) = board.unwrap();
        let figures = Figures {
            on,
            from: String::new(),
        };
        let figure = figures.on("nvidia-a100-sxm-80gb").unwrap();
        let memory = asked.offers[offer].accelerator.memory.to_mib();
        assert!(
            figure.memory_mib <= memory && figure.weights_mib > 0.0,
            "{kind:?}"
        );
        let replicas = f64::from(sizing.replicas);
        assert!((figure.busy.ceil() - replicas).abs() < 1e-9, "{kind:?}");
        assert!(
            figure.slowdown_max >= 1.0 && figure.engine > 0.0,
            "{kind:?}"
        );
        workloads.push(asked::Workload::by(kind.id(), figures));
    }
    let question = |workloads: Vec<asked::Workload>| asked::Question {
        workloads,
        fleet: Fleet {
            accelerators: vec!["nvidia-a100-sxm-80gb".to_owned()],
            ..Fleet::default()
        },
        ..asked::Question::nothing()
    };
    let paid = |workloads: Vec<asked::Workload>| {
        let all = catalog::resolve_fleet(&question(workloads)).unwrap();
        let answer = planned(&all.wish);
        assert!(answer.unserved.is_empty() && answer.optimal);
        for promise in promises(&all.wish, &answer) {
            assert_eq!(promise.broken, 0, "{promise:?}");
        }
        answer.per_hour.unwrap().get()
    };
    let each: f64 = workloads.iter().map(|one| paid(vec![one.clone()])).sum();
    assert!(paid(workloads) < each);
}
