//! The settings that start a job as its layout says: command lines and files of the
//! software, with exact numbers, and what the software has no setting for.
//!
//! | software | what is written | names read in |
//! | --- | --- | --- |
//! | Megatron-LM | `torchrun pretrain_gpt.py` with flags | `megatron/training/arguments.py` and the dataclasses it reads, August 2026 |
//! | torchtitan 0.3 | `torchrun -m torchtitan.train` with flags; TOML files ended with 0.2 | `torchtitan/config/configs.py` of the release |
//! | `DeepSpeed` | `ds_config.json` and a script of TRL | `docs/_pages/config-json.md`, August 2026 |
//! | Hugging Face | an Accelerate YAML and a script of TRL and PEFT | Accelerate's `config_args.py`, TRL 1.16, transformers 5.24, PEFT 0.21 |
//! | Unsloth | a script of Unsloth and TRL | Unsloth 2026.10 |
//! | Axolotl | a YAML, with `ds_config.json` where it needs one | Axolotl 0.19, `utils/schemas` |
//!
//! Language-free. What is the user's stands as a shell variable that must be set:
//! `$DATASET`, `$LEARNING_RATE`, `$MODEL` where its name is not known, `$MASTER_ADDR` and
//! `$NODE_RANK` on several nodes. Checkpoints are written as often as the run was estimated. Where the software has no setting for something without
//! which another training would run, there are no files but the [`Gap`].

mod accelerate;
mod axolotl;
mod cluster;
mod deepspeed;
mod megatron;
mod network;
mod peft;
mod python;
mod script;
mod shell;
mod torchtitan;
mod trainer;
mod tree;
mod unsloth;

use crate::script::{File, Machines};
use crate::training::ability::Task;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::method::Stack;

pub use crate::training::ability::Gap;
pub use cluster::Cluster;

/// Everything a job is started with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// The files, the command first; none where a gap stops it ([`Gap::stops`]).
    pub files: Vec<File>,
    /// What they leave out, in the order of [`Gap::ALL`].
    pub gaps: Vec<Gap>,
}

/// The settings of `layout` of `job`, on machines of `cluster`.
#[must_use]
pub fn launch(job: &Job, layout: &Layout, cluster: &Cluster) -> Launch {
    let setup = Setup {
        job,
        layout,
        cluster,
        machines: Machines::of(layout.accelerators, cluster.node),
    };
    let mut launch = Launch {
        files: Vec::new(),
        gaps: Vec::new(),
    };
    match job.stack {
        Stack::Megatron => megatron::write(&setup, &mut launch),
        Stack::Torchtitan => torchtitan::write(&setup, &mut launch),
        Stack::DeepSpeed => deepspeed::write(&setup, &mut launch),
        Stack::HuggingFace => accelerate::write(&setup, &mut launch),
        Stack::Unsloth => unsloth::write(&setup, &mut launch),
        Stack::Axolotl => axolotl::write(&setup, &mut launch),
    }
    launch.gaps.extend(Task::from(job).gaps(layout));
    launch.gap(!cluster.starts(), Gap::Hardware);
    launch.gaps.sort_unstable();
    launch.gaps.dedup();
    if launch.gaps.iter().any(|gap| gap.stops()) {
        launch.files.clear();
    }
    launch
}

/// What is launched, and where.
struct Setup<'a> {
    job: &'a Job,
    layout: &'a Layout,
    cluster: &'a Cluster,
    machines: Machines,
}

impl Setup<'_> {
    /// Copies of the model that share one set of states under hybrid sharding.
    fn shard_group(&self) -> u32 {
        self.layout.shard_group(self.cluster.near)
    }

    /// Examples of one forward pass: TRL counts a preferred answer and the one that is not
    /// as one.
    fn examples(&self) -> u32 {
        let together = if self.job.reference { 2 } else { 1 };
        self.layout.micro_batch.div_ceil(together)
    }

    /// The model's name on the hub, where it is one: an owner and a name.
    fn repository(&self) -> Option<&str> {
        let id = self.job.model.id.as_str();
        let plain = |part: &str| {
            let letter = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
            !part.is_empty() && !part.starts_with('.') && part.chars().all(letter)
        };
        let (owner, name) = id.split_once('/')?;
        (plain(owner) && plain(name)).then_some(id)
    }

    /// Optimizer steps, whole.
    fn steps(&self) -> f64 {
        self.job.steps().max(1.0)
    }

    /// Steps from one checkpoint to the next, as the run was estimated; one, or all, at the ends.
    fn save_every(&self) -> f64 {
        self.cluster.save_every.clamp(1.0, self.steps())
    }
}

impl Launch {
    fn file(&mut self, name: &'static str, text: String) {
        self.files.push(File { name, text });
    }

    /// Notes what cannot be set.
    fn gap(&mut self, missing: bool, gap: Gap) {
        if missing {
            self.gaps.push(gap);
        }
    }
}
