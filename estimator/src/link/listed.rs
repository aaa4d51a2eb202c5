//! Rows of a price list as cells with commas between, in links and between worker and page.

use super::text::{decode, encode, number, show};
use crate::choice::Area;
use crate::listed::{LONGEST, Listed};
use crate::quantity::UsdPerHour;

/// The least price of an instance, in dollars an hour: less would be written in more digits
/// than are read.
const LEAST: f64 = 1e-9;

/// Writes a row; commas inside a cell are encoded.
pub(crate) fn write(row: &Listed) -> String {
    let price = |price: Option<UsdPerHour>| price.map_or_else(String::new, |usd| show(usd.get()));
    let [on_demand, spot, one, three] = row.prices.map(price);
    let count = row.count.to_string();
    let cells = [
        row.accelerator.as_str(),
        &count,
        &row.provider,
        &row.instance,
        &row.region,
        row.area.id(),
        &on_demand,
        &spot,
        &one,
        &three,
        &row.as_of,
        &row.source,
    ];
    let mut text = String::new();
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        encode(cell, &mut text);
    }
    text
}

/// Reads texts of [`write`].
pub(crate) fn read(raw: &str) -> Option<Listed> {
    let mut cells = raw.split(',');
    let mut text = || {
        let text = decode(cells.next()?)?;
        let fits = text.len() <= LONGEST && !text.contains(char::is_control);
        fits.then_some(text)
    };
    let mut row = Listed {
        accelerator: text().filter(|id| !id.is_empty())?,
        count: text()?.parse().ok().filter(|count| *count > 0)?,
        provider: text()?,
        instance: text()?,
        region: text()?,
        area: Area::from_id(&text()?)?,
        ..Listed::default()
    };
    for price in &mut row.prices {
        let cell = text()?;
        if !cell.is_empty() {
            let usd = number(&cell).filter(|usd| *usd >= LEAST)?;
            *price = Some(UsdPerHour::new(usd));
        }
    }
    (row.as_of, row.source) = (text()?, text()?);
    cells.next().is_none().then_some(row)
}
