//! Links: the golden ones keep their meaning, any question survives the way
//! there and back, and no text breaks the reader.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use crate::strategy::{any, count, fleet, id, model, positive, share};
use estimator::choice::{Area, Fleet, ModelChoice, PriceBasis};
use estimator::currency::{Code, Currency};
use estimator::engine::{Engine, EngineSettings};
use estimator::hardware::Vendor;
use estimator::import;
use estimator::link::{Frame, MOST_BYTES, Notice, Section, Theme, View};
use estimator::listed::Listed;
use estimator::model::{Attention, AttentionLayers, Block, DenseLayers, Model};
use estimator::precision::{KvFormat, WeightFormat};
use estimator::quantity::{Seconds, UsdPerHour};
use estimator::serving::autoscaling::{Autoscaling, Controller, Pace};
use estimator::serving::link;
use estimator::serving::link::Link;
use estimator::serving::options::{Adapters, Parallelism, Serving, Speculation};
use estimator::serving::question::{Day, Growth, Question, Scaling, Traffic, Variety};
use estimator::serving::release::{Launch, Month, Release};
use estimator::serving::scenario::Limits;
use estimator::workload::{Certainty, Percentile, Sla};
use proptest::prelude::*;

const GOLDEN: &str = include_str!("golden_links.txt");

fn limited() -> Limits {
    Limits {
        max_per_node: Some(4),
        max_per_replica: 16,
        spare_replicas: 1,
        ..Limits::default()
    }
}

/// The meaning of each golden link: version 1's question with these changes.
#[expect(clippy::too_many_lines, reason = "a table of links, a row each")]
fn meaning(name: &str) -> Link {
    let mut link = Link {
        question: link::base(),
        ..Link::default()
    };
    let question = &mut link.question;
    match name {
        "fresh" => {}
        "brief-example" => {
            question.model = ModelChoice::Catalog("Qwen/Qwen3-32B".to_owned());
            question.weights = WeightFormat::Bf16;
            question.traffic = Traffic::Users(50.0);
            question.input_tokens = 800.0;
            question.sla.ttft = Some(Seconds::millis(500.0));
        }
        "day-and-night" => {
            question.traffic = Traffic::TokensPerDay {
                tokens: 2e9,
                peak_to_mean: 3.0,
            };
            (question.input_tokens, question.output_tokens) = (6000.0, 800.0);
            question.prefix_hit_rate = 0.6;
            question.kv_cache = KvFormat::Bf16;
        }
        "people" => {
            question.traffic = Traffic::People {
                people: 2000.0,
                active: 0.2,
                each: 8.5,
            };
        }
        "variety" => (question.traffic, question.variety) = thoughtful(),
        "serving" => question.serving = served(),
        "drafts" => question.serving.speculation = Some(Speculation::TYPICAL),
        "no-sla" => {
            question.model = ModelChoice::Plain(7.0);
            question.sla = Sla {
                ttft: None,
                tpot: None,
                percentile: Percentile::Mean,
                certainty: Certainty::Even,
                goodput: None,
            };
        }
        "within" => (question.limits.owned, question.limits.budget) = (Some(8), Some(20_000.0)),
        "certain" => {
            question.sla.certainty = Certainty::Sure;
            question.fleet.by_accelerator = true;
        }
        "fleet" => {
            question.fleet = Fleet {
                vendors: vec![Vendor::Nvidia, Vendor::Amd],
                accelerators: vec!["nvidia-h100-sxm-80gb".to_owned(), "amd-mi300x".to_owned()],
                providers: vec!["aws".to_owned(), "lambda".to_owned()],
                area: Area::Europe,
                basis: PriceBasis::Reserved1y,
                own_prices: [("nvidia-h100-sxm-80gb".to_owned(), UsdPerHour::new(2.5))].into(),
                announced: true,
                ..Fleet::default()
            };
        }
        "agreed" => {
            let fleet = &mut question.fleet;
            fleet.listed = vec![listed()];
            fleet.discounts = [("aws".to_owned(), 0.15)].into();
            fleet.currency = Some(Currency::new(Code::new("EUR").expect("a code"), 0.92));
        }
        "engine" => {
            question.engine = EngineSettings {
                engine: Engine::Sglang,
                memory_utilization: Some(0.85),
                max_model_len: Some(32_768),
                max_num_seqs: Some(256),
                max_num_batched_tokens: Some(8192),
                scheduler_poll_steps: 8,
                release: Release::SETTLED,
            };
            question.limits = limited();
        }
        "default-launch" => {
            question.engine.release = Release {
                launch: Launch::Default,
                month: Some(Month::new(2026, 3)),
                ..Release::SETTLED
            };
        }
        "growth" => question.growth = shrinking(),
        "week" => question.growth = nightly(),
        "autoscaler" => {
            question.growth.day = Day::Like("chat".to_owned());
            question.growth.scaling.autoscaler = Some(Autoscaling {
                by: Controller::Keda,
                to_zero: true,
                machines: true,
                least: Some(2),
                target: Some(40),
                pace: Some(Pace { window: 600, up: 2 }),
            });
        }
        "view" => {
            link.view.language = Some("zh-Hans".to_owned());
            link.view.theme = Some(Theme::Dark);
            link.view.selected = Some("nvidia-h200-sxm-141gb".to_owned());
        }
        "shape" => {
            question.model = ModelChoice::Custom(Box::new(shaped()));
        }
        other => panic!("say here what the golden link {other:?} means"),
    }
    link
}

