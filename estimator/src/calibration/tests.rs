//! The laws of a calibration.

use super::fit::fit;
use super::judge::left;
use super::near::Neighbours;
use super::place::Place;
use super::prior;
use super::*;
use crate::engine::Engine;
use crate::model::Model;
use crate::parameters;
use crate::placement::Placement;
use crate::precision::WeightFormat;
use crate::profile::Group;
use crate::published::{h100, llama_3_8b, scenario};
use crate::serving::estimate::estimate;
use crate::serving::link;
use crate::serving::question::Question;
use crate::serving::release::Month;
use crate::serving::replica::Replica;
use crate::workload::Load;
use proptest::prelude::*;

fn place(users: f64) -> Place {
    Place::new(
        WeightFormat::Fp8,
        Placement::SINGLE,
        users,
        (1024.0, 1024.0),
    )
}

/// A load of so many users whose measurements are so many times their estimates.
fn row(users: f64, tpot: f64, ttft: f64) -> Row {
    let base = Base {
        step: 0.01 + 0.0001 * users,
        tokens: 1.0,
        tpot: 0.01 + 0.0002 * users,
        ttft: 0.05 + 0.005 * users,
    };
    Row {
        place: place(users),
        base,
        tpot: Some(tpot * base.tpot),
        ttft: Some(ttft * base.ttft),
    }
}

fn model() -> Model {
    Model {
        id: "some/model".to_owned(),
        ..llama_3_8b()
    }
}

fn key() -> Key {
    Key {
        engine: Engine::Vllm,
        engine_version: Some("0.11.0".to_owned()),
        accelerator: h100().id,
        model: model().id,
    }
}

/// A change of a record, or of what it is asked for.
type Change = dyn Fn(&mut Record, &mut crate::serving::scenario::Scenario);

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let one = (0u32..10, 0.7..1.4f64, 0.6..1.7f64);
    prop::collection::vec(one, 1..30).prop_map(|rows| {
        let rows = rows.into_iter();
        rows.map(|(users, tpot, ttft)| row(f64::from(users).exp2(), tpot, ttft))
            .collect()
    })
}

#[test]
fn no_rows_change_nothing() {
    assert_eq!(calibrate(&[]), Err(Refusal::NoRows));
    let blank = Row {
        tpot: None,
        ttft: None,
        ..row(4.0, 1.0, 1.0)
    };
    assert_eq!(calibrate(&[blank]), Err(Refusal::NoRows));
    let base = blank.base;
    assert_eq!(fit(&[]), Constants::SHIPPED);
    assert_eq!(
        Constants::SHIPPED.tpot(&base).to_bits(),
        base.tpot.to_bits()
    );
    assert_eq!(
        Constants::SHIPPED.ttft(&base).to_bits(),
        base.ttft.to_bits()
    );
}

/// One row a fifth slower, by hand: the residual of the time per token is ln 1.2 over .12, and what
/// the ridge leaves of it lies between none and all.
#[test]
fn one_row_moves_little() {
    let slower = fit(&[row(1.0, 1.2, 1.0)]);
    assert!(slower.decode > 1.01 && slower.decode < 1.12, "{slower:?}");
    assert!(slower.host > 0.0 && slower.host < 2e-3, "{slower:?}");
    let doubled = fit(&[row(1.0, 1.2, 1.0), row(1.0, 1.2, 1.0)]);
    assert!(doubled.decode > slower.decode);
}

/// Rows that all say the same of every load are met, and left-out ones are, too.
#[test]
fn what_is_measured_is_met() {
    let rows: Vec<Row> = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0]
        .iter()
        .map(|users| row(*users, 1.25, 0.8))
        .collect();
    let fitted = calibrate(&rows).unwrap();
    let tpot = fitted.tpot.unwrap();
    assert!(tpot.applied && (tpot.errors.before - 0.2).abs() < 1e-9);
    assert!(tpot.errors.after < 0.05, "{tpot:?}");
    assert!(fitted.ttft.unwrap().errors.after < 0.15);
    assert!(tpot.errors.beyond.unwrap() < tpot.errors.before);
}

