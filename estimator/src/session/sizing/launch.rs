//! The command lines that start an answer's replicas as it assumed them, and the router before
//! them.
//!
//! ```text
//! longest sequence = the model's window, as far as the cache of a rank holds it: contexts grow
//! main memory      = that of the question, by working replicas
//! ```
//!
//! vLLM's router (0.1) and SGLang's (0.3) send a request by a hash of its session's name, which
//! clients put into a header, or to where most of its prompt was seen. The other engines have none
//! of their own.

use super::report::Sizing;
use super::scenario::Scenario;
use crate::engine::Engine;
use crate::offer::Offer;
use crate::quantity::{Bytes, TokensPerSecond, whole};
use crate::script::{Command, File};
use crate::serving;
use crate::serving::command::{self, Asked, Head, Start};
use crate::session::Routing;

/// The port that the router answers at.
const PORT: u32 = 8080;

/// The checkpoint that is started.
#[derive(Debug, Clone, Copy, Default)]
pub struct Checkpoint<'a> {
    /// Its name on the hub, where one is known: of the format, or `quantized`.
    pub model: Option<&'a str>,
    /// Whether it is at 16 bits, of which the engine makes fp8 as it loads it.
    pub quantized: bool,
    /// The head that drafts; `None` where none is known.
    pub head: Option<Head>,
}

/// The files that start one replica of a sizing, and the router where there are several and the
/// engine has one.
#[must_use]
pub fn start(
    scenario: &Scenario,
    offer: &Offer,
    sizing: &Sizing,
    checkpoint: Checkpoint<'_>,
) -> Start {
    let mut asked = scenario.serving.clone();
    let found = &sizing.found;
    asked.workload.prefix_hit_rate = found.all();
    let rank = found.pool / f64::from(sizing.estimate.placement.data.max(1));
    let window = asked.model.max_context.map_or(rank, f64::from).min(rank);
    let window = u32::try_from(whole(window.max(1.0))).unwrap_or(u32::MAX);
    asked.engine.max_model_len = asked.engine.max_model_len.or(Some(window));
    let engine = asked.engine.engine;
    let host = scenario.question.host * 1e9 / f64::from(sizing.working());
    let replica = of_serving(sizing);
    let mut start = command::start(
        engine,
        &Asked {
            scenario: &asked,
            chip: &offer.accelerator,
            sizing: &replica,
            node: asked.limits.node(&offer.accelerator),
            model: checkpoint.model,
            quantized: checkpoint.quantized,
            head: checkpoint.head,
            host: (host > 0.0).then(|| Bytes::new(host)),
        },
    );
    if sizing.replicas > 1 && !start.files.is_empty() {
        start
            .files
            .extend(router(engine, scenario.question.routing));
    }
    start
}

/// The header in which the engine's router reads a session's name; `None` of one without a router.
#[must_use]
pub const fn session_key(engine: Engine) -> Option<&'static str> {
    match engine {
        Engine::Vllm => Some("X-Session-ID"),
        Engine::Sglang => Some("X-SMG-Routing-Key"),
        Engine::TensorRtLlm | Engine::LlamaCpp => None,
    }
}

/// The router; `None` of an engine without one.
fn router(engine: Engine, routing: Routing) -> Option<File> {
    let (program, by_session) = match engine {
        Engine::Vllm => ("vllm-router", "consistent_hash"),
        Engine::Sglang => (
            "python3 -m sglang_router.launch_router",
            "consistent_hashing",
        ),
        Engine::TensorRtLlm | Engine::LlamaCpp => return None,
    };
    let policy = match routing {
        Routing::None => "round_robin",
        Routing::Session => by_session,
        Routing::Prefix => "cache_aware",
    };
    let mut command = Command::new(program);
    // A word each: the addresses of the replicas.
    command.raw("--worker-urls ${WORKERS:?}");
    command.option("--policy", policy);
    command.option("--host", "0.0.0.0");
    command.option("--port", PORT);
    Some(File {
        name: "route.sh",
        text: command.finish(),
    })
}

/// As far as the command of a replica goes by it.
fn of_serving(sizing: &Sizing) -> serving::report::Sizing {
    let performance = sizing.estimate.performance.as_ref();
    serving::report::Sizing {
        replicas: sizing.replicas,
        spare_replicas: sizing.spares,
        extra_replicas: 0,
        margin_replicas: 0,
        max_concurrency: performance.map_or(1.0, |performance| performance.running),
        estimate: sizing.estimate.clone(),
        headroom: 0.0,
        even_headroom: 0.0,
        chance: None,
        full_output: TokensPerSecond::ZERO,
        goodput: None,
        cost: sizing.cost,
        pools: None,
        misses: sizing.misses.clone(),
        simulated: None,
    }
}
