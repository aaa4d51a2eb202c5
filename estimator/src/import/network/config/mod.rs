//! The `config.json` of networks that are no language models, counted from their shape: one line a
//! family, one function a kind of architecture.
//!
//! Plain transformers have a closed form ([`plain`], [`text`]); what changes its grid from stage to
//! stage is counted layer by layer ([`super::tally`]).

mod convolved;
mod detect;
mod plain;
mod sound;
mod text;
mod windows;

use super::fields::{Fields, missing};
use super::known::Known;
use super::tally::{Map, Tally};
use super::{Found, Note, Refused, pipeline, rounded};
use crate::import::{shorten, trim};
use crate::vision::counted::Counted;
use serde_json::Value;

/// The most bytes of all files together.
pub(super) const MOST: usize = 1 << 20;
/// The most files: a pipeline has some ten parts.
const MOST_FILES: usize = 32;

/// How a kind of architecture is counted.
type Count = fn(Fields<'_>) -> Result<Found, Refused>;

/// Every family by its `model_type`.
const FAMILIES: [(&[&str], Count); 12] = [
    (plain::FAMILIES, plain::read),
    (&["resnet"], convolved::resnet),
    (&["regnet"], convolved::regnet),
    (&["convnext", "convnextv2"], convolved::convnext),
    (&["swin", "swinv2"], windows::swin),
    (&["segformer"], windows::segformer),
    (&["detr", "table-transformer"], detect::detr),
    (&["yolos"], detect::yolos),
    (&["rt_detr", "rt_detr_v2"], detect::rt_detr),
    (text::FAMILIES, text::read),
    (&["whisper"], sound::whisper),
    (sound::WAVES, sound::waves),
];

/// Reads a whole file, or several that stand one behind the other.
pub(super) fn read(bytes: &[u8], known: &dyn Known) -> Result<Found, Refused> {
    let mut all: Vec<Value> = Vec::new();
    let mut stream = serde_json::Deserializer::from_slice(trim(bytes)).into_iter();
    for value in stream.by_ref().take(MOST_FILES + 1) {
        all.push(value.map_err(|_| Refused::Json)?);
    }
    if all.len() > MOST_FILES {
        return Err(Refused::Unknown);
    }
    if pipeline::is_one(&all) {
        return pipeline::read(&all, known);
    }
    let config = all.last().ok_or(Refused::Json)?;
    if let Some(name) = config.get("architecture").and_then(Value::as_str) {
        return named(name, config, known);
    }
    counted(Fields(config))
}

/// Counts one of a family by its `model_type`.
pub(super) fn counted(config: Fields<'_>) -> Result<Found, Refused> {
    let family = config
        .word("model_type")
        .ok_or_else(|| missing("model_type"))?;
    let count = FAMILIES.iter().find(|(names, _)| names.contains(&family));
    let Some((_, count)) = count else {
        return Err(Refused::Family {
            name: shorten(family),
        });
    };
    count(config)
}

/// Whether a family is counted here.
pub(super) fn own_family(family: &str) -> bool {
    FAMILIES.iter().any(|(names, _)| names.contains(&family))
}

/// A network of timm by its name: the tag of its weights behind a dot says nothing of its shape.
fn named(name: &str, config: &Value, known: &dyn Known) -> Result<Found, Refused> {
    let base = name.strip_prefix("timm/").unwrap_or(name);
    let base = base.split_once('.').map_or(base, |(base, _)| base);
    let sizes = config.get("pretrained_cfg").unwrap_or(config);
    let side = sizes
        .get("input_size")
        .and_then(|size| size.get(2)?.as_u64());
    let side = side.and_then(|side| u32::try_from(side).ok());
    let network = known.network(base, side).ok_or_else(|| Refused::Family {
        name: shorten(name),
    })?;
    let side = u64::from(network.resolution);
    let note = Note::Sides(side, side);
    let counted = Counted::Network(network).checked().ok_or(Refused::NoWork)?;
    Ok(Found {
        counted,
        notes: vec![note, Note::Catalogue],
        name: None,
    })
}

/// The image that a network is counted for.
struct Input {
    rows: f64,
    columns: f64,
    channels: f64,
    /// Whether the file leaves it open.
    assumed: bool,
}

impl Input {
    /// Of a file; a square of `usual` where it says no side.
    fn read(config: Fields<'_>, usual: f64) -> Result<Self, Refused> {
        let sides = config.sides("image_size")?;
        let (rows, columns) = sides.unwrap_or((usual, usual));
        if !(8.0..=16_384.0).contains(&rows) || !(8.0..=16_384.0).contains(&columns) {
            return Err(missing("image_size"));
        }
        Ok(Self {
            rows,
            columns,
            channels: config.or("num_channels", 3.0)?,
            assumed: sides.is_none(),
        })
    }

    const fn map(&self) -> Map {
        Map::image(self.rows, self.columns, self.channels)
    }
}

/// The counts of a network that reads images.
fn image(tally: &Tally, input: &Input) -> Result<Found, Refused> {
    let (rows, columns) = (rounded(input.rows), rounded(input.columns));
    let note = if input.assumed {
        Note::AssumedSide(u64::from(rows))
    } else {
        Note::Sides(u64::from(rows), u64::from(columns))
    };
    found(
        &Counted::Network(tally.network(input.rows, input.columns)),
        vec![note],
    )
}

fn found(counted: &Counted, mut notes: Vec<Note>) -> Result<Found, Refused> {
    notes.push(Note::Shape);
    let counted = counted.checked().ok_or(Refused::NoWork)?;
    Ok(Found {
        counted,
        notes,
        name: None,
    })
}
