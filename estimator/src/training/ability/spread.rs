//! How each stack spreads a task: degrees, shardings, offload, recompute.

use super::{Gap, Task};
use crate::training::layout::Layout;
use crate::training::method::{Base, Method, Offload, Recompute, Sharding, Stack};

impl Task {
    /// The gap of the software in `layout`; `None` where it runs so.
    #[must_use]
    pub fn unspread(&self, layout: &Layout) -> Option<Gap> {
        self.of_layout(layout).next()
    }

    /// All that the software has no way to do of the task spread as `layout`.
    pub fn gaps(&self, layout: &Layout) -> impl Iterator<Item = Gap> {
        self.untrained().into_iter().chain(self.of_layout(layout))
    }

    fn of_layout(&self, layout: &Layout) -> impl Iterator<Item = Gap> + use<> {
        let selective = layout.recompute == Recompute::Selective;
        let again = (selective && !self.stack.cuts_models()).then_some(Gap::Recompute);
        self.uncut(layout)
            .chain(self.unsharded(layout))
            .chain(self.kept(layout))
            .chain(again)
    }

    /// The degrees that the software has not.
    fn uncut(&self, layout: &Layout) -> impl Iterator<Item = Gap> + use<> {
        let whole = self.method == Method::Full;
        let pieces = !self.reference;
        // Tensors, stages, pieces of sequences, experts.
        let has = match self.stack {
            Stack::Megatron | Stack::Torchtitan => [true; 4],
            Stack::HuggingFace => [false, false, pieces, false],
            Stack::DeepSpeed => [whole, false, false, false],
            Stack::Unsloth => [false; 4],
            Stack::Axolotl => [whole, false, pieces, false],
        };
        let degrees = [
            (layout.tensor, Gap::Tensor),
            (layout.pipeline, Gap::Pipeline),
            (layout.context, Gap::Context),
            (layout.expert, Gap::Expert),
        ];
        let all = degrees.into_iter().zip(has);
        all.filter(|((degree, _), has)| *degree > 1 && !has)
            .map(|((_, gap), _)| gap)
    }

    /// Whether states are cut in a way that the software has not.
    fn unsharded(&self, layout: &Layout) -> Option<Gap> {
        let sharding = layout.sharding;
        let parts = cuts_weights(layout);
        let of_optimizer = matches!(sharding, Sharding::DistributedOptimizer | Sharding::Zero1);
        let eight = parts && self.narrow() == Some(Base::Eight);
        match self.stack {
            Stack::Megatron => None,
            Stack::Torchtitan => of_optimizer.then_some(Gap::Sharding),
            Stack::HuggingFace if of_optimizer => Some(Gap::Sharding),
            Stack::Axolotl if of_optimizer => {
                let adapts = self.method.adapter().is_some() && sharding == Sharding::Zero1;
                (!adapts).then_some(Gap::Sharding)
            }
            Stack::HuggingFace | Stack::Axolotl => eight.then_some(Gap::Base),
            Stack::DeepSpeed if layout.tensor > 1 && parts => Some(Gap::Sharding),
            Stack::DeepSpeed if eight => Some(Gap::Base),
            Stack::DeepSpeed => {
                let adapter = self.method.adapter();
                let magnitudes = adapter.is_some_and(|adapter| adapter.magnitude);
                let reported = magnitudes && self.narrow().is_some();
                (reported && sharding == Sharding::Zero2).then_some(Gap::Sharding)
            }
            Stack::Unsloth => (sharding != Sharding::None).then_some(Gap::Sharding),
        }
    }

    /// Whether states go where the software does not send them.
    fn kept(&self, layout: &Layout) -> Option<Gap> {
        let whole = matches!(layout.sharding, Sharding::Zero3 | Sharding::Hybrid);
        let cut = whole || layout.sharding == Sharding::Zero2;
        let legal = match (self.stack, layout.offload) {
            (_, Offload::None) => true,
            (Stack::Unsloth, _) => false,
            (Stack::Megatron, offload) => offload == Offload::Optimizer,
            (Stack::Torchtitan, offload) => offload == Offload::States,
            // Only FSDP offloads, on one accelerator too; over copies it cuts the states it
            // offloads.
            (Stack::HuggingFace | Stack::Axolotl, offload) => {
                offload == Offload::States && (cut || layout.data() <= 1)
            }
            (Stack::DeepSpeed, Offload::Optimizer) => layout.sharding != Sharding::None,
            (Stack::DeepSpeed, Offload::States | Offload::Nvme) => whole,
        };
        (!legal).then_some(Gap::Offload)
    }
}

/// Whether layers are cut over copies and gathered again.
fn cuts_weights(layout: &Layout) -> bool {
    matches!(layout.sharding, Sharding::Zero3 | Sharding::Hybrid)
        || layout.offload == Offload::States
}
