//! Training's memory held against measurements: bytes that Megatron's test runs log
//! ([`megatron`]), and peaks that other frameworks publish ([`framework`]).

pub mod adapters;
mod framework;
mod megatron;

use super::cells::{Cells, lines};
use super::report::{HEADING, ratio_line};
use estimator::hardware::Accelerator;
use estimator::serving::summary::Ratio;
use estimator::training::report::Memory;
use estimator::training::{Job, Layout, memory};
use std::collections::BTreeMap;

/// One measured run.
#[derive(Debug, Clone)]
pub struct Run {
    /// Its name in the file.
    pub name: String,
    /// The group it is counted with.
    pub group: &'static str,
    /// The job trained.
    pub job: Job,
    /// How it was spread.
    pub layout: Layout,
    /// The accelerator.
    pub chip: Accelerator,
    /// Whether the last stage was logged, not the fullest.
    pub last_stage: bool,
    /// Bytes between steps, where they were logged.
    pub allocated: Option<f64>,
    /// Bytes at the fullest moment.
    pub peak: f64,
    /// Whether `peak` is the memory the allocator took, not the part it handed out.
    pub reserved: bool,
}

impl Run {
    /// The estimate.
    #[must_use]
    pub fn memory(&self) -> Memory {
        if self.last_stage {
            let last = self.layout.pipeline.saturating_sub(1);
            memory::at_stage(&self.job, &self.chip, &self.layout, last)
        } else {
            memory::memory(&self.job, &self.chip, &self.layout)
        }
    }

    /// Estimate over measurement, between steps.
    #[must_use]
    pub fn allocated_ratio(&self) -> Option<f64> {
        Some(self.memory().allocated.get() / self.allocated?)
    }

    /// Estimate over measurement, at the fullest moment.
    #[must_use]
    pub fn peak_ratio(&self) -> f64 {
        let memory = self.memory();
        let ours = if self.reserved {
            memory.reserved
        } else {
            memory.peak
        };
        ours.get() / self.peak
    }
}

/// Runs of a file, and a sentence for every line left out.
type Read = (Vec<Run>, Vec<String>);

/// Megatron's test runs.
#[must_use]
pub fn megatron() -> Read {
    read(
        include_str!("../../../data/measured/megatron_memory.csv"),
        megatron::run,
    )
}

/// Other frameworks' peaks.
#[must_use]
pub fn frameworks() -> Read {
    read(
        include_str!("../../../data/measured/training_memory.csv"),
        framework::run,
    )
}

fn read(file: &str, run: fn(&Cells) -> Result<Run, String>) -> Read {
    let (mut runs, mut left_out) = (Vec::new(), Vec::new());
    for (line, cells) in lines(file) {
        match cells.and_then(|cells| run(&cells)) {
            Ok(run) => runs.push(run),
            Err(problem) => left_out.push(format!("line {line}: {problem}")),
        }
    }
    (runs, left_out)
}

/// Runs above this many bytes are real ones; below, tests of the software.
const LARGE: f64 = 5e9;

/// How many lines were left out, by reason, the most frequent first.
fn reasons(left_out: &[String]) -> String {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for sentence in left_out {
        let reason = sentence.split_once(": ").map_or("", |(_, reason)| reason);
        *counted.entry(reason).or_default() += 1;
    }
    let mut order: Vec<(&str, usize)> = counted.into_iter().collect();
    order.sort_by_key(|(reason, count)| (usize::MAX - count, *reason));
    order
        .into_iter()
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect::<Vec<_>>()
        .join("; ")
}

/// The section of the report.
#[must_use]
pub fn section((megatron, without): &Read, (frameworks, unread): &Read) -> String {
    format!(
        "## Training memory\n\n\
         {} test runs of Megatron-LM (`megatron_memory.csv`), the last rank's bytes as logged, \
         every setting from the run's published arguments. Left out: {}.\n\n\
         {} peaks that other frameworks publish (`training_memory.csv`). Left out: {}.\n\n\
         {} published counts of what adapters train (`training_memory/adapters.rs`).\n\n\
         {HEADING}{}{}",
        megatron.len(),
        reasons(without),
        frameworks.len(),
        reasons(unread),
        adapters::COUNTS.len(),
        table(megatron, frameworks),
        adapters_line(),
    )
}

/// Lines of the table.
#[must_use]
pub fn table(megatron: &[Run], frameworks: &[Run]) -> String {
    let mut text = String::new();
    for (member, least) in [
        ("Megatron, all sizes", 0.0),
        ("Megatron, above 5 GB", LARGE),
    ] {
        let runs: Vec<&Run> = megatron.iter().filter(|run| run.peak > least).collect();
        both(&mut text, "training memory", member, &runs);
    }
    let all: Vec<&Run> = frameworks.iter().collect();
    peaks(&mut text, "training memory", "other frameworks", &all);
    for group in ["dense", "mixture of experts"] {
        let runs: Vec<&Run> = megatron.iter().filter(|run| run.group == group).collect();
        both(&mut text, "Megatron", group, &runs);
    }
    for group in framework::GROUPS {
        let runs: Vec<&Run> = frameworks.iter().filter(|run| run.group == group).collect();
        peaks(&mut text, "frameworks", group, &runs);
    }
    text
}

fn adapters_line() -> String {
    let mut text = String::new();
    let counted = ratios(adapters::COUNTS.iter().filter_map(adapters::Count::ratio));
    ratio_line(
        &mut text,
        ("adapters", "LoRA and DoRA"),
        "trained parameters",
        &counted,
    );
    text
}

fn ratios(values: impl Iterator<Item = f64>) -> Vec<Ratio> {
    values
        .map(|value| Ratio {
            value,
            inside: None,
        })
        .collect()
}

fn both(into: &mut String, group: &str, member: &str, runs: &[&Run]) {
    let allocated = ratios(runs.iter().filter_map(|run| run.allocated_ratio()));
    ratio_line(into, (group, member), "allocated", &allocated);
    peaks(into, group, member, runs);
}

fn peaks(into: &mut String, group: &str, member: &str, runs: &[&Run]) {
    let peak = ratios(runs.iter().map(|run| run.peak_ratio()));
    ratio_line(into, (group, member), "peak", &peak);
}