/// Three times as slow is another configuration, and measurements at random are not met.
#[test]
fn what_cannot_be_is_refused() {
    let of = |tpot: &dyn Fn(usize) -> f64| {
        let users = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
        let rows = users.iter().enumerate();
        let rows: Vec<Row> = rows.map(|(at, users)| row(*users, tpot(at), 1.0)).collect();
        calibrate(&rows)
    };
    assert!(matches!(of(&|_| 4.0), Err(Refusal::Cap(_))));
    assert!(matches!(of(&|_| 0.2), Err(Refusal::Cap(_))));
    let swinging = of(&|at| if at % 2 == 0 { 1.1 } else { 1.0 / 1.1 });
    assert!(
        swinging.is_err() || !swinging.unwrap().tpot.unwrap().applied,
        "deviations that go to and fro are no calibration"
    );
}

/// Far from every row neighbours say nothing, and another format hears half of them.
#[test]
fn neighbours_fade() {
    let near = Neighbours::new(prior::TPOT, &[(place(8.0), 0.2)]);
    let at = |place: &Place| near.at(place);
    // .0149 / (.0149 + .0025) of what was seen.
    assert!((at(&place(8.0)) - 0.2 * 0.0149 / 0.0174).abs() < 1e-3);
    assert!(at(&place(16.0)) < at(&place(8.0)));
    let far = Place {
        tensor: 8,
        ..place(1e6)
    };
    assert!(at(&far).abs() < 1e-4);
    let other = Place {
        weights: WeightFormat::Bf16,
        ..place(8.0)
    };
    let half = 0.2 * 0.5 * 0.01 / 0.0174;
    assert!((at(&other) - half).abs() < 1e-3);
    let over = near.over_users(&place(1.0));
    assert!((over.at(3.0) - at(&place(8.0))).abs() < 1e-12);
}

/// Rows that are all alike do not make the equations singular, and neighbours never change more
/// than they may.
#[test]
fn alike_rows_are_solved() {
    let near = Neighbours::new(prior::TPOT, &vec![(place(8.0), 9.0); 40]);
    let most = prior::TPOT.most;
    assert!((near.at(&place(8.0)) - most).abs() < 0.02);
    assert!(near.at(&place(8.0)) <= most);
}

fn replica(calibration: Option<Box<Record>>, users: f64) -> Replica {
    let mut scenario = scenario(model(), Load::Steady(users));
    scenario.calibration = calibration;
    let counted = parameters::count(&scenario.model);
    Replica::new(&scenario, &counted, &h100(), Placement::SINGLE).unwrap()
}

