//! A calibration in a link: as bounded as any key, and refused whole where a figure lies outside of
//! what a fit can give.

use super::json::{self, Value};
use super::record::record;
use super::value::MOST_ENTRIES;
use crate::calibration::{Constants, Errors, Key, Near, Place, Record, VERSION};
use crate::engine::Engine;
use crate::precision::WeightFormat;
use crate::serving::release::Month;

impl Record {
    /// The record of a text that [`Record::to_json`] wrote; `None` for any other, one outside the
    /// caps, or one of other constants.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        of(&json::parse(text)?).filter(Self::is_possible)
    }
}

fn of(value: &Value) -> Option<Record> {
    record(value, |r| {
        r.count("v").filter(|version| *version == VERSION)?;
        let formats = r.get("weights")?.as_array()?.iter();
        let weights: Vec<WeightFormat> = formats
            .take(MOST_ENTRIES)
            .map(|format| WeightFormat::from_id(format.as_str()?))
            .collect::<Option<_>>()?;
        let number = |name: &str| r.get(name)?.as_f64();
        let (tpot, ttft) = record(r.get("error")?, |r| {
            Some((r.maybe("tpot", errors)?, r.maybe("ttft", errors)?))
        })?;
        let near = r.get("near")?.as_array()?.iter();
        Some(Record {
            key: Key {
                engine: Engine::from_id(r.text("engine")?)?,
                engine_version: r
                    .maybe("engine_version", |text| Some(text.as_str()?.to_owned()))?,
                accelerator: r.text("accelerator")?.to_owned(),
                model: r.text("model")?.to_owned(),
            },
            constants: Constants {
                decode: number("decode")?,
                prefill: number("prefill")?,
                host: number("step_us")? / 1e6,
            },
            rows: r.count("rows")?,
            tpot,
            ttft,
            of: Month::parse(r.text("of")?)?,
            near: near
                .take(MOST_ENTRIES)
                .map(|row| neighbour(row, &weights))
                .collect::<Option<_>>()?,
            off: r.flag("off")?,
            weights,
        })
    })
}

fn errors(value: &Value) -> Option<Errors> {
    let mut numbers = value.as_array()?.iter().map(Value::as_f64);
    let errors = Errors {
        before: numbers.next()??,
        after: numbers.next()??,
        beyond: match numbers.next() {
            Some(beyond) => Some(beyond?),
            None => None,
        },
    };
    numbers.next().is_none().then_some(errors)
}

fn neighbour(value: &Value, weights: &[WeightFormat]) -> Option<Near> {
    let [format, users, input, output, tensor, data, tpot, ttft] = value.as_array()? else {
        return None;
    };
    let count = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let maybe = |value: &Value| match value {
        Value::Null => Some(None),
        value => value.as_f64().map(Some),
    };
    Some(Near {
        place: Place {
            weights: *weights.get(usize::try_from(format.as_u64()?).ok()?)?,
            users: users.as_f64()?,
            input: input.as_f64()?,
            output: output.as_f64()?,
            tensor: count(tensor)?,
            data: count(data)?,
        },
        tpot: maybe(tpot)?,
        ttft: maybe(ttft)?,
    })
}
