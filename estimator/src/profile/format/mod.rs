//! One reader a format.

pub(super) mod aiperf;
pub(super) mod bench;
pub(super) mod chrome;
pub(super) mod dcgm;
pub(super) mod guidellm;
pub(super) mod host;
pub(super) mod inference_perf;
pub(super) mod llama;
pub(super) mod memory;
pub(super) mod mlperf;
pub(super) mod ncu;
pub(super) mod nsys;
pub(super) mod range;
pub(super) mod smi;
pub(super) mod vllm;
pub(super) mod xprof;
