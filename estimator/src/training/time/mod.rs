//! The time of one optimizer step, and the tokens a second that follow.
//!
//! ```text
//! t_micro = (linear + attention + elementwise + head + experts + exchange + tensor
//!            + context + reference) / pp                      one micro-batch on a stage
//! t_step  = m (t_micro + t_w + t_c) / (1 - bubble) + t_opt + t_off + t_0
//! tokens/s per accelerator = packed m b s dp / (t_step n)
//! ```
//!
//! `t_w` is the time a micro-batch waits for the longest stage and the stages' messages, `t_c`
//! sharding's traffic that compute does not hide, `m` micro-batches. Each part has a file that
//! gives its formula; the constants stand in [`super::constants`]. Source: fitted on public
//! training runs, `docs/training-steps.md`.

mod communication;
mod compute;
mod experts;
pub mod flops;
mod limit;
mod network;
mod offload;
mod optimizer;
pub mod pipeline;
mod rates;
mod reference;
mod setting;
mod spread;

pub use network::network;
pub use spread::{Comparable, Spread};

use crate::hardware::Accelerator;
use crate::quantity::{Flops, Seconds, TokensPerSecond};
use crate::training::constants::Constants;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::report::{Speed, StepParts};
use crate::training::site::Site;
pub(crate) use setting::OnChip;
use setting::Setting;

/// How fast `layout` trains on `chip`; `None` where the chip does not multiply the
/// format, or its record lacks a rate the estimate needs.
#[must_use]
pub fn speed(job: &Job, site: &Site, chip: &Accelerator, layout: &Layout) -> Option<Speed> {
    speed_with(&Constants::FITTED, job, site, chip, layout)
}

/// The same with other constants than the product's.
#[must_use]
pub fn speed_with(
    constants: &Constants,
    job: &Job,
    site: &Site,
    chip: &Accelerator,
    layout: &Layout,
) -> Option<Speed> {
    OnChip::new(constants, job, site, chip)?.speed(layout)
}

impl<'a> OnChip<'a> {
    /// `job` on `chip` with the product's constants; `None` as of [`speed`].
    pub(crate) fn fitted(job: &'a Job, site: &Site, chip: &'a Accelerator) -> Option<Self> {
        Self::new(&Constants::FITTED, job, site, chip)
    }

    /// How fast `layout` is; `None` where that is not finite.
    pub(crate) fn speed(&self, layout: &Layout) -> Option<Speed> {
        let job = self.job;
        let setting = Setting::new(self, layout);
        let step = step(&setting);
        let total = step.total.get();
        if !(total.is_finite() && total > 0.0) {
            return None;
        }
        let accelerators = f64::from(layout.accelerators.max(1));
        let computed = setting.micro_batches
            * f64::from(layout.micro_batch)
            * f64::from(job.sequence)
            * f64::from(layout.data().max(1))
            / (total * accelerators);
        let rate = computed * self.flops;
        Some(Speed {
            step,
            tokens: TokensPerSecond::new(computed * job.packed),
            flops_per_token: Flops::new(self.flops),
            utilization: rate / setting.rates.peak,
            utilization_sixteen: rate / setting.rates.peak_sixteen,
            bottleneck: limit::bottleneck(&step),
            band: Comparable::of(job, self.chip, layout).band(),
        })
    }
}

/// The parts of a step and their sum.
fn step(setting: &Setting) -> StepParts {
    let per_stage = setting.micro_batches / setting.stages;
    let linear = compute::linear(setting);
    let attention = compute::attention(setting);
    let elementwise = compute::elementwise(setting);
    let head = compute::head(setting);
    let experts = experts::experts(setting);
    let exchange = communication::exchange(setting);
    let tensor = communication::tensor(setting);
    let context = communication::context(setting, attention);
    let reference = reference::forward(
        setting,
        &reference::Both {
            linear,
            attention,
            elementwise,
            head,
            experts,
            moved: exchange + tensor + context,
        },
    );
    let whole = linear
        + attention
        + elementwise
        + head
        + experts.iter().sum::<f64>()
        + exchange
        + tensor
        + context
        + reference;
    let micro = whole / setting.stages;
    let heads = head + reference::head(setting, head);
    let waits = pipeline::waits(setting, micro, heads, whole);
    let sharding = communication::sharding(setting, micro + waits);
    let streamed = offload::streamed(setting, micro + waits + sharding);
    let busy = setting.micro_batches * (micro + waits + sharding + streamed);
    let bubble = pipeline::bubble(setting);
    let seconds = |value: f64| Seconds::new(value * per_stage);
    let mut parts = StepParts {
        linear: seconds(linear),
        attention: seconds(attention),
        elementwise: seconds(elementwise),
        head: seconds(head),
        experts: seconds(experts.iter().sum()),
        exchange: seconds(exchange),
        tensor: seconds(tensor),
        context: seconds(context),
        sharding: Seconds::new(
            setting.micro_batches * sharding + communication::once_a_step(setting),
        ),
        bubble: Seconds::new(setting.micro_batches * waits + busy * bubble / (1.0 - bubble)),
        optimizer: Seconds::new(optimizer::pass(setting)),
        offload: Seconds::new(setting.micro_batches * streamed + offload::once_a_step(setting)),
        reference: seconds(reference),
        fixed: Seconds::new(setting.constants.step),
        total: Seconds::ZERO,
    };
    parts.total = [
        parts.linear,
        parts.attention,
        parts.elementwise,
        parts.head,
        parts.experts,
        parts.exchange,
        parts.tensor,
        parts.context,
        parts.sharding,
        parts.bubble,
        parts.optimizer,
        parts.offload,
        parts.reference,
        parts.fixed,
    ]
    .into_iter()
    .sum();
    parts
}
