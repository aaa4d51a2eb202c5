//! A case by hand, and laws of the cost of more of anything.

use super::*;
use crate::vision::sample::{board, generation, pipeline};
use crate::vision::{Field, Kind, Software};
use proptest::prelude::*;

/// 1024 x 1024: latents 128 x 128, tokens 64 x 64 = 4,096, with 256 of text 4,352. A step of
/// two passes: products `2 (1e10 x 4352 + 1e9)/212.32e12 = 0.40995 s`; attention
/// `2 x 294,912 x 4352^2/(0.697 x 212.32e12) (1 + 243/4352) = 0.07970 s`.
#[test]
fn an_image_by_hand() {
    let answer = generation(false).answer();
    assert!((answer.work.tokens - 4096.0).abs() < 1e-9);
    let parts = &answer.parts;
    assert!(
        (parts.product_rate.to_tera() - 212.32).abs() < 0.01,
        "{parts:?}"
    );
    assert!((parts.products.get() - 0.409_95).abs() < 1e-4, "{parts:?}");
    assert!((parts.attention.get() - 0.079_70).abs() < 1e-4, "{parts:?}");
    // 0.951 x 2 (2e7 x 4352 + 1e6)/1.84e12
    assert!(
        (parts.elementwise.get() - 0.089_977).abs() < 1e-4,
        "{parts:?}"
    );
    let memory = &answer.memory;
    assert!((memory.denoiser.get() - 1e10).abs() < 1.0);
    assert!((memory.encoders.get() - 9.4e9).abs() < 1.0);
    // 2 (1e5 x 4096 + 5e4 x 256) + 1e6
    assert!((memory.denoising.get() - 8.458e8).abs() < 1.0, "{memory:?}");
    // 1.3 x 1500 x 1024^2
    assert!(
        (memory.decoding.get() - 2.044_72e9).abs() < 1e5,
        "{memory:?}"
    );
}

/// 49 frames are 13 latent ones.
#[test]
fn frames_are_compressed() {
    let work = generation(true).work();
    assert!((work.tokens - 13.0 * 4096.0).abs() < 1e-9);
}

#[test]
fn guidance_doubles_what_has_branches() {
    let passes = |guiding, guidance| {
        let mut asked = generation(false);
        asked.model.guiding = guiding;
        asked.guidance = guidance;
        asked.passes()
    };
    for (guiding, guidance, want) in [
        (Guiding::ClassifierFree, None, 2.0),
        (Guiding::ClassifierFree, Some(1.0), 1.0),
        (Guiding::ClassifierFree, Some(7.0), 2.0),
        (Guiding::None, None, 1.0),
        (Guiding::None, Some(3.0), 2.0),
        (Guiding::Embedded, Some(3.5), 1.0),
    ] {
        let got: f64 = passes(guiding, guidance);
        assert!((got - want).abs() < 1e-9, "{guiding:?} {guidance:?}: {got}");
    }
}

#[test]
fn what_does_not_go_is_named() {
    let with = |change: &dyn Fn(&mut Question)| {
        let mut asked = generation(false);
        change(&mut asked);
        asked
            .check()
            .map_err(|problem| (problem.field, problem.kind))
    };
    assert_eq!(with(&|_| ()), Ok(()));
    let divides = Err((Field::Parallel, Kind::DoesNotDivide));
    // 24 heads of 128.
    assert_eq!(
        with(&|asked| (asked.parallel.ulysses, asked.accelerators) = (5, 5)),
        divides
    );
    assert_eq!(
        with(&|asked| (asked.parallel.ulysses, asked.accelerators) = (8, 8)),
        Ok(())
    );
    assert_eq!(with(&|asked| asked.parallel.ring = 2), divides);
    let alone = |asked: &mut Question| {
        asked.model.guiding = Guiding::Embedded;
        asked.parallel.guidance = 2;
        asked.accelerators = 2;
    };
    assert_eq!(with(&alone), Err((Field::Parallel, Kind::NoBranches)));
    for (change, field) in [
        (
            &(|asked: &mut Question| asked.steps = 0) as &dyn Fn(&mut Question),
            Field::Steps,
        ),
        (&|asked| asked.frames = 0, Field::Frames),
        (&|asked| asked.batch = 0, Field::Batch),
        (&|asked| asked.resolution = [0, 64], Field::Resolution),
        (
            &|asked| asked.resolution = [64, u32::MAX],
            Field::Resolution,
        ),
        (&|asked| asked.text_tokens = u32::MAX, Field::TextTokens),
        (&|asked| asked.guidance = Some(f64::NAN), Field::Guidance),
        (&|asked| asked.parallel.tensor = 0, Field::Parallel),
        (&|asked| asked.parallel.guidance = 3, Field::Parallel),
    ] {
        assert_eq!(with(change).map_err(|(field, _)| field), Err(field));
    }
}

fn seconds(asked: &Question) -> f64 {
    asked.answer().parts.request.get()
}

fn bytes(asked: &Question) -> f64 {
    asked.answer().memory.peak.get()
}