/// The row of the golden link's price list.
fn listed() -> Listed {
    let price = |usd| Some(UsdPerHour::new(usd));
    Listed {
        provider: "ACME, Inc.".to_owned(),
        instance: "h8".to_owned(),
        region: "Köln".to_owned(),
        area: Area::Europe,
        accelerator: "nvidia-h100-sxm-80gb".to_owned(),
        count: 8,
        prices: [price(19.2), None, None, price(12.5)],
        as_of: "2026-07-30".to_owned(),
        source: String::new(),
    }
}

/// The model that the golden link's JSON describes.
fn shaped() -> Model {
    Model {
        id: "mine".to_owned(),
        layers: 32,
        hidden_size: 4096,
        vocabulary: 32_000,
        tied_embeddings: false,
        max_context: None,
        full: Some(AttentionLayers {
            layers: 32,
            shape: Attention::Grouped {
                heads: 32,
                kv_heads: 8,
                head_dim: 128,
                value_dim: 128,
                bias: false,
                gated: false,
            },
        }),
        window: None,
        recurrent: None,
        dense: vec![DenseLayers {
            layers: 32,
            width: 14_336,
            gated: true,
        }],
        experts: None,
        borrowing: estimator::model::Borrowing::default(),
        other_parameters: 0,
        block: Block::default(),
    }
}

#[test]
fn golden_links_keep_their_meaning() {
    let mut seen = 0;
    for line in GOLDEN.lines().filter(|line| !line.starts_with('#')) {
        let (name, fragment) = line.split_once('\t').expect("name, tab, fragment");
        let (link, notices) = link::read(fragment);
        assert_eq!(notices, [Notice::OlderVersion], "{name}");
        assert_eq!(link, meaning(name), "{name}");
        // Version 2 asks the same.
        let newer = fragment.replacen("v=1", "v=2", 1);
        assert_eq!(link::read(&newer), (meaning(name), Vec::new()), "{name}");
        // A link written today may be longer, and must mean the same.
        assert_eq!(
            link::read(&link::write(&link)),
            (link, Vec::new()),
            "{name}"
        );
        seen += 1;
    }
    assert!(seen >= 8);
}

#[test]
fn a_fresh_page_needs_no_fragment() {
    for text in ["", "#", "  "] {
        assert_eq!(link::read(text), (Link::default(), Vec::new()));
    }
    let default = Link::default();
    assert_eq!(link::read(&link::write(&default)).0, default);
}

