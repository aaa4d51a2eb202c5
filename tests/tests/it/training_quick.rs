//! The quick estimate of training beside the real one: the reasons add up, and are those
//! that the stacks' own documents name.

#![allow(clippy::unwrap_used)] // Questions of its own making.

use catalog::{model, resolve};
use estimator::hardware::Accelerator;
use estimator::quantity::Bytes;
use estimator::serving::question::Question;
use estimator::training::method::{
    Adapter, Base, Loss, Method, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use estimator::training::quick::{Comparison, Reason, compare};
use estimator::training::target::Targets;
use estimator::training::{Job, Layout};

fn chip() -> Accelerator {
    let (_, offers) = resolve(&Question::default()).unwrap();
    offers
        .into_iter()
        .map(|offer| offer.accelerator)
        .find(|chip| chip.id == "nvidia-h100-sxm-80gb")
        .unwrap()
}

fn job(stack: Stack) -> Job {
    Job {
        model: model("meta-llama/Llama-2-7b-hf").unwrap(),
        method: Method::Full,
        precision: Precision::Bf16Mixed,
        optimizer: Optimizer::AdamW,
        stack,
        sequence: 2048,
        global_batch: 16,
        tokens: 1e9,
        loss: Loss::Plain,
        flash: true,
        dropout: false,
        reference: false,
        scratch: false,
        packed: 1.0,
    }
}

fn bytes(both: &Comparison, wanted: Reason) -> f64 {
    both.reasons
        .iter()
        .find(|(reason, _)| *reason == wanted)
        .map_or(0.0, |(_, bytes)| bytes.get())
}

/// The field guide's figure: a 7B model is 14 + 14 + 56 = 84 GB to train (6.74 billion
/// parameters here: 81 GB).
#[test]
fn the_quick_figure() {
    let both = compare(&job(Stack::Megatron), &chip(), &Layout::SINGLE);
    let gb = both.quick.total().to_gb();
    assert!((gb - 12.0 * 6.738).abs() < 0.05, "{gb}");
    assert!(both.real > both.quick.total());
}

/// The reasons add up to the difference, whatever is trained and however it is cut.
#[test]
fn reasons_add_up() {
    let lora = Method::Adapter(Adapter {
        rank: 16,
        targets: Targets::LINEAR,
        magnitude: true,
        base: Base::Nf4,
        half: false,
    });
    let cut = Layout {
        accelerators: 16,
        tensor: 2,
        pipeline: 2,
        sharding: Sharding::Zero3,
        recompute: Recompute::Full,
        ..Layout::SINGLE
    };
    let away = Layout {
        sharding: Sharding::Zero3,
        offload: Offload::States,
        ..Layout::SINGLE
    };
    let chip = chip();
    for method in [Method::Full, lora] {
        for optimizer in [Optimizer::AdamW, Optimizer::Adafactor, Optimizer::AdamW8] {
            for precision in [Precision::Bf16Mixed, Precision::Fp32, Precision::Bf16] {
                for stack in [Stack::Megatron, Stack::HuggingFace] {
                    for layout in [Layout::SINGLE, cut, away] {
                        for reference in [false, true] {
                            let job = Job {
                                method,
                                optimizer,
                                precision,
                                reference,
                                ..job(stack)
                            };
                            let both = compare(&job, &chip, &layout);
                            let steps: Bytes = both.reasons.iter().map(|(_, step)| *step).sum();
                            let sum = both.quick.total() + steps;
                            assert!((sum / both.real - 1.0).abs() < 1e-9, "{job:?} {both:?}");
                        }
                    }
                }
            }
        }
    }
}

/// Mixed precision in Megatron: an fp32 copy of the weights, 4 bytes a parameter, and
/// gradients at fp32, 2 more than the rule's. `QLoRA`: no gradients or moments for the
/// base, and 4 bits of it. Sharding by eight takes seven eighths of Zero3's states away.
#[test]
fn the_reasons_are_the_documented_ones() {
    let chip = chip();
    let both = compare(&job(Stack::Megatron), &chip, &Layout::SINGLE);
    let parameters = both.quick.weights.get() / 2.0;
    assert!((bytes(&both, Reason::MasterWeights) / (4.0 * parameters) - 1.0).abs() < 0.01);
    assert!((bytes(&both, Reason::Gradients) / (2.0 * parameters) - 1.0).abs() < 0.01);
    assert!(bytes(&both, Reason::Optimizer).abs() < 0.01 * 8.0 * parameters);
    assert!(bytes(&both, Reason::Adapters).abs() < 1.0);
    assert!(bytes(&both, Reason::Activations) > 0.0);

    let narrow = Job {
        optimizer: Optimizer::AdamW8,
        ..job(Stack::HuggingFace)
    };
    let both = compare(&narrow, &chip, &Layout::SINGLE);
    assert!(bytes(&both, Reason::Optimizer) < -5.0 * parameters);

    let lora = Job {
        method: Method::Adapter(Adapter {
            rank: 16,
            targets: Targets::QUERY_VALUE,
            magnitude: false,
            base: Base::Nf4Double,
            half: false,
        }),
        ..job(Stack::HuggingFace)
    };
    let both = compare(&lora, &chip, &Layout::SINGLE);
    assert!(bytes(&both, Reason::Adapters) < -10.0 * parameters);
    // A card of 24 GB fine-tunes a 7B so.
    assert!(both.real.to_gb() < 24.0, "{both:?}");

    let eight = Layout {
        accelerators: 8,
        sharding: Sharding::Zero3,
        ..Layout::SINGLE
    };
    let both = compare(&job(Stack::Torchtitan), &chip, &eight);
    let saved = bytes(&both, Reason::Sharding) / parameters;
    assert!((-14.2..-13.8).contains(&saved), "{saved}");
}
