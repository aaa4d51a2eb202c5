//! The price list as the browser keeps it: its rows as they would stand in a link, and the
//! file's name.

use crate::browser;
use crate::page::carried::{PLACE, rows_of};
use estimator::choice::Fleet;
use estimator::listed::Listed;
use estimator::serving::link;
use estimator::serving::link::Link;
use estimator::serving::question::Question;

/// The key of its name.
const NAME: &str = "prices-name";

/// The rows as text.
pub(super) fn text_of(rows: &[Listed]) -> String {
    let listed = rows.to_vec();
    let fleet = Fleet {
        listed,
        ..Fleet::default()
    };
    let question = Question {
        fleet,
        ..link::base()
    };
    rows_of(&link::write(&Link {
        question,
        ..Link::default()
    }))
}

/// Keeps a list. Where the browser does not, nothing is left of an older one either, so that
/// no page takes that for this.
pub(super) fn keep(name: &str, rows: &[Listed]) -> bool {
    let kept = browser::keep(PLACE, &text_of(rows)) && browser::keep(NAME, name);
    if !kept {
        forget();
    }
    kept
}

/// The name and the text of the list that is kept.
pub(super) fn kept() -> Option<(String, String)> {
    let rows = browser::recall(PLACE)?;
    Some((browser::recall(NAME).unwrap_or_default(), rows))
}

/// The rows of a text that was kept.
pub(super) fn rows(text: &str) -> Vec<Listed> {
    let (link, _) = link::read(text);
    link.question.fleet.listed
}

/// Forgets the list.
pub(super) fn forget() {
    browser::forget(PLACE);
    browser::forget(NAME);
}