#[test]
fn links_stay_readable() {
    let mut link = Link::default();
    link.question.model = ModelChoice::Catalog("Qwen/Qwen3-32B".to_owned());
    link.question.weights = WeightFormat::Bf16;
    link.question.sla.ttft = Some(Seconds::millis(500.0));
    link.view.language = Some("de".to_owned());
    assert_eq!(
        link::write(&link),
        "v=2&model=Qwen/Qwen3-32B&weights=bf16&ttft=0.5s&lang=de"
    );
}

#[test]
fn what_is_not_understood_is_said() {
    let (link, notices) = link::read("v=3&colour=red&rate=-3&in=NaN&out=1e999&weights=fp7&kv=fp8");
    assert_eq!(link.question, link::base());
    let bad = |key: &str, text: &str| Notice::BadValue {
        key: key.to_owned(),
        text: text.to_owned(),
    };
    assert_eq!(
        notices,
        [
            Notice::NewerVersion { version: 3 },
            Notice::UnknownKey {
                name: "colour".to_owned()
            },
            bad("rate", "-3"),
            bad("in", "NaN"),
            bad("out", "1e999"),
            bad("weights", "fp7"),
        ]
    );
}

#[test]
fn impossible_shapes_are_refused() {
    for shape in [
        r#"{"id":"x","layers":4000000000,"hidden_size":1,"vocabulary":1}"#,
        r#"{"id":"x","layers":0,"hidden_size":1,"vocabulary":1}"#,
        "[[[[[[",
    ] {
        let (link, notices) = link::read(&format!("v=2&shape={}", shape.replace('"', "%22")));
        assert_eq!(link.question, link::base());
        assert_eq!(notices.len(), 1, "{shape}");
    }
}

/// Every kind of layer there is, as serde writes it and a link reads it.
#[test]
fn every_published_shape_fits_a_link() {
    let configs = include_str!("fixtures/configs.jsonl");
    let mut seen = 0;
    for line in configs.lines() {
        let (_, config) = line.split_once(",\"config\":").expect("a config");
        let config = config.strip_suffix('}').expect("the end");
        let imported = import::read(config.as_bytes(), None).expect("readable");
        let mut link = Link::default();
        link.question.model = ModelChoice::Custom(Box::new(imported.model));
        let text = link::write(&link);
        assert!(text.len() < 4000, "{}", text.len());
        assert_eq!(link::read(&text), (link, Vec::new()));
        seen += 1;
    }
    assert!(seen > 80);
}

#[test]
fn an_unknown_field_refuses_the_record() {
    let golden = GOLDEN
        .lines()
        .find_map(|line| line.strip_prefix("shape\t"))
        .expect("shape");
    let odd = golden.replace("%22layers%22", "%22lairs%22%3A1%2C%22layers%22");
    let (link, notices) = link::read(&odd.replacen("v=1", "v=2", 1));
    assert_eq!(link.question, link::base());
    assert_eq!(notices.len(), 1);
}

#[test]
fn long_links_are_cut_at_a_pair() {
    let long = format!("v=2&in=5&pick={}&out=7", "é".repeat(MOST_BYTES));
    let (link, notices) = link::read(&long);
    assert_eq!(notices, [Notice::TooLong]);
    assert!((link.question.input_tokens - 5.0).abs() < f64::EPSILON);
    assert!((link.question.output_tokens - 300.0).abs() < f64::EPSILON);
}

fn traffic() -> impl Strategy<Value = Traffic> {
    prop_oneof![
        positive().prop_map(Traffic::Rate),
        positive().prop_map(Traffic::Users),
        (positive(), 1.0..10.0).prop_map(|(tokens, peak_to_mean)| Traffic::TokensPerDay {
            tokens,
            peak_to_mean
        }),
        (positive(), 0.001..1.0, positive()).prop_map(|(people, active, each)| Traffic::People {
            people,
            active,
            each
        }),
    ]
}

