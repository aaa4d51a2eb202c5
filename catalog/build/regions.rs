//! Reference rates and proposals by area as rows of `crate::regions`.

use crate::money::{date, float, literal, named};
use crate::record::{Failure, Record, option};

/// Rates of a dollar, as one array literal: `per_euro / dollars_per_euro`, to six digits.
pub(crate) fn rates(file: &Record) -> Result<String, Failure> {
    let dollars = file.number("/dollars_per_euro");
    literal(&file.list("/rates"), |record| {
        let by_euro = record.number("/per_euro").zip(dollars);
        let by_euro = by_euro.map(|(euro, dollars)| euro / dollars);
        let per_usd = record.number("/per_usd").or(by_euro);
        let per_usd = per_usd.ok_or_else(|| record.failure("/per_usd", "a rate"))?;
        let digits: f64 = format!("{per_usd:.5e}")
            .parse()
            .map_err(|_| record.failure("/per_usd", "a rate"))?;
        Ok(format!(
            "Rate {{ code: {}, per_usd: {digits:?}, source: {}, as_of: {}, verified: {} }}",
            record.literal("/code")?,
            named(file, &record.text("/source")?)?,
            date(record, "/as_of")?,
            record.flag("/verified"),
        ))
    })
}

/// Proposals by area, as one array literal.
pub(crate) fn regions(file: &Record) -> Result<String, Failure> {
    literal(&file.list("/regions"), |record| {
        let electricity = record.at("/kwh_usd").map(|_| -> Result<String, Failure> {
            Ok(format!(
                "Electricity {{ usd_per_kwh: {}, source: {}, as_of: {} }}",
                float(record, "/kwh_usd")?,
                named(file, &record.text("/source")?)?,
                date(record, "/as_of")?,
            ))
        });
        Ok(format!(
            "Region {{ area: Area::{}, currency: {}, grid: {}, electricity: {} }}",
            record.variant("/area")?,
            record.literal("/currency")?,
            record.literal("/grid")?,
            option(electricity.transpose()?),
        ))
    })
}
