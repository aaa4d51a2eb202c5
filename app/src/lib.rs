//! The pages: the calculator, in which typed text becomes a question, the question
//! an answer, the answer views; the same of training and fine-tuning, and of costs; and the
//! one that says how accurate it is; of a fleet, what shares which GPU; of a measurement, what
//! limits it; and of models that are no language models. They hold no formula; those are the
//! estimator's.

#![expect(
    unreachable_pub,
    reason = "Leptos' component macro makes its properties public"
)]

mod accuracy;
mod browser;
mod chart;
mod cluster;
mod compare;
mod control;
mod costs;
mod element;
mod fleet;
mod guide;
mod i18n;
mod measure;
mod module;
mod page;
mod place;
mod queue;
mod records;
mod serving;
mod sessions;
#[path = "../build/site.rs"]
mod site;
mod training;
mod vision;
mod worker;

use leptos::mount::mount_to;
use leptos::prelude::{IntoAny, set_timeout, view};
pub use module::{
    Against, Cluster, Loading, Modules, Mount, Nearest, Placed, Side, Source, Teamed, Trained, Try,
    Trying, Week, whole, whole_worker,
};
pub use serving::answer::Below;
use site::SITE;
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;
pub use worker::{Attempt, Counts, Files, Network, Pack, Profile, Simulate, Tasks, Trace};

/// Starts the page of a folder of the site, in place of its shell, once its part of the program
/// and its messages are there; a folder that nobody knows is the calculator's, which has none.
pub fn begin(folder: &str, modules: Modules) {
    browser::report_panics();
    module::provide(modules);
    let [calculator, ..] = &SITE;
    let page = SITE.iter().find(|page| page.folder == folder);
    let page = page.unwrap_or(calculator);
    spawn_local(async move {
        let mount = (modules.page)(page.folder).await;
        // The boot script asked for the words. They have a turn of their own, after the one that
        // started the program, and so has the page.
        let words = move || {
            spawn_local(async move {
                let has_words = i18n::add(page.messages).await;
                match mount.zip(browser::root()).filter(|_| has_words) {
                    Some((mount, root)) => {
                        place::begin(page);
                        set_timeout(move || mount(root), Duration::ZERO);
                    }
                    None => browser::report_failure(),
                }
            });
        };
        set_timeout(words, Duration::ZERO);
    });
}

/// Listens as a worker, where this is one.
pub fn work(tasks: Tasks) {
    worker::start(tasks);
}

/// The worker's part that simulates.
#[must_use]
pub fn simulate() -> Simulate {
    Simulate(worker::begin)
}

/// The worker's part that reads and writes files.
#[must_use]
pub fn files() -> Files {
    Files(worker::answer)
}

/// The worker's part that knows every counted network by its name.
#[must_use]
pub fn counts() -> Counts {
    Counts(&catalog::vision::Everything)
}

/// The same of the curated networks alone.
#[must_use]
pub fn curated() -> Counts {
    Counts(&catalog::vision::Curated)
}

/// The worker's part that reads models that are no language models.
#[must_use]
pub fn network() -> Network {
    Network(worker::read_network)
}

/// The worker's part that reads profiles.
#[must_use]
pub fn profile() -> Profile {
    Profile(worker::read_profile)
}

/// The calculator.
#[must_use]
pub fn calculator() -> Mount {
    |root| mount_to(root, serving::app::App).forget()
}

/// The calculator's part below its first view.
#[must_use]
pub fn below() -> Below {
    serving::answer::below()
}

/// The week under the calculator's autoscaler.
#[must_use]
pub fn week() -> Week {
    estimator::money::autoscaled
}

/// The measurements nearest to an answer.
#[must_use]
pub fn nearest() -> Nearest {
    Nearest {
        view: |fragment| view! { <accuracy::Nearest fragment/> }.into_any(),
        comparable: catalog::measured::comparable,
    }
}

/// The manifests of the calculator's answer.
#[must_use]
pub fn cluster() -> Cluster {
    cluster::of_serving
}

/// The manifests of a training run.
#[must_use]
pub fn cluster_run() -> Cluster {
    cluster::of_run
}

/// The manifests of a fleet.
#[must_use]
pub fn cluster_fleet() -> Cluster {
    cluster::of_fleet
}

/// The manifests of teams.
#[must_use]
pub fn cluster_teams() -> Cluster {
    cluster::of_teams
}

/// The autoscaler of the calculator's manifests, tried.
#[must_use]
pub fn trying() -> Try {
    cluster::try_autoscaler
}

/// What stands beside a fleet.
#[must_use]
pub fn fleet_side() -> Side {
    fleet::SIDE
}

/// Training and fine-tuning.
#[must_use]
pub fn training() -> Mount {
    |root| mount_to(root, training::Training).forget()
}

/// The costs: owning against renting and an API.
#[must_use]
pub fn costs() -> Mount {
    |root| mount_to(root, costs::Costs).forget()
}

/// The proposal, which is made of the costs' answer.
#[must_use]
pub fn proposal() -> Mount {
    |root| mount_to(root, costs::Proposal).forget()
}

/// The comparison of scenarios.
#[must_use]
pub fn compare() -> Mount {
    |root| mount_to(root, compare::Compare).forget()
}

/// The guide to the calculator.
#[must_use]
pub fn guide() -> Mount {
    |root| {
        mount_to(root, guide::Guide).forget();
        show_page();
    }
}

/// What the estimator says beside a measured file.
#[must_use]
pub fn against() -> Against {
    measure::against::part()
}

/// The page that says what limits a measured run.
#[must_use]
pub fn measure() -> Mount {
    |root| {
        mount_to(root, measure::Measure).forget();
        show_page();
    }
}

/// Models that are no language models: images, embeddings, video, speech.
#[must_use]
pub fn vision() -> Mount {
    |root| mount_to(root, vision::Vision).forget()
}

/// Sessions: conversations and agents.
#[must_use]
pub fn sessions() -> Mount {
    |root| mount_to(root, sessions::Sessions).forget()
}

/// Teams that queue for GPUs.
#[must_use]
pub fn queue() -> Mount {
    |root| mount_to(root, queue::Queue).forget()
}

/// The worker's part that sizes sessions, reads and replays recorded loads.
#[must_use]
pub fn trace() -> Trace {
    Trace {
        size: worker::begin_sizing_sessions,
        read: worker::read_trace,
        replay: worker::replay_trace,
    }
}

/// The worker's part that packs fleets.
#[must_use]
pub fn pack() -> Pack {
    Pack {
        begin: worker::begin_packing,
        write: worker::write_packing,
    }
}

/// The worker's part that tries autoscalers.
#[must_use]
pub fn attempt() -> Attempt {
    Attempt(worker::begin_trying)
}

/// The page that shares GPUs among workloads.
#[must_use]
pub fn fleet() -> Mount {
    |root| mount_to(root, fleet::Fleet).forget()
}

/// The page that holds estimates against measurements.
#[must_use]
pub fn accuracy() -> Mount {
    |root| mount_to(root, accuracy::Accuracy).forget()
}

/// Shows a page in place of its shell.
fn show_page() {
    browser::reveal();
    browser::note_started();
}
