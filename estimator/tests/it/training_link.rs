//! Links of the training question: the golden ones keep their meaning, any question
//! survives the way there and back, and no text breaks the reader.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::panic)]

use crate::strategy::{any, count, fleet, id, model, positive, share};
use estimator::choice::{Area, Fleet, ModelChoice, PriceBasis};
use estimator::hardware::Vendor;
use estimator::link::{MOST_BYTES, Notice, Theme, View};
use estimator::quantity::{BytesPerSecond, Seconds, Usd, UsdPerHour};
use estimator::training::Site;
use estimator::training::link::{self, Link};
use estimator::training::method::{
    Adapter, Base, Kernel, Loss, Method, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use estimator::training::question::{Deadline, Fixed, Limits, Purpose, Question};
use estimator::training::target::{Matrix, Targets};
use proptest::prelude::*;

const GOLDEN: &str = include_str!("golden_training_links.txt");

/// The adapters of `method=lora` alone.
const LORA: Adapter = Adapter {
    rank: 16,
    targets: Targets::LINEAR,
    magnitude: false,
    base: Base::Sixteen,
    half: false,
};

/// The meaning of each golden link: version 1's question with these changes.
fn meaning(name: &str) -> Link {
    let mut link = Link {
        question: link::base(),
        ..Link::default()
    };
    let question = &mut link.question;
    let catalog = |id: &str| ModelChoice::Catalog(id.to_owned());
    match name {
        "fresh" => {}
        "full-8b" => {
            question.model = catalog("Qwen/Qwen3-8B");
            question.deadline = Deadline::Within(Seconds::new(4.0 * 86_400.0));
            question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
        }
        "qlora-70b" => {
            question.model = catalog("meta-llama/Llama-3.3-70B-Instruct");
            question.method = Method::Adapter(Adapter {
                rank: 64,
                base: Base::Nf4Double,
                ..LORA
            });
            question.stack = Stack::HuggingFace;
            question.sequence = 2048;
            question.global_batch = Some(16);
            (question.tokens, question.epochs, question.packed) = (5e6, 3.0, 0.6);
            question.deadline = Deadline::None;
        }
        "qlora-by-name" => {
            question.method = Method::Adapter(Adapter {
                base: Base::Nf4Double,
                ..LORA
            });
        }
        "dora" => {
            question.method = Method::Adapter(Adapter {
                rank: 8,
                targets: Targets::QUERY_VALUE,
                magnitude: true,
                half: true,
                ..LORA
            });
        }
        "pretrain-30b" => {
            question.model = ModelChoice::Plain(30.0);
            question.purpose = Purpose::Pretraining;
            question.precision = Precision::Fp8Mixed;
            question.stack = Stack::Megatron;
            question.loss = Loss::Fused;
            (question.sequence, question.global_batch) = (8192, Some(512));
            question.tokens = 1e12;
            question.deadline = Deadline::By("2026-12-04".to_owned());
            question.limits.max_accelerators = 4096;
            question.limits.max_per_node = Some(8);
        }
        "scores" => question.attention = Kernel::Plain,
        "preference" => {
            question.purpose = Purpose::Preference;
            question.optimizer = Optimizer::AdamW8;
            question.tokens = 20e6;
        }
        "budget" => {
            question.method = Method::Adapter(LORA);
            question.stack = Stack::Axolotl;
            question.deadline = Deadline::None;
            question.budget = Some(Usd::new(1500.0));
        }
        "unsloth" => {
            question.method = Method::Adapter(LORA);
            question.stack = Stack::Unsloth;
            question.budget = Some(Usd::new(19.5));
        }
        "fixed" => question.fixed = all_fixed(),
        "site" => {
            question.site = Site {
                network: Some(BytesPerSecond::gb(50.0)),
                storage: BytesPerSecond::gb(40.0),
                loading: Some(20_000.0),
                between_failures: Seconds::new(20_000.0 * 3600.0),
                restart: Seconds::new(300.0),
            };
        }
        "fleet" => {
            question.fleet = Fleet {
                vendors: vec![Vendor::Nvidia, Vendor::Amd],
                providers: vec!["aws".to_owned()],
                area: Area::Europe,
                basis: PriceBasis::Reserved1y,
                own_prices: [("nvidia-h100-sxm-80gb".to_owned(), UsdPerHour::new(2.5))].into(),
                announced: true,
                ..Fleet::default()
            };
        }
        "view" => {
            link.view.language = Some("zh-Hans".to_owned());
            link.view.theme = Some(Theme::Dark);
            link.view.selected = Some("nvidia-h200-sxm-141gb".to_owned());
        }
        other => panic!("say here what the golden link {other:?} means"),
    }
    link
}

const fn all_fixed() -> Fixed {
    Fixed {
        accelerators: Some(64),
        tensor: Some(4),
        pipeline: Some(2),
        context: Some(2),
        expert: Some(8),
        virtual_stages: Some(2),
        micro_batch: Some(1),
        sharding: Some(Sharding::DistributedOptimizer),
        recompute: Some(Recompute::Selective),
        offload: Some(Offload::Optimizer),
    }
}

/// A link once made means the same for ever.
#[test]
fn golden_links_keep_their_meaning() {
    let mut seen = 0;
    for line in GOLDEN.lines().filter(|line| !line.starts_with('#')) {
        let (name, fragment) = line.split_once('\t').expect("name, tab, fragment");
        let (link, notices) = link::read(fragment);
        assert_eq!(notices, [Notice::OlderVersion], "{name}");
        assert_eq!(link, meaning(name), "{name}");
        let newer = fragment.replacen("v=1", "v=2", 1);
        assert_eq!(link::read(&newer), (meaning(name), Vec::new()), "{name}");
        assert!(link::is_training(fragment), "{name}");
        let again = link::read(&link::write(&link));
        assert_eq!(again, (link, Vec::new()), "{name}");
        seen += 1;
    }
    assert_eq!(seen, 14);
}

/// Defaults are left out, amounts and times are written as people say them.
#[test]
fn links_stay_readable() {
    let mut link = Link::default();
    assert_eq!(link::write(&link), "v=2&task=training");
    link.question.model = ModelChoice::Catalog("Qwen/Qwen3-32B".to_owned());
    link.question.method = Method::Adapter(Adapter { rank: 64, ..LORA });
    link.question.tokens = 50e6;
    link.question.deadline = Deadline::Within(Seconds::new(2.0 * 86_400.0));
    assert_eq!(
        link::write(&link),
        "v=2&task=training&model=Qwen/Qwen3-32B&method=lora&rank=64&tokens=50M&within=2d"
    );
}

/// A fresh page needs no fragment; a link of the calculator is none of training.
#[test]
fn the_task_tells_links_apart() {
    for text in ["", "#", "  "] {
        assert_eq!(link::read(text), (Link::default(), Vec::new()));
    }
    assert!(link::is_training("#v=2&task=training&seq=2048"));
    for text in ["", "#v=2", "v=2&task=serving", "v=2&task=trainings"] {
        assert!(!link::is_training(text), "{text}");
    }
}

/// Every wrong value is named, and leaves its default.
#[test]
fn what_is_not_understood_is_said() {
    let text = "v=3&task=serving&users=3&tokens=-1&seq=0&by=2026-13-01&within=soon&budget=-5&method=magic\
                &rank=0&shard=zero9&price.=1&network=1e30";
    let (link, notices) = link::read(text);
    assert_eq!(link.question, link::base());
    assert_eq!(notices.len(), 13, "{notices:?}");
    assert_eq!(notices.first(), Some(&Notice::NewerVersion { version: 3 }));
    let unknown = Notice::UnknownKey {
        name: "users".to_owned(),
    };
    assert!(notices.contains(&unknown));
}

/// A link of any length is read within its bound.
#[test]
fn long_links_are_cut_at_a_pair() {
    let long = format!("v=2&seq=512&pick={}&batch=7", "é".repeat(MOST_BYTES));
    let (link, notices) = link::read(&long);
    assert_eq!(notices, [Notice::TooLong]);
    assert_eq!(link.question.sequence, 512);
    assert_eq!(link.question.global_batch, None);
}

fn targets() -> impl Strategy<Value = Targets> {
    proptest::sample::subsequence(Matrix::ALL.to_vec(), 1..=Matrix::ALL.len())
        .prop_map(|matrices| Targets::of(matrices).expect("at least one"))
}

fn method() -> impl Strategy<Value = Method> {
    let adapter = (
        count(),
        targets(),
        any(Base::ALL),
        proptest::bool::ANY,
        proptest::bool::ANY,
    );
    prop_oneof![
        Just(Method::Full),
        adapter.prop_map(
            |(rank, targets, base, magnitude, half)| Method::Adapter(Adapter {
                rank,
                targets,
                magnitude,
                base,
                half,
            })
        ),
    ]
}

fn deadline() -> impl Strategy<Value = Deadline> {
    prop_oneof![
        Just(Deadline::None),
        positive().prop_map(|seconds| Deadline::Within(Seconds::new(seconds))),
        (1..30_u32).prop_map(|days| Deadline::Within(Seconds::new(f64::from(days) * 86_400.0))),
        (2020..2100_u32, 1..=12_u32, 1..=31_u32)
            .prop_map(|(year, month, day)| Deadline::By(format!("{year}-{month:02}-{day:02}"))),
    ]
}

fn fixed() -> impl Strategy<Value = Fixed> {
    let maybe = || proptest::option::of(count());
    (
        (
            maybe(),
            maybe(),
            maybe(),
            maybe(),
            maybe(),
            maybe(),
            maybe(),
        ),
        proptest::option::of(any(Sharding::ALL)),
        proptest::option::of(any(Recompute::ALL)),
        proptest::option::of(any(Offload::ALL)),
    )
        .prop_map(|(counts, sharding, recompute, offload)| Fixed {
            accelerators: counts.0,
            tensor: counts.1,
            pipeline: counts.2,
            context: counts.3,
            expert: counts.4,
            virtual_stages: counts.5,
            micro_batch: counts.6,
            sharding,
            recompute,
            offload,
        })
}

fn site() -> impl Strategy<Value = Site> {
    let rate = || positive().prop_map(|rate| BytesPerSecond::new(rate * 1e6));
    (
        proptest::option::of(rate()),
        rate(),
        proptest::option::of(positive()),
        positive(),
        positive(),
    )
        .prop_map(|(network, storage, loading, failures, restart)| Site {
            network,
            storage,
            loading,
            between_failures: Seconds::new(failures),
            restart: Seconds::new(restart),
        })
}

fn question() -> impl Strategy<Value = Question> {
    let how = (
        any(Purpose::ALL),
        method(),
        any(Precision::ALL),
        any(Optimizer::ALL),
        any(Stack::ALL),
        any(Loss::ALL),
        any(Kernel::ALL),
    );
    let much = (
        count(),
        proptest::option::of(count()),
        prop_oneof![positive(), positive().prop_map(|tokens| tokens * 1e6)],
        positive(),
        share(),
        deadline(),
        proptest::option::of(positive().prop_map(Usd::new)),
    );
    let limits = (count(), proptest::option::of(count())).prop_map(|(most, node)| Limits {
        max_accelerators: most,
        max_per_node: node,
        deadline: None,
        budget: None,
    });
    (model(), how, much, fleet(), fixed(), limits, site()).prop_map(
        |(model, how, much, fleet, fixed, limits, site)| Question {
            model,
            purpose: how.0,
            method: how.1,
            precision: how.2,
            optimizer: how.3,
            stack: how.4,
            loss: how.5,
            attention: how.6,
            sequence: much.0,
            global_batch: much.1,
            tokens: much.2,
            epochs: much.3,
            packed: much.4,
            deadline: much.5,
            budget: much.6,
            fleet,
            fixed,
            limits,
            site,
        },
    )
}

proptest! {
    /// Every field of every question is in its link.
    #[test]
    fn any_question_comes_back(
        question in question(),
        language in proptest::option::of("[a-z]{2}(-[A-Z][a-z]{3})?"),
        theme in proptest::option::of(any(Theme::ALL)),
        selected in proptest::option::of(id()),
    ) {
        let view = View { language, theme, selected };
        let link = Link { question, view };
        let text = link::write(&link);
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic()), "{}", text);
        prop_assert_eq!(link::read(&text), (link, Vec::new()), "{}", text);
    }

    /// Whatever a stranger writes behind the `#` gives a question that can be written.
    #[test]
    fn no_text_breaks_the_reader(text in "\\PC*") {
        let (link, _) = link::read(&text);
        prop_assert_eq!(link::read(&link::write(&link)).0, link);
    }

    /// The same with keys that are known.
    #[test]
    fn no_pairs_break_the_reader(pairs in proptest::collection::vec(
        ("v|task|model|shape|for|method|rank|targets|base|magnitude|half|precision|optimizer|stack|loss|seq|batch|tokens|epochs|packed|within|by|budget|vendors|gpus|own|price.x|count|tp|pp|cp|ep|vpp|micro|shard|recompute|offload|most|node|network|storage|loading|mtbf|restart|lang|theme|pick", "[0-9a-zA-Z%{}\":,.+-]{0,24}|[0-9.]{1,6}(T|B|G|M|k|d|h|s|ms)?"),
        0..12,
    )) {
        let text: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let (link, _) = link::read(&text.join("&"));
        prop_assert_eq!(link::read(&link::write(&link)).0, link);
    }
}
