//! The simulation of continuous batching against published measurements of open
//! arrivals. `--nocapture` prints the table.

#![allow(clippy::print_stdout)] // The table is what it is run for.

use rightsize_tests::open_arrivals::file;
use rightsize_tests::open_arrivals::judge::{Figure, doubt, is_first, summary};
use rightsize_tests::open_arrivals::load::Cached;
use rightsize_tests::open_arrivals::replay::Replay;
use rightsize_tests::open_arrivals::row::{Origin, Row};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Ours over measured, by figure.
type Ratios = [Option<f64>; 4];

/// A row with its judgement.
struct Judged<'a> {
    row: &'a Row,
    doubtful: bool,
    /// As the product asks.
    plain: Ratios,
    /// Every prompt computed, whether or not a cache may have held it. This and the fields below
    /// are for engines of today.
    anew: Ratios,
    /// Steps scaled so that the median time per output token is the measured one.
    matched: Option<Ratios>,
    /// The closed form.
    bound: Ratios,
    /// With the network's share of a request wherever it came from.
    network: Ratios,
}

impl Judged<'_> {
    fn is_a(&self) -> bool {
        self.row.is_current() && !self.doubtful && self.row.keeps_up()
    }

    fn is_b(&self) -> bool {
        self.row.is_current() && !self.doubtful && !self.row.keeps_up()
    }
}

fn judge<'a>(row: &'a Row, rows: &'a [Row]) -> Option<Judged<'a>> {
    let mut replay = Replay::new(row, is_first(row, rows))?;
    let got = replay.simulate(1.0);
    let plain = Figure::ALL.map(|figure| figure.ratio(row, &got));
    if !row.is_current() {
        return Some(Judged {
            row,
            doubtful: doubt(row, rows).is_some(),
            plain,
            anew: [None; 4],
            matched: None,
            bound: [None; 4],
            network: [None; 4],
        });
    }
    let matched = replay.matched();
    let bound = Figure::ALL.map(|figure| figure.bound(&replay));
    let overhead = replay.rules.overhead;
    replay.rules.overhead = replay.replica.rules().overhead;
    let network = replay.simulate(1.0);
    (replay.cached, replay.rules.overhead) = (Cached::Never, overhead);
    let anew = replay.simulate(1.0);
    Some(Judged {
        row,
        doubtful: doubt(row, rows).is_some(),
        plain,
        anew: Figure::ALL.map(|figure| figure.ratio(row, &anew)),
        matched: matched.map(|(_, got)| Figure::ALL.map(|figure| figure.ratio(row, &got))),
        bound,
        network: Figure::ALL.map(|figure| figure.ratio(row, &network)),
    })
}

/// Prints a line of the table, and returns the median errors.
fn line(name: &str, all: &[Ratios]) -> [Option<f64>; 4] {
    let mut text = format!("{name:<58}");
    let medians = [0, 1, 2, 3].map(|index| {
        let ratios: Vec<f64> = all
            .iter()
            .filter_map(|one| one.get(index).copied().flatten())
            .collect();
        let Some(got) = summary(&ratios) else {
            text.push_str(" |                       ");
            return None;
        };
        let (median, p90) = (100.0 * got.median, 100.0 * got.p90);
        let _ = write!(
            text,
            " |{:4} {median:4.0}% {:5.2} {p90:5.0}%",
            got.count, got.bias
        );
        Some(got.median)
    });
    println!("{text}");
    medians
}

fn plain(all: &[&Judged]) -> Vec<Ratios> {
    all.iter().map(|one| one.plain).collect()
}

