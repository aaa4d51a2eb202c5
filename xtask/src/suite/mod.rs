//! `cargo xtask test`: every check there is, each counted, none hidden by another.

mod browser;
mod count;
mod debian;
mod dependencies;
mod e2e;
mod engines;
mod format;
mod manifests;
mod outcome;
mod record;
mod rust;
mod size;
mod step;
mod wasm;

use std::process::ExitCode;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::anyhow;

pub(crate) use rust::{accuracy, price_ages};
pub(crate) use step::Step;

use browser::Browser;
use engines::Engines;
use outcome::{Outcome, Outcomes};

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
    let started = Instant::now();
    let outcomes = outcomes(selection.steps());
    let elapsed = started.elapsed();
    println!("\n{}", outcomes.table(elapsed));
    if let Err(error) = record::seconds(&outcomes) {
        println!("The seconds were not written: {error:#}");
    }
    if *selection == Selection::Full && outcomes.total().failed == 0 {
        println!("{}", record::passed(tree.as_deref(), &outcomes, elapsed));
    }
    let total = outcomes.total();
    println!("{total}");
    if total.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// How these steps went. The site is built beside those between Clippy, which finds the toolchain
/// complete or makes it so, and its own turn: for half of that time the compiler makes a program
/// in one piece, on one core.
fn outcomes(steps: &[Step]) -> Outcomes {
    let mut outcomes = Outcomes::default();
    thread::scope(|scope| {
        let mut build = None;
        for &step in steps {
            println!("\n=== {step} ===");
            let outcome = match build.take_if(|_| step == Step::Build) {
                Some(build) => joined(build),
                None if step.needs_build() && outcomes.has_failed(Step::Build) => {
                    let why = anyhow!("not run, because the build failed");
                    Outcome::of(step, Err(why), Duration::ZERO)
                }
                None => timed(step),
            };
            if let Some(failure) = outcome.failure() {
                println!("\n!!! {failure}");
            }
            outcomes.push(outcome);
            if step == Step::Clippy && steps.contains(&Step::Build) {
                build = Some(scope.spawn(|| {
                    fetch_browsers();
                    timed(Step::Build)
                }));
            }
        }
    });
    outcomes
}

/// Brings the browsers while the processor has other work. What cannot be had is said by the steps
/// that want it.
fn fetch_browsers() {
    let _ = Browser::ensure();
    Engines::ensure();
}

/// Runs a step.
fn timed(step: Step) -> Outcome {
    let started = Instant::now();
    let result = step.run();
    Outcome::of(step, result, started.elapsed())
}

/// How the build went, once it has ended.
fn joined(build: ScopedJoinHandle<Outcome>) -> Outcome {
    build.join().unwrap_or_else(|_| {
        let why = anyhow!("the build panicked");
        Outcome::of(Step::Build, Err(why), Duration::ZERO)
    })
}