fn sla() -> impl Strategy<Value = Sla> {
    let time = || proptest::option::of(positive().prop_map(Seconds::new));
    (time(), time(), any(Percentile::ALL), any(Certainty::ALL)).prop_map(
        |(ttft, tpot, percentile, certainty)| Sla {
            ttft,
            tpot,
            percentile,
            certainty,
            goodput: None,
        },
    )
}

fn engine() -> impl Strategy<Value = EngineSettings> {
    let maybe = || proptest::option::of(count());
    (
        any(Engine::ALL),
        proptest::option::of(share()),
        (maybe(), maybe(), maybe()),
        count(),
        (
            any(Launch::ALL),
            proptest::option::of((2000..2999_u16, 1..=12_u16)),
        ),
    )
        .prop_map(
            |(engine, memory_utilization, (len, seqs, tokens), poll, (launch, month))| {
                EngineSettings {
                    engine,
                    memory_utilization,
                    max_model_len: len,
                    max_num_seqs: seqs,
                    max_num_batched_tokens: tokens,
                    scheduler_poll_steps: poll,
                    release: Release {
                        launch,
                        month: month.map(|(year, month)| Month::new(year, month)),
                        ..Release::SETTLED
                    },
                }
            },
        )
}

fn limits() -> impl Strategy<Value = Limits> {
    (
        proptest::option::of(count()),
        count(),
        0..100_u32,
        proptest::option::of(count()),
        proptest::option::of(1.0..1e9_f64),
    )
        .prop_map(
            |(max_per_node, max_per_replica, spare_replicas, owned, budget)| Limits {
                max_per_node,
                max_per_replica,
                spare_replicas,
                owned,
                budget,
            },
        )
}

fn served() -> Serving {
    Serving {
        speculation: Some(Speculation {
            draft_tokens: 5,
            acceptance: 0.65,
        }),
        adapters: Some(Adapters { count: 8, rank: 32 }),
        restored: 0.25,
        kept: Seconds::new(1800.0),
        disaggregated: true,
        parallelism: Parallelism::AttentionData,
    }
}

fn thoughtful() -> (Traffic, Variety) {
    let variety = Variety {
        input_p95: Some(5000.0),
        output_p95: Some(900.0),
        burstiness: 4.0,
        think: Seconds::new(20.0),
    };
    (Traffic::Users(200.0), variety)
}

fn shrinking() -> Growth {
    let mut drawn = [5; 24];
    drawn[9] = 60;
    drawn[10] = 100;
    Growth {
        per_year: -0.25,
        months: 36,
        day: Day::Drawn(drawn),
        ..Growth::default()
    }
}

/// Batches in five nights of a drawn week, followed down to zero.
fn nightly() -> Growth {
    let mut week = [0; 168];
    for hour in (0..120_usize).filter(|hour| hour % 24 < 2) {
        week[hour] = 100;
    }
    Growth {
        day: Day::Week(Box::new(week)),
        weekend: Some(0.25),
        scaling: Scaling {
            least: 0,
            cooldown: Seconds::new(600.0),
            ahead: Seconds::new(90.0),
            machine: Seconds::new(20.0),
            interruptions: 0.05,
            confidence: 0.99,
            autoscaler: None,
        },
        ..Growth::default()
    }
}

fn variety() -> impl Strategy<Value = Variety> {
    (
        proptest::option::of(positive()),
        proptest::option::of(positive()),
        positive(),
        0.0..1e5f64,
    )
        .prop_map(|(input_p95, output_p95, burstiness, think)| Variety {
            input_p95,
            output_p95,
            burstiness,
            think: Seconds::new(think),
        })
}

