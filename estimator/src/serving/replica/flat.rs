//! A replica whose steps are a straight line, for tests by hand: 20 ms, and 0.1 ms for every
//! token in them. Prompts are of 1,000 tokens, so that one adds `w = 0.1` s to a step, and
//! answers of 100; nothing else costs time, and there is room for 200 requests.

use super::Replica;
use crate::parameters::count;
use crate::placement::Placement;
use crate::published::{h100, llama_3_8b, scenario};
use crate::serving::scenario::Scenario;
use crate::serving::speed::Rank;
use crate::serving::speed::cache::CacheShare;
use crate::serving::speed::overhead::Overhead;
use crate::serving::speed::spec::Share;
use crate::workload::Load;

/// Seconds of a step without any token.
pub(super) const STEP: f64 = 0.02;
/// Seconds of each token in it.
pub(super) const TOKEN: f64 = 1e-4;

/// `replica` with such steps.
pub(super) fn flatten(mut replica: Replica) -> Replica {
    let nothing = Share {
        read_rate: 1.0,
        ..Share::default()
    };
    let rank = Rank {
        attention: nothing,
        feed_forward: Share {
            seconds_per_token: TOKEN,
            ..nothing
        },
        head: nothing,
        router: nothing,
        experts: None,
        cache: CacheShare {
            window_tokens: f64::INFINITY,
            top_k: f64::INFINITY,
            ..CacheShare::default()
        },
        activation_bytes: 0.0,
        decode_attention: 0.0,
        decode_attention_flops: 0.0,
        prompt_full: 0.0,
        prompt_window: 0.0,
        tensor: None,
        exchange: None,
        hops: 0.0,
        layers: STEP,
        floor: 0.0,
        overhead: Overhead {
            step_ms: 0.0,
            sequence_us: 0.0,
            floor_us: 0.0,
            request_ms: 0.0,
            interference: 1.0,
            admission_slack: 1.0,
            ..replica.rank.overhead
        },
        ..replica.rank
    };
    replica.rank = rank;
    replica.pace.fits = 200.0;
    replica
}

/// The replica of `scenario` on one accelerator, such steps or its own.
pub(super) fn of(scenario: &Scenario) -> Replica {
    let counted = count(&scenario.model);
    Replica::new(scenario, &counted, &h100(), Placement::SINGLE).unwrap()
}

/// The flat replica under `load`.
pub(super) fn flat(load: Load) -> Replica {
    flatten(of(&scenario(llama_3_8b(), load)))
}
