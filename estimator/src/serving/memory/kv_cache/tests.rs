//! Cached bytes by hand.

use super::Cache;
use crate::model::Model;
use crate::placement::Placement;
use crate::precision::KvFormat;
use crate::published::{
    INDEXER, assert_near, bare, deepseek_v3, gpt_oss_120b, llama_3_8b, qwen_3_next,
};
use crate::quantity::Bytes;
use proptest::prelude::*;

const fn split(tensor: u32, pipeline: u32) -> Placement {
    Placement {
        tensor,
        pipeline,
        ..Placement::SINGLE
    }
}

fn cache(model: &Model, placement: Placement) -> Cache {
    Cache::new(model, KvFormat::Bf16, placement, true)
}

/// Llama-3.1-8B: 2 x 8 x 128 x 2 bytes in 32 layers, 131,072 a token. Eight heads on four
/// ranks are two each; on sixteen each is copied. A stage of two has half of the layers.
#[test]
fn grouped_attention() {
    let of = |placement| cache(&llama_3_8b(), placement).per_token().get();
    assert_near(of(Placement::SINGLE), 131_072.0);
    assert_near(of(split(4, 1)), 32_768.0);
    assert_near(of(split(16, 1)), 16_384.0);
    assert_near(of(split(4, 2)), 16_384.0);
    let request = cache(&llama_3_8b(), split(1, 2)).request(1000.0);
    assert_near(request.get(), 65_536_000.0);
}

/// DeepSeek-V3.2: 512 + 64 values at 16 bit and, of the sparse indexer, a key of 128 at 8 bit,
/// in 61 layers: 70,272 and 7,808 a token. Every rank needs both whole. The vectors of
/// published benchmarks leave the second out.
#[test]
fn the_index_is_stored() {
    let model = deepseek_v3(Some(INDEXER));
    for placement in [Placement::SINGLE, split(8, 1)] {
        let cache = cache(&model, placement);
        assert_near(cache.per_token().get(), 78_080.0);
        assert_near(cache.request(1000.0).get(), 78_080_000.0);
        let counted = cache.in_replica(Bytes::new(1e9), 1.0);
        assert_near(counted.per_token, 78_080.0);
    }
    let plain = Cache::new(&model, KvFormat::Bf16, Placement::SINGLE, false);
    assert_near(plain.per_token().get(), 70_272.0);
    assert_near(plain.request(1000.0).get(), 70_272_000.0);
}

/// 1 GB holds 7,629 tokens of Llama-3.1-8B; of gpt-oss-120b, 100 tokens where that is 100 in
/// both kinds of layers, and 1,128 where 128 of them are in windows.
#[test]
fn the_longest_request() {
    let llama = cache(&llama_3_8b(), Placement::SINGLE);
    let longest = |cache: &Cache, pool: f64| cache.longest(Bytes::new(pool)).unwrap();
    assert_near(longest(&llama, 1e9), 1e9 / 131_072.0);
    let oss = cache(&gpt_oss_120b(), Placement::SINGLE);
    assert_near(longest(&oss, 100.0 * 73_728.0), 100.0);
    assert_near(longest(&oss, 1128.0 * 36_864.0 + 128.0 * 36_864.0), 1128.0);
    assert_near(longest(&oss, -1.0), 0.0);
}

/// gpt-oss-120b: 2 x 8 x 64 x 2 bytes in each of 18 full and 18 window layers, 36,864 and
/// 36,864. A request holds all of its tokens in the one and 128 of them in the others, less
/// where it is shorter, all where an engine keeps windows whole.
#[test]
fn windows() {
    let mut cache = cache(&gpt_oss_120b(), Placement::SINGLE);
    assert_near(cache.per_token().get(), 73_728.0);
    assert_near(cache.request(1000.0).get(), 36_864.0 * 1128.0);
    assert_near(cache.request(100.0).get(), 36_864.0 * 200.0);
    let counted = cache.in_replica(Bytes::new(1e9), 1.0);
    assert_near(counted.per_token, 36_864.0);
    assert_near(counted.per_window_token, 36_864.0);
    assert_near(counted.window, 128.0);
    cache.keep_windows_whole();
    assert_near(cache.request(1000.0).get(), 36_864.0 * 2000.0);
}

