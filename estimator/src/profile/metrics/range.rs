//! Answers of Prometheus' query API: series with values over time (`matrix`) or one (`vector`).

use super::super::json::View;
use super::super::unreadable::{Kind, Unreadable};
use super::Series;
use super::text::number;

/// A series and its values in the order of the file: time in seconds, value.
pub(in crate::profile) type Values = (Series, Vec<(f64, f64)>);

/// Points kept of all series.
const POINTS: usize = 4_000_000;

/// Series handed over one by one.
#[derive(Debug, Default)]
pub(in crate::profile) struct Answer {
    pub(in crate::profile) series: Vec<Values>,
    points: usize,
}

impl Answer {
    /// Takes a series; `false` if it is none.
    pub(in crate::profile) fn take(&mut self, result: View<'_>) -> Result<bool, Unreadable> {
        let metric = result.get("metric").filter(|metric| metric.is_object());
        let (Some(metric), true) = (
            metric,
            result.get("values").is_some() || result.get("value").is_some(),
        ) else {
            return Ok(false);
        };
        let mut series = Series::default();
        for label in metric.items() {
            let value = label.text().unwrap_or_default().into_owned();
            match label.name().as_ref() {
                "__name__" => series.name = value,
                name => series.labels.push((name.to_owned(), value)),
            }
        }
        let values = result.get("values").into_iter().flat_map(View::items);
        let values: Vec<_> = values.chain(result.get("value")).filter_map(pair).collect();
        self.points += values.len() + 1;
        if self.points > POINTS {
            return Err(Unreadable::new(Kind::TooLarge, "more points than are kept"));
        }
        self.series.push((series, values));
        Ok(true)
    }
}

/// Whether a document is such an answer.
pub(in crate::profile) fn recognised(root: View<'_>) -> bool {
    let kind = root.at(&["data", "resultType"]).and_then(View::text);
    matches!(kind.as_deref(), Some("matrix" | "vector"))
}

fn pair(view: View<'_>) -> Option<(f64, f64)> {
    let mut items = view.items();
    let time = items.next()?.number()?;
    let value = number(&items.next()?.written()?)?;
    Some((time, value))
}