/// Full training keeps gradients and moments of everything, LoRA of adapters alone; recompute
/// keeps fewer bytes; 8-bit states and the host take less.
#[test]
fn training_by_hand() {
    let mut asked = TrainingQuestion::usual(pipeline(false), board());
    asked.generation.batch = 2;
    let lora = asked.memory();
    // 8 x 64 x 3072 x 24
    assert!((lora.trained - 37_748_736.0).abs() < 1e-3, "{lora:?}");
    // 2 x 4352 x 3072 (2 x 24 + 84)
    assert!(
        (lora.activations.get() - 3.529_50e9).abs() < 1e5,
        "{lora:?}"
    );
    // 1e10 + 4 x 37.7e6 of weights, 9.4e9 of encoders, 1.68e8 of the decoder.
    assert!((lora.load.get() - 1.971_9e10).abs() < 1e6, "{lora:?}");
    let change = |change: &dyn Fn(&mut TrainingQuestion)| {
        let mut other = asked.clone();
        change(&mut other);
        assert_eq!(other.check(), Ok(()));
        other.memory()
    };
    let full = change(&|asked| asked.adapted = Adapted::Full);
    assert!((full.weights.get() - 2e10).abs() < 1.0 && (full.optimizer.get() - 4e10).abs() < 1.0);
    assert!(full.peak > lora.peak);
    assert!(change(&|asked| asked.recompute = false).activations > lora.activations);
    assert!(change(&|asked| asked.state_bytes = 2).optimizer < lora.optimizer);
    let host = change(&|asked| asked.on_host = true);
    assert!(host.optimizer.get() <= 0.0 && host.gradients.get() <= 0.0);
    asked.adapted = Adapted::Lora(0);
    assert_eq!(
        asked.check().map_err(|problem| problem.field),
        Err(Field::LoraRank)
    );
}

proptest! {
    /// More pixels, frames, steps, text or items take longer and no fewer bytes; an item no
    /// longer in a larger batch.
    #[test]
    fn more_takes_more(
        height in 4_u32..96,
        width in 4_u32..96,
        frames in 1_u32..100,
        steps in 1_u32..60,
        text in 0_u32..600,
        batch in 1_u32..8,
        software in proptest::sample::select(Software::ALL),
        weights in proptest::sample::select(Weights::ALL),
    ) {
        let mut asked = generation(true);
        asked.resolution = [height * 16, width * 16];
        asked.frames = frames;
        asked.steps = steps;
        asked.text_tokens = text;
        asked.batch = batch;
        asked.software = software;
        asked.weights = weights;
        prop_assert_eq!(asked.check(), Ok(()));
        let (time, held) = (seconds(&asked), bytes(&asked));
        prop_assert!(time.is_finite() && time > 0.0 && held.is_finite());
        let more = |change: &dyn Fn(&mut Question)| {
            let mut other = asked.clone();
            change(&mut other);
            (seconds(&other), bytes(&other))
        };
        for (longer, larger) in [
            more(&|asked| asked.resolution[0] += 16),
            more(&|asked| asked.frames += 4),
            more(&|asked| asked.steps += 1),
            more(&|asked| asked.batch += 1),
        ] {
            prop_assert!(longer >= time && larger >= held);
        }
        // More text is more work, though longer sequences attend at a better rate.
        let (longer, larger) = more(&|asked| asked.text_tokens += 64);
        prop_assert!(longer >= 0.999 * time && larger >= held);
        let (twice, _) = more(&|asked| asked.batch *= 2);
        prop_assert!(twice <= 2.02 * time);
    }

    /// Offload and tiling never raise the peak; the branches of guidance apart are never
    /// slower by more than 2 %; degrees of one change nothing.
    #[test]
    fn levers_do_what_they_are_for(
        height in 8_u32..128,
        width in 8_u32..128,
        batch in 1_u32..5,
        video: bool,
    ) {
        let mut asked = generation(video);
        asked.resolution = [height * 16, width * 16];
        asked.batch = batch;
        let held = bytes(&asked);
        for offload in [Offload::Model, Offload::Sequential, Offload::Group] {
            let mut other = asked.clone();
            other.offload = offload;
            prop_assert!(bytes(&other) <= held, "{offload:?}");
            prop_assert!(seconds(&other) >= seconds(&asked));
        }
        let mut tiled = asked.clone();
        tiled.tiling = true;
        prop_assert!(bytes(&tiled) <= held);
        for encoders in [TextEncoders::OnDemand, TextEncoders::Cpu] {
            let mut other = asked.clone();
            other.encoders = encoders;
            prop_assert!(bytes(&other) <= held);
        }
        let mut apart = asked.clone();
        apart.parallel.guidance = 2;
        apart.accelerators = 2;
        prop_assert!(apart.answer().parts.step.get() <= 1.02 * asked.answer().parts.step.get());
        for degree in [2, 4, 8] {
            for change in [
                &(|parallel: &mut Parallel| parallel.ulysses = degree) as &dyn Fn(&mut Parallel),
                &|parallel| parallel.ring = degree,
                &|parallel| parallel.pipefusion = degree,
                &|parallel| parallel.tensor = degree,
            ] {
                let mut split = asked.clone();
                change(&mut split.parallel);
                split.accelerators = degree;
                prop_assert_eq!(split.check(), Ok(()));
                prop_assert!(bytes(&split) <= held);
                let parts = split.answer().parts;
                prop_assert!(parts.products < asked.answer().parts.products);
                prop_assert!(parts.exchange.get() > 0.0);
            }
        }
    }
}
