//! Parts of the time, units of money and trust, on models and boards of round figures.

use super::evidence::{BYTES, OTHER_DEPTHS, SPEECH, Trust, WIDENED};
use super::question::{Kind, Load, Question};
use super::report::{Once, Phase, Rent};
use super::scenario::{Scenario, Task};
use super::served::{Replica, Served};
use super::unit::{Over, Unit, units};
use crate::band::Evidence;
use crate::quantity::{Flops, Seconds, Usd, UsdPerHour};
use crate::rental::Rented;
use crate::vision::network::{Network, Traffic};
use crate::vision::sample;
use crate::vision::{Mode, Software};

fn scenario(kind: Kind, task: Task, software: Software) -> Scenario {
    let question = Question {
        software,
        load: Load::Rate,
        ..Question::of(kind)
    };
    Scenario { question, task }
}

fn of_network(network: Network) -> Task {
    Task::Network {
        network,
        cell: None,
    }
}

/// No time of a batch lies outside its parts: their sum is no less than the whole, and exceeds it
/// by no more than the host and the device overlap.
#[test]
fn parts_account_for_the_whole() {
    let board = sample::board();
    for software in [Software::Eager, Software::Compile, Software::TensorRt] {
        for (kind, task) in [
            (Kind::Images, of_network(sample::network())),
            (
                Kind::Texts,
                Task::Encoder {
                    encoder: sample::encoder(),
                    longest: None,
                },
            ),
            (Kind::Speech, Task::Listener(sample::listener())),
        ] {
            let scenario = scenario(kind, task, software);
            let replica = Replica {
                scenario: &scenario,
                board: &board,
            };
            for batch in [1, 8, 64] {
                let served = replica.served(batch, false);
                let sum = |host: bool| {
                    let parts = served.phases.iter();
                    let parts = parts.filter(|(phase, _)| host || *phase != Phase::Launch);
                    parts.map(|(_, time)| time.get()).sum::<f64>()
                };
                let whole = served.seconds.get();
                assert!(sum(true) >= whole * (1.0 - 1e-9), "{kind:?} {software:?}");
                assert!(sum(false) <= whole * (1.0 + 1e-9), "{kind:?} {software:?}");
            }
        }
    }
}

/// Engines take 73 microseconds to be handed a batch, and kernels leave gaps: both are parts.
#[test]
fn gaps_and_handing_over_are_parts() {
    let board = sample::board();
    let scenario = scenario(
        Kind::Images,
        of_network(sample::network()),
        Software::TensorRt,
    );
    assert_eq!(scenario.question.software.mode(), Mode::Engine);
    let replica = Replica {
        scenario: &scenario,
        board: &board,
    };
    let phases = replica.served(1, false).phases;
    let of = |wanted: Phase| {
        let found = phases.iter().find(|(phase, _)| *phase == wanted);
        found.map_or(0.0, |(_, time)| time.get())
    };
    assert!((of(Phase::Host) - 7.31e-5).abs() < 1e-12);
    let kernels = f64::from(sample::network().kernels);
    assert!((of(Phase::Gaps) - 0.45 * kernels * 4e-6).abs() < 1e-12);
}

/// A network of hardly any work is no faster than its images come from the host: 224 x 224 x 3
/// bytes at 0.8 of 31.5 GB/s, 167,000 a second.
#[test]
fn images_come_no_faster_than_the_bus() {
    let board = sample::board();
    let none = Flops::ZERO;
    let small = Network {
        parameters: 1e3,
        products: none,
        convolutions: Flops::new(1e6),
        grouped: none,
        depthwise: none,
        attention: none,
        traffic: Some(Traffic::default()),
        kernels: 1,
        ..sample::network()
    };
    let of = |network, load| {
        let mut scenario = scenario(Kind::Images, of_network(network), Software::TensorRt);
        scenario.question.load = load;
        let replica = Replica {
            scenario: &scenario,
            board: &board,
        };
        (replica.seconds(64), replica.served(64, false))
    };
    let (seconds, served) = of(small, Load::Rate);
    let bus = 64.0 * 3.0 * 224.0 * 224.0 / (0.8 * 31.5e9);
    assert!((seconds / bus - 1.0).abs() < 1e-9, "{seconds}");
    assert!((served.seconds.get() - seconds).abs() < 1e-15);
    let whole: f64 = served.phases.iter().map(|(_, time)| time.get()).sum();
    assert!(whole >= seconds * (1.0 - 1e-9));
    let copied = |served: &Served| served.phases.iter().any(|(of, _)| *of == Phase::Transfer);
    assert!(copied(&served));
    // One that works longer than its images come is as fast as before.
    assert!(!copied(&of(sample::network(), Load::Rate).1));
}

fn rent() -> Rent {
    let rented = Rented {
        accelerators: 1,
        instances: 1,
        instance: 1,
        stranded: 0,
        per_hour: UsdPerHour::new(3.6),
        per_month: Usd::new(3.6 * 730.0),
        stranded_per_hour: UsdPerHour::ZERO,
        stranded_per_month: Usd::ZERO,
    };
    Rent { rented, price: 0 }
}

