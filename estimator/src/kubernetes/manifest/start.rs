//! How the processes of a run are started: by the files of its answer, mounted where the container
//! works, or by `torchrun` with a script of the reader's that gets the answer's numbers as options.
//!
//! | kind | who says where processes meet |
//! | --- | --- |
//! | `Job` | nobody: one node |
//! | `JobSet` | its names: the first pod of its job, the index that a job gives each pod |
//! | `TrainJob` | its runtime, `PET_MASTER_ADDR` and `PET_NODE_RANK` |
//! | `PyTorchJob` | its operator, `MASTER_ADDR` and `RANK` |

use super::deploy::{Deploy, RunForm, Training};
use super::figure;
use super::node::{Fields, Node, field, lines, noted, yours};
use super::pod;
use crate::decimal;

/// Where processes meet.
pub(super) const MEETING: u32 = 29500;
/// The volume of shared memory.
pub(super) const MEMORY: &str = "shm";
/// The volume of checkpoints.
pub(super) const CHECKPOINTS: &str = "checkpoints";
/// The volume of the files that start it.
pub(super) const LAUNCH: &str = "launch";
/// Where the container works, and its files are.
const FOLDER: &str = "/workspace";

/// A volume in the container.
pub(super) struct Mount {
    /// The volume.
    pub(super) volume: &'static str,
    /// Where.
    pub(super) path: Node,
    /// The one file of it that is there, where it is not the whole volume.
    pub(super) file: Option<&'static str>,
}

/// The script and its options.
fn script(training: &Training) -> Vec<Node> {
    let mut all = vec![yours(
        "train.py",
        "your script, which reads the options below",
    )];
    for (name, number) in &training.settings {
        all.push(noted(
            format!("--{name}={number}"),
            "as the answer was computed",
        ));
    }
    if let Some(every) = training.every {
        let note = format!(
            "{} s between checkpoints loses the least",
            figure::show(every)
        );
        let seconds = decimal::show(every.get().round());
        all.push(noted(format!("--checkpoint-seconds={seconds}"), note));
    }
    all.push("--checkpoint-dir=/checkpoints".into());
    all
}

/// The first pod of a set, as `JobSet` names it, and the service before it.
fn first(deploy: &Deploy) -> String {
    format!("{0}-node-0-0.{0}", deploy.name)
}

/// The command of a pod, and its arguments.
pub(super) fn command(deploy: &Deploy, training: &Training) -> (Vec<Node>, Vec<Node>) {
    if let Some(file) = training.files.first() {
        let run = format!("exec bash {}", file.name);
        let several = training.nodes > 1;
        let line = match training.form {
            RunForm::TrainJob => {
                let met = "MASTER_ADDR=$PET_MASTER_ADDR NODE_RANK=$PET_NODE_RANK";
                let met = if several {
                    format!("export {met} && ")
                } else {
                    String::new()
                };
                format!("cd {FOLDER} && {met}{run}")
            }
            RunForm::PyTorchJob if several => format!("export NODE_RANK=$RANK && {run}"),
            RunForm::Job | RunForm::JobSet | RunForm::PyTorchJob => {
                return (vec!["bash".into(), file.name.into()], Vec::new());
            }
        };
        let line = noted(line, "who starts the pods says where they meet");
        return (vec!["bash".into(), "-c".into(), line], Vec::new());
    }
    let command = vec!["torchrun".into()];
    // Kubeflow's controllers set where processes meet.
    if matches!(training.form, RunForm::TrainJob | RunForm::PyTorchJob) {
        return (command, script(training));
    }
    let each = noted(
        format!("--nproc-per-node={}", training.each),
        "one an accelerator",
    );
    let mut all = Vec::new();
    if training.nodes > 1 {
        all.push(noted(format!("--nnodes={}", training.nodes), "nodes"));
        all.push(each);
        all.push("--rdzv-backend=c10d".into());
        all.push(format!("--rdzv-endpoint={}:{MEETING}", first(deploy)).into());
        all.push(format!("--rdzv-id={}", deploy.name).into());
    } else {
        all.push("--standalone".into());
        all.push(each);
    }
    all.extend(script(training));
    (command, all)
}

/// The files, each under its name.
pub(super) fn files(training: &Training) -> Fields {
    let (nodes, each) = (training.nodes, training.each);
    let note = format!("the answer's launch files, of its layout on {nodes} x {each} accelerators");
    let named = training.files.iter();
    named.fold(Fields::new(), |all, file| {
        all.with(file.name, noted(lines(&file.text), note.clone()))
    })
}

/// The folder that the container works in, where its files are there.
pub(super) fn folder(training: &Training) -> Option<Node> {
    let note = "software that must start in its own folder belongs here";
    (!training.files.is_empty()).then(|| yours(FOLDER, note))
}

/// Where volumes are in the container.
pub(super) fn mounts(training: &Training) -> Vec<Mount> {
    let at = |volume, path: Node| Mount {
        volume,
        path,
        file: None,
    };
    let mut all = vec![at(MEMORY, "/dev/shm".into())];
    if training.files.is_empty() {
        all.push(at(CHECKPOINTS, "/checkpoints".into()));
        return all;
    }
    let output = format!("{FOLDER}/output");
    let output = match training.every {
        Some(every) => {
            let every = figure::show(every);
            noted(
                output,
                format!("what is saved: {every} s between checkpoints loses the least"),
            )
        }
        None => noted(output, "what is saved"),
    };
    all.push(at(CHECKPOINTS, output));
    all.extend(training.files.iter().map(|file| Mount {
        volume: LAUNCH,
        path: format!("{FOLDER}/{}", file.name).into(),
        file: Some(file.name),
    }));
    all
}

/// What the files read: their variables, which are the reader's, and where processes meet.
pub(super) fn environment(deploy: &Deploy, training: &Training) -> Vec<Fields> {
    if training.files.is_empty() {
        return Vec::new();
    }
    let set = |name: &str, value: Node| field("name", name).with("value", value);
    let mut all = Vec::new();
    if training.form == RunForm::JobSet && training.nodes > 1 {
        all.push(set(
            "MASTER_ADDR",
            noted(first(deploy), "the set's first pod"),
        ));
        let index = "metadata.annotations['batch.kubernetes.io/job-completion-index']";
        let from = field(
            "fieldRef",
            field("fieldPath", noted(index, "0 to nodes - 1")),
        );
        all.push(field("name", "NODE_RANK").with("valueFrom", from));
    }
    let named = variables(training).into_iter();
    all.extend(named.map(|name| set(name, yours("set-me", "as in the launch command"))));
    all.push(pod::hub_token());
    all
}

/// The variables that the command asks for (`${NAME:?}`), each once.
fn variables(training: &Training) -> Vec<&str> {
    let texts = training.files.iter().map(|file| file.text.as_str());
    let mut all = Vec::new();
    for part in texts.flat_map(|text| text.split("${").skip(1)) {
        if let Some((name, _)) = part.split_once(":?}")
            && name
                .chars()
                .all(|letter| letter.is_ascii_uppercase() || letter == '_')
            && !all.contains(&name)
        {
            all.push(name);
        }
    }
    all
}
