//! The sizing page: typed text becomes a question, the question an answer, the
//! answer views. It holds no formula; those are the estimator's.

#![expect(
    unreachable_pub,
    reason = "Leptos' component macro makes its properties public"
)]

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
mod later;
mod notices;
mod question;
mod share;
mod solve;
mod state;
mod turns;

use leptos::mount::mount_to;

fn main() {
    browser::report_panics();
    i18n::start(|ready| match browser::root().filter(|_| ready) {
        Some(root) => mount_to(root, app::App).forget(),
        None => browser::report_failure(),
    });
}
