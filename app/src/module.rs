//! The parts of the program that are loaded when they are wanted: the pages, the
//! calculator's part below its first view, the measurements nearest to an answer. The program of
//! the site has each in files of its own (`app/program`); in the file that is the whole site
//! they are there from the start.

use crate::browser::Root;
pub use crate::cluster::Trying;
pub use crate::measure::against::Against;
use crate::serving::answer::Below;
pub use crate::serving::weeks::Week;
use crate::worker::Tasks;
use estimator::calibration::{Row, Setup};
use estimator::kubernetes::manifest::{Board, NoManifest, Packed, Ran};
use estimator::kubernetes::teams::Question;
use leptos::prelude::{AnyView, Signal};
use std::cell::Cell;
use std::pin::Pin;
use std::sync::Arc;

/// A part that is on its way; `None` where it cannot be had.
pub type Loading<T> = Pin<Box<dyn Future<Output = Option<T>>>>;

/// Makes a page in its place.
pub type Mount = fn(Root);

/// What the published measurements are good for beside an answer.
#[derive(Clone, Copy)]
pub struct Nearest {
    /// Makes those nearest to the question of a fragment.
    pub(crate) view: fn(Signal<String>) -> AnyView,
    /// Those that a measured run can be held against, beside their estimates.
    pub(crate) comparable: fn(&Setup) -> Vec<Row>,
}

/// What manifests are made of.
#[derive(Clone, Copy)]
pub enum Source {
    /// The calculator's answer.
    Serving,
    /// The packing that the page about fleets shows, once it has one.
    Fleet(Signal<Option<Placed>>),
    /// The run that the page about training shows, once it has one.
    Training(Signal<Option<Trained>>),
    /// The teams that the page about queues shows, once it has an answer.
    Teams(Signal<Option<Teamed>>),
}

/// A packed fleet.
#[derive(Clone)]
pub struct Placed {
    /// The names of its workloads.
    pub names: Arc<Vec<String>>,
    /// The address of the same fleet without the ways to share that no manifest knows; `None` where
    /// it is that already.
    pub plain: Option<Arc<str>>,
    /// The packing.
    pub packed: Arc<Packed>,
}

/// A training run.
#[derive(Clone)]
pub struct Trained {
    /// The model's name.
    pub name: String,
    /// The run, or why there are no manifests of it.
    pub run: Result<Arc<Ran>, NoManifest>,
}

/// Teams that queue for accelerators.
#[derive(Clone)]
pub struct Teamed {
    /// The question.
    pub question: Arc<Question>,
    /// Its accelerator; none where that is not known.
    pub board: Option<Board>,
}

/// Makes the manifests of the page's answer.
pub type Cluster = fn(Source) -> AnyView;

/// What the page about fleets loads once somebody asks for it.
#[derive(Clone, Copy)]
pub struct Side {
    /// Saved fleets, and one that is pinned, beside the one on the page.
    pub(crate) compared: fn() -> AnyView,
    /// Questions of the calculator to take over as workloads.
    pub(crate) taken: fn() -> AnyView,
    /// How many of each accelerator can be had, and how each may be shared.
    pub(crate) restrictions: fn() -> AnyView,
    /// The fields of the workload of that key.
    pub(crate) editor: fn(u32) -> AnyView,
}

/// Tries the autoscaler of the calculator's manifests on the answer's day.
pub type Try = fn(Trying) -> AnyView;

/// How each part is loaded.
#[derive(Clone, Copy)]
pub struct Modules {
    /// The page of a folder of the site; the calculator's has no name.
    pub page: fn(&str) -> Loading<Mount>,
    /// The calculator's part below its first view.
    pub below: fn() -> Loading<Below>,
    /// The measurements nearest to an answer.
    pub nearest: fn() -> Loading<Nearest>,
    /// Manifests of an answer.
    pub cluster: fn(&Source) -> Loading<Cluster>,
    /// The autoscaler of the calculator's manifests, tried.
    pub trying: fn() -> Loading<Try>,
    /// The week under the calculator's autoscaler.
    pub week: fn() -> Loading<Week>,
    /// What stands beside a fleet.
    pub side: fn() -> Loading<Side>,
    /// What the estimator says beside a measured file.
    pub against: fn() -> Loading<Against>,
}

