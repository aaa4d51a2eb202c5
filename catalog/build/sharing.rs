//! `mig.json` and `measured/sharing.csv` as tables of constants.

use super::record::{Failure, Record};
use super::sheet;
use std::fmt::Write as _;
use std::path::Path;

/// The ways of a row, by the words that its `mechanism` begins with; the first that fits.
const WAYS: [(&str, &str); 13] = [
    ("exclusive", "Exclusive"),
    ("mig ", "Mig"),
    ("mps", "Mps"),
    ("time-slicing", "TimeSlicing"),
    ("vgpu whole card", "Vgpu"),
    ("runai fraction ", "Fraction"),
    ("hami", "Fraction"),
    ("swap sleep L1", "Sleep"),
    ("swap sleep L2", "DeepSleep"),
    ("swap whole GPU", "Broker"),
    ("swap token level", "TokenLevel"),
    ("restart", "Restart"),
    ("link ", "Link"),
];

/// The boards, as source text.
pub(super) fn boards(file: &Record) -> Result<String, Failure> {
    let mut rows = String::new();
    for board in file.list("/boards") {
        let mut slices = String::new();
        for profile in board.list("/profiles") {
            let places: Vec<String> = profile
                .value
                .pointer("/places")
                .and_then(serde_json::Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(serde_json::Value::as_u64)
                .map(|place| place.to_string())
                .collect();
            let _ = writeln!(
                slices,
                "Slice {{ name: {}, slices: {}, units: {}, most: {}, processors: {:?}, gib: {:?}, plain: {}, places: &[{}] }},",
                profile.literal("/name")?,
                profile.whole("/compute_slices")?,
                profile.whole("/memory_units")?,
                profile.whole("/most")?,
                profile.maybe_whole("/processors"),
                profile.number("/observed_gib"),
                profile.texts("/attributes").is_empty(),
                places.join(","),
            );
        }
        let _ = writeln!(
            rows,
            "Board {{ name: {}, accelerators: {}, slices: {}, units: {}, whole_processors: {:?}, confidence: {}, profiles: &[\n{slices}] }},",
            board.literal("/name")?,
            board.literals("/accelerators"),
            board.whole("/compute_slices")?,
            board.whole("/memory_units")?,
            board.maybe_whole("/whole_processors"),
            board.literal("/confidence")?,
        );
    }
    Ok(format!(
        "static BOARDS: &[Board] = &[\n{rows}];\nstatic BOARD_SOURCES: &[&str] = {};\n",
        file.literals("/sources")
    ))
}

/// The measured rows, as source text.
pub(super) fn rows(path: &Path) -> Result<String, Failure> {
    let rows = sheet::each(path, |row| {
        let mechanism = row.text("mechanism")?;
        let way = WAYS.iter().find(|(word, _)| mechanism.starts_with(word));
        let (word, way) = way.ok_or_else(|| row.wrong("mechanism"))?;
        let detail = if *way == "Fraction" {
            mechanism
        } else {
            mechanism.trim_start_matches(word).trim()
        };
        let sharing: u16 = row.value_or_none("n_sharing")?;
        let value: f64 = row.value("value")?;
        let mut text = format!(
            "Row {{ way: Way::{way}, detail: {detail:?}, sharing: {sharing}, value: {value:e},"
        );
        for (field, column) in [
            ("source", "source"),
            ("read_from", "url"),
            ("gpu", "gpu"),
            ("workload", "workload"),
            ("metric", "metric"),
            ("unit", "unit"),
            ("notes", "notes"),
        ] {
            let _ = write!(text, "{field}: {:?},", row.text(column)?);
        }
        text.push_str("},\n");
        Ok(text)
    })?
    .concat();
    Ok(format!("static ROWS: &[Row] = &[\n{rows}];\n"))
}
