//! Model records as columns of `crate::models`. A part that not every model has lists its numbers
//! in one value.

use crate::columns::{Columns, bits};
use crate::record::{Failure, Record};

/// Columns of a model.
const COLUMNS: usize = 17;

/// All of them, as a string literal.
pub(crate) fn table(records: &[Record]) -> Result<String, Failure> {
    let mut table = Columns::new(COLUMNS);
    for record in records {
        table.push(row(record)?, record)?;
    }
    Ok(table.literal())
}

fn row(record: &Record) -> Result<Vec<String>, Failure> {
    let shape = record
        .at("/shape")
        .ok_or_else(|| record.failure("/shape", "an object"))?;
    let flags = [
        record.flag("/verified"),
        record.flag("/encoder"),
        record.flag("/featured"),
        shape.flag("/tied_embeddings"),
        shape.flag("/block/layer_norm"),
        shape.flag("/block/bias"),
        shape.flag("/block/head_norm"),
        shape.flag("/block/bidirectional"),
    ];
    let maybe = |pointer: &str| {
        let number = shape.maybe_whole(pointer);
        number.map_or_else(String::new, |number| number.to_string())
    };
    let part = |key: &str, list: &dyn Fn(&Record) -> Result<Vec<u64>, Failure>| {
        let part = shape.at(key).map(|part| list(&part)).transpose()?;
        Ok::<_, Failure>(part.map_or_else(String::new, |numbers| joined(&numbers)))
    };
    let mut dense = Vec::new();
    for layers in shape.list("/dense") {
        dense.extend(numbers(&layers, &["layers", "width"])?);
        dense.push(u64::from(layers.flag("/gated")));
    }
    let (id, name) = (record.text("/id")?, record.text("/name")?);
    // Most are called as their id is, which `crate::models` knows.
    let own = id.rsplit('/').next().unwrap_or(&id).replace('-', " ");
    let name = if name == own { String::new() } else { name };
    Ok(vec![
        id,
        bits(&flags),
        name,
        record.texts("/aliases").join(","),
        shape.whole("/layers")?.to_string(),
        shape.whole("/hidden_size")?.to_string(),
        shape.whole("/vocabulary")?.to_string(),
        maybe("/max_context"),
        maybe("/other_parameters"),
        maybe("/block/learned_positions"),
        maybe("/block/further_tokens"),
        part("/full", &attention)?,
        part("/window", &|part| {
            let tokens = part.whole("/tokens")?;
            Ok([vec![tokens], attention(part)?].concat())
        })?,
        part("/borrowing", &|part| numbers(part, &["full", "window"]))?,
        part("/recurrent", &recurrent)?,
        joined(&dense),
        part("/experts", &|part| {
            let mut experts = numbers(part, &["layers", "routed", "active", "width"])?;
            experts.push(u64::from(part.flag("/gated")));
            experts.push(part.maybe_whole("/shared_width").unwrap_or(0));
            Ok(experts)
        })?,
    ])
}

/// Layers, flags (bias, gated, latent), and the fields of the kind of attention.
fn attention(part: &Record) -> Result<Vec<u64>, Failure> {
    let layers = part.whole("/layers")?;
    if let Some(grouped) = part.at("/shape/grouped") {
        let flags = u64::from(grouped.flag("/bias")) + 2 * u64::from(grouped.flag("/gated"));
        let sizes = numbers(&grouped, &["heads", "kv_heads", "head_dim", "value_dim"])?;
        return Ok([vec![layers, flags], sizes].concat());
    }
    let latent = part
        .at("/shape/latent")
        .ok_or_else(|| part.failure("/shape", "grouped or latent"))?;
    let sizes = [
        "heads",
        "query_rank",
        "kv_rank",
        "nope_dim",
        "rope_dim",
        "value_dim",
    ];
    let sizes = numbers(&latent, &sizes)?;
    let indexer = latent.at("/indexer");
    let indexer = indexer.map(|part| numbers(&part, &["heads", "head_dim", "top_k"]));
    let indexer = indexer.transpose()?.unwrap_or_default();
    Ok([vec![layers, 4], sizes, indexer].concat())
}

/// Layers, the kind, and its fields.
fn recurrent(part: &Record) -> Result<Vec<u64>, Failure> {
    let kinds: [(&str, &[&str]); 3] = [
        (
            "linear",
            &["key_heads", "key_dim", "value_heads", "value_dim", "kernel"],
        ),
        ("mamba1", &["inner", "state", "dt_rank", "kernel"]),
        (
            "mamba2",
            &["heads", "head_dim", "state", "groups", "kernel"],
        ),
    ];
    let layers = part.whole("/layers")?;
    for (kind, (key, sizes)) in (0..).zip(kinds) {
        if let Some(shape) = part.at(&format!("/shape/{key}")) {
            return Ok([vec![layers, kind], numbers(&shape, sizes)?].concat());
        }
    }
    Err(part.failure("/shape", "linear, mamba1 or mamba2"))
}

/// The whole numbers of a record by their names.
fn numbers(record: &Record, keys: &[&str]) -> Result<Vec<u64>, Failure> {
    let numbers = keys.iter().map(|key| record.whole(&format!("/{key}")));
    numbers.collect()
}

/// Numbers as one value.
fn joined(numbers: &[u64]) -> String {
    let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
    texts.join(",")
}
