//! The whole training question as the fragment of a link: readable, versioned, with
//! defaults left out.
//!
//! ```text
//! v=2&task=training&model=Qwen/Qwen3-32B&method=lora&rank=64&tokens=50M&within=2d
//! ```
//!
//! | key | value | of |
//! | --- | --- | --- |
//! | `v` | as in [`crate::link`] | the version of this table |
//! | `task` | `training` | tells it from a link of the calculator |
//! | `model`, `shape` | as in [`crate::link`] | model |
//! | `for` | [`Purpose`] id | purpose |
//! | `method` | `full`, `lora`; read too: `dora`, `qlora` | method |
//! | `rank` | count | adapters |
//! | `targets`, `base` | [`Targets`] and [`Base`] ids | adapters |
//! | `magnitude`, `half` | `yes`, `no` | adapters: `DoRA`; kept at 16 bits |
//! | `precision`, `optimizer`, `stack`, `loss`, `attention` | ids | how |
//! | `seq`, `batch` | tokens of a sequence, sequences of a step | how much |
//! | `tokens` | `200M`, `1T` | tokens of the data set |
//! | `epochs`, `packed` | a number, 0 to 1 | data set |
//! | `within` | `3d`, `36h`, `90s`, `none` | deadline |
//! | `by` | `2026-12-04` | deadline |
//! | `budget` | US dollars, `200`, `1.5k` | the budget |
//! | `vendors` to `announced`, `price.<id>`, `own` | as in [`crate::link`] | fleet |
//! | `count`, `tp`, `pp`, `cp`, `ep`, `vpp`, `micro` | counts | fixed degrees |
//! | `shard`, `recompute`, `offload` | ids | fixed modes |
//! | `most`, `node` | counts | limits |
//! | `network`, `storage` | bytes a second, `50G` | site |
//! | `loading` | samples a second, `20k` | site |
//! | `mtbf`, `restart` | `50700h`, `600s` | site |
//! | `lang`, `theme`, `pick` | language, `light` or `dark`, accelerator id | the view |
//!
//! The meaning of keys that a version leaves out never changes: version 1's defaults stand written
//! out in [`base`], and stay when [`Question::default`] moves. A key added later gets its old
//! behaviour as the default. Deadline and budget of [`Limits`] are no keys: they follow from
//! `within` or `by`, and from `budget`.

mod read;
mod write;

pub use read::{is_training, read};
pub use write::write;

use crate::choice::{Fleet, ModelChoice};
use crate::link::View;
use crate::quantity::{BytesPerSecond, Seconds};
use crate::training::method::{Adapter, Base, Kernel, Loss, Method, Optimizer, Precision, Stack};
use crate::training::question::{Deadline, Fixed, Limits, Purpose, Question};
use crate::training::site::Site;
use crate::training::target::Targets;

/// The value of `task`.
const TASK: &str = "training";

/// Everything a link holds: the question, and how it is looked at.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Link {
    /// The question.
    pub question: Question,
    /// How it is looked at.
    pub view: View,
}

/// The question that versions 1 and 2 mean where they say nothing. Never changed.
#[must_use]
pub fn base() -> Question {
    Question {
        model: ModelChoice::Catalog("meta-llama/Llama-3.1-8B".to_owned()),
        purpose: Purpose::FineTuning,
        method: Method::Full,
        precision: Precision::Bf16Mixed,
        optimizer: Optimizer::AdamW,
        stack: Stack::Torchtitan,
        loss: Loss::Plain,
        attention: Kernel::Flash,
        sequence: 4096,
        global_batch: None,
        tokens: 200e6,
        epochs: 1.0,
        packed: 1.0,
        deadline: Deadline::Within(Seconds::new(3.0 * 86_400.0)),
        budget: None,
        fleet: Fleet::default(),
        fixed: Fixed::default(),
        limits: Limits {
            max_accelerators: 1024,
            max_per_node: None,
            deadline: None,
            budget: None,
        },
        site: Site {
            network: None,
            storage: BytesPerSecond::gb(2.0),
            loading: None,
            between_failures: Seconds::new(50_700.0 * 3600.0),
            restart: Seconds::new(600.0),
        },
    }
}

/// The adapters that `method=lora` means alone. Never changed.
const BASE_ADAPTER: Adapter = Adapter {
    rank: 16,
    targets: Targets::LINEAR,
    magnitude: false,
    base: Base::Sixteen,
    half: false,
};
