//! The `config.json` of networks that are no language models, counted from their shape: one line a
//! family, one function a kind of architecture.
//!
//! Plain transformers have a closed form ([`plain`], [`text`]); what changes its grid from stage to
//! stage is counted layer by layer ([`super::tally`]).

mod conformers;
mod convolved;
mod dense;
mod detect;
mod gathered;
mod grounded;
mod masks;
mod mobile;
mod parts;
mod plain;
mod sam;
mod sound;
pub(super) mod text;
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
const FAMILIES: [(&[&str], Count); 30] = [
    (&["owlvit", "owlv2"], grounded::owl),
    (&["grounding-dino", "mm-grounding-dino"], grounded::dino),
    (plain::FAMILIES, plain::read),
    (&["resnet"], convolved::resnet),
    (&["regnet"], convolved::regnet),
    (
        &["convnext", "convnextv2", "dinov3_convnext"],
        convolved::convnext,
    ),
    (&["efficientnet"], mobile::efficient),
    (&["mobilenet_v1"], mobile::mobile),
    (&["mobilenet_v2"], mobile::inverted),
    (&["mobilevit"], mobile::mobilevit),
    (&["swin", "swinv2", "maskformer-swin"], windows::swin),
    (&["segformer", "pvt", "pvt_v2"], windows::segformer),
    (&["hiera"], sam::hiera),
    (&["sam"], sam::first),
    (&["sam2", "sam2_video"], sam::second),
    (&["dpt", "depth_anything"], dense::depth),
    (&["upernet"], dense::pyramid),
    (&["mask2former", "oneformer"], masks::universal),
    (&["maskformer"], masks::pyramid),
    (&["detr", "table-transformer"], detect::detr),
    (&["d_fine"], gathered::fine),
    (&["yolos"], detect::yolos),
    (&["rt_detr", "rt_detr_v2"], detect::rt_detr),
    (text::FAMILIES, text::read),
    (&["whisper"], sound::whisper),
    (sound::WAVES, sound::waves),
    (&["wav2vec2-bert"], conformers::features),
    (&["parakeet_ctc", "parakeet_tdt"], conformers::parakeet),
    (&["moonshine"], sound::moonshine),
    (&["seamless_m4t", "seamless_m4t_v2"], conformers::seamless),
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
    if let Some((_, count)) = count {
        return count(config);
    }
    let causal = config.made_for() == "CausalLM";
    if let Some((encoder, known)) = text::language(config.0, false).filter(|of| of.1 || causal) {
        let plain = (!known).then_some(Note::Plain);
        let notes = plain.into_iter().chain([Note::Language]).collect();
        return found(&Counted::Encoder(encoder), notes);
    }
    plainly(config).ok_or_else(|| Refused::Family {
        name: shorten(family),
    })
}

/// Counts a family that is not known as the plain transformer that its fields describe.
fn plainly(config: Fields<'_>) -> Option<Found> {
    let sees = config.inside("vision_config").unwrap_or(config);
    let read = if sees.0.get("patch_size").is_some() {
        plain::read(config)
    } else {
        text::read(config)
    };
    let mut read = read.ok()?;
    read.notes.insert(0, Note::Plain);
    Some(read)
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

    /// A square that no file says: networks that take an image as it comes.
    const fn open(side: f64) -> Self {
        Self {
            rows: side,
            columns: side,
            channels: 3.0,
            assumed: true,
        }
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
