//! The figures of profiled kernels, and which roof they are under.

use super::super::super::fact::{Fact, Group};
use super::super::super::kernel::class;
use super::super::super::timeline::clock::shorten;
use super::super::super::timeline::{Sum, sums};
use super::super::super::verdict::{Verdict, findings};
use super::metric::Metric;
use super::pages::{Kernel, Page};
use std::collections::BTreeMap;

/// Kernels and rules shown.
const SHOWN: usize = 200;
const RULES: usize = 20;
/// Letters of a name, and of a rule's text.
const NAME: usize = 200;
const TEXT: usize = 1000;
/// Below this share of both roofs neither limits.
const FULL: f64 = 0.6;

/// The shares, as they are named in the answer.
const SHARES: [(&str, Metric); 5] = [
    ("sm_throughput", Metric::Sm),
    ("memory_throughput", Metric::Memory),
    ("dram_throughput", Metric::Dram),
    ("occupancy", Metric::Occupancy),
    ("tensor_active", Metric::Tensor),
];

fn short(text: &str, letters: usize) -> String {
    text.chars().take(letters).collect()
}

impl Kernel {
    fn of(&self, metric: Metric) -> Option<f64> {
        self.values.get(&metric).copied()
    }

    /// Floating point operations: of each instruction the count of SMs, else of their parts.
    fn flops(&self) -> Option<f64> {
        let mut counts: BTreeMap<u8, (bool, f64)> = BTreeMap::new();
        for (metric, value) in &self.values {
            if let Metric::Flop {
                place,
                parts,
                twice,
            } = metric
            {
                let value = if *twice { 2.0 * value } else { *value };
                let entry = counts.entry(*place).or_insert((*parts, value));
                if entry.0 && !parts {
                    *entry = (false, value);
                }
            }
        }
        (!counts.is_empty()).then(|| counts.values().map(|(_, value)| value).sum())
    }

    fn facts(&self) -> Group {
        let mut group = Group::default();
        group.text("name", Some(&short(&self.name, NAME)));
        let duration = self.of(Metric::Duration);
        group.number("duration_s", duration);
        for (name, metric) in SHARES {
            group.number(name, self.of(metric));
        }
        let (bytes, flops) = (self.of(Metric::Bytes), self.flops());
        group.number("dram_bytes", bytes);
        group.number("flops", flops);
        let ratio = |over: Option<f64>| {
            let over = over.filter(|over| *over > 0.0)?;
            Some(flops.filter(|flops| *flops > 0.0)? / over)
        };
        group.number("intensity", ratio(bytes));
        group.number("flops_per_s", ratio(duration));
        group
    }
}

/// The facts of a page.
pub(super) fn facts(page: &Page) -> Group {
    let mut facts = Group::default();
    facts.text("format", Some("ncu-csv"));
    facts.text("page", Some(page.kind));
    let mut device = Group::default();
    match &page.board {
        Some(board) => device.text("name", Some(board)),
        None => device.text("capability", page.capability.as_deref()),
    }
    facts.put("devices", Fact::List(vec![Fact::Group(device)]));
    let mut by_name: BTreeMap<&str, Sum> = BTreeMap::new();
    for kernel in &page.kernels {
        let time = kernel.of(Metric::Duration).unwrap_or(0.0).clamp(0.0, 1e6);
        let time = super::super::super::json::whole((1e12 * time).round());
        let sum = by_name
            .entry(&kernel.name)
            .or_insert((0, 0, class(&kernel.name)));
        sum.0 = sum.0.saturating_add(shorten(time.unwrap_or(0).into()));
        sum.1 += 1;
    }
    if !by_name.is_empty() {
        facts.group("kernels", sums(by_name));
    }
    let profiled = page.kernels.iter().take(SHOWN);
    let profiled = profiled.map(|kernel| Fact::Group(kernel.facts()));
    facts.put("profiled", Fact::List(profiled.collect()));
    let mut counters = Group::default();
    for (name, metric) in SHARES {
        counters.number(name, weighted(&page.kernels, metric));
    }
    facts.group("counters", counters);
    let mut rules: Vec<_> = page.rules.iter().collect();
    rules.sort_by(|a, b| {
        b.speedup
            .unwrap_or(0.0)
            .total_cmp(&a.speedup.unwrap_or(0.0))
    });
    let rules = rules.into_iter().take(RULES).map(|rule| {
        let mut group = Group::default();
        group.text("rule", Some(&short(&rule.name, NAME)));
        group.text("type", Some(&short(&rule.kind, NAME)));
        group.text("kernel", Some(&short(&rule.kernel, NAME)));
        group.number("speedup_share", rule.speedup);
        group.text("text", Some(&short(&rule.text, TEXT)));
        Fact::Group(group)
    });
    facts.put("rules", Fact::List(rules.collect()));
    limit(&facts).put(&mut facts);
    findings(Vec::new(), &mut facts);
    facts.put("calibration", Fact::List(Vec::new()));
    facts.notes(if page.commas {
        &["decimal-commas"]
    } else {
        &[]
    });
    facts
}

/// The mean over kernels, each as long as it ran; alike where no time is known.
fn weighted(kernels: &[Kernel], metric: Metric) -> Option<f64> {
    let timed = kernels
        .iter()
        .any(|kernel| kernel.of(Metric::Duration).is_some());
    let parts = kernels.iter().filter_map(|kernel| {
        let weight = if timed {
            kernel.of(Metric::Duration)?
        } else {
            1.0
        };
        Some((weight, kernel.of(metric)?))
    });
    let (weights, sum) = parts.fold((0.0, 0.0), |(weights, sum), (weight, value)| {
        (weights + weight, sum + weight * value)
    });
    (weights > 0.0).then(|| sum / weights)
}

fn limit(facts: &Group) -> Verdict {
    let at = |name: &str| facts.at(&format!("counters.{name}"));
    let (sm, memory) = (
        at("sm_throughput"),
        at("memory_throughput").or(at("dram_throughput")),
    );
    if sm.is_none() && memory.is_none() {
        return Verdict::unknown(
            "no throughput was measured; ncu --section SpeedOfLight would tell",
        );
    }
    let (sm, memory) = (sm.unwrap_or(0.0), memory.unwrap_or(0.0));
    let bound = if sm < FULL && memory < FULL {
        "latency"
    } else if sm >= memory {
        "compute"
    } else {
        "bandwidth"
    };
    Verdict {
        bound,
        because: format!(
            "the SMs run at {:.0} % of their peak, memory at {:.0} %",
            100.0 * sm,
            100.0 * memory
        ),
        measured: true,
    }
}
