//! The draft of a proposal in this browser: kept where the user ticks it, gone when that is
//! unticked. The logo is no part of it.

use super::about::About;
use super::edited;
use super::topic::Topic;
use crate::browser;
use leptos::prelude::*;

/// The entry that says that a draft is kept.
const KEPT: &str = "proposal-kept";

/// The entry of the topics left out.
const LEFT_OUT: &str = "proposal-left-out";

/// The entry of sentences in the author's words.
const EDITS: &str = "proposal-edits";

impl About {
    /// The typed lines, each with the entry it is kept in.
    fn lines(self) -> [(&'static str, RwSignal<String>); 5] {
        [
            ("proposal-title", self.title),
            ("proposal-customer", self.customer),
            ("proposal-author", self.author),
            ("proposal-introduction", self.introduction),
            ("proposal-contact", self.contact),
        ]
    }

    /// Those that have words of the page's own until something is typed.
    fn proposed(self) -> [(&'static str, RwSignal<Option<String>>); 3] {
        [
            ("proposal-date", self.date),
            ("proposal-valid", self.valid),
            ("proposal-steps", self.steps),
        ]
    }

    /// Takes the draft that was kept, and keeps it in step while it is ticked.
    pub(super) fn keep_in_step(self) {
        if browser::recall(KEPT).is_some() {
            self.kept.set(true);
            for (entry, line) in self.lines() {
                line.set(browser::recall(entry).unwrap_or_default());
            }
            for (entry, line) in self.proposed() {
                line.set(browser::recall(entry));
            }
            let left = browser::recall(LEFT_OUT).unwrap_or_default();
            let left = |topic: &Topic| left.split(',').any(|id| id == topic.id());
            self.left_out
                .set(Topic::ALL.into_iter().filter(left).collect());
            let edits = browser::recall(EDITS).unwrap_or_default();
            self.wording().edits.set(edited::read(&edits));
        }
        Effect::new(move |before: Option<bool>| {
            let kept = self.kept.get();
            if kept {
                self.write();
            } else if before == Some(true) {
                self.forget();
            }
            kept
        });
    }

    fn write(self) {
        browser::remember(KEPT, "yes");
        for (entry, line) in self.lines() {
            line.with(|line| browser::remember(entry, line));
        }
        for (entry, line) in self.proposed() {
            match line.get() {
                Some(line) => browser::remember(entry, &line),
                None => browser::forget(entry),
            }
        }
        let left = self.left_out.get();
        let left: Vec<&str> = left.iter().map(|topic| topic.id()).collect();
        browser::remember(LEFT_OUT, &left.join(","));
        self.wording()
            .edits
            .with(|edits| browser::remember(EDITS, &edited::written(edits)));
    }

    fn forget(self) {
        let lines = self.lines().map(|(entry, _)| entry);
        let proposed = self.proposed().map(|(entry, _)| entry);
        for entry in lines
            .into_iter()
            .chain(proposed)
            .chain([KEPT, LEFT_OUT, EDITS])
        {
            browser::forget(entry);
        }
    }
}
