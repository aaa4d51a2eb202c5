//! Models that are no language models, and their laws' figures of accelerators: 141 records of
//! networks, text encoders, pipelines, listeners and towers, 1,284 networks counted by resolution,
//! and five accelerators more.
//!
//! Counts are the shape: a record carries its coefficients, how far its parameters are from
//! the published ones, and its source. Counted on empty tensors from the classes of diffusers
//! 0.42.1, transformers 5.23.0 and timm 1.0.31 with the published configurations. The page
//! about these models calls this module; a part of the program that does not carries none of it.

#![expect(
    clippy::unreadable_literal,
    reason = "the build script writes numbers as they were counted"
)]

mod boards;
mod known;
mod lines;
mod networks;
mod resolve;

pub use boards::{board, further_accelerators};
pub use known::{Curated, Everything};
pub use lines::VisionFacts;
pub use networks::{counted_networks, network};
pub use resolve::{Asked, cell, kind_of, reads, resolve_vision, smaller};

use estimator::quantity::{Bytes, Flops};
use estimator::vision::denoise::{
    AttentionForm, Decoder as Pixels, Denoiser, Form, Guiding, Model, TextEncoder,
};
use estimator::vision::network::{Network, Traffic};
use estimator::vision::speech::{Decoder, Encoder as HearingEncoder, Listener};
use estimator::vision::text::Encoder;
use std::borrow::Cow;

/// The common part of every record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct About {
    /// Its id in questions and lines.
    pub id: &'static str,
    /// Name to show; empty where the id is one.
    pub name: &'static str,
    /// Where it was published, another id; empty where that is the id.
    pub also: &'static str,
    /// The source of its counts.
    pub source: &'static str,
    /// A note for a reader.
    pub note: &'static str,
    /// Counted over published parameters or operations, less one; `None` where nothing was
    /// published.
    pub check: Option<f64>,
}

/// A vision network.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NetworkRecord {
    /// The common part.
    pub about: About,
    /// Its task: `classification`, `detection`, `embedding` and the like.
    pub kind: &'static str,
    /// The counts at its own resolution.
    pub network: Network,
}

/// An encoder of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EncoderRecord {
    /// The common part.
    pub about: About,
    /// `embedding` or `rerank`.
    pub kind: &'static str,
    /// The counts.
    pub encoder: Encoder,
}

/// A model that hears.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ListenerRecord {
    /// The common part.
    pub about: About,
    /// The counts.
    pub listener: Listener,
}

/// A pipeline that draws.
#[derive(Debug, Clone, PartialEq)]
pub struct PipelineRecord {
    /// The common part.
    pub about: About,
    /// The counts.
    pub pipeline: Model,
}

/// A tower of a language model, as published.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TowerRecord {
    /// The common part.
    pub about: About,
    /// Parameters.
    pub parameters: f64,
    /// How images become tokens, in words.
    pub rule: &'static str,
    /// Side of a patch, pixels.
    pub patch: u32,
    /// Patches of a token's side.
    pub merge: u32,
    /// Width.
    pub width: u32,
    /// Layers.
    pub layers: u32,
    /// Whether its figures have a source.
    pub verified: bool,
}

/// A record with an id.
trait Known {
    fn about(&self) -> &About;
}

macro_rules! kinds {
    ($($record:ident $module:ident $file:literal $all:ident),+ $(,)?) => {
        $(
            impl Known for $record {
                fn about(&self) -> &About {
                    &self.about
                }
            }

            mod $module {
                #[allow(clippy::wildcard_imports, unused_imports)] // the words of one file
                use super::*;

                include!(concat!(env!("OUT_DIR"), "/vision_", $file, ".rs"));

                pub(super) fn records() -> &'static [$record] {
                    RECORDS
                }

                pub(super) fn aliases() -> &'static [(&'static str, &'static str)] {
                    ALIASES
                }
            }

            /// Every record of its kind, in order of families and sizes.
            #[must_use]
            pub fn $all() -> &'static [$record] {
                $module::records()
            }
        )+
    };
}

kinds!(
    NetworkRecord network_table "networks" networks,
    EncoderRecord encoder_table "encoders" encoders,
    ListenerRecord listener_table "listeners" listeners,
    TowerRecord tower_table "towers" towers,
);

impl Known for PipelineRecord {
    fn about(&self) -> &About {
        &self.about
    }
}

mod pipeline_table {
    use super::Pixels as Decoder;
    use super::{
        About, AttentionForm, Bytes, Cow, Denoiser, Flops, Form, Guiding, Model, PipelineRecord,
        TextEncoder,
    };

    include!(concat!(env!("OUT_DIR"), "/vision_pipelines.rs"));

    pub(super) fn records() -> &'static [PipelineRecord] {
        let _: &[(&str, &str)] = ALIASES;
        RECORDS
    }
}

/// Every pipeline, in order of families and sizes.
#[must_use]
pub fn pipelines() -> &'static [PipelineRecord] {
    pipeline_table::records()
}

/// The record of an id, of where it was published, or of another name.
fn find<T: Known>(
    all: &'static [T],
    aliases: &[(&str, &'static str)],
    id: &str,
) -> Option<&'static T> {
    let id = id.trim();
    let alias = aliases
        .iter()
        .find(|(alias, _)| alias.eq_ignore_ascii_case(id));
    let id = alias.map_or(id, |(_, of)| *of);
    all.iter().find(|record| {
        let about = record.about();
        about.id.eq_ignore_ascii_case(id)
            || (!about.also.is_empty() && about.also.eq_ignore_ascii_case(id))
    })
}

/// The network's record of an id.
#[must_use]
pub fn network_record(id: &str) -> Option<&'static NetworkRecord> {
    find(networks(), network_table::aliases(), id)
}

/// The encoder of an id.
#[must_use]
pub fn encoder(id: &str) -> Option<&'static EncoderRecord> {
    find(encoders(), encoder_table::aliases(), id)
}

/// The listener of an id.
#[must_use]
pub fn listener(id: &str) -> Option<&'static ListenerRecord> {
    find(listeners(), listener_table::aliases(), id)
}

/// The pipeline of an id, or of where it was published.
#[must_use]
pub fn pipeline(id: &str) -> Option<&'static PipelineRecord> {
    find(pipelines(), &[], id)
}

/// The tower of an id.
#[must_use]
pub fn tower(id: &str) -> Option<&'static TowerRecord> {
    find(towers(), tower_table::aliases(), id)
}
