//! The pages: the calculator, in which typed text becomes a question, the question
//! an answer, the answer views; the same of training and fine-tuning, and of costs; and the
//! one that says how accurate it is. They hold no formula; those are the estimator's.

#![expect(
    unreachable_pub,
    reason = "Leptos' component macro makes its properties public"
)]

mod accuracy;
mod browser;
mod chart;
mod compare;
mod control;
mod costs;
mod element;
mod guide;
mod i18n;
mod page;
mod serving;
mod training;

use i18n::Role;
use leptos::mount::mount_to;
use leptos::prelude::set_timeout;
use std::time::Duration;

/// The calculator, in place of its shell.
pub fn start() {
    browser::report_panics();
    i18n::start(Role::Calculator, |ready| {
        begun(ready, |root| mount_to(root, serving::app::App).forget());
    });
}

/// Mounts a page in a turn of its own, after the one that started the program.
fn begun(ready: bool, mount: fn(browser::Root)) {
    match browser::root().filter(|_| ready) {
        Some(root) => set_timeout(move || mount(root), Duration::ZERO),
        None => browser::report_failure(),
    }
}

/// The page about training and fine-tuning: a program of its own, like the one below.
pub fn start_training() {
    browser::report_panics();
    start_page(Role::Training, |root| {
        mount_to(root, training::Training).forget();
    });
}

/// The page about costs: another.
pub fn start_costs() {
    browser::report_panics();
    start_page(Role::Costs, |root| {
        mount_to(root, costs::Costs).forget();
    });
}

/// A page beside the calculator, which shows itself once it is there.
fn start_page(role: Role, mount: fn(browser::Root)) {
    i18n::start(role, move |ready| begun(ready, mount));
}

/// A proposal made of that page's answer: another.
pub fn start_proposal() {
    browser::report_panics();
    start_page(Role::Proposal, |root| {
        mount_to(root, costs::Proposal).forget();
    });
}

/// Scenarios side by side: another.
pub fn start_compare() {
    browser::report_panics();
    start_page(Role::Compare, |root| {
        mount_to(root, compare::Compare).forget();
    });
}

/// The guide to the calculator: another.
pub fn start_guide() {
    browser::report_panics();
    start_page(Role::Guide, |root| {
        mount_to(root, guide::Guide).forget();
        show_page();
    });
}

/// Shows such a page in place of its shell.
fn show_page() {
    browser::reveal();
    browser::note_started(i18n::EDITION);
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
    start_page(Role::Accuracy, |root| {
        mount_to(root, accuracy::Accuracy).forget();
    });
}

/// Starts the page of a folder of the site, in a program that holds them all; a folder that
/// nobody knows is the calculator's, which has none.
pub fn start_named(folder: &str) {
    match folder {
        "training/" => start_training(),
        "costs/" => start_costs(),
        "proposal/" => start_proposal(),
        "compare/" => start_compare(),
        "accuracy/" => start_accuracy(),
        "guide/" => start_guide(),
        _ => start(),
    }
}
