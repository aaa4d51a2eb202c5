//! A file of scenarios, taken into the browser: good entries are kept, others are named.

use crate::browser;
use crate::i18n::{self, Msg, integer, number, say, text};
use crate::page::saved;
use estimator::named::file::{self, Fault, MOST, MOST_MIB};
use leptos::prelude::untrack;
use leptos::web_sys::File;

/// The largest file, in words.
pub(super) fn most() -> String {
    say::unit_mib(&number(f64::from(MOST_MIB)))
}

/// Takes a file in; `then` hears the result, in sentences.
pub(super) fn take(file: File, then: impl FnOnce(Vec<String>) + 'static) {
    leptos::task::spawn_local(async move {
        // One byte more tells a file that is too large.
        let said = match browser::read_start(file, file::MOST_BYTES as f64 + 1.0).await {
            Some((_, bytes)) => untrack(|| keep(&bytes)),
            None => vec![text(Msg::ImportUnreadable).to_owned()],
        };
        then(said);
    });
}

fn keep(bytes: &[u8]) -> Vec<String> {
    let read = file::read(bytes);
    let (mut kept, mut known, mut refused) = (0_u32, 0_u32, 0_u32);
    let mut there: Vec<_> = saved::all().into_iter().map(|saved| saved.named).collect();
    for named in read.scenarios {
        if there.contains(&named) {
            known += 1;
        } else if saved::save(named.name(), named.fragment()).is_some() {
            kept += 1;
            there.push(named);
        } else {
            refused += 1;
        }
    }
    let counted = [
        (kept, say::compare_imported as fn(f64) -> String),
        (known, say::compare_known),
        (refused, say::compare_refused),
    ];
    let counted = counted.into_iter().filter(|(count, _)| *count > 0);
    let counted = counted.map(|(count, say)| say(f64::from(count)));
    counted.chain(read.faults.iter().map(words)).collect()
}

/// A fault of a file, as a sentence.
fn words(fault: &Fault) -> String {
    let whole = |count: usize| integer(f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
    match fault {
        Fault::TooLarge => say::compare_fault_large(&most()),
        Fault::Other => text(Msg::CompareFaultOther).to_owned(),
        Fault::Newer(version) => say::compare_fault_newer(&version.to_string()),
        Fault::Broken(line) => say::compare_fault_broken(&whole(*line)),
        Fault::TooMany => say::compare_fault_many(&whole(MOST)),
        Fault::Entry { number, name } if name.is_empty() => {
            say::compare_fault_unnamed(&whole(*number))
        }
        Fault::Entry { number, name } => say::compare_fault_entry(name, &whole(*number)),
    }
}

/// The sentences, one behind the other.
pub(super) fn joined(said: &[String]) -> String {
    said.join(untrack(i18n::language).gap())
}
