//! Models: the list to choose from, and the shape of the one chosen.

use crate::columns::{Row, Table};
use estimator::model::{
    Attention, AttentionLayers, Block, Borrowing, DenseLayers, ExpertLayers, Indexer, Model,
    ModelClass, Recurrent, RecurrentLayers, WindowLayers,
};
use estimator::parameters;
use std::sync::LazyLock;

/// A model as lists show it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModelEntry {
    /// Hugging Face id.
    pub id: &'static str,
    /// Name to show.
    pub name: &'static str,
    /// Other ids of the same shape: instruct variants, former names.
    pub aliases: &'static [&'static str],
    /// Parameters counted from the shape.
    pub parameters: f64,
    /// Parameters a token passes through.
    pub active_parameters: f64,
    /// Longest sequence, if known.
    pub max_context: Option<u32>,
    /// The kind of model.
    pub class: ModelClass,
    /// Whether the shape has a source and its count agrees with a published
    /// total.
    pub verified: bool,
    /// Whether it generates text; an encoder such as BERT does not.
    pub generates: bool,
    /// Whether to offer it before anything is typed.
    pub featured: bool,
}

/// A model record, less the fields of its provenance.
struct Known {
    id: &'static str,
    name: String,
    aliases: Vec<&'static str>,
    flags: u32,
    model: Model,
}

/// Columns of the table.
const COLUMNS: usize = 17;

static TABLE: &str = include!(concat!(env!("OUT_DIR"), "/models.rs"));

static KNOWN: LazyLock<Vec<Known>> =
    LazyLock::new(|| Table::new(TABLE, COLUMNS).rows().map(known).collect());

static ENTRIES: LazyLock<Vec<ModelEntry>> =
    LazyLock::new(|| KNOWN.iter().map(Known::entry).collect());

/// The name of most models: the id's own, its words apart.
fn named_by(id: &str) -> String {
    let own = id.rsplit('/').next().unwrap_or(id);
    own.replace('-', " ")
}

/// A row, in the order of `build/models.rs`.
fn known(mut row: Row) -> Known {
    let row = &mut row;
    let (id, flags) = (row.text(), row.count());
    let set = |bit: u32| flags & (1 << bit) != 0;
    Known {
        id,
        name: match row.text() {
            "" => named_by(id),
            name => name.to_owned(),
        },
        aliases: row.list().map_or_else(Vec::new, |list| list.0),
        flags,
        model: Model {
            id: id.to_owned(),
            layers: row.count(),
            hidden_size: row.count(),
            vocabulary: row.count(),
            tied_embeddings: set(3),
            max_context: Some(row.count()).filter(|tokens| *tokens > 0),
            other_parameters: row.large(),
            block: Block {
                layer_norm: set(4),
                bias: set(5),
                head_norm: set(6),
                bidirectional: set(7),
                learned_positions: row.count(),
                further_tokens: row.count(),
            },
            full: row.list().map(|list| attention_layers(list.row())),
            window: row.list().map(|list| {
                let mut row = list.row();
                let tokens = row.count();
                let AttentionLayers { layers, shape } = attention_layers(row);
                WindowLayers {
                    layers,
                    tokens,
                    shape,
                }
            }),
            borrowing: row.list().map_or_else(Borrowing::default, |list| {
                let mut row = list.row();
                Borrowing {
                    full: row.count(),
                    window: row.count(),
                }
            }),
            recurrent: row.list().map(|list| recurrent(list.row())),
            dense: row.list().map_or_else(Vec::new, |list| dense(list.row())),
            experts: row.list().map(|list| experts(list.row())),
        },
    }
}

fn attention_layers(mut row: Row) -> AttentionLayers {
    let (layers, flags, heads) = (row.count(), row.count(), row.count());
    let shape = if flags & 4 == 0 {
        Attention::Grouped {
            heads,
            kv_heads: row.count(),
            head_dim: row.count(),
            value_dim: row.count(),
            bias: flags & 1 != 0,
            gated: flags & 2 != 0,
        }
    } else {
        Attention::Latent {
            heads,
            query_rank: row.count(),
            kv_rank: row.count(),
            nope_dim: row.count(),
            rope_dim: row.count(),
            value_dim: row.count(),
            indexer: (!row.is_empty()).then(|| Indexer {
                heads: row.count(),
                head_dim: row.count(),
                top_k: row.count(),
            }),
        }
    };
    AttentionLayers { layers, shape }
}

fn recurrent(mut row: Row) -> RecurrentLayers {
    let (layers, kind) = (row.count(), row.count());
    let shape = match kind {
        0 => Recurrent::Linear {
            key_heads: row.count(),
            key_dim: row.count(),
            value_heads: row.count(),
            value_dim: row.count(),
            kernel: row.count(),
        },
        1 => Recurrent::Mamba1 {
            inner: row.count(),
            state: row.count(),
            dt_rank: row.count(),
            kernel: row.count(),
        },
        _ => Recurrent::Mamba2 {
            heads: row.count(),
            head_dim: row.count(),
            state: row.count(),
            groups: row.count(),
            kernel: row.count(),
        },
    };
    RecurrentLayers { layers, shape }
}

fn dense(mut row: Row) -> Vec<DenseLayers> {
    let mut dense = Vec::new();
    while !row.is_empty() {
        dense.push(DenseLayers {
            layers: row.count(),
            width: row.count(),
            gated: row.count() == 1,
        });
    }
    dense
}

fn experts(mut row: Row) -> ExpertLayers {
    ExpertLayers {
        layers: row.count(),
        routed: row.count(),
        active: row.count(),
        width: row.count(),
        gated: row.count() == 1,
        shared_width: row.count(),
    }
}

impl Known {
    fn entry(&'static self) -> ModelEntry {
        let counted = parameters::count(&self.model);
        ModelEntry {
            id: self.id,
            name: &self.name,
            aliases: &self.aliases,
            parameters: counted.total,
            active_parameters: counted.active,
            max_context: self.model.max_context,
            class: self.model.class(),
            verified: self.flags & 1 != 0,
            generates: self.flags & 2 == 0,
            featured: self.flags & 4 != 0,
        }
    }

    fn is(&self, id: &str) -> bool {
        let mut aliases = self.aliases.iter();
        self.id.eq_ignore_ascii_case(id) || aliases.any(|alias| alias.eq_ignore_ascii_case(id))
    }
}

/// The place of a model by id or alias.
fn place(id: &str) -> Option<usize> {
    KNOWN.iter().position(|known| known.is(id.trim()))
}

/// Every model, in order of its id.
#[must_use]
pub fn models() -> &'static [ModelEntry] {
    &ENTRIES
}

/// The entry of a model by id or alias, upper and lower case alike.
#[must_use]
pub fn entry(id: &str) -> Option<&'static ModelEntry> {
    models().get(place(id)?)
}

/// The catalogue's own id of a model by id or alias, upper and lower case alike.
pub(crate) fn canonical(id: &str) -> Option<&'static str> {
    Some(KNOWN.get(place(id)?)?.id)
}

/// The shape of a model by id or alias, upper and lower case alike. The id in
/// the result is the catalogue's.
#[must_use]
pub fn model(id: &str) -> Option<Model> {
    Some(KNOWN.get(place(id)?)?.model.clone())
}
