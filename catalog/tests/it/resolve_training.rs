//! Training questions into jobs: complete, or every mistake named with a legal value.

#![allow(clippy::expect_used)] // helpers of tests

use catalog::{fit_training, resolve_training};
use estimator::choice::ModelChoice;
use estimator::error;
use estimator::link::Notice;
use estimator::quantity::{BytesPerSecond, Seconds, Usd};
use estimator::training::ability::Moved;
use estimator::training::error::{Field, Limit, Problem};
use estimator::training::launch::{Cluster, Gap, launch};
use estimator::training::layout::Layout;
use estimator::training::link::read;
use estimator::training::memory;
use estimator::training::method::{Adapter, Base, Kernel, Method, Sharding, Stack};
use estimator::training::question::{Deadline, Purpose, Question};
use estimator::training::target::{Matrix, Targets};
use proptest::prelude::*;

fn errors(question: &Question, by: Option<f64>) -> Vec<(Field, Problem)> {
    let errors = resolve_training(question, by).err().unwrap_or_default();
    errors.into_iter().map(|e| (e.field, e.problem)).collect()
}

/// The question with one change.
fn with(change: impl FnOnce(&mut Question)) -> Question {
    let mut question = Question::default();
    change(&mut question);
    question
}

/// The only error of a question with one change.
fn only(change: impl FnOnce(&mut Question)) -> (Field, Problem) {
    let errors = errors(&with(change), None);
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors.into_iter().next().expect("one")
}

fn rank(rank: u32) -> Method {
    adapters(rank, Targets::LINEAR)
}

fn adapters(rank: u32, targets: Targets) -> Method {
    Method::Adapter(Adapter {
        rank,
        targets,
        magnitude: false,
        base: Base::Nf4Double,
        half: false,
    })
}

/// What the page shows first is complete: job, site, limits and offers.
#[test]
fn a_fresh_page_resolves() {
    let (job, site, limits, offers) =
        resolve_training(&Question::default(), None).expect("complete");
    assert_eq!(job.model.id, "meta-llama/Llama-3.1-8B");
    assert_eq!((job.global_batch, job.sequence), (64, 4096));
    assert!((job.tokens - 200e6).abs() < 1.0);
    assert_eq!(limits.deadline, Some(Seconds::new(259_200.0)));
    assert_eq!(site, Question::default().site);
    assert!(offers.len() > 60);
}

/// Epochs multiply the tokens, preference brings the frozen copy, pretraining the batch
/// of its sources.
#[test]
fn the_job_is_what_was_asked() {
    let question = with(|question| {
        question.epochs = 3.0;
        question.purpose = Purpose::Preference;
        question.stack = Stack::HuggingFace;
    });
    let job = resolve_training(&question, None).expect("complete").0;
    assert!(job.reference && (job.tokens - 600e6).abs() < 1.0);
    let question = with(|question| question.purpose = Purpose::Pretraining);
    let job = resolve_training(&question, None).expect("complete").0;
    // 2 M tokens of 4,096 for 8 billion parameters.
    assert_eq!(job.global_batch, 512);
}

/// An encoder can be trained, though the calculator does not serve it.
#[test]
fn encoders_can_be_trained() {
    let question = with(|question| {
        question.model = ModelChoice::Catalog("bert-base-uncased".to_owned());
        question.sequence = 512;
    });
    assert!(resolve_training(&question, None).is_ok());
}

/// The caller's clock decides on a day, and the limits carry what is left.
#[test]
fn a_day_becomes_a_duration() {
    let question = with(|question| question.deadline = Deadline::By("2026-12-04".to_owned()));
    let limits = resolve_training(&question, Some(1e6)).expect("complete").2;
    assert_eq!(limits.deadline, Some(Seconds::new(1e6)));
    let past = errors(&question, Some(-5.0));
    assert_eq!(past, [(Field::Deadline, Problem::Past)]);
    assert_eq!(errors(&question, None).len(), 1);
    let question = with(|question| question.deadline = Deadline::None);
    let limits = resolve_training(&question, None).expect("complete").2;
    assert_eq!(limits.deadline, None);
}

