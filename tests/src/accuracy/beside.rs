//! Tables beside those of latencies: memory as engines log it, and throughput.

use super::memory::{self, Launch};
use super::report::{self, ratio_line};
use super::throughput::{Figure, Kind};
use estimator::serving::speed::Constants;
use estimator::serving::summary::{Ratio, quantile};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Lines of the memory table.
#[must_use]
pub fn memory(launches: &[Launch]) -> String {
    let mut text = String::new();
    for quantity in memory::Quantity::ALL {
        let judged = launches.iter().filter_map(|launch| {
            let pair = (launch.estimated(quantity)?, launch.measured(quantity)?);
            Some((pair, launch.doubt))
        });
        let (mut all, mut kept) = (Vec::new(), Vec::new());
        for (pair, doubt) in judged {
            all.push(pair);
            if doubt.is_none() {
                kept.push(pair);
            }
        }
        for (member, pairs) in [("all rows", all), ("without doubtful rows", kept)] {
            if quantity == memory::Quantity::Working {
                difference_line(&mut text, member, quantity.name(), &pairs);
            } else {
                let ratios: Vec<Ratio> = pairs
                    .iter()
                    .map(|(ours, theirs)| Ratio {
                        value: ours / theirs,
                        inside: None,
                    })
                    .collect();
                ratio_line(&mut text, ("memory", member), quantity.name(), &ratios);
            }
        }
    }
    text
}

/// A line of differences in GiB: of buffers a share would say nothing.
fn difference_line(into: &mut String, member: &str, quantity: &str, pairs: &[(f64, f64)]) {
    let gib = f64::from(1 << 30);
    let sorted = |value: fn(f64) -> f64| {
        let mut all: Vec<f64> = pairs
            .iter()
            .map(|(ours, theirs)| value((ours - theirs) / gib))
            .collect();
        all.sort_by(f64::total_cmp);
        all
    };
    let (errors, signed) = (sorted(f64::abs), sorted(|difference| difference));
    let figures = (
        quantile(&errors, 0.5),
        quantile(&errors, 0.9),
        quantile(&signed, 0.5),
    );
    if let (Some(median), Some(p90), Some(bias)) = figures {
        // Writing to a string cannot fail.
        let _ = writeln!(
            into,
            "| memory | {member} | {quantity} | {} | {median:.2} GiB | {p90:.2} GiB | {bias:+.2} GiB |  |",
            pairs.len(),
        );
    }
}

/// Lines of the throughput table.
#[must_use]
pub fn throughput(figures: &[Figure]) -> String {
    let mut text = String::new();
    for kind in Kind::ALL {
        let of_kind: Vec<&Figure> = figures
            .iter()
            .filter(|figure| figure.kind == kind)
            .collect();
        let judged: Vec<(&Figure, Ratio)> = of_kind
            .iter()
            .filter_map(|figure| Some((*figure, figure.ratio()?)))
            .collect();
        let of = |wanted: &dyn Fn(&Figure) -> bool| -> Vec<Ratio> {
            judged
                .iter()
                .filter(|(figure, _)| wanted(figure))
                .map(|(_, ratio)| *ratio)
                .collect()
        };
        let name = kind.name();
        let short = of_kind.len() - judged.len();
        if short > 0 {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "| not estimated | they ran, but do not fit by the estimate | {name} | {short} |  |  |  |  |"
            );
        }
        ratio_line(&mut text, ("throughput", "all rows"), name, &of(&|_| true));
        let kept = of(&|figure| figure.doubt.is_none());
        ratio_line(
            &mut text,
            ("throughput", "without doubtful rows"),
            name,
            &kept,
        );
        let mut groups: BTreeMap<(usize, &str, String), Vec<Ratio>> = BTreeMap::new();
        for (figure, ratio) in judged.iter().filter(|(figure, _)| figure.doubt.is_none()) {
            for (order, (group, member)) in members(figure).into_iter().enumerate() {
                groups
                    .entry((order, group, member))
                    .or_default()
                    .push(*ratio);
            }
        }
        for ((_, group, member), ratios) in &groups {
            ratio_line(&mut text, (group, member), name, ratios);
        }
    }
    text
}

/// Whether a figure counts in a line of the table.
type Wanted = fn(&Figure) -> bool;

/// Full batches by constants that have not seen them, figure `i` by `constants[i]`: all
/// that a fit may use, dense models, and mixtures.
#[must_use]
pub fn output(name: &str, figures: &[Figure], constants: &[Constants]) -> String {
    let mut text = String::new();
    let groups: [(&str, Wanted); 3] = [
        ("full batch", |_| true),
        ("full batch, dense", |figure| {
            !figure.scenario.model.is_mixture()
        }),
        ("full batch, mixture", |figure| {
            figure.scenario.model.is_mixture()
        }),
    ];
    for (member, wanted) in groups {
        let ratios: Vec<Ratio> = figures
            .iter()
            .zip(constants)
            .filter(|(figure, _)| figure.is_fitted() && wanted(figure))
            .filter_map(|(figure, constants)| {
                Some(Ratio {
                    value: figure.output(constants)? / figure.measured,
                    inside: None,
                })
            })
            .collect();
        ratio_line(
            &mut text,
            (name, member),
            Kind::OfflineMaximum.name(),
            &ratios,
        );
    }
    text
}

/// The groups a figure is counted in: heading and member.
fn members(figure: &Figure) -> [(&'static str, String); 4] {
    let scenario = &figure.scenario;
    let width = if scenario.weights.bits_per_weight() >= 16.0 {
        "16 bit"
    } else {
        scenario.weights.id()
    };
    [
        (
            "model class",
            report::class(scenario.model.class()).to_owned(),
        ),
        ("accelerator", figure.chip.name.clone()),
        ("engine", scenario.engine.engine.id().to_owned()),
        ("weights", width.to_owned()),
    ]
}

/// How many lines were left out, by reason, the most frequent first; a reason is the text after
/// the line's number, without parts that differ from line to line.
#[must_use]
pub fn reasons(left_out: &[String]) -> String {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for sentence in left_out {
        let reason = sentence.split_once(": ").map_or("", |(_, reason)| reason);
        *counted.entry(kind_of(reason)).or_default() += 1;
    }
    let mut order: Vec<(&str, usize)> = counted.into_iter().collect();
    order.sort_by_key(|(reason, count)| (usize::MAX - count, *reason));
    order
        .into_iter()
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect::<Vec<_>>()
        .join("; ")
}

/// A reason without its particulars.
fn kind_of(reason: &str) -> &'static str {
    const KINDS: [(&str, &str); 7] = [
        ("not compared", "of a kind that is not compared"),
        ("unknown model", "of models the catalogue does not have"),
        ("unknown gpu", "on hardware the catalogue does not have"),
        ("unknown engine", "of engines that are not estimated"),
        ("unknown length", "whose lengths are not printed"),
        ("unknown", "of formats that are not estimated"),
        ("flagged", "flagged in the file"),
    ];
    KINDS
        .iter()
        .find(|(part, _)| reason.contains(part))
        .map_or("unreadable", |(_, kind)| kind)
}
