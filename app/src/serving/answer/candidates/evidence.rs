//! What backs a row's latencies, as a badge.

use crate::i18n::{Msg, text};
use crate::serving::answer::evidence::label;
use crate::serving::answer::trust::{About, link};
use estimator::serving::backing::Backing;
use estimator::serving::report::Sizing;
use leptos::prelude::*;

/// What backs latencies, and whether they are a simulation's or the closed form's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Backed {
    by: Backing,
    how: Msg,
}

impl Backed {
    /// Those of a sizing; `None` where nothing runs.
    pub(crate) fn of(sizing: &Sizing) -> Option<Self> {
        let how = if sizing.is_simulated() {
            Msg::HowSimulated
        } else {
            Msg::HowEstimated
        };
        let by = sizing.backing()?;
        Some(Self { by, how })
    }

    /// In words: what was measured nearby backs one of the two.
    pub(crate) fn words(self) -> String {
        match self.by {
            Backing::Measured => self.beside(Msg::HowMeasured),
            Backing::Simulated => text(Msg::HowSimulated).to_owned(),
            Backing::Estimated => text(Msg::HowEstimated).to_owned(),
        }
    }

    fn beside(self, what: Msg) -> String {
        [text(what), text(self.how)].join(text(Msg::ListComma))
    }
}

/// The badge of a sizing, which `leads` to what explains it or not; nothing where nothing runs.
pub(in crate::serving::answer) fn badge(sizing: &Sizing, leads: bool) -> Option<AnyView> {
    let backed = Backed::of(sizing)?;
    let hint = backed.beside(label(sizing.evidence()?));
    let class = format!("badge {}", backed.by.id());
    let words = backed.words();
    Some(if leads {
        link(About::Estimates, class, words, Some(hint))
    } else {
        view! { <span class=class title=hint>{words}</span> }.into_any()
    })
}
