//! The `config.json` of networks that are no language models, counted from their shape: one line a
//! family, one function a kind of architecture.
//!
//! Plain transformers have a closed form ([`plain`], [`text`]); what changes its grid from stage to
//! stage is counted layer by layer ([`tally`]).

mod convolved;
mod detect;
mod fields;
mod plain;
mod sound;
mod tally;
mod text;
mod windows;

use super::{Found, Note, Refused, rounded};
use crate::import::{shorten, trim};
use crate::vision::counted::Counted;
use fields::{Fields, missing};
use serde_json::Value;
use tally::{Map, Tally};

/// The most bytes of a file.
pub(super) const MOST: usize = 1 << 20;

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

/// Reads a whole file.
pub(super) fn read(bytes: &[u8]) -> Result<Found, Refused> {
    let config: Value = serde_json::from_slice(trim(bytes)).map_err(|_| Refused::Json)?;
    // A file of timm names its network in another field.
    let named = config
        .get("model_type")
        .or_else(|| config.get("architecture"));
    let Some(family) = named.and_then(Value::as_str) else {
        return Err(missing("model_type"));
    };
    let count = FAMILIES.iter().find(|(names, _)| names.contains(&family));
    let Some((_, count)) = count else {
        return Err(Refused::Family {
            name: shorten(family),
        });
    };
    count(Fields(&config))
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
        Counted::Network(tally.network(input.rows, input.columns)),
        vec![note],
    )
}

fn found(counted: Counted, mut notes: Vec<Note>) -> Result<Found, Refused> {
    notes.push(Note::Shape);
    let counted = counted.checked().ok_or(Refused::NoWork)?;
    Ok(Found { counted, notes })
}
