//! Which number of an answer stands where, computed from the answer once more: a number that is not
//! the answer's, and a field that depends on a choice and is missing, is a problem.

mod around;
mod fleet;
mod runs;
mod scaled;
mod served;
mod teams;

pub(super) use fleet::problems as fleet_problems;
pub(super) use teams::problems as teams_problems;

use super::read::text;
use estimator::kubernetes::manifest::{Deploy, Work};
use serde_json::Value;

/// Numbers of an answer that its documents do not have, or have otherwise.
pub(super) fn problems(deploy: &Deploy, documents: &[Value]) -> Vec<String> {
    let mut found = Vec::new();
    for document in documents {
        let mut check = Check {
            document,
            found: Vec::new(),
        };
        around::check(&mut check, deploy);
        match &deploy.work {
            Work::Serving(serving) => {
                served::check(&mut check, deploy, serving);
                scaled::check(&mut check, deploy, serving);
            }
            Work::Training(training) => runs::check(&mut check, deploy, training),
        }
        found.extend(check.found);
    }
    found
}

/// A document that is compared with what it should have.
struct Check<'a> {
    document: &'a Value,
    found: Vec<String>,
}

impl Check<'_> {
    fn kind(&self) -> &str {
        text(self.document, "/kind")
    }

    /// What stands at a JSON pointer is this; `None` where nothing should.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "it is made where it is asked for"
    )]
    fn is(&mut self, pointer: &str, wanted: Option<Value>) {
        let found = self.document.pointer(pointer);
        let same = match (found, &wanted) {
            (Some(Value::Number(found)), Some(Value::Number(wanted))) => {
                found.as_f64() == wanted.as_f64()
            }
            (found, wanted) => found == wanted.as_ref(),
        };
        if !same {
            let kind = self.kind().to_owned();
            self.found
                .push(format!("{kind} {pointer} is {found:?}, not {wanted:?}"));
        }
    }

    /// The same of a value that must be there.
    fn has(&mut self, pointer: &str, wanted: impl Into<Value>) {
        self.is(pointer, Some(wanted.into()));
    }
}

/// A number rounded up.
fn up(number: f64) -> u64 {
    format!("{:.0}", number.ceil()).parse().unwrap()
}

/// Whole minutes of so many seconds.
fn minutes(seconds: f64) -> u64 {
    60 * up(seconds / 60.0)
}

/// GiB, rounded up.
fn gib(bytes: f64) -> u64 {
    up(bytes / 1_073_741_824.0)
}
