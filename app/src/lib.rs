//! The pages: the calculator, in which typed text becomes a question, the question
//! an answer, the answer views; and the one that says how accurate it is. They hold
//! no formula; those are the estimator's.

#![expect(
    unreachable_pub,
    reason = "Leptos' component macro makes its properties public"
)]

mod accuracy;
mod address;
mod answer;
mod app;
mod browser;
mod chart;
mod control;
mod draft;
mod element;
mod header;
mod i18n;
mod language_menu;
mod later;
mod notices;
mod question;
mod share;
mod simulated;
mod solve;
mod state;
mod turns;

use i18n::Role;
use leptos::mount::mount_to;

/// The calculator, in place of its shell.
pub fn start() {
    browser::report_panics();
    i18n::start(Role::Calculator, |ready| {
        match browser::root().filter(|_| ready) {
            Some(root) => mount_to(root, app::App).forget(),
            None => browser::report_failure(),
        }
    });
}

/// The page that holds estimates against measurements: a program of its own, so that
/// the calculator does not carry it. In a page that has a place for evidence, only that.
pub fn start_accuracy() {
    browser::report_panics();
    if let Some(place) = browser::evidence() {
        // A page of another edition has other words at the same places.
        if !browser::is_of_edition(i18n::EDITION) {
            browser::refuse_evidence();
            return;
        }
        i18n::start(Role::Part, |ready| {
            if ready {
                mount_to(place, accuracy::Evidence).forget();
            }
        });
        return;
    }
    i18n::start(Role::Accuracy, |ready| {
        match browser::root().filter(|_| ready) {
            Some(root) => {
                mount_to(root, accuracy::Accuracy).forget();
                browser::reveal();
                browser::note_started(i18n::EDITION);
            }
            None => browser::report_failure(),
        }
    });
}
