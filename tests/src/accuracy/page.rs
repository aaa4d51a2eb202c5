//! `docs/accuracy.md`: written from the report, and the report held against it.

use super::bands;
use super::beside;
use super::choice;
use super::fresh::{self, Fresh};
use super::left_out::{self, Fold};
use super::memory::{self, Launch};
use super::parameter::expected;
use super::report::{self, HEADING};
use super::residual::{self, Quantity};
use super::row::{self, Row};
use super::throughput::{self, Figure};
use super::training_memory::{self, Run};
use super::training_speed;
use catalog::measured::held::Quantity as Quantities;
use estimator::band::{INTERPOLATED, UNMEASURED};
use estimator::model::ModelClass;
use estimator::serving::speed::Constants;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// By how much a headline figure may grow before it is an error.
const TOLERATED: f64 = 1.1;

/// Everything that was measured, and a sentence for every line left out.
#[derive(Debug, Clone)]
pub struct Measured {
    /// Latencies by load.
    pub latencies: (Vec<Row>, Vec<String>),
    /// Latencies of publishers that no fit reads.
    pub fresh: (Vec<Fresh>, Vec<String>),
    /// Memory of launches.
    pub memory: (Vec<Launch>, Vec<String>),
    /// Single streams and offline maxima.
    pub throughput: (Vec<Figure>, Vec<String>),
    /// Megatron's test runs in training.
    pub megatron: (Vec<Run>, Vec<String>),
    /// Other frameworks' peaks in training.
    pub frameworks: (Vec<Run>, Vec<String>),
    /// Tokens a second of training runs.
    pub training_speed: (Vec<training_speed::row::Row>, Vec<String>),
}

impl Measured {
    /// Reads all files.
    #[must_use]
    pub fn read() -> Self {
        Self {
            latencies: row::read(),
            fresh: fresh::read(),
            memory: memory::read(),
            throughput: throughput::read(),
            megatron: training_memory::megatron(),
            frameworks: training_memory::frameworks(),
            training_speed: training_speed::row::read(),
        }
    }

    /// Every line left out, with its file and the reason.
    pub fn left_out(&self) -> impl Iterator<Item = String> + '_ {
        let named = [
            ("latency.csv", &self.latencies.1),
            ("serving_2026.csv", &self.fresh.1),
            ("serving_memory.csv", &self.memory.1),
            ("serving_throughput.csv", &self.throughput.1),
            ("megatron_memory.csv", &self.megatron.1),
            ("training_memory.csv", &self.frameworks.1),
            ("training_speed.csv", &self.training_speed.1),
        ];
        named.into_iter().flat_map(|(file, sentences)| {
            sentences
                .iter()
                .map(move |sentence| format!("{file}, {sentence}"))
        })
    }
}

/// The page.
#[must_use]
pub fn write(measured: &Measured) -> String {
    let (rows, problems) = &measured.latencies;
    let (launches, unread_launches) = &measured.memory;
    let (figures, unread_figures) = &measured.throughput;
    let estimates: Vec<_> = rows
        .iter()
        .map(|row| residual::estimate(&Constants::FITTED, row))
        .collect();
    let without = |fold| left_out::constants(&expected(&Constants::FITTED), rows, figures, fold);
    let (models, accelerators) = (without(Fold::Model), without(Fold::Accelerator));
    let unseen = lines("a model left out", rows, &models.rows)
        + &beside::output("a model left out", figures, &models.figures)
        + &lines("an accelerator left out", rows, &accelerators.rows)
        + &beside::output("an accelerator left out", figures, &accelerators.figures);
    let asked = bands::asked(rows, &models.rows, figures);
    let widening = bands::widening(rows, &models.rows, &accelerators.rows);
    format!(
        "# How accurate the estimates are\n\n\
         Written by `cargo xtask accuracy --write`; the checks fail where a figure of \
         a headline grows by more than a tenth. The error is |estimate / measurement - 1|, \
         the bias the median of estimate / measurement, the band the one that the page \
         shows and that is meant to hold four times in five.\n\n\
         Measured: {} rows of published latencies (`catalog/data/measured`), {} of them \
         doubtful by the rules of `catalog/src/measured/doubt.rs`; they count in \"all rows\" \
         and are left out of fits. {} lines could not be mapped.\n\n\
         ## On what a fit has not seen\n\n\
         The constants are fitted without a model, or an accelerator, which is then \
         estimated: what to expect of models that nobody has measured, and of hardware of \
         a measured kind (H100 and H200 share a chip and see each other).\n\n\
         {HEADING}{unseen}\n\
         ## The product's own constants\n\n\
         {}\n\
         {}\
         ## Bands\n\n\
         The 6th and the 94th percentile of measurement over estimate among comparable \
         rows without doubt, latencies with the model left out and published throughput: \
         with the doubtful ones, four in five hold. Where only part of a configuration was measured a band is {:.2} times \
         wider (on B200, with its generation left out instead of the model: {widening:.2}), \
         where nothing was, {:.2} times.\n\n\
         {}\n\
         ## Choosing\n\n\
         {}\n\
         ## Memory\n\n\
         What {} launches logged (`serving_memory.csv`), settings as printed. Left out: {}.\n\n\
         {HEADING}{}\n\
         ## Throughput\n\n\
         {} published figures (`serving_throughput.csv`, `llama_prompts.csv`): one user at a \
         time, the prompt of one request, and the most of a batch that is kept full. Doubtful are \
         engines older than two years, runs too short to fill the batch, files whose types are \
         mixed otherwise than the format's, and prompts of llama.cpp before its products on 8-bit \
         matrix units; the groups are without them. Left out: \
         {}.\n\n\
         {HEADING}{}\n\
         {}",
        rows.len(),
        rows.iter().filter(|row| row.doubt.is_some()).count(),
        problems.len(),
        report::by_group(rows),
        fresh::section(&measured.fresh.0, &measured.fresh.1),
        INTERPOLATED,
        UNMEASURED,
        bands::report(&asked),
        choice::report(rows, &estimates),
        launches.len(),
        beside::reasons(unread_launches),
        beside::memory(launches),
        figures.len(),
        beside::reasons(unread_figures),
        beside::throughput(figures),
        training_memory::section(&measured.megatron, &measured.frameworks),
    ) + &training_speed::report::section(&measured.training_speed)
}