/// Where only the rate at the peak is asked, what a unit costs is said to be at it; of a day's
/// amount, of cameras and of streams it is the day's.
#[test]
fn costs_say_what_they_are_spread_over() {
    let rent = rent();
    for kind in Kind::ALL {
        // A library has no hour's bill.
        for load in Load::of(*kind).iter().filter(|load| !load.is_once()) {
            let question = Question {
                load: *load,
                ..Question::of(*kind)
            };
            let over = if *load == Load::Rate {
                Over::Peak
            } else {
                Over::Day
            };
            let units = units(&question, Some(&rent), None, (1000.0, 24.0));
            let all = units.iter().all(|one| one.over == over);
            assert!(all && !units.is_empty(), "{units:?}");
        }
    }
    // $3.60 an hour are a tenth of a cent a second, of 50 queries of 32 tokens.
    let texts = units(
        &Question::of(Kind::Texts),
        Some(&rent),
        None,
        (1000.0, 24.0),
    );
    let found: Vec<(Unit, f64)> = texts.iter().map(|one| (one.unit, one.cost.get())).collect();
    assert_eq!(found.len(), 2);
    for ((unit, cost), (wanted, worth)) in found
        .into_iter()
        .zip([(Unit::ThousandQueries, 0.02), (Unit::MillionTokens, 0.625)])
    {
        assert_eq!(unit, wanted);
        assert!((cost - worth).abs() < 1e-9, "{cost}");
    }
    // Documents alone: 20 million of 512 tokens for $10.24 are a tenth of a cent a million.
    let once = Once {
        replicas: 1,
        takes: Seconds::new(1.0),
        per_second: 1.0,
        batch: 1,
        bill: Some((rent, Usd::new(10.24))),
    };
    let alone = units(
        &Question::of(Kind::Texts),
        None,
        Some(&once),
        (1000.0, 24.0),
    );
    let tokens = alone.iter().find(|one| one.unit == Unit::MillionTokens);
    let tokens = tokens.map(|one| (one.over, one.cost.get()));
    assert!(
        matches!(tokens, Some((Over::Once, cost)) if (cost - 1e-3).abs() < 1e-12),
        "{tokens:?}"
    );
}

/// A denoiser's step is checked by no public row: it is not badged as measured, and its band is
/// the widest of drawing; drawing itself is measured.
#[test]
fn training_of_denoisers_is_not_measured() {
    let chip = sample::board().accelerator;
    for kind in [Kind::Pictures, Kind::Clips] {
        let drawn = Question::of(kind);
        assert_eq!(Trust::of(&drawn, &chip).evidence, Evidence::Measured);
        let trained = Question {
            load: Load::Training,
            ..drawn
        };
        let trust = Trust::of(&trained, &chip);
        assert_eq!(trust.evidence, Evidence::Interpolated);
        assert!((trust.time - WIDENED).abs() < f64::EPSILON);
    }
}

/// Of a network whose bytes are guessed there is no band of memory, and it is not badged as measured.
#[test]
fn guessed_networks_have_no_band_of_memory() {
    let chip = sample::board().accelerator;
    let question = Question::of(Kind::Images);
    let trust = |network| Trust::of(&question, &chip).of_model(&question, &of_network(network));
    let counted = trust(sample::network());
    assert_eq!(
        (counted.memory, counted.evidence),
        (Some(BYTES), Evidence::Measured)
    );
    let guessed = trust(Network {
        traffic: None,
        alive: None,
        ..sample::network()
    });
    assert_eq!(
        (guessed.memory, guessed.evidence),
        (None, Evidence::Interpolated)
    );
}

/// Engines of speech were measured with one decoder: of another depth the band is wider, and
/// nothing is badged as measured.
#[test]
fn other_decoders_in_engines_are_less_sure() {
    let chip = sample::board().accelerator;
    let trust = |layers: u32, software| {
        let mut listener = sample::listener();
        if let Some(decoder) = listener.decoder.as_mut() {
            decoder.layers = layers;
        }
        let question = Question {
            software,
            ..Question::of(Kind::Speech)
        };
        let trust = Trust::of(&question, &chip).of_model(&question, &Task::Listener(listener));
        assert_eq!(trust.evidence, Evidence::Interpolated);
        trust.time
    };
    for (layers, software, band) in [
        (32, Software::Vllm, SPEECH),
        (4, Software::Vllm, OTHER_DEPTHS),
        (4, Software::Eager, SPEECH),
    ] {
        assert!((trust(layers, software) - band).abs() < f64::EPSILON);
    }
}

/// A fourth of a U-Net's products are convolutions and more, of a transformer's next to none.
#[test]
fn u_nets_are_known_by_their_convolutions() {
    let denoiser = sample::pipeline(false).denoiser;
    let with = |convolutions| {
        crate::vision::denoise::Denoiser {
            convolutions,
            ..denoiser
        }
        .is_u_net()
    };
    assert!(with(0.2536) && with(0.5911) && !with(0.0001) && !with(0.0));
}