/// Every mistake of a careful list is named at its field, with the nearest legal value.
#[test]
fn mistakes_are_named_with_a_legal_value() {
    let layers = Limit::Layers;
    assert_eq!(
        only(|question| question.fixed.pipeline = Some(40)),
        (
            Field::Pipeline,
            Problem::Above {
                limit: layers,
                most: 32,
                nearest: 32
            }
        )
    );
    let heads = only(|question| question.fixed.tensor = Some(3));
    let divide = |whole, nearest| Problem::Divide { whole, nearest };
    assert_eq!(heads, (Field::Tensor, divide(32, 2)));
    let wide = only(|question| {
        question.method = rank(5000);
        question.stack = Stack::HuggingFace;
    });
    assert_eq!((wide.0, wide.1.nearest()), (Field::Rank, Some(4096.0)));
    let gate = only(|question| {
        let targets = Targets::of([Matrix::Gate]).expect("a set");
        question.model = ModelChoice::Catalog("EleutherAI/pythia-6.9b".to_owned());
        question.sequence = 2048;
        question.method = adapters(8, targets);
        question.stack = Stack::HuggingFace;
    });
    assert_eq!(gate, (Field::Targets, Problem::NoMatrices));
    let chunks = only(|question| {
        question.fixed.pipeline = Some(1);
        question.fixed.virtual_stages = Some(2);
    });
    assert_eq!(
        (chunks.0, chunks.1.nearest()),
        (Field::VirtualStages, Some(1.0))
    );
    let none = only(|question| question.tokens = 0.0);
    assert_eq!((none.0, none.1.nearest()), (Field::Tokens, Some(1.0)));
    let long = only(|question| question.sequence = 200_000);
    assert_eq!(
        (long.0, long.1.nearest()),
        (Field::Sequence, Some(131_072.0))
    );
    let dense = only(|question| question.fixed.expert = Some(8));
    assert_eq!(dense, (Field::Expert, Problem::NoExperts));
    let odd = only(|question| {
        question.fixed.context = Some(3);
    });
    assert_eq!((odd.0, odd.1.nearest()), (Field::Sequence, Some(4098.0)));
    let batch = only(|question| {
        question.global_batch = Some(100);
        let fixed = &mut question.fixed;
        (fixed.tensor, fixed.pipeline, fixed.context) = (Some(1), Some(1), Some(1));
        (fixed.accelerators, fixed.micro_batch) = (Some(8), Some(4));
    });
    let multiple = |unit, nearest| Problem::Multiple { unit, nearest };
    assert_eq!(batch, (Field::GlobalBatch, multiple(32, 96)));
    let count = only(|question| {
        question.fixed.tensor = Some(8);
        question.fixed.accelerators = Some(20);
    });
    assert_eq!(count, (Field::Accelerators, multiple(8, 16)));
    let past = only(|question| question.deadline = Deadline::Within(Seconds::ZERO));
    assert_eq!((past.0, past.1.nearest()), (Field::Deadline, Some(60.0)));
    let poor = only(|question| question.budget = Some(Usd::ZERO));
    assert_eq!((poor.0, poor.1.nearest()), (Field::Budget, Some(0.01)));
    let slow = only(|question| question.site.storage = BytesPerSecond::new(1.0));
    assert_eq!(slow.0, Field::Storage);
}

/// Software that cannot do what is asked is wrong at its field, with the first that can; and
/// where none can with what is fixed of the layout, with none.
#[test]
fn software_that_cannot_is_wrong_at_its_field() {
    let wrong = |stack, gap, instead| {
        let problem = Problem::Software {
            stack,
            gap,
            instead,
        };
        (Field::Stack, problem)
    };
    let titan = Stack::Torchtitan;
    let trl = Some(Stack::HuggingFace);
    let lora = only(|question| question.method = rank(16));
    assert_eq!(lora, wrong(titan, Gap::Adapters, trl));
    let preferred = only(|question| question.purpose = Purpose::Preference);
    assert_eq!(preferred, wrong(titan, Gap::Reference, trl));
    let experts = only(|question| {
        question.method = rank(16);
        question.stack = Stack::HuggingFace;
        question.model = ModelChoice::Catalog("Qwen/Qwen3-30B-A3B".to_owned());
    });
    let quantised = Some(Stack::Axolotl);
    assert_eq!(experts, wrong(Stack::HuggingFace, Gap::Base, quantised));
    let cut = only(|question| {
        question.stack = Stack::HuggingFace;
        question.fixed.tensor = Some(4);
    });
    assert_eq!(cut, wrong(Stack::HuggingFace, Gap::Tensor, Some(titan)));
    let narrow = only(|question| {
        question.method = rank(16);
        question.stack = Stack::HuggingFace;
        question.fixed.tensor = Some(4);
    });
    assert_eq!(narrow, wrong(Stack::HuggingFace, Gap::Tensor, None));
}

