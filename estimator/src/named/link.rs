//! A comparison as the fragment of a link: its questions with their names, in order.
//!
//! ```text
//! v=2&s=One%20node,v%3D2%26rate%3D4&s=,v%3D2&lang=de
//! ```
//!
//! | key | value |
//! | --- | --- |
//! | `v` | as in [`crate::link`], the version of this table |
//! | `s` | a name, a comma, the fragment of a question's link; once a question |
//! | `lang`, `theme` | language, `light` or `dark` |
//!
//! Percent-encoding is that of [`crate::link`], so a comma parts name and fragment alone.

use super::Named;
use crate::link::fragment::Fragment;
use crate::link::pairs::{Taken, body, each, version};
use crate::link::shared::{take_view, write_view};
use crate::link::text::{decode, encode};
use crate::link::{MOST_BYTES, Notice, View};

/// The most questions side by side: as many as can be read on one page of paper.
pub const MOST: usize = 5;

/// The key of the pair of a question.
pub(super) const KEY: &str = "s=";

/// Everything the link of a comparison holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Link {
    /// The questions, at most [`MOST`], from the first column on.
    pub scenarios: Vec<Named>,
    /// How it is looked at; nothing is selected.
    pub view: View,
}

/// The fragment of `link`, without the leading `#`.
#[must_use]
pub fn write(link: &Link) -> String {
    let mut fragment = Fragment::new();
    for scenario in link.scenarios.iter().take(MOST) {
        let mut cells = String::new();
        encode(scenario.name(), &mut cells);
        cells.push(',');
        encode(scenario.fragment(), &mut cells);
        fragment.cells(KEY.trim_end_matches('='), &cells);
    }
    let view = View {
        selected: None,
        ..link.view.clone()
    };
    write_view(&mut fragment, &view);
    fragment.finish()
}

/// Whether a link so long is read whole; a longer one would lose its end.
#[must_use]
pub fn fits(link: &Link) -> bool {
    link.scenarios.len() <= MOST && write(link).len() <= MOST_BYTES
}

/// Reads links of [`write`], and anything else: a part not understood gives a notice, and is left
/// out.
#[must_use]
pub fn read(fragment: &str) -> (Link, Vec<Notice>) {
    let mut link = Link::default();
    let Some(body) = body(fragment) else {
        return (link, Vec::new());
    };
    let notices = each(body, |key, raw, text| take(&mut link, key, raw, text));
    (link, notices)
}

fn take(link: &mut Link, key: &str, raw: &str, text: &str) -> Taken {
    match key {
        "v" => version(text),
        "s" => match scenario(raw).filter(|_| link.scenarios.len() < MOST) {
            Some(scenario) => {
                link.scenarios.push(scenario);
                Taken::Read
            }
            None => Taken::Bad,
        },
        "lang" | "theme" => take_view(&mut link.view, key, text),
        _ => Taken::Unknown,
    }
}

fn scenario(raw: &str) -> Option<Named> {
    let (name, fragment) = raw.split_once(',')?;
    Named::of_size(&decode(name)?, &decode(fragment)?)
}
