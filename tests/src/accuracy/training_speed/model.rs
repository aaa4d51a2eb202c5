//! Models of training tables that the catalogue lacks, by the shapes their sources print.

use estimator::model::{Attention, AttentionLayers, Block, DenseLayers, Model};

/// A model by its catalogue's id, or the name of one of these.
pub(super) fn model(name: &str) -> Option<Model> {
    if let Some(model) = catalog::model(name) {
        return Some(model);
    }
    if name == "deepseek-v3-without-mtp" {
        let mut model = catalog::model("deepseek-ai/DeepSeek-V3")?;
        model.block.further_tokens = 0;
        return Some(model);
    }
    // Width, layers, heads.
    let (family, width, layers, heads) = match name {
        "mpt-125m" => (MPT, 768, 12, 12),
        "mpt-350m" => (MPT, 1024, 24, 16),
        "mpt-760m" => (MPT, 1536, 24, 12),
        "mpt-1b" => (MPT, 2048, 24, 16),
        "mpt-3b" => (MPT, 2560, 32, 20),
        "mpt-7b" => (MPT, 4096, 32, 32),
        "mpt-13b" => (MPT, 5120, 40, 40),
        "mpt-30b" => (MPT, 7168, 48, 56),
        "mpt-70b" => (MPT, 8192, 80, 64),
        "gpt-1.7b" => (GPT, 2048, 24, 16),
        "gpt-7.1b" => (GPT, 4096, 30, 32),
        "gpt-119b" => (GPT, 10240, 92, 80),
        "gpt-314b" => (GPT, 16384, 96, 128),
        "gpt-462b" => (GPT, 18432, 112, 144),
        _ => return None,
    };
    Some(family.model(name, width, layers, heads))
}

/// The part that the models of one source share.
struct Family {
    vocabulary: u32,
    tied: bool,
}

/// `MosaicML`'s models (llm-foundry).
const MPT: Family = Family {
    vocabulary: 50_368,
    tied: true,
};
/// Those of Megatron-LM's weak-scaling table.
const GPT: Family = Family {
    vocabulary: 131_072,
    tied: false,
};

impl Family {
    fn model(&self, name: &str, width: u32, layers: u32, heads: u32) -> Model {
        let size = width / heads;
        Model {
            id: name.to_owned(),
            layers,
            hidden_size: width,
            vocabulary: self.vocabulary,
            tied_embeddings: self.tied,
            max_context: None,
            full: Some(AttentionLayers {
                layers,
                shape: Attention::Grouped {
                    heads,
                    kv_heads: heads,
                    head_dim: size,
                    value_dim: size,
                    bias: false,
                    gated: false,
                },
            }),
            window: None,
            recurrent: None,
            dense: vec![DenseLayers {
                layers,
                width: 4 * width,
                gated: false,
            }],
            experts: None,
            borrowing: estimator::model::Borrowing::default(),
            other_parameters: 0,
            block: Block {
                layer_norm: true,
                ..Block::default()
            },
        }
    }
}