/// A link that was made before software was held to what it can do opens: its software moves
/// to the first that can, and everything else stays as it was.
#[test]
fn old_links_open() {
    for (fragment, to, gap) in [
        (
            "v=1&task=training&model=meta-llama/Llama-3.3-70B-Instruct&method=qlora&rank=64",
            Stack::HuggingFace,
            Gap::Adapters,
        ),
        (
            "v=1&task=training&method=lora&stack=megatron&within=none",
            Stack::HuggingFace,
            Gap::Adapters,
        ),
        (
            "v=1&task=training&for=preference&optimizer=adamw-8bit",
            Stack::HuggingFace,
            Gap::Reference,
        ),
        (
            "v=1&task=training&model=Qwen/Qwen3-30B-A3B&method=qlora",
            Stack::Axolotl,
            Gap::Adapters,
        ),
    ] {
        let (link, notices) = read(fragment);
        assert_eq!(notices, [Notice::OlderVersion], "{fragment}");
        let mut question = link.question.clone();
        let from = question.stack;
        let moved = fit_training(&mut question);
        assert_eq!(moved, Some(Moved { from, to, gap }), "{fragment}");
        assert!(resolve_training(&question, None).is_ok(), "{fragment}");
        let back = Question {
            stack: from,
            ..question.clone()
        };
        assert_eq!(back, link.question, "{fragment}");
        assert_eq!(fit_training(&mut question), None, "{fragment}");
    }
    let mut fresh = Question::default();
    assert_eq!(fit_training(&mut fresh), None);
}

/// What the calculator asks too is named as there.
#[test]
fn shared_fields_are_named_as_in_the_calculator() {
    let unknown = only(|question| {
        question.model = ModelChoice::Catalog("no/such-model".to_owned());
    });
    assert_eq!(unknown.0, Field::Shared(error::Field::Model));
    let fleet = only(|question| question.fleet.accelerators = vec!["nvidia-x".to_owned()]);
    assert_eq!(fleet.0, Field::Shared(error::Field::Fleet));
    let several = with(|question| {
        question.tokens = f64::NAN;
        question.packed = 2.0;
        question.epochs = -1.0;
    });
    assert_eq!(errors(&several, None).len(), 3);
}

/// A batch left open follows what is fixed, so that it is no mistake.
#[test]
fn an_open_batch_fits_the_layout() {
    let question = with(|question| {
        let fixed = &mut question.fixed;
        (fixed.tensor, fixed.pipeline, fixed.context) = (Some(1), Some(1), Some(1));
        (fixed.accelerators, fixed.micro_batch) = (Some(24), Some(2));
    });
    let job = resolve_training(&question, None).expect("complete").0;
    assert_eq!(job.global_batch, 48);
    let question = with(|question| question.fixed.micro_batch = Some(3));
    let job = resolve_training(&question, None).expect("complete").0;
    // A multiple of 3 that two, four or eight copies can share, too.
    assert_eq!(job.global_batch, 72);
}

