//! Weights of a rank by hand, from the counts of [`crate::parameters`], which are exact.

use super::{beside, copied, stage_share, weights};
use crate::engine::Engine;
use crate::model::Model;
use crate::parameters::count;
use crate::placement::Placement;
use crate::precision::WeightFormat;
use crate::published::{assert_near, bare, deepseek_v3, gpt_oss_120b, llama_3_8b, qwen_2_5_half_b};
use proptest::prelude::*;

const fn split(tensor: u32, pipeline: u32) -> Placement {
    Placement {
        tensor,
        pipeline,
        ..Placement::SINGLE
    }
}

fn bytes(model: &Model, format: WeightFormat, placement: Placement) -> f64 {
    weights(model, &count(model), format, placement).get()
}

fn extra(model: &Model, format: WeightFormat, placement: Placement) -> f64 {
    beside(model, format, Engine::Vllm, placement).get()
}

/// Stages of 61 layers on four: 16, 15, 15, 15. No stage is none.
#[test]
fn the_fullest_stage() {
    let share = |layers, pipeline| stage_share(&bare(layers, 1, 1), split(1, pipeline));
    assert_near(share(61, 4), 16.0 / 61.0);
    assert_near(share(32, 2), 0.5);
    assert_near(share(32, 1), 1.0);
    assert_near(share(32, 0), 1.0);
    assert_near(share(0, 1), 1.0);
}

/// Llama-3.1-8B at 16 bit: 2 x 8,030,261,248 bytes. On two ranks half of it, and the other
/// half of the 266,240 norms, which each holds whole: 8,030,261,248 + 266,240.
#[test]
fn a_dense_model() {
    let of = |placement| bytes(&llama_3_8b(), WeightFormat::Bf16, placement);
    assert_near(of(Placement::SINGLE), 16_060_522_496.0);
    assert_near(of(split(2, 1)), 8_030_527_488.0);
}

/// Two stages: half of 6,979,321,856 + 266,240 parameters in layers, and either end, which
/// are 525,336,576 alike. Three hold 11, 11 and 10 of 32 layers.
#[test]
fn stages_hold_one_end() {
    let of = |placement| bytes(&llama_3_8b(), WeightFormat::Bf16, placement);
    let (layers, end) = (2.0 * 6_979_588_096.0, 2.0 * 525_336_576.0);
    assert_near(of(split(1, 2)), layers / 2.0 + end);
    assert_near(of(split(1, 3)), layers * 11.0 / 32.0 + end);
    // Norms whole, everything else halved again.
    let norms = 2.0 * 266_240.0;
    assert_near(
        of(split(2, 2)),
        ((layers - norms) / 2.0 + norms + end) / 2.0,
    );
}

/// A tied head is stored once, and again where the last stage is not the first: of
/// 494,032,768 parameters 136,134,656 are the embedding.
#[test]
fn a_tied_head() {
    let of = |placement| bytes(&qwen_2_5_half_b(), WeightFormat::Bf16, placement);
    assert_near(of(Placement::SINGLE), 2.0 * 494_032_768.0);
    assert_near(of(split(1, 2)), 494_032_768.0 + 136_134_656.0);
}

/// DeepSeek-V3 in blocks of 8 bit (8.002 with scales) on two copies of attention over eight
/// ranks each, 16 in all. Attention 11,413,422,080 and dense and shared layers 3,743,416,320
/// over eight; experts 653,908,770,816 over 16; embedding and head of 926,679,040 each at
/// 16 bit over eight; routers 106,430,464 and norms 881,664 whole at 16 bit.
#[test]
fn experts_over_copies_of_attention() {
    let placement = Placement {
        tensor: 8,
        pipeline: 1,
        expert: 16,
        data: 2,
    };
    let blocks = 8.002 / 8.0;
    let expected = 15_156_838_400.0 * blocks / 8.0
        + 653_908_770_816.0 * blocks / 16.0
        + 2.0 * 926_679_040.0 * 2.0 / 8.0
        + 107_312_128.0 * 2.0;
    let model = deepseek_v3(None);
    assert_near(bytes(&model, WeightFormat::Fp8Block, placement), expected);
    let whole = copied(&model, &count(&model), WeightFormat::Fp8Block, placement);
    assert_near(whole.get(), 107_312_128.0 * 2.0);
    // Of 61 layers a stage of four has 16 at the most; fp32 takes twice the bytes.
    let whole = copied(&model, &count(&model), WeightFormat::Fp32, split(1, 4));
    assert_near(whole.get(), 107_312_128.0 * 4.0 * 16.0 / 61.0);
}

