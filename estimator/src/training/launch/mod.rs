//! The settings that start a job as its layout says: command lines and files of the
//! software, with exact numbers, and what the software has no setting for.
//!
//! | software | what is written | names read in |
//! | --- | --- | --- |
//! | Megatron-LM | `torchrun pretrain_gpt.py` with flags | `megatron/training/arguments.py` and the dataclasses it reads, August 2026 |
//! | torchtitan 0.3 | `torchrun -m torchtitan.train` with flags; TOML files ended with 0.2 | `torchtitan/config/configs.py` of the release |
//! | `DeepSpeed` | `ds_config.json` and the trainer's arguments | `docs/_pages/config-json.md`, August 2026 |
//! | Hugging Face | an Accelerate YAML and the trainer's arguments | Accelerate's `config_args.py`, TRL's `SFTConfig` |
//! | PEFT | `adapter_config.json`, and the base's bitsandbytes settings | `src/peft/tuners/lora/config.py` |
//!
//! Language-free. What depends on the user's machines stands as a shell variable:
//! `$MASTER_ADDR`, `$NODE_RANK`. Learning rates, data and paths are the user's.

mod accelerate;
mod arguments;
mod deepspeed;
mod machines;
mod megatron;
mod network;
mod peft;
mod shell;
mod torchtitan;
mod tree;

use crate::precision::formats;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::method::Stack;
use machines::Machines;
use serde::{Deserialize, Serialize};

formats!(
    /// Something of a job or a layout that its software has no setting for, or none that
    /// a launch reaches.
    Gap {
        /// Tensor parallelism.
        Tensor = "tensor",
        /// Pipeline parallelism.
        Pipeline = "pipeline",
        /// Chunks of a stage's layers of this size.
        VirtualStages = "virtual-stages",
        /// Context parallelism.
        Context = "context",
        /// Expert parallelism.
        Expert = "expert",
        /// Experts that ranks share.
        ExpertTensor = "expert-tensor",
        /// States cut so.
        Sharding = "sharding",
        /// The number format.
        Precision = "precision",
        /// The optimizer.
        Optimizer = "optimizer",
        /// States kept there.
        Offload = "offload",
        /// This much recomputed.
        Recompute = "recompute",
        /// The loss taken so.
        Loss = "loss",
        /// Attention computed so.
        Attention = "attention",
        /// Adapters.
        Adapters = "adapters",
        /// A frozen copy beside the model.
        Reference = "reference",
        /// The model's layers, or a ready configuration of it.
        Model = "model",
    }
);

/// One file, or one command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The name other files and commands know it by; a `.sh` is to be run.
    pub name: &'static str,
    /// What stands in it.
    pub text: String,
}

/// Everything a job is started with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// The files, the command first.
    pub files: Vec<File>,
    /// What they leave out, in the order of [`Gap::ALL`].
    pub gaps: Vec<Gap>,
}

/// The settings of `layout` of `job`, on nodes of `node` accelerators.
#[must_use]
pub fn launch(job: &Job, layout: &Layout, node: u32) -> Launch {
    let setup = Setup {
        job,
        layout,
        node,
        machines: Machines::of(layout.accelerators, node),
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
    }
    launch.gaps.sort_unstable();
    launch.gaps.dedup();
    launch
}

/// What is launched, and where.
struct Setup<'a> {
    job: &'a Job,
    layout: &'a Layout,
    /// Accelerators of a node.
    node: u32,
    machines: Machines,
}

impl Setup<'_> {
    /// Copies of the model that share one set of states under hybrid sharding.
    fn shard_group(&self) -> u32 {
        self.layout.shard_group(self.node)
    }

    /// Optimizer steps, whole.
    fn steps(&self) -> f64 {
        self.job.steps().max(1.0)
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
