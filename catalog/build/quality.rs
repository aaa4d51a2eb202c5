//! Published scores of models, and what number formats keep of them, as rows of `crate::quality`.

use crate::money::{float, literal};
use crate::record::{Failure, Record};

/// The scores of a row, in the order of `crate::quality::Test`.
const TESTS: [&str; 8] = [
    "/index",
    "/coding",
    "/agentic",
    "/gpqa",
    "/ifbench",
    "/tau2",
    "/long_context",
    "/mmlu_pro",
];

/// The scores, as one array literal; in tenths, `NONE` where there is none.
pub(crate) fn scores(file: &Record) -> Result<String, Failure> {
    literal(&file.list("/scores"), |record| {
        let tenths = TESTS.map(|test| {
            let score = record.number(test);
            score.map_or_else(|| "NONE".to_owned(), |score| format!("{:.0}", score * 10.0))
        });
        Ok(format!(
            "Score {{ model: {}, variant: {}, is_common: {}, is_estimated: {}, tenths: [{}] }}",
            record.literal("/model")?,
            record.literal("/variant")?,
            record.text("/set")? == "common",
            record.flag("/estimated"),
            tenths.join(", "),
        ))
    })
}

/// The measurer of the common set, as a literal.
pub(crate) fn common(file: &Record) -> Result<String, Failure> {
    let common = file
        .at("/common")
        .ok_or_else(|| file.failure("/common", "an object"))?;
    Ok(format!(
        "Measurer {{ name: {}, link: {}, as_of: {} }}",
        common.literal("/name")?,
        common.literal("/link")?,
        common.literal("/as_of")?,
    ))
}

/// What formats keep, as one array literal.
pub(crate) fn kept(file: &Record) -> Result<String, Failure> {
    literal(&file.list("/formats"), |record| {
        Ok(format!(
            "Kept {{ format: {}, median: {}, lowest: {}, highest: {}, rows: {}, models: {} }}",
            record.literal("/format")?,
            float(record, "/median")?,
            float(record, "/lowest")?,
            float(record, "/highest")?,
            record.number("/rows").unwrap_or(0.0),
            record.number("/models").unwrap_or(0.0),
        ))
    })
}