/// Everything at once, for a program that has no parts.
#[must_use]
pub fn whole() -> Modules {
    Modules {
        page: |folder| {
            let mount = match folder {
                "training/" => crate::training(),
                "costs/" => crate::costs(),
                "proposal/" => crate::proposal(),
                "compare/" => crate::compare(),
                "accuracy/" => crate::accuracy(),
                "guide/" => crate::guide(),
                "measure/" => crate::measure(),
                "vision/" => crate::vision(),
                "fleet/" => crate::fleet(),
                "sessions/" => crate::sessions(),
                "queue/" => crate::queue(),
                _ => crate::calculator(),
            };
            Box::pin(async move { Some(mount) })
        },
        below: || Box::pin(async { Some(crate::below()) }),
        nearest: || Box::pin(async { Some(crate::nearest()) }),
        cluster: |source| {
            let part = match source {
                Source::Serving => crate::cluster(),
                Source::Training(_) => crate::cluster_run(),
                Source::Fleet(_) => crate::cluster_fleet(),
                Source::Teams(_) => crate::cluster_teams(),
            };
            Box::pin(async move { Some(part) })
        },
        trying: || Box::pin(async { Some(crate::trying()) }),
        week: || Box::pin(async { Some(crate::week()) }),
        side: || Box::pin(async { Some(crate::fleet_side()) }),
        against: || Box::pin(async { Some(crate::against()) }),
    }
}

/// The same for a worker.
#[must_use]
pub fn whole_worker() -> Tasks {
    Tasks {
        simulate: || Box::pin(async { Some(crate::simulate()) }),
        files: || Box::pin(async { Some(crate::files()) }),
        profile: || Box::pin(async { Some(crate::profile()) }),
        network: || Box::pin(async { Some(crate::network()) }),
        // The one file carries the curated networks alone.
        counts: || Box::pin(async { Some(crate::curated()) }),
        trace: || Box::pin(async { Some(crate::trace()) }),
        pack: || Box::pin(async { Some(crate::pack()) }),
        attempt: || Box::pin(async { Some(crate::attempt()) }),
    }
}

thread_local! {
    static MODULES: Cell<Option<Modules>> = const { Cell::new(None) };
}

/// Says how this program loads its parts.
pub(crate) fn provide(modules: Modules) {
    MODULES.set(Some(modules));
}

/// The page of a folder of the site.
pub(crate) async fn load_page(folder: &str) -> Option<Mount> {
    let loading = (MODULES.get()?.page)(folder);
    loading.await
}

/// The calculator's part below its first view.
pub(crate) async fn load_below() -> Option<Below> {
    (MODULES.get()?.below)().await
}

/// The manifests of an answer.
pub(crate) async fn load_cluster(source: Source) -> Option<Cluster> {
    (MODULES.get()?.cluster)(&source).await
}

/// The autoscaler of the calculator's manifests, tried.
pub(crate) async fn load_trying() -> Option<Try> {
    (MODULES.get()?.trying)().await
}

/// The week under the calculator's autoscaler.
pub(crate) async fn load_week() -> Option<Week> {
    (MODULES.get()?.week)().await
}

/// What stands beside a fleet.
pub(crate) async fn load_side() -> Option<Side> {
    (MODULES.get()?.side)().await
}

/// What the estimator says beside a measured file.
pub(crate) async fn load_against() -> Option<Against> {
    (MODULES.get()?.against)().await
}

/// The measurements nearest to an answer.
pub(crate) async fn load_nearest() -> Option<Nearest> {
    (MODULES.get()?.nearest)().await
}
