//! How steps went, as a table.

use std::fmt::Write as _;
use std::time::Duration;

use anyhow::Result;

use super::count::Count;
use super::step::Step;

/// What a step found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    /// How many checks passed and failed.
    pub(super) count: Count,
    /// The names of the tests that passed only when repeated.
    pub(super) repeated: Vec<String>,
    /// A sentence for each part that could not be checked on this machine.
    pub(super) skipped: Vec<String>,
}

impl Checked {
    /// A step that is one check, and did not pass.
    pub(super) const FAILED: Self = Self {
        count: Count::FAILED,
        repeated: Vec::new(),
        skipped: Vec::new(),
    };
}

impl From<Count> for Checked {
    fn from(count: Count) -> Self {
        Self {
            count,
            ..Self::default()
        }
    }
}

/// How one step went.
pub(super) struct Outcome {
    /// The step.
    pub(super) step: Step,
    /// What it found.
    pub(super) checked: Checked,
    /// How long it took.
    pub(super) time: Duration,
}

impl Outcome {
    /// Of what a step returned, in this time; an error is printed, and one check that failed.
    pub(super) fn of(step: Step, result: Result<Checked>, time: Duration) -> Self {
        let checked = result.unwrap_or_else(|error| {
            println!("{step}: {error:#}");
            Checked::FAILED
        });
        Self {
            step,
            checked,
            time,
        }
    }

    /// A line for a step that failed, to be printed at once.
    pub(super) fn failure(&self) -> Option<String> {
        let Self { step, checked, .. } = self;
        let count = checked.count;
        (count.failed > 0).then(|| format!("{step} FAILED: {count}"))
    }
}

/// How the steps went, in the order in which they ran.
#[derive(Default)]
pub(super) struct Outcomes(Vec<Outcome>);

impl Outcomes {
    /// Adds a step.
    pub(super) fn push(&mut self, outcome: Outcome) {
        self.0.push(outcome);
    }

    /// Whether this step ran and failed.
    pub(super) fn has_failed(&self, step: Step) -> bool {
        let mut outcomes = self.0.iter();
        outcomes.any(|done| done.step == step && done.checked.count.failed > 0)
    }

    /// The sum of all steps.
    pub(super) fn total(&self) -> Count {
        self.0.iter().map(|outcome| outcome.checked.count).sum()
    }

    /// A line for each step, the time from the first to the last (two may have gone on at once),
    /// the names of the tests that passed only when repeated, and what was skipped.
    pub(super) fn table(&self, elapsed: Duration) -> String {
        let mut table = format!(
            "{:<12}  {:<6}  {:>6}  {:>6}  {:>8}",
            "step", "result", "passed", "failed", "seconds"
        );
        for Outcome {
            step,
            checked,
            time,
        } in &self.0
        {
            let Count { passed, failed } = checked.count;
            let result = if failed == 0 { "ok" } else { "FAILED" };
            let seconds = time.as_secs_f64();
            // Padding applies to text only, so the step becomes text first.
            let step = step.to_string();
            let _ = write!(
                table,
                "\n{step:<12}  {result:<6}  {passed:>6}  {failed:>6}  {seconds:>8.1}"
            );
        }
        let seconds = elapsed.as_secs_f64();
        let _ = write!(table, "\n{:<30}  {seconds:>14.1}", "together");
        for name in self.0.iter().flat_map(|outcome| &outcome.checked.repeated) {
            let _ = write!(table, "\npassed only when repeated: {name}");
        }
        for what in self.0.iter().flat_map(|outcome| &outcome.checked.skipped) {
            let _ = write!(table, "\nskipped: {what}");
        }
        table
    }

    /// The same for programs: a row for each step.
    pub(super) fn csv(&self) -> String {
        let mut csv = "step,passed,failed,seconds\n".to_owned();
        for Outcome {
            step,
            checked,
            time,
        } in &self.0
        {
            let Count { passed, failed } = checked.count;
            let seconds = time.as_secs_f64();
            let _ = writeln!(csv, "{step},{passed},{failed},{seconds:.1}");
        }
        csv
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes() -> Outcomes {
        let mut outcomes = Outcomes::default();
        outcomes.push(Outcome {
            step: Step::Format,
            checked: Count::PASSED.into(),
            time: Duration::from_millis(1_240),
        });
        outcomes.push(Outcome {
            step: Step::E2e,
            checked: Checked {
                count: Count {
                    passed: 400,
                    failed: 2,
                },
                repeated: vec!["a.spec.js › a test".to_owned()],
                skipped: vec!["Firefox is not tested".to_owned()],
            },
            time: Duration::from_secs(301),
        });
        outcomes
    }

    #[test]
    fn a_failure_is_said_of_the_step_that_failed() {
        let outcomes = outcomes();
        assert!(outcomes.has_failed(Step::E2e) && !outcomes.has_failed(Step::Format));
        let said: Vec<_> = outcomes.0.iter().filter_map(Outcome::failure).collect();
        assert_eq!(said, ["e2e FAILED: 400 passed, 2 failed"]);
    }

    #[test]
    fn the_table_names_repeated_tests_and_what_was_skipped() {
        let table = outcomes().table(Duration::from_secs(302));
        let lines: Vec<&str> = table.lines().collect();
        let wanted = "e2e           FAILED     400       2     301.0";
        assert_eq!(lines.get(2), Some(&wanted));
        let last = [
            "passed only when repeated: a.spec.js › a test",
            "skipped: Firefox is not tested",
        ];
        assert!(lines.ends_with(&last));
    }

    #[test]
    fn programs_read_a_row_for_each_step() {
        assert_eq!(
            outcomes().csv(),
            "step,passed,failed,seconds\nformat,1,0,1.2\ne2e,400,2,301.0\n"
        );
    }
}
