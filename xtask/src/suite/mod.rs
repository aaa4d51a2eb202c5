//! `cargo xtask test`: every check there is, each counted, none hidden by another.

mod browser;
mod count;
mod e2e;
mod rust;
mod size;
mod step;
mod wasm;

use std::process::ExitCode;
use std::time::{Duration, Instant};

pub(crate) use rust::{accuracy, price_ages};
pub(crate) use step::Step;

use count::Count;

/// How one step went.
struct Outcome {
    step: Step,
    count: Count,
    time: Duration,
}

/// Runs these steps, or all if none is named, and says how they went. The last line
/// is `N passed, N failed`.
pub(crate) fn run(only: &[Step]) -> ExitCode {
    let is_wanted = |step: &Step| only.is_empty() || only.contains(step);
    let mut outcomes: Vec<Outcome> = Vec::new();
    for step in Step::ALL.into_iter().filter(is_wanted) {
        println!("\n=== {step} ===");
        let started = Instant::now();
        let is_built = outcomes
            .iter()
            .all(|done| done.step != Step::Build || done.count.failed == 0);
        let result = if is_built || !step.needs_build() {
            step.run()
        } else {
            Err(anyhow::anyhow!("not run, because the build failed"))
        };
        let count = result.unwrap_or_else(|error| {
            println!("{step}: {error:#}");
            Count::FAILED
        });
        let time = started.elapsed();
        outcomes.push(Outcome { step, count, time });
    }
    summarize(&outcomes)
}

fn summarize(outcomes: &[Outcome]) -> ExitCode {
    println!(
        "\n{:<10}  {:<6}  {:>6}  {:>6}  {:>8}",
        "step", "result", "passed", "failed", "seconds"
    );
    for Outcome { step, count, time } in outcomes {
        let result = if count.failed == 0 { "ok" } else { "FAILED" };
        let seconds = time.as_secs_f64();
        // Padding applies to text only, so the step becomes text first.
        let step = step.to_string();
        println!(
            "{step:<10}  {result:<6}  {:>6}  {:>6}  {seconds:>8.1}",
            count.passed, count.failed
        );
    }
    let total: Count = outcomes.iter().map(|outcome| outcome.count).sum();
    println!("{total}");
    if total.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