/// Measurements a fifth slower make the estimate slower, its band narrower, and only that of the
/// same engine, accelerator and model, served as it was measured.
#[test]
fn a_record_counts_for_what_was_measured() {
    let rows: Vec<Row> = [1.0, 4.0, 16.0, 64.0]
        .iter()
        .map(|users| {
            let load = Load::Steady(*users);
            let shipped = replica(None, *users);
            let point = shipped.closed(*users);
            let measured = (Some(1.2 * point.outcome.tpot), Some(1.2 * point.ttft));
            Row::new(&shipped, WeightFormat::Bf16, load, measured).unwrap()
        })
        .collect();
    let fitted = calibrate(&rows).unwrap();
    let record = Record::new(&fitted, key(), Month::new(2026, 11));
    let speed = |change: &dyn Fn(&mut Record, &mut crate::serving::scenario::Scenario)| {
        let mut asked = scenario(model(), Load::Steady(8.0));
        let mut record = record.clone();
        change(&mut record, &mut asked);
        asked.calibration = Some(Box::new(record));
        let found = estimate(&asked, &h100(), Placement::SINGLE).unwrap();
        found.performance.unwrap()
    };
    let shipped = speed(&|record, _| record.off = true);
    let mut plain = scenario(model(), Load::Steady(8.0));
    plain.calibration = None;
    let untouched = estimate(&plain, &h100(), Placement::SINGLE).unwrap();
    assert_eq!(Some(shipped.clone()), untouched.performance);
    let calibrated = speed(&|_, _| ());
    let slower = calibrated.tpot.mean / shipped.tpot.mean;
    assert!(slower > 1.12 && slower < 1.22, "{slower}");
    let later = calibrated.ttft.mean / shipped.ttft.mean;
    assert!(later > 1.1 && later < 1.25, "{later}");
    assert!(calibrated.output.get() < shipped.output.get());
    // Eight rows' worth of the shipped band, and four of what was measured.
    assert!(calibrated.tpot.band.high < shipped.tpot.band.high);
    assert!(calibrated.tpot.band.low > shipped.tpot.band.low);
    let others: [&Change; 5] = [
        &|record, _| record.key.engine = Engine::Sglang,
        &|record, _| record.key.accelerator = "another".to_owned(),
        &|record, _| record.key.model = "another".to_owned(),
        &|_, asked| {
            asked.serving.speculation = Some(crate::serving::options::Speculation::TYPICAL);
        },
        &|_, asked| asked.serving.disaggregated = true,
    ];
    for other in others {
        let with = speed(other);
        let without = speed(&|record, asked| {
            other(record, asked);
            record.off = true;
        });
        assert_eq!(with, without);
    }
    // Another format hears the constants; neighbours_fade has the half of the neighbours.
    let of_format = |off: bool| {
        speed(&|record, asked| {
            asked.weights = WeightFormat::Fp8;
            record.off = off;
        })
    };
    let other = of_format(false).tpot.mean / of_format(true).tpot.mean;
    assert!(other > 1.02 && other < 1.4, "{other}");
    let asked = scenario(model(), Load::Steady(8.0));
    assert!(!is_beyond(&record, &asked, Placement::SINGLE, 8.0));
    assert!(is_beyond(&record, &asked, Placement::SINGLE, 2000.0));
}

/// A simulation takes the calibrated steps, and first tokens as much later.
#[test]
fn the_simulation_agrees() {
    use crate::serving::queue::replica::Arrivals;
    let rows: Vec<Row> = [1.0, 4.0, 16.0]
        .iter()
        .map(|users| {
            let shipped = replica(None, *users);
            let point = shipped.closed(*users);
            let measured = (Some(1.3 * point.outcome.tpot), Some(1.3 * point.ttft));
            Row::new(&shipped, WeightFormat::Bf16, Load::Steady(*users), measured).unwrap()
        })
        .collect();
    let record = Record::new(&calibrate(&rows).unwrap(), key(), Month::new(2026, 11));
    let workload = scenario(model(), Load::Steady(4.0)).workload;
    let met = |record: Option<Box<Record>>| {
        let replica = replica(record, 4.0);
        let simulated = replica.simulate(&workload, Arrivals::Users(4), 300, 1);
        (
            simulated.tpot.mean,
            simulated.ttft.mean,
            replica.closed(4.0),
        )
    };
    let (shipped, calibrated) = (met(None), met(Some(Box::new(record))));
    let (simulated, closed) = (
        calibrated.0 / shipped.0,
        calibrated.2.outcome.tpot / shipped.2.outcome.tpot,
    );
    assert!(
        (simulated / closed - 1.0).abs() < 0.05,
        "{simulated} {closed}"
    );
    let (simulated, closed) = (calibrated.1 / shipped.1, calibrated.2.ttft / shipped.2.ttft);
    assert!(
        (simulated / closed - 1.0).abs() < 0.15,
        "{simulated} {closed}"
    );
}

