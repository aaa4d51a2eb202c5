//! The bands that residuals ask for: percentiles of measurement over estimate, of latencies as a
//! fit without their model estimates them.

use super::report::{self, Judged};
use super::residual::Quantity;
use super::row::Row;
use super::throughput::{Figure, Kind};
use estimator::band::{CROWDED, Spread};
use estimator::hardware::Architecture;
use estimator::model::ModelClass;
use estimator::serving::speed::Constants;
use estimator::serving::summary::quantile;
use std::fmt::Write as _;

/// Share of the rows without doubt that lie beyond each edge. A band is to hold four
/// times in five over everything that is published, and doubtful rows, a tenth of the
/// times per token and a quarter of those to the first, mostly lie outside: so it holds
/// nearly nine in ten of the others.
const EDGE: f64 = 0.06;

/// A band as the product states it, and as residuals ask for it.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Name of the estimate.
    pub name: String,
    /// Rows.
    pub count: usize,
    /// As stated.
    pub stated: Spread,
    /// As asked for.
    pub asked: Spread,
}

impl Asked {
    fn of(name: String, stated: Spread, mut ratios: Vec<f64>) -> Option<Self> {
        ratios.sort_by(f64::total_cmp);
        Some(Self {
            name,
            count: ratios.len(),
            stated,
            asked: Spread(quantile(&ratios, EDGE)?, quantile(&ratios, 1.0 - EDGE)?),
        })
    }

    /// How far the stated edges lie from those that are asked for, as a share. A band
    /// always holds the estimate itself.
    #[must_use]
    pub fn off(&self) -> f64 {
        let (Spread(low, high), Spread(asked_low, asked_high)) = (self.stated, self.asked);
        let apart = |one: f64, other: f64| (one / other).ln().abs();
        apart(low, asked_low.min(1.0)).max(apart(high, asked_high.max(1.0)))
    }
}

/// Whether a row's requests take so much of the memory that some may wait.
fn is_crowded(row: &Row) -> bool {
    let replica = row.replica(&Constants::FITTED);
    replica.is_some_and(|replica| row.users > CROWDED * replica.capacity())
}

/// Measurement over estimate of the kept rows that are wanted.
fn ratios<'a>(
    judged: impl IntoIterator<Item = &'a Judged<'a>>,
    quantity: Quantity,
    wanted: impl Fn(&Row) -> bool,
) -> Vec<f64> {
    judged
        .into_iter()
        .filter(|one| quantity.is_kept(one.row) && wanted(one.row))
        .filter_map(|one| Some(one.ratio(quantity)?.value.recip()))
        .collect()
}

/// All bands; row `i` is estimated by `unseen[i]`, constants that have not seen it.
#[must_use]
pub fn asked(rows: &[Row], unseen: &[Constants], figures: &[Figure]) -> Vec<Asked> {
    let judged = report::with_constants(rows, unseen);
    let (crowded, roomy): (Vec<&Judged<'_>>, Vec<&Judged<'_>>) =
        judged.iter().partition(|one| is_crowded(one.row));
    let classes = [
        ModelClass::Dense,
        ModelClass::Moe,
        ModelClass::Mla,
        ModelClass::Hybrid,
    ];
    let mut found = Vec::new();
    for class in classes {
        for (quantity, stated) in [
            (Quantity::Tpot, Spread::of_tpot(class)),
            (Quantity::Ttft, Spread::of_ttft(class)),
        ] {
            // Waiting for memory changes the first token, not those after it.
            let of_class = |row: &Row| row.class == class;
            let asked = match quantity {
                Quantity::Tpot => ratios(&judged, quantity, of_class),
                Quantity::Ttft => ratios(roomy.iter().copied(), quantity, of_class),
            };
            let name = format!("{}, {}", report::class(class), quantity.name());
            found.extend(Asked::of(name, stated, asked));
        }
    }
    let crowded = ratios(crowded, Quantity::Ttft, |_| true);
    found.extend(Asked::of(
        "near what memory holds, TTFT".to_owned(),
        Spread::CROWDED_TTFT,
        crowded,
    ));
    let published = |kind: Kind, wanted: &dyn Fn(&Figure) -> bool| -> Vec<f64> {
        let kept = figures
            .iter()
            .filter(|figure| figure.kind == kind && figure.doubt.is_none() && wanted(figure));
        kept.filter_map(|figure| Some(figure.ratio()?.value.recip()))
            .collect()
    };
    // Of a time, where tokens a second are published; RDNA's band is wider by itself.
    let alone = published(Kind::SingleStream, &|figure| {
        figure.chip.architecture != Architecture::Rdna
    });
    found.extend(Asked::of(
        "single stream, TPOT".to_owned(),
        Spread::SINGLE_STREAM,
        alone.into_iter().map(f64::recip).collect(),
    ));
    let [dense, mixture] = Spread::FULL_BATCH;
    for (name, stated, is_dense) in [
        ("full batch, dense", dense, true),
        ("full batch, mixture of experts", mixture, false),
    ] {
        let full = published(Kind::OfflineMaximum, &|figure| {
            (figure.scenario.model.class() == ModelClass::Dense) == is_dense
        });
        found.extend(Asked::of(name.to_owned(), stated, full));
    }
    found
}

/// How much further times per output token spread on Blackwell where its generation
/// is left out of the fit instead of the model.
#[must_use]
pub fn widening(rows: &[Row], unseen_model: &[Constants], unseen_chip: &[Constants]) -> f64 {
    let width = |constants: &[Constants]| {
        let judged = report::with_constants(rows, constants);
        let of_blackwell = ratios(&judged, Quantity::Tpot, |row| {
            row.chip.architecture == Architecture::Blackwell
        });
        let spread = Asked::of(String::new(), Spread(1.0, 1.0), of_blackwell);
        spread.map_or(1.0, |spread| (spread.asked.1 / spread.asked.0).sqrt())
    };
    width(unseen_chip) / width(unseen_model)
}

/// The bands as lines of a table.
#[must_use]
pub fn report(asked: &[Asked]) -> String {
    let mut text = "\
| comparable rows | n | stated | asked for by the residuals |
| --- | --- | --- | --- |
"
    .to_owned();
    for one in asked {
        let (Spread(low, high), Spread(asked_low, asked_high)) = (one.stated, one.asked);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {low:.2} to {high:.2} | {asked_low:.2} to {asked_high:.2} |",
            one.name, one.count
        );
    }
    text
}
