//! Release formats, published formats and draft heads as columns of `crate::formats`.

use crate::columns::{Columns, decimal};
use crate::record::{Failure, Record};

/// Columns of a model's formats.
const COLUMNS: usize = 6;

/// Formats that the estimator has, by the names of both.
const FORMATS: [&str; 15] = [
    "fp32",
    "bf16",
    "fp16",
    "fp8",
    "fp8-block",
    "mxfp8",
    "int8",
    "nvfp4",
    "mxfp4",
    "int4-g128",
    "int4-g64",
    "int4-g32",
    "awq-int4",
    "gptq-int4",
    "nf4",
];

/// 16 bit, of which kind is not stated.
const SIXTEEN: &str = "16-bit";

/// A repository of GGUF files of many sizes: the bit behind those of [`FORMATS`].
const GGUF: &str = "gguf";

/// The table, and the formats that its bits stand for, as source text.
pub(crate) fn table(file: &Record) -> Result<String, Failure> {
    let mut table = Columns::new(COLUMNS);
    for record in file.list("/models") {
        table.push(row(file, &record)?, &record)?;
    }
    let variants: Vec<String> = FORMATS.into_iter().map(variant).collect();
    Ok(format!(
        "const COLUMNS: usize = {COLUMNS};\nstatic TABLE: &str = {};\n\
         static FORMATS: &[WeightFormat] = &[{}];\n",
        table.literal(),
        variants.join(", "),
    ))
}

fn row(file: &Record, record: &Record) -> Result<Vec<String>, Failure> {
    let released = record.at("/native").map(|native| native.text("/format"));
    let released = released.transpose()?;
    let mut bits = 0;
    if let Some(format) = &released {
        bits |= mask(file, record, format)?;
    }
    for checkpoint in record.list("/published") {
        bits |= mask(file, &checkpoint, &checkpoint.text("/format")?)?;
    }
    let place = released.and_then(|format| place(&format));
    let [kind, tokens, acceptance] = draft(record)?;
    Ok(vec![
        record.text("/id")?,
        place.map_or_else(String::new, |place| place.to_string()),
        bits.to_string(),
        kind,
        tokens,
        acceptance,
    ])
}

/// The kind of a model's draft head, how many tokens its recipes draft, and the chance that
/// one is accepted.
fn draft(record: &Record) -> Result<[String; 3], Failure> {
    let heads = record.list("/drafts");
    let Some(head) = head(&heads) else {
        return Ok([String::new(), String::new(), String::new()]);
    };
    let tokens = head.maybe_whole("/tokens");
    let acceptance = match head.at("/measured") {
        None => String::new(),
        Some(measured) => {
            let length = measured.number("/length");
            let length = length.ok_or_else(|| measured.failure("/length", "a number"))?;
            let chance = acceptance(length, measured.whole("/tokens")?);
            let rounded = (chance * 1e3).round() / 1e3;
            decimal(rounded, 3).ok_or_else(|| measured.failure("/length", "above 1"))?
        }
    };
    Ok([
        head.text("/kind")?,
        tokens.map_or_else(String::new, |tokens| tokens.to_string()),
        acceptance,
    ])
}

/// The chance `a` that a drafted token is accepted, by how many tokens a verification of so
/// many drafts yields, the target's own included: `length = 1 + a + a^2 + ... + a^tokens`
/// (Leviathan et al. 2023, arXiv 2211.17192, eq. 1), by halving.
fn acceptance(length: f64, tokens: u64) -> f64 {
    let yields = |chance: f64| (0..tokens).fold(1.0, |sum, _| 1.0 + chance * sum);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if yields(middle) < length {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Columns of a published checkpoint.
const CHECKPOINT_COLUMNS: usize = 3;

/// The repositories of checkpoints and of draft heads, as source text: model, format (`gguf`,
/// `draft`), repository.
pub(crate) fn checkpoints(file: &Record) -> Result<String, Failure> {
    let mut table = Columns::new(CHECKPOINT_COLUMNS);
    for record in file.list("/models") {
        let id = record.text("/id")?;
        let mut row = |format: &str, repository: String| {
            table.push(vec![id.clone(), format.to_owned(), repository], &record)
        };
        let published = record.list("/published");
        for format in FORMATS.into_iter().chain([GGUF]) {
            // Of the model itself and not of a sister, in the order of the record.
            let of = |checkpoint: &&Record| {
                checkpoint.maybe_text("/format") == Some(format)
                    && checkpoint.maybe_text("/of").is_none()
            };
            let sure = |checkpoint: &&Record| of(checkpoint) && checkpoint.flag("/verified");
            let found = published.iter().find(sure);
            if let Some(checkpoint) = found.or_else(|| published.iter().find(of)) {
                row(format, checkpoint.text("/repo")?)?;
            }
        }
        if let Some(head) = head(&record.list("/drafts"))
            && let Some(repository) = head.maybe_text("/repo")
        {
            row("draft", repository.to_owned())?;
        }
    }
    Ok(format!(
        "const COLUMNS: usize = {CHECKPOINT_COLUMNS};\nstatic TABLE: &str = {};\n",
        table.literal(),
    ))
}

/// Of several draft heads the first that was measured, or else the first.
fn head(heads: &[Record]) -> Option<&Record> {
    let measured = heads.iter().find(|head| head.at("/measured").is_some());
    measured.or(heads.first())
}

/// The place of a format among [`FORMATS`].
fn place(format: &str) -> Option<usize> {
    FORMATS.iter().position(|known| *known == format)
}

/// The bits of a published format. Engines load either kind of 16 bit as the other.
fn mask(file: &Record, record: &Record, format: &str) -> Result<u32, Failure> {
    let bit = |format: &str| place(format).map_or(0, |place| 1 << place);
    if ["bf16", "fp16", SIXTEEN].contains(&format) {
        return Ok(bit("bf16") | bit("fp16"));
    }
    let known = bit(format);
    if format == GGUF {
        Ok(1 << FORMATS.len())
    } else if known > 0 || file.texts("/other_formats").contains(&format) {
        Ok(known)
    } else {
        Err(record.failure("/format", "a known format, or one of other_formats"))
    }
}

/// The estimator's variant of a format.
fn variant(format: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + rest
    };
    let words: String = format.split('-').map(capital).collect();
    format!("WeightFormat::{words}")
}
