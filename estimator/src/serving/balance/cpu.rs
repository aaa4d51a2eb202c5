//! Cores: one a process of the engine, `servers + schedulers + ranks + coordinator`.
//!
//! vLLM ("Optimization and Tuning: CPU Resources for GPU Deployments"): at least one
//! physical core for each API server, engine core and GPU worker, `2 + N` on `N` GPUs, and
//! `A + DP + N + (1 if DP > 1)` with attention data parallelism, `A = DP` by default. API
//! servers are as many as requests keep busy, if that is more: the rate times the time a
//! request costs beside its steps (`q` of [`crate::serving::speed::overhead`]). The other engines
//! have the same processes; llama.cpp one, with a thread an accelerator and one to serve.

use super::node::Node;
use crate::engine::Engine;
use crate::serving::speed::Constants;

/// Physical cores of the node.
pub(super) fn needed(node: &Node<'_, '_>) -> f64 {
    let engine = node.scenario.engine.engine;
    // Of a replica over several nodes, each runs its part.
    let copies = (f64::from(node.placement.data.max(1)) * node.part()).max(1.0);
    let rate = node.prompts() * node.part();
    let busy = rate * Constants::FITTED.overhead(engine).request_ms * 1e-3;
    let servers = copies.max(busy);
    let (schedulers, coordinator) = match engine {
        Engine::LlamaCpp => (0.0, 0.0),
        Engine::Vllm | Engine::Sglang | Engine::TensorRtLlm => {
            (copies, if copies > 1.0 { 1.0 } else { 0.0 })
        }
    };
    let one = servers + schedulers + f64::from(node.ranks) + coordinator;
    (one * f64::from(node.held)).ceil()
}