/// gpt-oss-120b as released: 114,661,785,600 parameters of experts at 4.25 bit, the other
/// 116,789,232,960 - 114,661,785,600 = 2,127,447,360 at 16. Its file is 65.2 GB, 60.8 GiB.
#[test]
fn experts_in_four_bits() {
    let expected = 114_661_785_600.0 * 4.25 / 8.0 + 2_127_447_360.0 * 2.0;
    let found = bytes(&gpt_oss_120b(), WeightFormat::Mxfp4, Placement::SINGLE);
    assert_near(found, expected);
    assert!((found / 65.2e9 - 1.0).abs() < 0.01);
}

/// A tower outside the decoder is on every rank, at 16 bit whatever the format.
#[test]
fn a_tower_is_not_split() {
    let plain = llama_3_8b();
    let tower = Model {
        other_parameters: 1000,
        ..llama_3_8b()
    };
    for (format, bytes_each) in [(WeightFormat::Fp8, 2.0), (WeightFormat::Fp32, 4.0)] {
        let more = bytes(&tower, format, split(4, 2)) - bytes(&plain, format, split(4, 2));
        assert!((more - 1000.0 * bytes_each).abs() < 1e-3, "{more}");
    }
}

/// Llama-3.1-8B keeps a table of 131,072 positions x 128 at 16 bit: 32 MiB, as vLLM loads it.
/// llama.cpp reckons positions as it goes, and without a longest sequence there is no table.
#[test]
fn rotary_positions() {
    let model = llama_3_8b();
    assert_near(extra(&model, WeightFormat::Bf16, split(2, 1)), 33_554_432.0);
    let none = beside(
        &model,
        WeightFormat::Bf16,
        Engine::LlamaCpp,
        Placement::SINGLE,
    );
    assert_eq!(none.get().to_bits(), 0.0f64.to_bits());
    let endless = Model {
        max_context: None,
        ..model
    };
    let none = extra(&endless, WeightFormat::Bf16, Placement::SINGLE);
    assert_eq!(none.to_bits(), 0.0f64.to_bits());
}

/// DeepSeek-V3 on 16 ranks: the matrices that compress tokens, 7168 (1536 + 512 + 64) x 61 at
/// 8.002 bit, are whole on each: 15/16 of them beyond a rank's part. Its positions are 64 wide.
#[test]
fn compression_is_copied() {
    let model = deepseek_v3(None);
    let table = 163_840.0 * 64.0 * 2.0;
    let compressing = 7168.0 * 2112.0 * 61.0 * 8.002 / 8.0;
    let of = |placement| extra(&model, WeightFormat::Fp8Block, placement);
    assert_near(of(split(16, 1)), compressing * 15.0 / 16.0 + table);
    assert_near(
        of(split(16, 2)),
        compressing * 15.0 / 16.0 * 31.0 / 61.0 + table,
    );
    assert_near(of(Placement::SINGLE), table);
}

/// Experts of gpt-oss-120b are 2,880 wide and padded to 3,072: 3 x 2880 x 192 more of each of
/// 128 in 36 layers at 4.25 bit, 3.78 GiB. Halves of 1,440 are padded to 1,536, by 96; whole
/// ones on every fourth rank by 192 again, of 32 experts. Its table is 131,072 x 64 x 2.
#[test]
fn experts_are_padded() {
    let model = gpt_oss_120b();
    let table = 16_777_216.0;
    let one = 3.0 * 2880.0 * 192.0 * 36.0 * 4.25 / 8.0;
    let of = |placement| extra(&model, WeightFormat::Mxfp4, placement) - table;
    assert_near(of(Placement::SINGLE), one * 128.0);
    assert_near(of(split(2, 1)), one / 2.0 * 128.0);
    assert_near(of(split(1, 2)), one * 128.0 / 2.0);
    let dealt = Placement {
        tensor: 4,
        expert: 4,
        ..Placement::SINGLE
    };
    assert_near(of(dealt), one * 32.0);
    let copies = Placement {
        expert: 2,
        data: 2,
        ..Placement::SINGLE
    };
    assert_near(of(copies), one * 64.0);
    // Other kernels take any width.
    assert_near(extra(&model, WeightFormat::Bf16, Placement::SINGLE), table);
}

proptest! {
    /// Ranks together hold all of it, and no rank more than all; more of them never hold more
    /// each.
    #[test]
    fn ranks_share(tensor in 0..4_u32, pipeline in 1..9_u32, which in 0..4_usize) {
        let models = [llama_3_8b(), qwen_2_5_half_b(), gpt_oss_120b(), deepseek_v3(None)];
        let model = models.get(which).unwrap();
        let tensor = 1 << tensor;
        let of = |tensor, pipeline| bytes(model, WeightFormat::Bf16, split(tensor, pipeline));
        let (all, each) = (of(1, 1), of(tensor, pipeline));
        prop_assert!(each * f64::from(tensor * pipeline) >= all * (1.0 - 1e-12));
        prop_assert!(each <= all * (1.0 + 1e-12));
        prop_assert!(of(2 * tensor, pipeline) < each);
        prop_assert!(of(tensor, pipeline + 1) <= each * (1.0 + 1e-12));
    }
}
