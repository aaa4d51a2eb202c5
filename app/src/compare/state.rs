//! The signals that everything on the page hangs on.

use super::outcome::Outcome;
use crate::browser;
use crate::i18n::{self, Msg, say, text};
use crate::page::frame::Frame;
use crate::page::history::History;
use estimator::named::Named;
use estimator::named::link::{Link, MOST, fits};
use leptos::prelude::*;
use std::sync::Arc;

/// The state of the page. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The scenarios, from the first column on.
    pub(super) scenarios: RwSignal<Vec<Named>>,
    /// Their outcomes so far, in any order.
    pub(super) outcomes: RwSignal<Vec<Arc<Outcome>>>,
    /// Whether nothing can be simulated: the closed form stands.
    pub(super) unsimulated: RwSignal<bool>,
    /// How the page is looked at.
    pub(super) frame: Frame,
    /// The last change of the columns, for those who do not see it.
    pub(super) said: RwSignal<String>,
}

impl State {
    /// The state of a page that begins with some scenarios, put where every component
    /// finds it.
    pub(super) fn provide(scenarios: Vec<Named>, frame: Frame) -> Self {
        let state = Self {
            scenarios: RwSignal::new(scenarios),
            outcomes: RwSignal::default(),
            unsimulated: RwSignal::new(false),
            frame,
            said: RwSignal::default(),
        };
        provide_context(state);
        state
    }

    /// The page's state.
    pub(super) fn of_page() -> Self {
        expect_context()
    }

    /// The contents of the page's link; reactive.
    pub(super) fn link(self) -> Link {
        Link {
            scenarios: self.scenarios.get(),
            view: self.frame.view(),
        }
    }

    /// Each column with its outcome so far, in order; reactive.
    pub(super) fn columns(self) -> Vec<(Named, Option<Arc<Outcome>>)> {
        self.outcomes.with(|known| {
            let scenarios = self.scenarios.get().into_iter();
            let found = scenarios.map(|named| {
                let outcome = known.iter().find(|one| one.fragment == named.fragment());
                (named, outcome.cloned())
            });
            found.collect()
        })
    }

    /// The name of a column; reactive.
    pub(super) fn name(self, at: usize) -> String {
        let columns = self.columns();
        let Some((named, outcome)) = columns.get(at) else {
            return String::new();
        };
        if !named.name().is_empty() {
            return named.name().to_owned();
        }
        match outcome {
            Some(outcome) => outcome.title(),
            None => say::compare_unnamed(&(at + 1).to_string()),
        }
    }

    /// Puts more columns behind the others, and says how that ended.
    pub(super) fn add(self, more: Vec<Named>) -> String {
        let mut link = untrack(|| self.link());
        let before = link.scenarios.len();
        for one in more {
            if link.scenarios.len() >= MOST {
                return self.stand(link, before, text(Msg::CompareFull));
            }
            link.scenarios.push(one);
            if !fits(&link) {
                link.scenarios.pop();
                return self.stand(link, before, text(Msg::CompareLong));
            }
        }
        self.stand(link, before, "")
    }

    /// Takes over the columns of a link, and says how many came and why no more.
    fn stand(self, link: Link, before: usize, why: &str) -> String {
        let more = link.scenarios.len() - before;
        if more > 0 {
            self.change(|scenarios| *scenarios = link.scenarios);
        }
        let added = (more > 0).then(|| say::compare_added(more as f64));
        let said: Vec<String> = added.into_iter().chain([why.to_owned()]).collect();
        said.join(untrack(i18n::language).gap()).trim().to_owned()
    }

    /// Moves a column by one place, and the focus with it.
    pub(super) fn shift(self, at: usize, right: bool) {
        let to = if right { at + 1 } else { at.wrapping_sub(1) };
        let (name, count) = untrack(|| (self.name(at), self.scenarios.with(Vec::len)));
        if to >= count {
            return;
        }
        self.change(|scenarios| scenarios.swap(at, to));
        let place = (to + 1).to_string();
        self.said
            .set(say::compare_moved(&count.to_string(), &name, &place));
        let side = if right { "right" } else { "left" };
        set_timeout(
            move || browser::focus(&format!("{side}-{to}")),
            std::time::Duration::ZERO,
        );
    }

    /// Takes a column away.
    pub(super) fn remove(self, at: usize) {
        let name = untrack(|| self.name(at));
        self.change(|scenarios| {
            if at < scenarios.len() {
                scenarios.remove(at);
            }
        });
        self.said.set(say::compare_removed(&name));
        browser::focus("answer");
    }

    fn change(self, change: impl FnOnce(&mut Vec<Named>)) {
        // Each change of the columns is a step.
        History::write();
        self.frame.settled.set_value(true);
        self.scenarios.update(change);
    }
}
