//! `cargo xtask test`: every check there is, each counted, none hidden by another.

mod browser;
mod count;
mod debian;
mod dependencies;
mod e2e;
mod engines;
mod manifests;
mod outcome;
mod record;
mod rust;
mod size;
mod step;
mod wasm;

use std::process::ExitCode;
use std::time::Instant;

pub(crate) use rust::{accuracy, price_ages};
pub(crate) use step::Step;

use outcome::{Checked, Outcome, Outcomes};

/// Which steps to run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    /// All that there is to check.
    Full,
    /// What a change is most likely to break, in minutes.
    Quick,
    /// These.
    Only(Vec<Step>),
}

impl Selection {
    fn steps(&self) -> &[Step] {
        match self {
            Self::Full => &Step::FULL,
            Self::Quick => &Step::QUICK,
            Self::Only(steps) => steps,
        }
    }
}

/// Runs the steps and prints how they went; the last line is `N passed, N failed`. A full
/// run of a clean work tree in which everything passed is recorded ([`record`]).
pub(crate) fn run(selection: &Selection) -> ExitCode {
    let tree = record::clean_tree();
    let mut outcomes = Outcomes::default();
    for &step in selection.steps() {
        println!("\n=== {step} ===");
        let started = Instant::now();
        let result = if step.needs_build() && outcomes.has_failed(Step::Build) {
            Err(anyhow::anyhow!("not run, because the build failed"))
        } else {
            step.run()
        };
        let checked = result.unwrap_or_else(|error| {
            println!("{step}: {error:#}");
            Checked::FAILED
        });
        let outcome = Outcome {
            step,
            checked,
            time: started.elapsed(),
        };
        if let Some(failure) = outcome.failure() {
            println!("\n!!! {failure}");
        }
        outcomes.push(outcome);
    }
    println!("\n{}", outcomes.table());
    if let Err(error) = record::seconds(&outcomes) {
        println!("The seconds were not written: {error:#}");
    }
    if *selection == Selection::Full && outcomes.total().failed == 0 {
        println!("{}", record::passed(tree.as_deref(), &outcomes));
    }
    let total = outcomes.total();
    println!("{total}");
    if total.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