/// Qwen3-Next: 2 x 2 x 256 x 2 bytes in 12 full layers, 24,576 a token. A linear layer holds
/// three tokens of its convolution at 16 bit, (2 x 2048 + 4096) x 3 x 2 = 49,152, and a
/// matrix of 32 x 128 x 128 at fp32, 2,097,152; 36 of them 77,266,944. Two ranks have a head
/// each and half of the state; of three stages each has a third.
#[test]
fn states() {
    let of = |placement| cache(&qwen_3_next(), placement).request(1000.0).get();
    assert_near(of(Placement::SINGLE), 24_576_000.0 + 77_266_944.0);
    assert_near(of(split(2, 1)), 12_288_000.0 + 38_633_472.0);
    assert_near(of(split(1, 3)), (24_576_000.0 + 77_266_944.0) / 3.0);
    let counted = cache(&qwen_3_next(), split(1, 3)).in_replica(Bytes::new(1e9), 2.0);
    assert_near(counted.state, 77_266_944.0 / 3.0);
    assert_near(counted.per_token, 8192.0);
    // Both copies' room; none where the weights leave none.
    assert_near(counted.pool, 2e9);
    let none = cache(&qwen_3_next(), split(1, 3)).in_replica(Bytes::new(-1e9), 2.0);
    assert_eq!(none.pool.to_bits(), 0.0f64.to_bits());
}

/// A draft head is one layer more: 33 of 32, of the full layers where there are any, of the
/// window's otherwise.
#[test]
fn a_draft_head_caches_a_layer() {
    let mut one = cache(&llama_3_8b(), Placement::SINGLE);
    one.add_layer(&llama_3_8b());
    assert_near(one.per_token().get(), 33.0 * 4096.0);
    let model = gpt_oss_120b();
    let mut both = cache(&model, Placement::SINGLE);
    both.add_layer(&model);
    assert_near(
        both.request(1000.0).get(),
        2048.0 * (19.0 * 1000.0 + 18.0 * 128.0),
    );
    let windowed = Model {
        full: None,
        ..gpt_oss_120b()
    };
    let mut windows = cache(&windowed, Placement::SINGLE);
    windows.add_layer(&windowed);
    assert_near(windows.request(1000.0).get(), 2048.0 * 19.0 * 128.0);
    // Nothing is cached without attention.
    let mut none = cache(&bare(4, 64, 64), Placement::SINGLE);
    none.add_layer(&bare(4, 64, 64));
    assert_eq!(none.request(1000.0), Bytes::ZERO);
    assert_eq!(none.longest(Bytes::new(1e9)), None);
}

proptest! {
    /// A longer request never takes less, and no token more than one more takes at first; beyond
    /// the window each takes the part that full layers keep of it.
    #[test]
    fn requests_grow(tokens in 0.0..200_000.0f64, more in 1.0..10_000.0f64, which in 0..4_usize) {
        let models = [
            llama_3_8b(),
            gpt_oss_120b(),
            deepseek_v3(Some(INDEXER)),
            qwen_3_next(),
        ];
        let model = models.get(which).unwrap();
        let cache = cache(model, Placement::SINGLE);
        let grown = (cache.request(tokens + more) - cache.request(tokens)).get();
        prop_assert!(grown >= 0.0);
        prop_assert!(grown <= more * cache.per_token().get() + 1.0);
        // The longest request of what a request takes is that request.
        let longest = cache.longest(cache.request(tokens)).unwrap();
        prop_assert!((longest - tokens).abs() <= 1e-9 * tokens.max(1.0), "{}", longest);
        let counted = cache.in_replica(Bytes::new(1e9), 1.0);
        if tokens >= counted.window || counted.per_window_token <= 0.0 {
            prop_assert!((grown - more * counted.per_token).abs() <= 1.0);
        }
        let windowed = tokens.min(counted.window);
        let whole = tokens * counted.per_token
            + if windowed > 0.0 { windowed * counted.per_window_token } else { 0.0 }
            + counted.state;
        prop_assert!((whole - cache.request(tokens).get()).abs() <= 1.0);
    }
}
