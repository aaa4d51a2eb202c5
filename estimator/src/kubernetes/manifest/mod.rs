//! Manifests of an answer: what a cluster is told, so that it runs what was estimated.
//!
//! [`write`] is a pure function of a [`Deploy`]. Each document is a tree whose computed numbers say
//! where they come from; choices that no answer knows are marked `yours`. Kinds are of Kubernetes
//! 1.34 and later, KEDA `v1alpha1`, Kueue `v1beta2`, Karpenter `v1`, `LeaderWorkerSet` `v1`, `JobSet`
//! `v1alpha2`, Kubeflow Trainer `v1alpha1`, `KServe` `v1alpha2` and `v1beta1`, the Prometheus
//! operator's `v1`. `docs/kubernetes.md` lists which number goes where.

mod answer;
mod check;
mod claim;
mod command;
mod deploy;
mod domain;
mod fields;
mod figure;
mod kserve;
mod line;
mod machine;
mod measure;
mod monitor;
mod name;
mod node;
mod packing;
mod pod;
mod queueing;
mod ran;
mod run;
mod scaling;
mod set;
mod share;
mod stack;
mod start;
mod teams;
#[cfg(test)]
mod tests;
mod trial;
mod workload;
mod yaml;

pub use answer::{Choices, NoManifest, deploy};
pub use check::{OF_NVIDIA, OWN_PODS, SEVERAL_NODES};
pub use deploy::{
    Autoscaler, Board, Deploy, Devices, Form, Machines, Maker, Prefill, Queue, Replicas, RunForm,
    Serving, Sharing, Site, Training, Work,
};
pub use line::{Refused, line};
pub use name::label;
pub use node::{Fields, Node, Value};
pub use packing::{Checkpoint, Fixed, FleetChoices, FleetSet, Left, Packed, write_fleet};
pub use ran::{Ran, RunChoices};
pub use set::{About, File, Finding};
pub use teams::{TeamChoices, write_teams};
pub use trial::{Untried, standing, trial, written};
pub use yaml::document;

use super::problem::FieldError;

/// Files of a question, and what there is to say beside them.
#[derive(Debug, Clone, PartialEq)]
pub struct Set {
    /// The documents, in the order of `kubectl apply`.
    pub files: Vec<File>,
    /// What a reader should know.
    pub findings: Vec<Finding>,
}

/// Writes every document of a question.
///
/// # Errors
/// All that is wrong with it, each with its field; nothing is written then.
pub fn write(deploy: &Deploy) -> Result<Set, Vec<FieldError>> {
    match &deploy.work {
        Work::Serving(serving) => write_serving(deploy, serving),
        Work::Training(training) => write_run(deploy, training),
    }
}

/// Writes every document of a question about a model served, which `serving` is of: what writes runs
/// is no part of it.
///
/// # Errors
/// As those of [`write`].
pub fn write_serving(deploy: &Deploy, serving: &Serving) -> Result<Set, Vec<FieldError>> {
    written_if(check::of_serving(deploy, serving), || Set {
        files: set::of_serving(deploy, serving),
        findings: set::serving_findings(deploy, serving),
    })
}

/// Writes every document of a question about a training run, which `training` is of.
///
/// # Errors
/// As those of [`write`].
pub fn write_run(deploy: &Deploy, training: &Training) -> Result<Set, Vec<FieldError>> {
    written_if(check::of_run(deploy, training), || Set {
        files: set::of_run(deploy, training),
        findings: set::run_findings(training),
    })
}

fn written_if(
    problems: Vec<FieldError>,
    set: impl FnOnce() -> Set,
) -> Result<Set, Vec<FieldError>> {
    if problems.is_empty() {
        Ok(set())
    } else {
        Err(problems)
    }
}
