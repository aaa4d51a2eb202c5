//! The numbers that a manifest needs and no answer gives, each from one rule.
//!
//! | figure | rule |
//! | --- | --- |
//! | cores | `2 + ranks` processes (as `serving::balance` counts), two threads each |
//! | shared memory | 2 GiB for one rank, 8 for several with NVLink, 16 without |
//! | main memory | `10 GB + 4 GiB a rank + shared memory + its part of the host cache`, in whole GiB |
//! | volume | the weights twice, since one version replaces another, in tens of GiB |
//! | disk | the same and the image, 28.6 GB |
//! | failures of the start probe | `3 x cold start / period` |
//! | deadline of a roll-out | `machine + 2 x cold start`, at least Kubernetes' own 600 s |
//! | window downwards | `machine + cold start`, in whole minutes, at least Kubernetes' own 300 s |
//! | cooldown | `2 x cold start`, in whole minutes, at least KEDA's own 300 s |
//! | target | three quarters of what a replica carries |
//! | grace | `15 s + p99 of an answer`, at least Kubernetes' own 30 s |

use super::deploy::{Board, Deploy, Serving, Sharing};
use crate::decimal;
use crate::quantity::{Bytes, Seconds};

/// The origin of a number that Kubernetes takes where none is written.
pub(super) const USUAL: &str = "Kubernetes' default";
/// How often KEDA asks, seconds.
pub(super) const POLLING: u64 = 15;
/// How often the start is probed.
pub(super) const PERIOD: u32 = 10;
/// How long a pod goes on serving while its end is made known.
pub(super) const FAREWELL: u32 = 15;
/// The image of an engine unpacked (vllm-project/vllm#22377).
const IMAGE: Bytes = Bytes::gb(28.6);
/// The system and other processes (NVIDIA NIM for LLMs, prerequisites).
const SYSTEM: Bytes = Bytes::gb(10.0);
/// Pinned by one rank (vLLM, `--swap-space`).
const RANK: Bytes = Bytes::gib(4.0);
/// Replicas that stay at night: one, and one that may fail.
pub(super) const NIGHT: u32 = 2;
/// Replicas that may be added in a minute.
pub(super) const UP: u32 = 2;
/// The 99th percentile of an answer over its mean, where the estimate has the mean alone: lengths
/// of published traces spread so that one in a hundred is some twice as long.
pub(super) const TAIL: f64 = 2.0;
/// Share of what a replica carries that the autoscaler aims at.
const HEADROOM: f64 = 0.75;
/// The largest number that is written: what is checked lies far below.
const MOST: f64 = 1e15;

/// A number rounded up to a whole one.
pub(super) fn up(number: f64) -> u64 {
    // As text, so that no cast can go wrong.
    format!("{:.0}", number.ceil().clamp(0.0, MOST))
        .parse()
        .unwrap_or(0)
}

/// Seconds rounded up.
pub(super) fn seconds(time: Seconds) -> u64 {
    up(time.get())
}

/// Seconds in a comment.
pub(super) fn show(time: Seconds) -> String {
    decimal::show(decimal::round(time.get(), 1))
}

/// Bytes in a comment.
pub(super) fn gb(bytes: Bytes) -> String {
    decimal::show(decimal::round(bytes.to_gb(), 1))
}

/// GiB rounded up.
pub(super) fn gib(bytes: Bytes) -> String {
    format!("{}Gi", up(bytes.to_gib()).max(1))
}

/// Threads of a pod with so many ranks.
pub(super) fn threads(ranks: u32) -> u32 {
    2 * (2 + ranks)
}

/// Shared memory of a pod, in GiB.
pub(super) const fn shared(ranks: u32, linked: bool) -> u32 {
    match (ranks, linked) {
        (0 | 1, _) => 2,
        (_, true) => 8,
        (_, false) => 16,
    }
}

/// Main memory of a pod with so many of a replica's ranks, in whole GiB.
pub(super) fn memory(serving: &Serving, in_pod: u32, linked: bool) -> u64 {
    let shared = Bytes::gib(f64::from(shared(in_pod, linked)));
    let part = f64::from(in_pod) / f64::from(ranks(serving).max(1));
    let cached = serving.settings.host.unwrap_or(Bytes::ZERO) * part;
    let all = SYSTEM + RANK * f64::from(in_pod) + shared + cached;
    up(all.to_gib()).max(1)
}

/// The volume of the weights.
pub(super) fn volume(weights: Bytes) -> String {
    let tens = up(weights.to_gib() * 2.0 / 10.0).max(1);
    format!("{}Gi", tens * 10)
}

/// The disk of a node.
pub(super) fn disk(weights: Bytes) -> String {
    let tens = up((weights * 2.0 + IMAGE).to_gib() / 10.0);
    format!("{}Gi", tens * 10)
}

/// Failures of the probe before a start is given up.
pub(super) fn start_failures(cold: Seconds) -> u64 {
    up(3.0 * cold.get() / f64::from(PERIOD)).max(1)
}

