//! Models: the list to choose from, and the shape of the one chosen.

use estimator::model::{
    Attention, AttentionLayers, Block, DenseLayers, ExpertLayers, Indexer, Model, ModelClass,
    Recurrent, RecurrentLayers, WindowLayers,
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
    /// Parameters as published, where they are; `parameters` is within 1 %.
    pub published_parameters: Option<f64>,
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

/// A model record, less what only its provenance needs.
struct Row {
    id: &'static str,
    name: &'static str,
    aliases: &'static [&'static str],
    published: Option<f64>,
    verified: bool,
    encoder: bool,
    featured: bool,
    shape: Shape,
}

/// [`Model`] as a constant.
struct Shape {
    layers: u32,
    hidden_size: u32,
    vocabulary: u32,
    tied_embeddings: bool,
    max_context: Option<u32>,
    full: Option<AttentionLayers>,
    window: Option<WindowLayers>,
    recurrent: Option<RecurrentLayers>,
    dense: &'static [DenseLayers],
    experts: Option<ExpertLayers>,
    other_parameters: u64,
    block: Block,
}

#[allow(clippy::unreadable_literal)] // written by the build script
static ROWS: &[Row] = include!(concat!(env!("OUT_DIR"), "/models.rs"));

static ENTRIES: LazyLock<Vec<ModelEntry>> = LazyLock::new(|| ROWS.iter().map(Row::entry).collect());

impl Row {
    fn entry(&self) -> ModelEntry {
        let model = self.model();
        let counted = parameters::count(&model);
        ModelEntry {
            id: self.id,
            name: self.name,
            aliases: self.aliases,
            parameters: counted.total,
            active_parameters: counted.active,
            published_parameters: self.published,
            max_context: self.shape.max_context,
            class: model.class(),
            verified: self.verified,
            generates: !self.encoder,
            featured: self.featured,
        }
    }

    fn model(&self) -> Model {
        let shape = &self.shape;
        Model {
            id: self.id.to_owned(),
            layers: shape.layers,
            hidden_size: shape.hidden_size,
            vocabulary: shape.vocabulary,
            tied_embeddings: shape.tied_embeddings,
            max_context: shape.max_context,
            full: shape.full,
            window: shape.window,
            recurrent: shape.recurrent,
            dense: shape.dense.to_vec(),
            experts: shape.experts,
            other_parameters: shape.other_parameters,
            block: shape.block,
        }
    }

    fn is(&self, id: &str) -> bool {
        self.id.eq_ignore_ascii_case(id)
            || self
                .aliases
                .iter()
                .any(|alias| alias.eq_ignore_ascii_case(id))
    }
}

/// Every model, in order of its id.
#[must_use]
pub fn models() -> &'static [ModelEntry] {
    &ENTRIES
}

/// The entry of a model by id or alias, upper and lower case alike.
#[must_use]
pub fn entry(id: &str) -> Option<&'static ModelEntry> {
    let index = ROWS.iter().position(|row| row.is(id.trim()))?;
    models().get(index)
}

/// The catalogue's own id of a model by id or alias, upper and lower case alike.
pub(crate) fn canonical(id: &str) -> Option<&'static str> {
    let row = ROWS.iter().find(|row| row.is(id.trim()))?;
    Some(row.id)
}

/// The shape of a model by id or alias, upper and lower case alike. The id in
/// the result is the catalogue's.
#[must_use]
pub fn model(id: &str) -> Option<Model> {
    let row = ROWS.iter().find(|row| row.is(id.trim()))?;
    Some(row.model())
}
