//! Models and accelerators with the shapes that their makers publish, for tests whose
//! numbers are worked out by hand.

use crate::engine::{Engine, EngineSettings};
use crate::hardware::{Accelerator, Architecture, Link, LinkKind, Peaks, Vendor};
use crate::model::{
    Attention, AttentionLayers, Block, DenseLayers, ExpertLayers, Indexer, Model, Recurrent,
    RecurrentLayers, WindowLayers,
};
use crate::offer::{Billing, Price};
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, UsdPerHour};
use crate::serving::options::Serving;
use crate::serving::scenario::{Limits, Scenario};
use crate::workload::{Certainty, Load, Percentile, Sla, Workload};

/// A model without any layers.
pub(crate) fn bare(layers: u32, hidden_size: u32, vocabulary: u32) -> Model {
    Model {
        id: String::new(),
        layers,
        hidden_size,
        vocabulary,
        tied_embeddings: false,
        max_context: None,
        full: None,
        window: None,
        recurrent: None,
        dense: Vec::new(),
        experts: None,
        borrowing: crate::model::Borrowing::default(),
        other_parameters: 0,
        block: Block::default(),
    }
}

/// Attention whose keys and values are as long as each other, without biases or gate.
pub(crate) const fn grouped(heads: u32, kv_heads: u32, dim: u32) -> Attention {
    Attention::Grouped {
        heads,
        kv_heads,
        head_dim: dim,
        value_dim: dim,
        bias: false,
        gated: false,
    }
}

fn dense(layers: u32, width: u32) -> DenseLayers {
    DenseLayers {
        layers,
        width,
        gated: true,
    }
}

/// `meta-llama/Llama-3.1-8B`.
pub(crate) fn llama_3_8b() -> Model {
    Model {
        max_context: Some(131_072),
        full: Some(AttentionLayers {
            layers: 32,
            shape: grouped(32, 8, 128),
        }),
        dense: vec![dense(32, 14_336)],
        ..bare(32, 4096, 128_256)
    }
}

/// `meta-llama/Llama-2-7b`.
pub(crate) fn llama_2_7b() -> Model {
    Model {
        max_context: Some(4096),
        full: Some(AttentionLayers {
            layers: 32,
            shape: grouped(32, 32, 128),
        }),
        dense: vec![dense(32, 11_008)],
        ..bare(32, 4096, 32_000)
    }
}

/// `Qwen/Qwen2.5-0.5B`: biases, and a head that is the embedding.
pub(crate) fn qwen_2_5_half_b() -> Model {
    Model {
        tied_embeddings: true,
        full: Some(AttentionLayers {
            layers: 24,
            shape: Attention::Grouped {
                heads: 14,
                kv_heads: 2,
                head_dim: 64,
                value_dim: 64,
                bias: true,
                gated: false,
            },
        }),
        dense: vec![dense(24, 4864)],
        ..bare(24, 896, 151_936)
    }
}

/// `deepseek-ai/DeepSeek-V3`, or V3.2, which scores tokens with an `indexer` first.
pub(crate) fn deepseek_v3(indexer: Option<Indexer>) -> Model {
    Model {
        max_context: Some(163_840),
        full: Some(AttentionLayers {
            layers: 61,
            shape: Attention::Latent {
                heads: 128,
                query_rank: 1536,
                kv_rank: 512,
                nope_dim: 128,
                rope_dim: 64,
                value_dim: 128,
                indexer,
            },
        }),
        dense: vec![dense(3, 18_432)],
        experts: Some(ExpertLayers {
            layers: 58,
            routed: 256,
            active: 8,
            width: 2048,
            shared_width: 2048,
            gated: true,
        }),
        ..bare(61, 7168, 129_280)
    }
}

/// The indexer of DeepSeek-V3.2.
pub(crate) const INDEXER: Indexer = Indexer {
    heads: 64,
    head_dim: 128,
    top_k: 2048,
};

/// `deepseek-ai/DeepSeek-V2-Lite`: latent attention whose queries are not compressed.
pub(crate) fn deepseek_v2_lite() -> Model {
    Model {
        full: Some(AttentionLayers {
            layers: 27,
            shape: Attention::Latent {
                heads: 16,
                query_rank: 0,
                kv_rank: 512,
                nope_dim: 128,
                rope_dim: 64,
                value_dim: 128,
                indexer: None,
            },
        }),
        dense: vec![dense(1, 10_944)],
        experts: Some(ExpertLayers {
            layers: 26,
            routed: 64,
            active: 6,
            width: 1408,
            shared_width: 2816,
            gated: true,
        }),
        ..bare(27, 2048, 102_400)
    }
}