fn serving() -> impl Strategy<Value = Serving> {
    let speculation = (count(), share()).prop_map(|(draft_tokens, acceptance)| Speculation {
        draft_tokens,
        acceptance,
    });
    let adapters = (count(), count()).prop_map(|(count, rank)| Adapters { count, rank });
    (
        proptest::option::of(speculation),
        proptest::option::of(adapters),
        (share(), positive().prop_map(Seconds::new)),
        proptest::bool::ANY,
        any(Parallelism::ALL),
    )
        .prop_map(
            |(speculation, adapters, (restored, kept), disaggregated, parallelism)| Serving {
                speculation,
                adapters,
                restored,
                kept,
                disaggregated,
                parallelism,
            },
        )
}

fn scaling() -> impl Strategy<Value = Scaling> {
    let time = || positive().prop_map(Seconds::new);
    ((0..9_u32, share(), share()), time(), time(), time()).prop_map(
        |((least, interruptions, confidence), cooldown, ahead, machine)| Scaling {
            least,
            cooldown,
            ahead,
            machine,
            interruptions,
            confidence,
            autoscaler: None,
        },
    )
}

fn growth() -> impl Strategy<Value = Growth> {
    let percent = || 0..=100_u8;
    let day = prop_oneof![
        Just(Day::Even),
        id().prop_map(Day::Like),
        proptest::array::uniform24(percent()).prop_map(Day::Drawn),
        proptest::collection::vec(percent(), 168)
            .prop_map(|week| Day::Week(Box::new(week.try_into().expect("a week")))),
    ];
    let per_year = prop_oneof![-1.0..1000.0f64, Just(0.0)];
    let weekend = proptest::option::of(positive());
    (per_year, count(), day, weekend, scaling()).prop_map(
        |(per_year, months, day, weekend, scaling)| Growth {
            per_year,
            months,
            day,
            weekend,
            scaling,
        },
    )
}

fn question() -> impl Strategy<Value = Question> {
    (
        (model(), any(WeightFormat::ALL), any(KvFormat::ALL)),
        (traffic(), positive(), positive(), share(), variety()),
        (
            sla(),
            (fleet(), proptest::bool::ANY),
            engine(),
            serving(),
            limits(),
            growth(),
        ),
    )
        .prop_map(
            |(
                (model, weights, kv_cache),
                (traffic, input_tokens, output_tokens, prefix_hit_rate, variety),
                (sla, (fleet, bought), engine, serving, limits, growth),
            )| Question {
                model,
                weights,
                kv_cache,
                traffic,
                input_tokens,
                output_tokens,
                prefix_hit_rate,
                variety,
                sla,
                fleet: Fleet { bought, ..fleet },
                engine,
                serving,
                limits,
                growth,
                // Records are drawn where rows are: `calibration/tests.rs` has their links.
                calibration: None,
            },
        )
}

prop_compose! {
    fn frame()(
        sections in proptest::sample::subsequence(Section::ALL, 0..=Section::ALL.len()),
        host in proptest::option::of("https?://[a-z0-9.-]{1,20}(:[0-9]{2,5})?"),
    ) -> Frame {
        Frame { sections, host }
    }
}

/// Who opens a link of version 1 is told once how its amounts changed; who opens one without a
/// version, a fresh page or one inside another is not.
#[test]
fn a_link_of_version_1_says_what_became_of_its_amounts() {
    let notices = |text: &str| link::read(text).1;
    for old in ["v=1", "#v=1&rate=4", "rate=4&v=1"] {
        assert_eq!(notices(old), [Notice::OlderVersion], "{old}");
    }
    for fine in ["", "#", "rate=4", "v=2", "v=1&embed=verdict"] {
        assert_eq!(notices(fine), [], "{fine}");
    }
    assert!(link::write(&Link::default()).starts_with("v=2"));
}

