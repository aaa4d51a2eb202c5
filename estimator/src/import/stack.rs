//! Layers one by one, as files describe them, summed into a [`Model`], which
//! knows how many there are of each kind.

use super::Note;
use crate::model::{
    Attention, AttentionLayers, Block, Borrowing, DenseLayers, ExpertLayers, Model, Recurrent,
    RecurrentLayers, WindowLayers,
};

/// One layer: the mixer of its tokens, and the part after it. A layer may have several of each
/// (attention beside a state space, experts beside a dense part) or none.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Layer {
    /// Attention over everything.
    pub full: Option<Attention>,
    /// Attention over the last so many tokens.
    pub window: Option<(u32, Attention)>,
    /// Whether that attention reads the keys and values of an earlier layer.
    pub borrows: bool,
    /// A constant state.
    pub recurrent: Option<Recurrent>,
    /// A dense feed-forward part: its width, and whether it has a gate.
    pub dense: Option<(u32, bool)>,
    /// Experts, as if there were one such layer.
    pub experts: Option<ExpertLayers>,
}

/// A model's facts outside its layers.
#[derive(Debug, Clone, Default)]
pub(super) struct Frame {
    /// Name.
    pub id: String,
    /// Depth as published.
    pub depth: u32,
    /// Width of the residual stream.
    pub hidden_size: u32,
    /// Vocabulary.
    pub vocabulary: u32,
    /// Whether the head is the embedding.
    pub tied: bool,
    /// Longest sequence.
    pub max_context: Option<u32>,
    /// Parameters outside the decoder.
    pub other: u64,
    /// Facts that training needs beyond the shapes.
    pub block: Block,
}

/// Sums `layers`; notes where layers of one kind differ in shape.
pub(super) fn model(frame: Frame, layers: &[Layer], notes: &mut Vec<Note>) -> Model {
    let mut mixed = false;
    let full = commonest(layers.iter().filter_map(|layer| layer.full), &mut mixed);
    let window = commonest(layers.iter().filter_map(|layer| layer.window), &mut mixed);
    let recurrent = commonest(
        layers.iter().filter_map(|layer| layer.recurrent),
        &mut mixed,
    );
    let experts = commonest(layers.iter().filter_map(|layer| layer.experts), &mut mixed);
    if mixed {
        notes.push(Note::MixedShapes);
    }
    let borrowing = |is: fn(&Layer) -> bool| {
        let borrowing = layers.iter().filter(|layer| layer.borrows && is(layer));
        u32::try_from(borrowing.count()).unwrap_or(u32::MAX)
    };
    let dense = tally(layers.iter().filter_map(|layer| layer.dense));
    Model {
        id: frame.id,
        layers: frame.depth,
        hidden_size: frame.hidden_size,
        vocabulary: frame.vocabulary,
        tied_embeddings: frame.tied,
        max_context: frame.max_context,
        full: full.map(|(shape, layers)| AttentionLayers { layers, shape }),
        window: window.map(|((tokens, shape), layers)| WindowLayers {
            layers,
            tokens,
            shape,
        }),
        borrowing: Borrowing {
            full: borrowing(|layer| layer.full.is_some()),
            window: borrowing(|layer| layer.window.is_some()),
        },
        recurrent: recurrent.map(|(shape, layers)| RecurrentLayers { layers, shape }),
        dense: dense
            .into_iter()
            .map(|((width, gated), layers)| DenseLayers {
                layers,
                width,
                gated,
            })
            .collect(),
        experts: experts.map(|(shape, layers)| ExpertLayers { layers, ..shape }),
        other_parameters: frame.other,
        block: frame.block,
    }
}

/// How often each value occurs, in the order of first occurrence.
fn tally<T: PartialEq + Copy>(values: impl Iterator<Item = T>) -> Vec<(T, u32)> {
    let mut counts: Vec<(T, u32)> = Vec::new();
    for value in values {
        match counts.iter_mut().find(|(known, _)| *known == value) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => counts.push((value, 1)),
        }
    }
    counts
}

/// The value that occurs most, with the count of all.
fn commonest<T: PartialEq + Copy>(
    values: impl Iterator<Item = T>,
    mixed: &mut bool,
) -> Option<(T, u32)> {
    let counts = tally(values);
    *mixed |= counts.len() > 1;
    let all = counts.iter().map(|(_, count)| *count).sum();
    counts
        .into_iter()
        .rev()
        .max_by_key(|(_, count)| *count)
        .map(|(value, _)| (value, all))
}
