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
// What the worker hears is its end of it.
#[allow(dead_code)]
#[path = "worker/message.rs"]
mod message;
mod page;
mod serving;
#[path = "../build/site.rs"]
mod site;
mod training;

use leptos::mount::mount_to;
use leptos::prelude::set_timeout;
use std::time::Duration;

/// Mounts the page of a folder of the site once its messages are there, in a turn of its own,
/// after the one that started the program.
fn start_page(folder: &str, mount: fn(browser::Root)) {
    i18n::start(folder, move |ready| {
        match browser::root().filter(|_| ready) {
            Some(root) => set_timeout(move || mount(root), Duration::ZERO),
            None => browser::report_failure(),
        }
    });
}

/// Starts the calculator, in place of its shell.
pub fn start() {
    browser::report_panics();
    start_page("", |root| mount_to(root, serving::app::App).forget());
}

/// Starts training and fine-tuning.
pub fn start_training() {
    browser::report_panics();
    start_page("training/", |root| {
        mount_to(root, training::Training).forget();
    });
}

/// Starts the costs: owning against renting and an API.
pub fn start_costs() {
    browser::report_panics();
    start_page("costs/", |root| {
        mount_to(root, costs::Costs).forget();
    });
}

/// Starts the proposal, which is made of the costs' answer.
pub fn start_proposal() {
    browser::report_panics();
    start_page("proposal/", |root| {
        mount_to(root, costs::Proposal).forget();
    });
}

/// Starts the comparison of scenarios.
pub fn start_compare() {
    browser::report_panics();
    start_page("compare/", |root| {
        mount_to(root, compare::Compare).forget();
    });
}

/// Starts the guide to the calculator.
pub fn start_guide() {
    browser::report_panics();
    start_page("guide/", |root| {
        mount_to(root, guide::Guide).forget();
        show_page();
    });
}

/// Shows such a page in place of its shell.
fn show_page() {
    browser::reveal();
    browser::note_started(i18n::EDITION);
}

/// Starts the page that holds estimates against measurements; in a page that has a place for
/// evidence, only that.
pub fn start_accuracy() {
    browser::report_panics();
    if let Some(place) = browser::evidence() {
        // A page of another edition has other words at the same places.
        if !browser::is_of_edition(i18n::EDITION) {
            browser::refuse_evidence();
            return;
        }
        i18n::start_part("accuracy/", |ready| {
            if ready {
                mount_to(place, accuracy::Evidence).forget();
            }
        });
        return;
    }
    start_page("accuracy/", |root| {
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