/// A page is inside another where the link says so, shows the parts it can name, and speaks to an
/// origin, not to whoever listens.
#[test]
fn a_frame_is_read_as_far_as_it_makes_sense() {
    let frame = |text: &str| link::read(text).0.frame;
    assert_eq!(frame("v=2&host=https://a.example"), None);
    let all = Frame::default();
    assert_eq!(frame("v=2&embed="), Some(all.clone()));
    assert!(Section::ALL.iter().all(|section| all.shows(*section)));
    let some = frame("embed=memory,verdict&height=700&host=http://a.example:81").unwrap();
    assert_eq!(some.sections, [Section::Memory, Section::Verdict]);
    assert_eq!(some.host.as_deref(), Some("http://a.example:81"));
    assert!(some.shows(Section::Memory) && !some.shows(Section::Charts));
    for bad in ["embed=verdict,confetti", "embed=&height=tall"] {
        let (link, notices) = link::read(bad);
        assert_eq!((link.frame, notices.len()), (Some(all.clone()), 1), "{bad}");
    }
    for host in [
        "*",
        "/",
        "null",
        "https://",
        "https://a/b",
        "ftp://a",
        "https://a@b",
    ] {
        let (link, notices) = link::read(&format!("embed=&host={host}"));
        assert_eq!(
            (link.frame, notices.len()),
            (Some(all.clone()), 1),
            "{host}"
        );
    }
}

proptest! {
    #[test]
    fn any_question_comes_back(
        question in question(),
        language in proptest::option::of("[a-z]{2}(-[A-Z][a-z]{3})?"),
        theme in proptest::option::of(any(Theme::ALL)),
        selected in proptest::option::of(id()),
        frame in proptest::option::of(frame()),
    ) {
        let view = View { language, theme, selected };
        let link = Link { question, view, frame };
        let text = link::write(&link);
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic()), "{}", text);
        prop_assert_eq!(link::read(&text), (link, Vec::new()), "{}", text);
    }

    #[test]
    fn no_text_breaks_the_reader(text in "\\PC*") {
        let (link, _) = link::read(&text);
        prop_assert_eq!(link::read(&link::write(&link)).0, link);
    }

    #[test]
    fn no_pairs_break_the_reader(pairs in proptest::collection::vec(
        ("v|model|shape|weights|kv|rate|users|tokens-per-day|peak|in|out|prefix|ttft|tpot|at|vendors|gpus|sellers|area|basis|own|price.x|engine|util|max-len|poll|draft|accept|loras|lora-rank|host-hits|host-kept|split-phases|parallel|node|spare|lang|theme|pick|embed|host|height|growth|months|day|weekend|always|cooldown|ahead|machine|interrupted|sure|scaler|listed|off.x|currency", "[0-9a-zA-Z%{}\":,.+-]{0,24}"),
        0..12,
    )) {
        let text: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let (link, _) = link::read(&text.join("&"));
        prop_assert_eq!(link::read(&link::write(&link)).0, link);
    }
}

/// Growth reads well in a link, and a day that is none is said and left out.
#[test]
fn growth_stays_readable() {
    let mut link = Link::default();
    link.question.growth = Growth {
        per_year: 1.0,
        months: 24,
        day: Day::Like("office".to_owned()),
        ..Growth::default()
    };
    assert_eq!(link::write(&link), "v=2&growth=1&months=24&day=office");
    let week = format!("day={}", ["1"; 167].join(","));
    let wrong = [
        "growth=-2",
        "months=0",
        "day=1,2,3",
        "day=101,1",
        "day=",
        "sure=2",
        &week,
    ];
    for wrong in wrong {
        let (link, notices) = link::read(&format!("v=2&{wrong}"));
        assert_eq!(link.question, link::base(), "{wrong}");
        assert_eq!(notices.len(), 1, "{wrong}");
    }
}

/// A rate or a discount that nobody has is said and left out: no page would have a field to
/// put it right.
#[test]
fn amounts_that_cannot_be_are_left_out() {
    for pair in [
        "off.aws=1",
        "off.aws=0.991",
        "currency=EUR:0",
        "currency=USD:2",
        "currency=EUR:1e9",
        "currency=EURO:1",
    ] {
        let (link, notices) = link::read(&format!("v=2&{pair}"));
        assert_eq!(link.question.fleet, Fleet::default(), "{pair}");
        assert_eq!(notices.len(), 1, "{pair}");
    }
}
