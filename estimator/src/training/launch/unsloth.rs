//! Unsloth: TRL's trainer over a model that Unsloth loads, one copy an accelerator.
//!
//! Source: unsloth 2026.10 `unsloth/models/loader.py` (`FastLanguageModel`) and
//! `models/llama.py` (`get_peft_model`); several accelerators by `torchrun`, as its guide
//! to data parallelism has it. Its 4-bit base has nested scales.

use super::shell;
use super::{Gap, Launch, Setup, script};
use crate::training::method::Precision;

pub(super) fn write(setup: &Setup<'_>, launch: &mut Launch) {
    let job = setup.job;
    let mixed = matches!(job.precision, Precision::Bf16Mixed | Precision::Fp16Mixed);
    launch.gap(!mixed, Gap::Precision);
    launch.gap(!job.flash, Gap::Attention);
    let Some(adapter) = job.method.adapter() else {
        return;
    };
    let mut command = shell::torchrun(setup.machines, "");
    command.raw(script::NAME);
    for argument in script::arguments(setup) {
        command.raw(argument);
    }
    launch.file("launch.sh", command.finish());
    script::write_unsloth(setup, adapter, launch);
}