proptest! {
    /// Whoever is named first, the rows say the same.
    #[test]
    fn order_does_not_matter(rows in rows(), by in 1usize..30) {
        let mut turned = rows.clone();
        turned.rotate_left(by % rows.len());
        turned.reverse();
        prop_assert_eq!(calibrate(&rows), calibrate(&turned));
    }

    /// What is fitted can be, stays so as a record, and a record is read as it was written.
    #[test]
    fn records_are_read_as_written(rows in rows()) {
        if let Ok(fitted) = calibrate(&rows) {
            prop_assert_eq!(fitted.constants.cap(), None);
            let record = Record::new(&fitted, key(), Month::new(2026, 11));
            prop_assert!(record.is_possible());
            prop_assert!(record.near.len() <= MOST_NEAR);
            let text = record.to_json();
            prop_assert_eq!(Record::read(&text), Some(record.clone()));
            let off = Record { off: true, ..record };
            prop_assert_eq!(Record::read(&off.to_json()), Some(off.clone()));
            // The link of a question carries it, and nothing of it is lost.
            let question = Question {
                calibration: Some(Box::new(off)),
                ..Question::default()
            };
            let link = link::Link { question, ..link::Link::default() };
            let (read, notices) = link::read(&link::write(&link));
            prop_assert_eq!((read, notices), (link, Vec::new()));
        }
    }

    /// No text is a record that cannot be, and none makes a reader fail.
    #[test]
    fn damaged_records_are_refused(rows in rows(), at in 0usize..700, put in "[0-9\"\\[\\]{},.e-]{1,3}") {
        if let Ok(fitted) = calibrate(&rows) {
            let mut text = Record::new(&fitted, key(), Month::new(2026, 11)).to_json();
            text.insert_str(at.min(text.len()), &put);
            prop_assert!(Record::read(&text).is_none_or(|record| record.is_possible()));
        }
    }

    /// Measurements of any size end in finite numbers.
    #[test]
    fn nothing_breaks(rows in prop::collection::vec((0.0..40.0f64, -12.0..5.0f64, -12.0..5.0f64), 1..20)) {
        let rows: Vec<Row> = rows
            .into_iter()
            .map(|(users, tpot, ttft)| Row {
                tpot: Some(10f64.powf(tpot)),
                ttft: Some(10f64.powf(ttft)),
                ..row(2f64.powf(users), 1.0, 1.0)
            })
            .collect();
        let model = judge::Model::of(&rows);
        for row in &rows {
            for quantity in Quantity::ALL {
                let says = model.says(quantity, row);
                prop_assert!(says.is_finite() && says > 0.0);
            }
        }
        let _ = calibrate(&rows);
    }

    /// Doubling a row's weight never moves the fit away from it.
    #[test]
    fn twice_the_row_is_nearer(tpot in 0.6..1.6f64) {
        let one = row(8.0, tpot, 1.0);
        let far = |rows: &[Row]| {
            let left = left(&fit(rows), Quantity::Tpot, &[one]);
            left.first().map_or(0.0, |(_, by)| by.abs())
        };
        prop_assert!(far(&[one, one]) <= far(&[one]) + 1e-12);
    }
}

/// Figures beyond the caps are refused, whatever else is right.
#[test]
fn a_record_beyond_the_caps_is_refused() {
    let rows: Vec<Row> = [1.0, 4.0, 16.0]
        .iter()
        .map(|users| row(*users, 1.1, 1.1))
        .collect();
    let record = Record::new(&calibrate(&rows).unwrap(), key(), Month::new(2026, 11));
    let text = record.to_json();
    assert_eq!(Record::read(&text), Some(record.clone()));
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        Record::read(&text.replacen(from, to, 1))
    };
    let decode = format!("\"decode\":{}", record.constants.decode);
    assert_eq!(with(&decode, "\"decode\":2.5"), None);
    assert_eq!(with(&decode, "\"decode\":0.4"), None);
    assert_eq!(with(&format!("\"v\":{VERSION}"), "\"v\":1"), None);
    assert_eq!(with("\"rows\":3", "\"rows\":0"), None);
    assert_eq!(with("\"of\":\"2026-11\"", "\"of\":\"soon\""), None);
    assert_eq!(with("{\"v\"", "{\"extra\":1,\"v\""), None);
    assert_eq!(with("\"weights\":[\"fp8\"]", "\"weights\":[]"), None);
}