/// `openai/gpt-oss-120b`: every other layer sees 128 tokens.
pub(crate) fn gpt_oss_120b() -> Model {
    let shape = Attention::Grouped {
        heads: 64,
        kv_heads: 8,
        head_dim: 64,
        value_dim: 64,
        bias: true,
        gated: false,
    };
    Model {
        max_context: Some(131_072),
        full: Some(AttentionLayers { layers: 18, shape }),
        window: Some(WindowLayers {
            layers: 18,
            tokens: 128,
            shape,
        }),
        experts: Some(ExpertLayers {
            layers: 36,
            routed: 128,
            active: 4,
            width: 2880,
            shared_width: 0,
            gated: true,
        }),
        ..bare(36, 2880, 201_088)
    }
}

/// `Qwen/Qwen3-Next-80B-A3B`: three layers in four hold a constant state.
pub(crate) fn qwen_3_next() -> Model {
    Model {
        max_context: Some(262_144),
        full: Some(AttentionLayers {
            layers: 12,
            shape: Attention::Grouped {
                heads: 16,
                kv_heads: 2,
                head_dim: 256,
                value_dim: 256,
                bias: false,
                gated: true,
            },
        }),
        recurrent: Some(RecurrentLayers {
            layers: 36,
            shape: Recurrent::Linear {
                key_heads: 16,
                key_dim: 128,
                value_heads: 32,
                value_dim: 128,
                kernel: 4,
            },
        }),
        experts: Some(ExpertLayers {
            layers: 48,
            routed: 512,
            active: 10,
            width: 512,
            shared_width: 512,
            gated: true,
        }),
        ..bare(48, 2048, 151_936)
    }
}

/// An H100 SXM whose driver reports 80 GiB: a round number to reckon with.
pub(crate) fn h100() -> Accelerator {
    Accelerator {
        id: "h100".to_owned(),
        name: "H100".to_owned(),
        vendor: Vendor::Nvidia,
        architecture: Architecture::Hopper,
        memory: Bytes::gib(80.0),
        marketed_memory: Bytes::gb(80.0),
        bandwidth: BytesPerSecond::gb(3350.0),
        peak: Peaks {
            thirty_two: Some(FlopsPerSecond::tera(67.0)),
            sixteen: Some(FlopsPerSecond::tera(989.0)),
            fp8: Some(FlopsPerSecond::tera(1979.0)),
            int8: Some(FlopsPerSecond::tera(1979.0)),
            four: None,
        },
        link: Link {
            kind: LinkKind::NvLink,
            per_direction: BytesPerSecond::gb(450.0),
            domain: 8,
        },
        pcie: Some(BytesPerSecond::gb(63.0)),
        node_size: 8,
        power: None,
        headline_factor: 1.0,
        hbm: true,
        unified: false,
    }
}

/// The same with `gib` of memory.
pub(crate) fn h100_of(gib: f64) -> Accelerator {
    Accelerator {
        memory: Bytes::gib(gib),
        ..h100()
    }
}

/// `model` at 16 bit under vLLM: prompts of 1,000 tokens, answers of 100, no demands.
pub(crate) fn scenario(model: Model, load: Load) -> Scenario {
    Scenario {
        model,
        weights: WeightFormat::Bf16,
        released: None,
        kv_cache: KvFormat::Bf16,
        workload: Workload::plain(1000.0, 100.0, load),
        sla: Sla {
            ttft: None,
            tpot: None,
            percentile: Percentile::Mean,
            certainty: Certainty::Even,
            goodput: None,
        },
        engine: EngineSettings::new(Engine::Vllm),
        serving: Serving::default(),
        limits: Limits::default(),
        calibration: None,
    }
}

/// A price an hour of each accelerator of instances that hold so many.
pub(crate) fn price(instance_accelerators: u32, usd: f64) -> Price {
    Price {
        per_accelerator: UsdPerHour::new(usd),
        instance_accelerators,
        label: String::new(),
        seller: String::new(),
        read_from: String::new(),
        as_of: String::new(),
        verified: true,
        discount: 0.0,
        outdated: false,
        expired: false,
        unplaced: false,
        by_accelerator: false,
        estimated: false,
        purchase: None,
        billing: Billing::default(),
        machine: None,
    }
}

/// Fails unless `value` is `expected` but for rounding.
#[track_caller]
pub(crate) fn assert_near(value: f64, expected: f64) {
    assert!(
        (value - expected).abs() <= 1e-9 * expected.abs().max(1e-3),
        "{value}, not {expected}"
    );
}
