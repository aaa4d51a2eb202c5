//! Kinds of traffic as values of `crate::traffic::Kind`, days of demand as values of
//! `crate::traffic::Profile`.

use crate::record::{Failure, Record, option};

/// All kinds, in the order of their names, as one array literal.
pub(crate) fn table(records: &[Record]) -> Result<String, Failure> {
    let rows: Result<Vec<String>, Failure> = records.iter().map(row).collect();
    Ok(format!("&[\n{}]", rows?.concat()))
}

fn row(record: &Record) -> Result<String, Failure> {
    let number = |pointer: &str| record.number(pointer).map(|number| format!("{number:?}"));
    let mean = |of: &str| {
        let pointer = format!("/{of}/mean");
        number(&pointer).ok_or_else(|| record.failure(&pointer, "a number"))
    };
    Ok(format!(
        "Kind {{ id: {}, input: {}, input_p95: {}, output: {}, output_p95: {}, prefix: {}, \
         burstiness: {}, habits: {}, source: {} }},\n",
        record.literal("/id")?,
        mean("input")?,
        option(number("/input/p95")),
        mean("output")?,
        option(number("/output/p95")),
        option(number("/prefix_share")),
        option(number("/arrival_scv")),
        option(habits(record)?),
        record.literal("/source/name")?,
    ))
}

/// What people with access do, where the record says it.
fn habits(record: &Record) -> Result<Option<String>, Failure> {
    if record.at("/people").is_none() {
        return Ok(None);
    }
    let range = |of: &str| {
        let number = |end: &str| {
            let pointer = format!("/people/{of}/{end}");
            let number = record.number(&pointer).map(|number| format!("{number:?}"));
            number.ok_or_else(|| record.failure(&pointer, "a number"))
        };
        let [least, usual, most] = [number("least")?, number("usual")?, number("most")?];
        Ok(format!(
            "Range {{ least: {least}, usual: {usual}, most: {most} }}"
        ))
    };
    let (active, each) = (range("active")?, range("requests_an_hour")?);
    Ok(Some(format!("Habits {{ active: {active}, each: {each} }}")))
}

/// All days of demand, in the order of their names, as one array literal.
pub(crate) fn days(records: &[Record]) -> Result<String, Failure> {
    let rows: Result<Vec<String>, Failure> = records.iter().map(day).collect();
    Ok(format!("&[\n{}]", rows?.concat()))
}

fn day(record: &Record) -> Result<String, Failure> {
    let hour = |hour: u32| {
        let pointer = format!("/hours/{hour}");
        let load = record.number(&pointer).filter(|load| *load >= 0.0);
        let load = load.map(|load| format!("{load:?}"));
        load.ok_or_else(|| record.failure(&pointer, "a number that is not negative"))
    };
    // A trace in UTC is moved to the local time of those who ask.
    let ahead = match record.number("/utc_offset") {
        None => 0,
        Some(offset) => (0..24_u32)
            .find(|ahead| (offset + f64::from(*ahead)).rem_euclid(24.0) == 0.0)
            .ok_or_else(|| record.failure("/utc_offset", "whole hours"))?,
    };
    let hours: Result<Vec<String>, Failure> =
        (0..24).map(|local| hour((local + ahead) % 24)).collect();
    let hours = hours?.join(", ");
    if record.number("/hours/24").is_some() {
        return Err(record.failure("/hours", "24 hours"));
    }
    Ok(format!(
        "Profile {{ id: {}, hours: [{hours}], weekend: {}, source: {} }},\n",
        record.literal("/id")?,
        option(record.maybe_float("/weekend")),
        record.literal("/source/name")?,
    ))
}