/// Median errors of the simulation stay within a tenth of those found, for engines of today, where
/// the replica keeps up and where it does not.
#[test]
fn simulated_percentiles_are_near_measured_ones() {
    let rows = file::read().unwrap();
    assert_eq!(rows.len(), 324);
    let judged: Vec<Judged> = rows.iter().filter_map(|row| judge(row, &rows)).collect();
    // Two print no length of their prompts.
    assert_eq!(judged.len(), rows.len() - 2);

    println!("count, median error, median of ours over measured, 90 % error; of");
    println!("{}", Figure::ALL.map(Figure::name).join(", "));
    let mut groups: BTreeMap<String, Vec<&Judged>> = BTreeMap::new();
    for one in &judged {
        let row = one.row;
        let state = if one.doubtful {
            "doubtful"
        } else if row.keeps_up() {
            "keeps up"
        } else {
            "overloaded"
        };
        let version: String = row.version.chars().take(12).collect();
        let name = format!("{state}: {} {} {version}", row.source, row.engine.id());
        groups.entry(name).or_default().push(one);
    }
    for (name, group) in &groups {
        line(name, &plain(group));
    }

    let a: Vec<&Judged> = judged.iter().filter(|one| one.is_a()).collect();
    let b: Vec<&Judged> = judged.iter().filter(|one| one.is_b()).collect();
    let collect = |of: fn(&Judged) -> Ratios, all: &[&Judged]| -> Vec<Ratios> {
        all.iter().map(|one| of(one)).collect()
    };
    let matched =
        |all: &[&Judged]| -> Vec<Ratios> { all.iter().filter_map(|one| one.matched).collect() };
    let kept = line("engines of today that keep up", &plain(&a));
    line("  every prompt computed", &collect(|one| one.anew, &a));
    line(
        "  with a network's share where there is none",
        &collect(|one| one.network, &a),
    );
    line("  steps scaled to the measured TPOT p50", &matched(&a));
    let closed = line("  closed form", &collect(|one| one.bound, &a));
    let over = line("engines of today, overloaded", &plain(&b));
    line("  every prompt computed", &collect(|one| one.anew, &b));
    line("  steps scaled to the measured TPOT p50", &matched(&b));

    let told: Vec<&Judged> = a
        .iter()
        .copied()
        .filter(|one| one.row.origin == Origin::Powertrace)
        .collect();
    let told = line(
        "that keep up, where the source prints every length",
        &plain(&told),
    );

    assert_eq!((a.len(), b.len()), (33, 23));
    // The errors found, and a tenth more. The closed form has no median.
    for (what, got, found) in [
        ("keep up", kept, [0.30, 0.27, 0.10, 0.14].map(Some)),
        (
            "where lengths are printed",
            told,
            [0.14, 0.09, 0.06, 0.05].map(Some),
        ),
        ("overloaded", over, [0.44, 0.38, 0.17, 0.20].map(Some)),
        ("closed form", closed, [None, Some(0.45), None, Some(0.19)]),
    ] {
        for ((figure, got), found) in Figure::ALL.into_iter().zip(got).zip(found) {
            let name = figure.name();
            assert_eq!(got.is_some(), found.is_some(), "{what}, {name}");
            let holds = got.zip(found).is_none_or(|(got, found)| got <= 1.1 * found);
            assert!(holds, "{what}, {name}: {got:?}, was {found:?}");
        }
    }
}

/// A line that names something unknown is an error with its number.
#[test]
fn unknown_names_are_errors() {
    let text = include_str!("../../data/measured/open_arrivals.csv");
    let mut lines = text.lines();
    let (heading, line) = (lines.next().unwrap(), lines.next().unwrap());
    let head = format!("{heading}\n{line}");
    assert_eq!(file::parse(&head).unwrap().len(), 1);
    for (known, other) in [
        ("AccelMark", "SomeMark"),
        (",sglang,", ",engine,"),
        (",poisson,", ",whenever,"),
        (",requests,,", ",users,,"),
        ("Meta-Llama-3-8B", "Llama-0"),
        ("nvidia-a100-sxm-40gb,", "abacus,"),
        (",bf16,bf16,", ",bf16,bf17,"),
        ("max_tokens ", "at most "),
    ] {
        assert!(line.contains(known), "{known}");
        let problem = file::parse(&format!("{heading}\n{}", line.replacen(known, other, 1)));
        assert!(problem.unwrap_err().starts_with("line 2: "), "{known}");
    }
    let heading = head.replacen("note", "remark", 1);
    assert!(file::parse(&heading).is_err());
}