/// How long a roll-out may take.
pub(super) fn deadline(serving: &Serving) -> u64 {
    seconds(serving.node_start + serving.cold_start * 2.0).max(600)
}

/// How long the load must be less before a replica goes.
pub(super) fn window(serving: &Serving) -> u64 {
    let tried = serving.scaling.map(|tried| clamped_window(tried.window));
    tried.unwrap_or_else(|| ruled_window(serving.node_start, serving.cold_start))
}

/// A window as Kubernetes takes it.
pub(super) fn clamped_window(window: u64) -> u64 {
    window.clamp(300, 3600)
}

/// The window of the rules.
pub(super) fn ruled_window(node: Seconds, cold: Seconds) -> u64 {
    clamped_window(minutes(node + cold))
}

/// How long nobody must have asked before the last goes.
pub(super) fn cooldown(serving: &Serving) -> u64 {
    ruled_cooldown(serving.cold_start)
}

/// The same of a cold start.
pub(super) fn ruled_cooldown(cold: Seconds) -> u64 {
    minutes(cold * 2.0).max(300)
}

/// Seconds in whole minutes, rounded up.
fn minutes(time: Seconds) -> u64 {
    60 * up(time.get() / 60.0)
}

/// How long a pod may take to end.
pub(super) fn grace(answer: Seconds) -> u64 {
    (u64::from(FAREWELL) + seconds(answer)).max(30)
}

/// Requests in flight that the autoscaler aims at.
pub(super) fn target(serving: &Serving) -> u64 {
    let tried = serving.scaling.map(|tried| tried.target).or(serving.target);
    whole_target(tried, serving.carries)
}

/// A target as it is written; of the rules where nobody chose one.
pub(super) fn whole_target(chosen: Option<f64>, carries: f64) -> u64 {
    let aimed = chosen.unwrap_or(HEADROOM * carries);
    // Rounded down: more than that was not asked for.
    up(aimed.floor()).max(1)
}

/// Where the target comes from.
pub(super) fn target_note(serving: &Serving) -> String {
    let carries = decimal::show(decimal::round(serving.carries, 1));
    match (serving.scaling, serving.target) {
        (Some(_), _) => {
            format!("tried on the day; a replica carries {carries} requests within the promise")
        }
        (None, Some(_)) => {
            format!("yours, of the {carries} requests that a replica carries within the promise")
        }
        (None, None) => {
            format!("75 % of the {carries} requests that a replica carries within the promise")
        }
    }
}

/// Accelerators of a replica.
pub(super) fn ranks(serving: &Serving) -> u32 {
    serving.settings.placement.accelerators()
}

/// Nodes of a replica.
pub(super) fn nodes(serving: &Serving, board: &Board) -> u32 {
    ranks(serving).div_ceil(board.node.max(1)).max(1)
}

/// Accelerators of one pod.
pub(super) fn each(serving: &Serving, board: &Board) -> u32 {
    ranks(serving) / nodes(serving, board)
}

/// Pods that share one accelerator.
pub(super) const fn sharers(sharing: &Sharing) -> u32 {
    match sharing {
        Sharing::TimeSlicing(count) | Sharing::Mps(count) => *count,
        Sharing::None | Sharing::Mig(_) => 1,
    }
}

/// Slices of a profile (`3g.40gb`) that one accelerator holds: its seven parts of computing and
/// its memory, both cut by what the profile's name says, which is rounded to whole GB.
pub(super) fn slices(profile: &str, board: Bytes) -> Option<u32> {
    let (parts, memory) = profile_size(profile)?;
    let by_memory = board.to_gib().round() / f64::from(memory) + 0.1;
    let by_memory = u32::try_from(up(by_memory.floor())).ok()?;
    let once = profile.contains('+');
    let most = (7 / parts).min(by_memory);
    (most > 0).then_some(if once { 1 } else { most })
}

/// Parts of computing and GB of a profile's name.
pub(super) fn profile_size(profile: &str) -> Option<(u32, u32)> {
    let name = profile.split_once('+').map_or(profile, |(name, _)| name);
    let known = ["me", "gfx", "me.all"];
    if let Some((_, attribute)) = profile.split_once('+')
        && !known.contains(&attribute)
    {
        return None;
    }
    let (parts, memory) = name.split_once("g.")?;
    let memory = memory.strip_suffix("gb")?;
    let digits = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
    let parts = parts.parse().ok().filter(|count| (1..=7).contains(count))?;
    let size = memory
        .parse()
        .ok()
        .filter(|count| (1..=999).contains(count))?;
    digits(memory).then_some((parts, size))
}

/// The serving of a question, if it is that.
pub(super) const fn serving(deploy: &Deploy) -> Option<&Serving> {
    match &deploy.work {
        super::deploy::Work::Serving(serving) => Some(serving),
        super::deploy::Work::Training(_) => None,
    }
}
