//! How many checks passed and failed, read from what the runners print.

use std::fmt;
use std::iter::Sum;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::Transcript;

/// How many browser tests of one run may pass only when repeated ([`repeated`] names them).
/// On two busy cores one of several hundred now and then meets a pause of the browser; a
/// fault of the page or of the tests' timing shows as more, or fails twice.
const UNSTEADY_ALLOWED: u64 = 2;

/// Checks that passed and checks that did not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) passed: u64,
    pub(super) failed: u64,
}

impl Count {
    /// A step that is one check, and passed.
    pub(super) const PASSED: Self = Self {
        passed: 1,
        failed: 0,
    };
    /// A step that is one check, and did not pass.
    pub(super) const FAILED: Self = Self {
        passed: 0,
        failed: 1,
    };

    /// A step that is one check, which passed or not.
    pub(super) const fn of(passed: bool) -> Self {
        if passed { Self::PASSED } else { Self::FAILED }
    }

    /// Adds up the `test result:` lines of libtest or of wasm-bindgen's runner. A run
    /// that failed without a failed test (it did not compile, a test binary crashed)
    /// counts as one failure.
    pub(super) fn of_tests(run: &Transcript) -> Self {
        let counted: Self = run.text.lines().filter_map(of_line).sum();
        if !run.success && counted.failed == 0 {
            return counted + Self::FAILED;
        }
        counted
    }

    /// Reads the `stats` of Playwright's JSON report. A few tests may have passed only
    /// when repeated ([`UNSTEADY_ALLOWED`]); if there are more, none of those has passed.
    pub(super) fn of_playwright(report: &str) -> Result<Self> {
        let report: Value = serde_json::from_str(report)?;
        let stats = report.get("stats").context("the report has no stats")?;
        let number = |key: &str| stats.get(key).and_then(Value::as_u64).unwrap_or(0);
        let errors = report
            .get("errors")
            .and_then(Value::as_array)
            .map_or(0, Vec::len);
        let repeated = number("flaky");
        let (forgiven, unsteady) = if repeated > UNSTEADY_ALLOWED {
            (0, repeated)
        } else {
            (repeated, 0)
        };
        Ok(Self {
            passed: number("expected") + forgiven,
            failed: number("unexpected") + unsteady + errors as u64,
        })
    }
}

/// The browser tests of Playwright's JSON report that passed only when repeated: file and
/// titles of each.
pub(super) fn repeated(report: &str) -> Result<Vec<String>> {
    let report: Value = serde_json::from_str(report)?;
    let mut names = Vec::new();
    collect_repeated(&report, &[], &mut names);
    Ok(names)
}

/// A suite has suites and specs; a spec has a title and a test for each browser.
fn collect_repeated(suite: &Value, titles: &[&str], names: &mut Vec<String>) {
    let list = |value: &Value, key: &str| value.get(key).and_then(Value::as_array).cloned();
    let title = suite.get("title").and_then(Value::as_str);
    let titles: Vec<&str> = titles.iter().copied().chain(title).collect();
    for spec in list(suite, "specs").unwrap_or_default() {
        let mut tests = list(&spec, "tests").unwrap_or_default().into_iter();
        if tests.any(|test| test.get("status").is_some_and(|status| status == "flaky")) {
            let name = spec.get("title").and_then(Value::as_str);
            let whole: Vec<&str> = titles.iter().copied().chain(name).collect();
            names.push(whole.join(" › "));
        }
    }
    for inner in list(suite, "suites").unwrap_or_default() {
        collect_repeated(&inner, &titles, names);
    }
}

/// `test result: ok. 3 passed; 1 failed; 0 ignored; …`
fn of_line(line: &str) -> Option<Count> {
    let (_, result) = line.split_once("test result: ")?;
    let (_, numbers) = result.split_once(". ")?;
    let find = |word: &str| {
        numbers.split(';').find_map(|part| {
            let (number, what) = part.trim().split_once(' ')?;
            (what == word).then_some(number)?.parse().ok()
        })
    };
    Some(Count {
        passed: find("passed")?,
        failed: find("failed")?,
    })
}

impl std::ops::Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
        }
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |sum, count| sum + count)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_tests(text: &str, success: bool) -> (u64, u64) {
        let text = text.to_owned();
        let count = Count::of_tests(&Transcript { text, success });
        (count.passed, count.failed)
    }

    #[test]
    fn libtest_lines_add_up() {
        let text = "running 3 tests\ntest a ... ok\n\
            test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
            test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(of_tests(text, false), (13, 2));
    }

    #[test]
    fn wasm_bindgen_lines_are_the_same() {
        let text =
            "    test result: ok. 4 passed; 0 failed; 0 ignored; 0 filtered out; finished in 0.02s";
        assert_eq!(of_tests(text, true), (4, 0));
    }

    #[test]
    fn a_failure_without_a_failed_test_is_counted() {
        assert_eq!(of_tests("", false), (0, 1));
        assert_eq!(
            of_tests("test result: ok. 2 passed; 0 failed;", false),
            (2, 1)
        );
        assert_eq!(of_tests("", true), (0, 0));
    }

    #[test]
    fn playwright_forgives_few_repeated_tests() {
        let report = |repeated: u64| {
            format!(
                r#"{{"errors": [], "stats": {{"expected": 5, "skipped": 1, "unexpected": 2, "flaky": {repeated}}}}}"#
            )
        };
        let count = |repeated| Count::of_playwright(&report(repeated)).unwrap();
        let expected = |passed, failed| Count { passed, failed };
        assert_eq!(count(0), expected(5, 2));
        assert_eq!(count(UNSTEADY_ALLOWED), expected(5 + UNSTEADY_ALLOWED, 2));
        assert_eq!(
            count(UNSTEADY_ALLOWED + 1),
            expected(5, 3 + UNSTEADY_ALLOWED)
        );
        let broken = r#"{"errors": [{"message": "no tests"}], "stats": {"expected": 0}}"#;
        assert_eq!(Count::of_playwright(broken).unwrap(), Count::FAILED);
        assert!(Count::of_playwright("{}").is_err());
    }

    #[test]
    fn repeated_tests_are_named() {
        let report = r#"{"stats": {}, "suites": [{"title": "a.spec.js", "specs": [
            {"title": "passes", "tests": [{"status": "expected"}]},
            {"title": "passes later", "tests": [{"status": "flaky"}]}],
            "suites": [{"title": "in German", "specs": [
                {"title": "passes later, too", "tests": [{"status": "flaky"}]}]}]}]}"#;
        assert_eq!(
            repeated(report).unwrap(),
            [
                "a.spec.js › passes later",
                "a.spec.js › in German › passes later, too"
            ]
        );
    }

    #[test]
    fn the_last_line_has_one_form() {
        assert_eq!(
            Count {
                passed: 12,
                failed: 0
            }
            .to_string(),
            "12 passed, 0 failed"
        );
    }
}