/// A batch that was typed and that a stack of whole copies cannot share among them is wrong
/// at its field, with the nearest that it can; so it is nowhere in the search that it fails.
#[test]
fn a_typed_batch_is_wrong_at_its_field() {
    for stack in [Stack::HuggingFace, Stack::DeepSpeed] {
        let batch = only(|question| {
            question.stack = stack;
            question.global_batch = Some(64);
            question.fixed.accelerators = Some(6);
        });
        let (unit, nearest) = (6, 66);
        let problem = Problem::Multiple { unit, nearest };
        assert_eq!(batch, (Field::GlobalBatch, problem));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A batch that nobody typed never stands in the way: whatever the stack, the number of
    /// accelerators and of sequences at once, copies can share it, and it is near what is
    /// usual where there are enough sequences to share.
    #[test]
    fn an_open_batch_makes_nothing_impossible(
        stack in proptest::sample::select(Stack::ALL.to_vec()),
        accelerators in 1..2000_u32,
        micro in 1..9_u32,
    ) {
        let mut question = with(|question| {
            question.stack = stack;
            if stack == Stack::Unsloth {
                question.method = rank(16);
            }
        });
        question.fixed.accelerators = Some(accelerators);
        question.fixed.micro_batch = Some(micro);
        let (job, ..) = resolve_training(&question, None).expect("legal");
        let enough = accelerators * micro <= 64;
        if enough || !stack.cuts_models() {
            let layout = Layout {
                accelerators,
                micro_batch: micro,
                ..Layout::SINGLE
            };
            prop_assert_eq!(layout.check(&job, 8), Ok(()));
        }
        prop_assert!(!enough || job.global_batch.abs_diff(64) <= 32);
    }

    /// Whatever is fixed: either it is legal, or taking the offered value of each wrong
    /// field, one after the other, makes it so.
    #[test]
    fn the_offered_values_lead_to_a_legal_question(
        tensor in 1..70_u32,
        pipeline in 1..200_u32,
        context in 1..20_u32,
        virtual_stages in 1..20_u32,
        accelerators in 1..3000_u32,
        micro in 1..9_u32,
        batch in 1..5000_u32,
        sequence in 1..200_000_u32,
    ) {
        let mut question = Question::default();
        let fixed = &mut question.fixed;
        (fixed.tensor, fixed.pipeline, fixed.context) = (Some(tensor), Some(pipeline), Some(context));
        (fixed.virtual_stages, fixed.micro_batch) = (Some(virtual_stages), Some(micro));
        fixed.accelerators = Some(accelerators);
        (question.global_batch, question.sequence) = (Some(batch), sequence);
        for _ in 0..16 {
            let errors = errors(&question, None);
            if errors.is_empty() {
                break;
            }
            for (field, problem) in errors {
                let nearest = problem.nearest().expect("a legal value");
                let nearest = format!("{nearest}").parse::<u32>().expect("whole");
                let fixed = &mut question.fixed;
                match field {
                    Field::Tensor => fixed.tensor = Some(nearest),
                    Field::Pipeline => fixed.pipeline = Some(nearest),
                    Field::VirtualStages => fixed.virtual_stages = Some(nearest),
                    Field::Accelerators => fixed.accelerators = Some(nearest),
                    Field::GlobalBatch => question.global_batch = Some(nearest),
                    Field::Sequence => question.sequence = nearest,
                    other => prop_assert!(false, "{other:?}"),
                }
            }
        }
        let (job, ..) = resolve_training(&question, None).expect("legal");
        let fixed = question.fixed;
        let layout = Layout {
            accelerators: fixed.accelerators.expect("fixed"),
            tensor: fixed.tensor.expect("fixed"),
            pipeline: fixed.pipeline.expect("fixed"),
            context: fixed.context.expect("fixed"),
            virtual_stages: fixed.virtual_stages.expect("fixed"),
            micro_batch: fixed.micro_batch.expect("fixed"),
            ..Layout::SINGLE
        };
        prop_assert_eq!(layout.check(&job, 72), Ok(()));
    }
}

/// Attention whose scores are kept takes more memory on the fullest accelerator than one
/// that never writes them, and a launch of software that cannot be told so says it.
#[test]
fn plain_attention_keeps_its_scores() {
    let of = |attention| {
        let question = with(|question| {
            question.attention = attention;
            question.fixed.accelerators = Some(8);
            question.sequence = 8192;
        });
        let (job, ..) = resolve_training(&question, None).expect("complete");
        let chip = catalog::accelerator("nvidia-h200-sxm-141gb").expect("known");
        let layout = Layout {
            accelerators: 8,
            sharding: Sharding::Zero3,
            ..Layout::SINGLE
        };
        let peak = memory::memory(&job, &chip.accelerator, &layout).peak;
        let cluster = Cluster {
            vendor: chip.accelerator.vendor,
            node: 8,
            near: 8,
            save_every: 100.0,
        };
        (peak.get(), launch(&job, &layout, &cluster).gaps)
    };
    let (flash, plain) = (of(Kernel::Flash), of(Kernel::Plain));
    // A layer's scores alone: heads times the square of the sequence, at 2 bytes.
    assert!(plain.0 - flash.0 > 32.0 * 8192.0 * 8192.0 * 2.0);
    assert!(plain.1.contains(&Gap::Attention) && !flash.1.contains(&Gap::Attention));
}
