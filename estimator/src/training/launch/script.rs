//! `train.py`: TRL's trainer with the configuration that was assumed, which takes the data
//! set and the learning rate as arguments.
//!
//! Source: trl 1.16.0 `trl/scripts/sft.py` and `dpo.py`. TRL trains published language
//! models: encoders and weights at random are gaps.

use super::peft::{self, Adapters};
use super::python::Call;
use super::trainer::{self, Under};
use crate::quoting::text as string;
use super::{Gap, Launch, Setup};
use crate::training::method::{Adapter, Base};

/// Its name, for the commands that start it.
pub(super) const NAME: &str = "train.py";

/// What a command gives it, behind its name.
pub(super) fn arguments(setup: &Setup<'_>) -> Vec<&'static str> {
    let mut all = Vec::new();
    if setup.repository().is_none() {
        all.push("--model \"${MODEL:?}\"");
    }
    all.push("--dataset \"${DATASET:?}\"");
    all.push("--learning-rate \"${LEARNING_RATE:?}\"");
    all
}

/// Writes it under TRL, PEFT and what `under` says.
pub(super) fn write(setup: &Setup<'_>, under: Under, launch: &mut Launch) {
    let job = setup.job;
    let under = Under {
        loads: true,
        ..under
    };
    let mut body = trainer::config(setup, under, launch).assigned("config");
    let mut imports = vec!["from datasets import load_dataset"];
    let mut trainer = Call::new(trainer_of(setup));
    trainer.raw("model", "args.model");
    trainer.raw("args", "config");
    trainer.raw("train_dataset", "data(args.dataset)");
    let mut then = "";
    if let Some(adapter) = job.method.adapter() {
        let adapters = Adapters::of(setup, adapter, true, launch);
        imports.push("from peft import LoraConfig");
        if let Some(base) = peft::quantization(setup, adapter.base) {
            imports.push("from transformers import BitsAndBytesConfig");
            body.push_str(&base.assigned("quantization"));
            trainer.raw("quantization_config", "quantization");
        }
        body.push_str(&adapters.config().assigned("adapters"));
        trainer.raw("peft_config", "adapters");
        then = halved(adapter);
    }
    if !then.is_empty() {
        imports.insert(0, "import torch");
    }
    imports.push(trl_of(setup));
    body.push_str(&trainer.assigned("trainer"));
    body.push_str(then);
    file(setup, &imports, &body, launch);
}

/// The same with Unsloth, which loads the model and adds the adapters itself.
pub(super) fn write_unsloth(setup: &Setup<'_>, adapter: Adapter, launch: &mut Launch) {
    let layout = setup.layout;
    let mut body = trainer::config(setup, Under::default(), launch).assigned("config");
    let again = layout.recompute == crate::training::method::Recompute::Full;
    let mut load = Call::new("FastLanguageModel.from_pretrained");
    load.raw("model_name", "args.model");
    load.set("max_seq_length", setup.job.sequence);
    load.raw("dtype", &format!("torch.{}", trainer::dtype(setup)));
    load.set(
        "load_in_4bit",
        matches!(adapter.base, Base::Nf4 | Base::Nf4Double),
    );
    load.set("load_in_8bit", adapter.base == Base::Eight);
    load.set("load_in_16bit", adapter.base == Base::Sixteen);
    load.set("use_gradient_checkpointing", again);
    body.push_str(&load.assigned("model, tokenizer"));
    let adapters = Adapters::of(setup, adapter, false, launch);
    let mut add = Call::new("FastLanguageModel.get_peft_model");
    add.raw("model", "model");
    adapters.size(&mut add);
    let modules = adapters.modules.unwrap_or_default();
    add.set("target_modules", super::tree::Tree::Texts(modules));
    if !adapters.experts.is_empty() {
        add.set(
            "target_parameters",
            super::tree::Tree::Texts(adapters.experts),
        );
    }
    add.set("use_gradient_checkpointing", again);
    body.push_str(&add.assigned("model"));
    let mut trainer = Call::new(trainer_of(setup));
    trainer.raw("model", "model");
    trainer.raw("processing_class", "tokenizer");
    trainer.raw("args", "config");
    trainer.raw("train_dataset", "data(args.dataset)");
    body.push_str(&trainer.assigned("trainer"));
    body.push_str(halved(adapter));
    let imports = [
        // It changes what the others import.
        "from unsloth import FastLanguageModel",
        "import torch",
        "from datasets import load_dataset",
        trl_of(setup),
    ];
    file(setup, &imports, &body, launch);
}

const fn trainer_of(setup: &Setup<'_>) -> &'static str {
    if setup.job.reference {
        "DPOTrainer"
    } else {
        "SFTTrainer"
    }
}

const fn trl_of(setup: &Setup<'_>) -> &'static str {
    if setup.job.reference {
        "from trl import DPOConfig, DPOTrainer"
    } else {
        "from trl import SFTConfig, SFTTrainer"
    }
}

/// Adapters at 16 bits beside a base at 16: PEFT makes them at 32, on a base in fewer bits
/// TRL narrows them itself.
const fn halved(adapter: Adapter) -> &'static str {
    if adapter.half && matches!(adapter.base, Base::Sixteen) {
        "    for parameter in trainer.model.parameters():
        if parameter.requires_grad:
            parameter.data = parameter.data.to(torch.bfloat16)
"
    } else {
        ""
    }
}

/// The file: what it imports, its arguments, its data, and `body`.
fn file(setup: &Setup<'_>, imports: &[&str], body: &str, launch: &mut Launch) {
    let job = setup.job;
    launch.gap(job.model.block.bidirectional, Gap::Model);
    launch.gap(job.scratch, Gap::Scratch);
    let (task, columns) = if job.reference {
        (
            "Preference tuning (DPO)",
            "`prompt`, `chosen` and `rejected`",
        )
    } else {
        (
            "Supervised fine-tuning",
            "`text`, `messages`, or `prompt` and `completion`",
        )
    };
    let model = match setup.repository() {
        Some(name) => format!("default={}", string(name)),
        None => "required=True".to_owned(),
    };
    let imports = imports.join("\n");
    let text = format!(
        r#""""{task}, written for trl 1.16, transformers 5.24 and peft 0.21.

The data set is a name on the Hugging Face hub, or a JSON, JSON Lines, Parquet or CSV file,
with columns {columns}.
"""

import argparse
from pathlib import Path

{imports}

READERS = {{".json": "json", ".jsonl": "json", ".parquet": "parquet", ".csv": "csv"}}


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", {model}, help="name or folder of the model")
    parser.add_argument("--dataset", required=True, help="name or file of the data set")
    parser.add_argument("--learning-rate", type=float, required=True)
    parser.add_argument("--output", default="output", help="folder of the result")
    return parser.parse_args()


def data(name):
    reader = READERS.get(Path(name).suffix)
    if reader is None:
        return load_dataset(name, split="train")
    return load_dataset(reader, data_files=name, split="train")


def main():
    args = arguments()
{body}    trainer.train()
    trainer.save_model()


if __name__ == "__main__":
    main()
"#
    );
    launch.file(NAME, text);
}