/// Whether a row counts in a line of the table.
type Wanted = fn(&Row, Quantity) -> bool;

/// The lines of one set of constants.
#[must_use]
pub fn lines(name: &str, rows: &[Row], constants: &[Constants]) -> String {
    let groups: [(&str, Wanted); 7] = [
        ("all rows", |_, _| true),
        ("without doubtful rows", |row, quantity| {
            quantity.is_kept(row)
        }),
        ("closed loop", |row, quantity| {
            quantity.is_kept(row) && row.load == "closed"
        }),
        ("dense", |row, quantity| {
            quantity.is_kept(row) && row.class == ModelClass::Dense
        }),
        ("mixture of experts", |row, quantity| {
            quantity.is_kept(row) && row.class == ModelClass::Moe
        }),
        ("latent attention", |row, quantity| {
            quantity.is_kept(row) && row.class == ModelClass::Mla
        }),
        ("hybrid", |row, quantity| {
            quantity.is_kept(row) && row.class == ModelClass::Hybrid
        }),
    ];
    let judged = report::with_constants(rows, constants);
    let mut text = String::new();
    for (member, wanted) in groups {
        for quantity in Quantity::ALL {
            report::line(&mut text, (name, member), quantity, &judged, |row| {
                wanted(row, quantity)
            });
        }
    }
    text
}

/// Comparisons by their name: how many, median and 90th percentile of the error in percent or GiB.
type Headlines = BTreeMap<String, (f64, f64, f64)>;

/// A line of a table that has an error's median and ninth decile.
struct Compared<'a> {
    group: &'a str,
    /// Group, member, quantity.
    name: String,
    count: f64,
    median: f64,
    p90: f64,
}

/// All of them, in the order of the page.
fn compared(page: &str) -> impl Iterator<Item = Compared<'_>> {
    page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, group, member, quantity, count, median, p90, ..] = cells.as_slice() else {
            return None;
        };
        Some(Compared {
            group,
            name: format!("{group}, {member}, {quantity}"),
            count: count.parse().unwrap_or_default(),
            median: figure(median)?,
            p90: figure(p90)?,
        })
    })
}

/// The figures of all rows and of everything left out.
fn headlines(page: &str) -> Headlines {
    let is_headline = |line: &Compared<'_>| {
        ["all", "memory", "throughput", "training memory"].contains(&line.group)
            || line.group.ends_with("left out")
    };
    compared(page)
        .filter(is_headline)
        .map(|line| (line.name, (line.count, line.median, line.p90)))
        .collect()
}

/// The part of the page that the product shows, `catalog/data/measured/held.csv`.
///
/// # Errors
/// A line that the page lacks.
pub fn held(page: &str) -> Result<String, String> {
    let lines: Vec<Compared<'_>> = compared(page).collect();
    let mut text = String::from("line,count,median,nine_in_ten\n");
    for (_, name) in Quantities::ALL {
        let line = lines.iter().find(|line| line.name == name).ok_or(name)?;
        let _ = writeln!(
            text,
            "\"{name}\",{},{},{}",
            line.count, line.median, line.p90
        );
    }
    Ok(text)
}

/// A share in percent, or of buffers GiB.
fn figure(cell: &str) -> Option<f64> {
    let digits = cell
        .strip_suffix('%')
        .or_else(|| cell.strip_suffix("GiB"))?;
    digits.trim().parse().ok()
}

/// Figures that became worse from one page to the next, in sentences.
#[must_use]
pub fn worse(before: &str, now: &str) -> Vec<String> {
    let now = headlines(now);
    let mut worse = Vec::new();
    for (name, (count, median, p90)) in headlines(before) {
        match now.get(&name) {
            None => worse.push(format!("{name} is missing")),
            Some((next_count, next_median, next_p90)) => {
                if *next_count < count {
                    worse.push(format!("{name}: {count} rows have become {next_count}"));
                }
                for (figure, old, new) in
                    [("median", median, *next_median), ("p90", p90, *next_p90)]
                {
                    if new > old * TOLERATED {
                        worse.push(format!("{name}: {figure} {old} has become {new}"));
                    }
                }
            }
        }
    }
    worse
}

#[cfg(test)]
mod tests {
    use super::worse;

    #[test]
    fn a_figure_that_grew_by_more_than_a_tenth_is_named() {
        let page = |median: &str| {
            format!("| all | all rows | TPOT | 9 | {median} % | 20.0 % | 1.00 | 80 % |\n")
        };
        assert!(worse(&page("10.0"), &page("10.9")).is_empty());
        let found = worse(&page("10.0"), &page("11.2"));
        assert_eq!(found, ["all, all rows, TPOT: median 10 has become 11.2"]);
        assert_eq!(worse(&page("10.0"), "").len(), 1);
        let fewer = page("10.0").replace("| 9 |", "| 8 |");
        let found = worse(&page("10.0"), &fewer);
        assert_eq!(found, ["all, all rows, TPOT: 9 rows have become 8"]);
    }
}