/// A benchmark's file tells its load; one with failures or few requests says why it is left out.
#[test]
fn files_tell_their_loads() {
    let of = |json: &str| told(&Group::from_json(json).unwrap());
    let latency = r#""latency":{"ttft_s":{"mean":0.2,"p50":0.1,"p99":1.0},"tpot_s":{"mean":0.02}}"#;
    let bench = |load: &str| {
        let text = format!(r#"{{"format":"vllm-bench","model":"m","load":{{{load}}},{latency}}}"#);
        let told = of(&text).unwrap();
        assert_eq!(told.engine, Some(Engine::Vllm));
        told.loads[0]
    };
    let closed =
        bench(r#""requests":320,"max_concurrency":32,"input_tokens":512,"output_tokens":128"#);
    assert_eq!(
        (closed.arrivals, closed.users),
        (Arrivals::Closed, Some(32.0))
    );
    assert_eq!((closed.input, closed.output), (Some(512.0), Some(128.0)));
    assert_eq!((closed.tpot, closed.left_out), (Some(0.02), None));
    let open = bench(r#""requests":320,"request_rate":4"#);
    assert_eq!((open.arrivals, open.rate), (Arrivals::Open, Some(4.0)));
    assert_eq!(bench(r#""requests":320"#).arrivals, Arrivals::Burst);
    let why = |load: &str| bench(load).left_out;
    assert_eq!(
        why(r#""requests":90,"failed":10,"max_concurrency":4"#),
        Some(LeftOut::Failures)
    );
    assert_eq!(
        why(r#""requests":64,"max_concurrency":32"#),
        Some(LeftOut::FewEach)
    );
    assert_eq!(
        why(r#""requests":9,"max_concurrency":1"#),
        Some(LeftOut::Short)
    );
    let llama = of(r#"{"format":"llama-bench","runs":[
            {"test":"pp","prompt":512,"generated":0,"depth":0,"tokens_per_s":1024},
            {"test":"tg","prompt":0,"generated":128,"depth":4096,"tokens_per_s":50}]}"#);
    let loads = llama.unwrap().loads;
    assert_eq!(loads[0].ttft, Some(0.5));
    assert_eq!((loads[1].tpot, loads[1].input), (Some(0.02), Some(4096.0)));
    assert_eq!(of(r#"{"format":"pytorch-trace"}"#), None);
}

/// The version of the constants is raised with them: a record of others says nothing.
#[test]
fn the_version_is_that_of_the_constants() {
    use crate::serving::speed::Constants;
    use crate::serving::speed::overhead::LlamaCpp;
    let text = format!("{:?} {:?}", Constants::FITTED, LlamaCpp::FITTED);
    // FNV-1a (Fowler, Noll and Vo).
    let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let known = (VERSION, sum);
    assert_eq!(
        known,
        (4, 7_161_104_724_471_653_632),
        "constants have changed: raise VERSION, and write both here"
    );
}

/// A file of `llama.cpp` says its format and its size.
#[test]
fn a_quantised_file_says_its_format() {
    let of = |kind: &str| {
        let text = format!(
            r#"{{"format":"llama-bench","model":"{kind}","parameters":8190735360,
            "runs":[{{"test":"tg","generated":128,"tokens_per_s":45.5}}]}}"#
        );
        told(&Group::from_json(&text).unwrap()).unwrap()
    };
    assert_eq!(
        of("qwen3 8B Q4_K - Medium").parameters,
        Some(8_190_735_360.0)
    );
    for (kind, format) in [
        ("qwen3 8B Q4_K - Medium", Some(WeightFormat::Q4KM)),
        ("qwen3 8B Q4_K - Small", Some(WeightFormat::Q4K)),
        ("llama 8B IQ4_XS - 4.25 bpw", Some(WeightFormat::Iq4Xs)),
        ("gpt-oss 20B MXFP4 MoE", Some(WeightFormat::Mxfp4Moe)),
        ("llama 8B Q8_0", Some(WeightFormat::Q8_0)),
        ("llama 8B F16", Some(WeightFormat::Fp16)),
        ("llama 8B", None),
    ] {
        assert_eq!(of(kind).weights, format, "{kind}");
    }
}
