//! How a served model uses its GPU, from the parts of its steps:
//!
//! ```text
//! engine = 1 - host / step            fill = max(matrix time, memory time) / step
//! alpha  = matrix time / (matrix time + memory time)
//! ```
//!
//! of decoding steps and of those that read prompts, weighed by a request's time in either. Nobody
//! published these shares for large models: they follow from the roofline.

use crate::hardware::Accelerator;
use crate::serving::report::Performance;
use crate::serving::scenario::Scenario;
use crate::serving::speed::step::StepParts;

/// How a workload uses a GPU.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Character {
    /// The share of its GPU time that follows compute.
    pub alpha: f64,
    /// The share of a step in which kernels run.
    pub engine: f64,
    /// How much of the GPU they fill over the step.
    pub fill: f64,
}

impl Character {
    /// Of a replica at its load.
    pub(crate) fn of(scenario: &Scenario, chip: &Accelerator, speed: &Performance) -> Self {
        let asked = &scenario.workload;
        let fresh = asked.input_tokens * (1.0 - asked.prefix_hit_rate);
        let prompts = fresh / speed.prefill.get().max(f64::MIN_POSITIVE);
        let answers = asked.output_tokens * speed.step.total.get() / speed.running.max(1.0);
        let (step, prompt) = (part(&speed.step, chip), part(&speed.prompt_step, chip));
        let whole = (prompts + answers).max(f64::MIN_POSITIVE);
        let mixed = |of: fn(&Self) -> f64| {
            let sum = of(&step) * answers + of(&prompt) * prompts;
            (sum / whole).clamp(0.0, 1.0)
        };
        let engine = mixed(|one| one.engine);
        Self {
            alpha: mixed(|one| one.alpha),
            engine,
            fill: mixed(|one| one.fill).min(engine),
        }
    }
}

fn part(step: &StepParts, chip: &Accelerator) -> Character {
    let total = step.total.get().max(f64::MIN_POSITIVE);
    let (compute, memory) = (step.compute.get(), (step.bytes / chip.bandwidth).get());
    let both = compute + memory;
    Character {
        alpha: if both > 0.0 {
            compute / both
        } else {
            super::super::law::mig::ALPHA
        },
        engine: (1.0 - step.host.get() / total).clamp(0.0, 1.0),
        fill: (compute.max(memory) / total).clamp(0.0, 1.0),
    }
}
