//! Model records as rows of `crate::models::Row`.

use crate::record::{Failure, Record, option};
use std::fmt::Write as _;

/// All rows, as one array literal.
pub(crate) fn table(records: &[Record]) -> Result<String, Failure> {
    let mut rows = String::from("&[\n");
    for record in records {
        let _ = writeln!(rows, "{},", row(record)?);
    }
    rows.push(']');
    Ok(rows)
}

fn row(record: &Record) -> Result<String, Failure> {
    let shape = record
        .at("/shape")
        .ok_or_else(|| record.failure("/shape", "an object"))?;
    Ok(format!(
        "Row {{ id: {}, name: {}, aliases: {}, published: {}, verified: {}, \
         encoder: {}, featured: {}, shape: {} }}",
        record.literal("/id")?,
        record.literal("/name")?,
        record.literals("/aliases"),
        option(record.maybe_float("/published_parameters")),
        record.flag("/verified"),
        record.flag("/encoder"),
        record.flag("/featured"),
        self::shape(&shape)?,
    ))
}

fn shape(shape: &Record) -> Result<String, Failure> {
    let full = shape.at("/full").map(|part| full(&part)).transpose()?;
    let window = shape.at("/window").map(|part| window(&part)).transpose()?;
    let recurrent = shape
        .at("/recurrent")
        .map(|part| recurrent(&part))
        .transpose()?;
    let experts = shape
        .at("/experts")
        .map(|part| experts(&part))
        .transpose()?;
    let dense: Vec<String> = shape
        .list("/dense")
        .iter()
        .map(|part| fields("DenseLayers", part, &["layers", "width"], &["gated"]))
        .collect::<Result<_, _>>()?;
    let context = shape.maybe_whole("/max_context").map(|n| n.to_string());
    Ok(format!(
        "Shape {{ layers: {}, hidden_size: {}, vocabulary: {}, tied_embeddings: {}, \
         max_context: {}, full: {}, window: {}, recurrent: {}, dense: &[{}], experts: {}, \
         other_parameters: {}, block: {} }}",
        shape.whole("/layers")?,
        shape.whole("/hidden_size")?,
        shape.whole("/vocabulary")?,
        shape.flag("/tied_embeddings"),
        option(context),
        option(full),
        option(window),
        option(recurrent),
        dense.join(","),
        option(experts),
        shape.maybe_whole("/other_parameters").unwrap_or(0),
        block(shape.at("/block").as_ref()),
    ))
}

/// What training asks of the family; nothing where it is as in current decoders.
fn block(part: Option<&Record>) -> String {
    let mut literal = String::from("Block { ");
    for key in ["layer_norm", "bias", "head_norm", "bidirectional"] {
        let set = part.is_some_and(|part| part.flag(&format!("/{key}")));
        let _ = write!(literal, "{key}: {set}, ");
    }
    for key in ["learned_positions", "further_tokens"] {
        let count = part.and_then(|part| part.maybe_whole(&format!("/{key}")));
        let _ = write!(literal, "{key}: {}, ", count.unwrap_or(0));
    }
    literal.push('}');
    literal
}

fn full(part: &Record) -> Result<String, Failure> {
    Ok(format!(
        "AttentionLayers {{ layers: {}, shape: {} }}",
        part.whole("/layers")?,
        attention(part)?
    ))
}

fn window(part: &Record) -> Result<String, Failure> {
    Ok(format!(
        "WindowLayers {{ layers: {}, tokens: {}, shape: {} }}",
        part.whole("/layers")?,
        part.whole("/tokens")?,
        attention(part)?
    ))
}

fn attention(part: &Record) -> Result<String, Failure> {
    if let Some(grouped) = part.at("/shape/grouped") {
        let numbers = ["heads", "kv_heads", "head_dim", "value_dim"];
        return fields("Attention::Grouped", &grouped, &numbers, &["bias", "gated"]);
    }
    let latent = part
        .at("/shape/latent")
        .ok_or_else(|| part.failure("/shape", "grouped or latent"))?;
    let numbers = [
        "heads",
        "query_rank",
        "kv_rank",
        "nope_dim",
        "rope_dim",
        "value_dim",
    ];
    let indexer = latent
        .at("/indexer")
        .map(|part| fields("Indexer", &part, &["heads", "head_dim", "top_k"], &[]))
        .transpose()?;
    let open = fields("Attention::Latent", &latent, &numbers, &[])?;
    let open = open.trim_end_matches([' ', '}']);
    Ok(format!("{open} indexer: {} }}", option(indexer)))
}

fn recurrent(part: &Record) -> Result<String, Failure> {
    let kinds: [(&str, &str, &[&str]); 3] = [
        (
            "linear",
            "Recurrent::Linear",
            &["key_heads", "key_dim", "value_heads", "value_dim", "kernel"],
        ),
        (
            "mamba1",
            "Recurrent::Mamba1",
            &["inner", "state", "dt_rank", "kernel"],
        ),
        (
            "mamba2",
            "Recurrent::Mamba2",
            &["heads", "head_dim", "state", "groups", "kernel"],
        ),
    ];
    for (key, name, numbers) in kinds {
        if let Some(shape) = part.at(&format!("/shape/{key}")) {
            return Ok(format!(
                "RecurrentLayers {{ layers: {}, shape: {} }}",
                part.whole("/layers")?,
                fields(name, &shape, numbers, &[])?
            ));
        }
    }
    Err(part.failure("/shape", "linear, mamba1 or mamba2"))
}

fn experts(part: &Record) -> Result<String, Failure> {
    let numbers = ["layers", "routed", "active", "width"];
    let open = fields("ExpertLayers", part, &numbers, &["gated"])?;
    let open = open.trim_end_matches([' ', '}']);
    let shared = part.maybe_whole("/shared_width").unwrap_or(0);
    Ok(format!("{open} shared_width: {shared} }}"))
}

/// A struct literal of whole numbers and flags that have the record's names.
fn fields(
    name: &str,
    record: &Record,
    numbers: &[&str],
    flags: &[&str],
) -> Result<String, Failure> {
    let mut literal = format!("{name} {{ ");
    for key in numbers {
        let _ = write!(literal, "{key}: {}, ", record.whole(&format!("/{key}"))?);
    }
    for key in flags {
        let _ = write!(literal, "{key}: {}, ", record.flag(&format!("/{key}")));
    }
    literal.push('}');
    Ok(literal)
}
