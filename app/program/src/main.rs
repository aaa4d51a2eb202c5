//! The program of the site: one for all pages and for the worker, in files that are loaded when
//! they are wanted. The first file has the calculator's first view, and what others need of
//! it; each name in `wasm_split` is a further one, and what several of those need is in files
//! between them (`xtask/src/split`).

use rightsize_pages::{
    Against, Attempt, Below, Cluster, Counts, Files, Loading, Modules, Mount, Nearest, Network,
    Pack, Profile, Side, Simulate, Source, Tasks, Trace, Try, Week,
};
use wasm_bindgen::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// A part, or what its loader says; the browser's console has the reason.
type Part<T> = Result<T, SplitLoaderError>;

#[wasm_split(below, fallible)]
fn below() -> Part<Below> {
    Ok(rightsize_pages::below())
}

#[wasm_split(train, fallible)]
fn training() -> Part<Mount> {
    Ok(rightsize_pages::training())
}

#[wasm_split(money, fallible)]
fn costs() -> Part<Mount> {
    Ok(rightsize_pages::costs())
}

#[wasm_split(papers, fallible)]
fn proposal() -> Part<Mount> {
    Ok(rightsize_pages::proposal())
}

#[wasm_split(compare, fallible)]
fn compare() -> Part<Mount> {
    Ok(rightsize_pages::compare())
}

#[wasm_split(guide, fallible)]
fn guide() -> Part<Mount> {
    Ok(rightsize_pages::guide())
}

#[wasm_split(measure, fallible)]
fn measure() -> Part<Mount> {
    Ok(rightsize_pages::measure())
}

#[wasm_split(vision, fallible)]
fn vision() -> Part<Mount> {
    Ok(rightsize_pages::vision())
}

#[wasm_split(fleet, fallible)]
fn fleet() -> Part<Mount> {
    Ok(rightsize_pages::fleet())
}

#[wasm_split(sessions, fallible)]
fn sessions() -> Part<Mount> {
    Ok(rightsize_pages::sessions())
}

#[wasm_split(queue, fallible)]
fn queue() -> Part<Mount> {
    Ok(rightsize_pages::queue())
}

#[wasm_split(read, fallible)]
fn accuracy() -> Part<Mount> {
    Ok(rightsize_pages::accuracy())
}

#[wasm_split(read, fallible)]
fn nearest() -> Part<Nearest> {
    Ok(rightsize_pages::nearest())
}

#[wasm_split(cluster, fallible)]
fn cluster_serving() -> Part<Cluster> {
    Ok(rightsize_pages::cluster())
}

#[wasm_split(clusterrun, fallible)]
fn cluster_run() -> Part<Cluster> {
    Ok(rightsize_pages::cluster_run())
}

#[wasm_split(clusterfleet, fallible)]
fn cluster_fleet() -> Part<Cluster> {
    Ok(rightsize_pages::cluster_fleet())
}

#[wasm_split(clusterteams, fallible)]
fn cluster_teams() -> Part<Cluster> {
    Ok(rightsize_pages::cluster_teams())
}

#[wasm_split(clustertry, fallible)]
fn trying() -> Part<Try> {
    Ok(rightsize_pages::trying())
}

#[wasm_split(week, fallible)]
fn week() -> Part<Week> {
    Ok(rightsize_pages::week())
}

#[wasm_split(against, fallible)]
fn against() -> Part<Against> {
    Ok(rightsize_pages::against())
}

#[wasm_split(fleetside, fallible)]
fn fleet_side() -> Part<Side> {
    Ok(rightsize_pages::fleet_side())
}

/// The manifests of a page's answer.
fn cluster(source: &Source) -> Loading<Cluster> {
    match source {
        Source::Serving => Box::pin(async { cluster_serving().await.ok() }),
        Source::Training(_) => Box::pin(async { cluster_run().await.ok() }),
        Source::Fleet(_) => Box::pin(async { cluster_fleet().await.ok() }),
        Source::Teams(_) => Box::pin(async { cluster_teams().await.ok() }),
    }
}

#[wasm_split(simulate, fallible)]
fn simulate() -> Part<Simulate> {
    Ok(rightsize_pages::simulate())
}

#[wasm_split(files, fallible)]
fn files() -> Part<Files> {
    Ok(rightsize_pages::files())
}

#[wasm_split(profile, fallible)]
fn profile() -> Part<Profile> {
    Ok(rightsize_pages::profile())
}

#[wasm_split(network, fallible)]
fn network() -> Part<Network> {
    Ok(rightsize_pages::network())
}

#[wasm_split(counts, fallible)]
fn counts() -> Part<Counts> {
    Ok(rightsize_pages::counts())
}

#[wasm_split(trace, fallible)]
fn trace() -> Part<Trace> {
    Ok(rightsize_pages::trace())
}

#[wasm_split(pack, fallible)]
fn pack() -> Part<Pack> {
    Ok(rightsize_pages::pack())
}

#[wasm_split(attempt, fallible)]
fn attempt() -> Part<Attempt> {
    Ok(rightsize_pages::attempt())
}

/// The page of a folder of the site.
fn page(folder: &str) -> Loading<Mount> {
    match folder {
        "training/" => Box::pin(async { training().await.ok() }),
        "costs/" => Box::pin(async { costs().await.ok() }),
        "proposal/" => Box::pin(async { proposal().await.ok() }),
        "compare/" => Box::pin(async { compare().await.ok() }),
        "accuracy/" => Box::pin(async { accuracy().await.ok() }),
        "guide/" => Box::pin(async { guide().await.ok() }),
        "measure/" => Box::pin(async { measure().await.ok() }),
        "vision/" => Box::pin(async { vision().await.ok() }),
        "fleet/" => Box::pin(async { fleet().await.ok() }),
        "sessions/" => Box::pin(async { sessions().await.ok() }),
        "queue/" => Box::pin(async { queue().await.ok() }),
        _ => Box::pin(async { Some(rightsize_pages::calculator()) }),
    }
}

/// In a worker, the worker; a page waits for [`begin`].
fn main() {
    if web_sys::window().is_none() {
        rightsize_pages::work(Tasks {
            simulate: || Box::pin(async { simulate().await.ok() }),
            files: || Box::pin(async { files().await.ok() }),
            profile: || Box::pin(async { profile().await.ok() }),
            network: || Box::pin(async { network().await.ok() }),
            counts: || Box::pin(async { counts().await.ok() }),
            trace: || Box::pin(async { trace().await.ok() }),
            pack: || Box::pin(async { pack().await.ok() }),
            attempt: || Box::pin(async { attempt().await.ok() }),
        });
    }
}

/// Starts the page of a folder of the site; the calculator's has no name.
#[wasm_bindgen]
pub fn begin(folder: &str) {
    let modules = Modules {
        page,
        below: || Box::pin(async { below().await.ok() }),
        nearest: || Box::pin(async { nearest().await.ok() }),
        cluster,
        trying: || Box::pin(async { trying().await.ok() }),
        week: || Box::pin(async { week().await.ok() }),
        side: || Box::pin(async { fleet_side().await.ok() }),
        against: || Box::pin(async { against().await.ok() }),
    };
    rightsize_pages::begin(folder, modules);
}
