//! The object `kubernetes` of a line, read field by field; what is left out takes its default.

use super::super::deploy::{Autoscaler, Devices, Form, RunForm, Sharing};
use crate::kubernetes::object::Object;
use crate::kubernetes::problem::{FieldError, Problem};
use serde_json::Value;

/// The fields of the object.
const KNOWN: [&str; 15] = [
    "namespace",
    "name",
    "autoscaler",
    "min_replicas",
    "max_replicas",
    "scale_to_zero",
    "devices",
    "sharing",
    "form",
    "kueue",
    "karpenter",
    "monitoring",
    "storage_class",
    "prometheus",
    "image",
];
/// Replicas that may be asked for.
const REPLICAS: (u64, u64) = (1, 100_000);

/// The kind that a line asks for, of either task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Served(Form),
    Run(RunForm),
}

/// What a line chooses.
pub(super) struct Choices {
    pub(super) namespace: Option<String>,
    pub(super) name: Option<String>,
    pub(super) autoscaler: Autoscaler,
    pub(super) least: Option<u32>,
    pub(super) most: Option<u32>,
    pub(super) to_zero: bool,
    pub(super) devices: Devices,
    pub(super) sharing: Sharing,
    pub(super) form: Option<Kind>,
    pub(super) queue: Option<String>,
    pub(super) karpenter: bool,
    pub(super) monitored: bool,
    pub(super) storage_class: Option<String>,
    pub(super) prometheus: Option<String>,
    pub(super) image: Option<String>,
}

impl Choices {
    /// Reads the object.
    pub(super) fn read(value: &Value) -> Result<Self, FieldError> {
        let empty = Value::Object(serde_json::Map::new());
        let value = if value.is_null() { &empty } else { value };
        let object = Object::new("kubernetes", value, &KNOWN)?;
        let text = |name: &str| object.get(name).map(|_| object.text(name)).transpose();
        let count = |name: &str| -> Result<Option<u32>, FieldError> {
            let whole = object.whole(name, REPLICAS)?;
            Ok(whole.and_then(|count| u32::try_from(count).ok()))
        };
        let flag = |name: &str| -> Result<bool, FieldError> {
            let Some(given) = object.get(name) else {
                return Ok(false);
            };
            let wrong = || object.wrong(name, Problem::Not("true or false"));
            given.as_bool().ok_or_else(wrong)
        };
        let autoscaler = object.choice(
            "autoscaler",
            &["none", "hpa", "keda"],
            &[Autoscaler::None, Autoscaler::Hpa, Autoscaler::Keda],
        )?;
        let devices = object.choice(
            "devices",
            &["plugin", "dra"],
            &[Devices::Plugin, Devices::Claim],
        )?;
        let monitored = object.choice("monitoring", &["none", "operator"], &[false, true])?;
        Ok(Self {
            namespace: text("namespace")?,
            name: text("name")?,
            autoscaler: autoscaler.unwrap_or(Autoscaler::None),
            least: count("min_replicas")?,
            most: count("max_replicas")?,
            to_zero: flag("scale_to_zero")?,
            devices: devices.unwrap_or(Devices::Plugin),
            sharing: sharing(&object)?,
            form: form(&object)?,
            queue: text("kueue")?,
            karpenter: flag("karpenter")?,
            // An HPA reads what the operator records.
            monitored: monitored.unwrap_or(autoscaler == Some(Autoscaler::Hpa)),
            storage_class: text("storage_class")?,
            prometheus: text("prometheus")?,
            image: text("image")?,
        })
    }
}

fn sharing(object: &Object<'_>) -> Result<Sharing, FieldError> {
    const NAME: &str = "sharing";
    if object.get(NAME).is_none() {
        return Ok(Sharing::None);
    }
    let given = object.text(NAME)?;
    let wrong = Problem::Not("none, mig:PROFILE, time-slicing:N or mps:N");
    let (way, of) = given.split_once(':').unwrap_or((given.as_str(), ""));
    let count = || of.parse().map_err(|_| object.wrong(NAME, wrong.clone()));
    match way {
        "none" if of.is_empty() => Ok(Sharing::None),
        "mig" => Ok(Sharing::Mig(of.to_owned())),
        "time-slicing" => Ok(Sharing::TimeSlicing(count()?)),
        "mps" => Ok(Sharing::Mps(count()?)),
        _ => Err(object.wrong(NAME, wrong)),
    }
}

fn form(object: &Object<'_>) -> Result<Option<Kind>, FieldError> {
    object.choice(
        "form",
        &[
            "deployment",
            "leaderworkerset",
            "kserve",
            "inferenceservice",
            "production-stack",
            "job",
            "jobset",
            "trainjob",
            "pytorchjob",
        ],
        &[
            Kind::Served(Form::Deployment),
            Kind::Served(Form::LeaderWorkerSet),
            Kind::Served(Form::Kserve),
            Kind::Served(Form::InferenceService),
            Kind::Served(Form::ProductionStack),
            Kind::Run(RunForm::Job),
            Kind::Run(RunForm::JobSet),
            Kind::Run(RunForm::TrainJob),
            Kind::Run(RunForm::PyTorchJob),
        ],
    )
}
