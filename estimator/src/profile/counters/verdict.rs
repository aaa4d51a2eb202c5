//! The limit of a board by its counters: that something ran is not how full it was.

use super::super::fact::Group;
use super::super::summary::{boards, unread};
use super::super::verdict::{Finding, Verdict, findings};

/// Puts verdict and findings.
pub(super) fn judge(facts: &mut Group) {
    let gpu = |field: &str| facts.at(&format!("gpu.{field}"));
    let busy = gpu("engine_active")
        .or(gpu("sm_active"))
        .or(gpu("gpu_util"));
    let (all, unread) = (boards(facts).len(), unread(facts).len());
    let known = all.saturating_sub(unread);
    // What a few boards say is not said of all of them.
    let verdict = if unread > 0 && known > 0 {
        Verdict::unknown(&format!(
            "{known} of {all} boards say whether they worked; dcgmi dmon -e 1002,1004,1005 would tell"
        ))
    } else {
        limit(busy, &gpu)
    };
    verdict.put(facts);
    let gpu = |field: &str| facts.at(&format!("gpu.{field}"));
    let mut found = Vec::new();
    if let Some(busy) = busy.filter(|busy| *busy < 0.5 && unread == 0) {
        let mut evidence = Group::default();
        evidence.number("busy", Some(busy));
        found.push(Finding {
            id: "idle",
            gain: Some(1.0 - busy),
            evidence,
            fix: "more requests at once, fewer boards, or a trace that says what they wait for",
        });
    }
    let memory = gpu("peak_memory_bytes").zip(gpu("memory_bytes"));
    if let Some((peak, board)) = memory.filter(|(peak, board)| 2.0 * peak < *board) {
        let mut evidence = Group::default();
        evidence.number("peak_bytes", Some(peak));
        evidence.number("board_bytes", Some(board));
        found.push(Finding {
            id: "memory-unused",
            gain: Some(1.0 - peak / board),
            evidence,
            fix: "a larger batch or context, or a board with less memory",
        });
    }
    findings(found, facts);
}

fn limit(busy: Option<f64>, gpu: &dyn Fn(&str) -> Option<f64>) -> Verdict {
    let Some(busy) = busy else {
        return Verdict::unknown("no counter says whether the boards worked");
    };
    let share = |value: Option<f64>| match value {
        Some(value) => format!("{:.0} %", 100.0 * value),
        None => "an unknown share".to_owned(),
    };
    let (sm, tensor, dram) = (gpu("sm_active"), gpu("tensor_active"), gpu("dram_active"));
    let full = sm.or_else(|| tensor.into_iter().chain(dram).reduce(f64::max));
    let (tensor, dram) = (tensor.unwrap_or(0.0), dram.unwrap_or(0.0));
    let (bound, because) = if busy < 0.1 {
        (
            "idle",
            format!("the boards worked {} of the time", share(Some(busy))),
        )
    } else if full.is_none() {
        return Verdict::unknown(&format!(
            "something ran {} of the time, how full is not known; dcgmi dmon -e 1002,1004,1005 would tell",
            share(Some(busy))
        ));
    } else if tensor >= 0.5 && tensor >= dram {
        (
            "compute",
            format!("tensor cores worked {} of the time", share(Some(tensor))),
        )
    } else if dram >= 0.6 {
        (
            "bandwidth",
            format!(
                "memory was read or written {} of the time",
                share(Some(dram))
            ),
        )
    } else if busy >= 0.5 && full.is_some_and(|full| full < 0.3) {
        let text = format!(
            "something ran {} of the time, but on {} of the board",
            share(Some(busy)),
            share(full)
        );
        ("launch", text)
    } else if busy < 0.5 {
        (
            "host",
            format!("the boards worked only {} of the time", share(Some(busy))),
        )
    } else {
        let text = format!(
            "busy {}, tensor cores {}, memory {} of the time",
            share(Some(busy)),
            share(Some(tensor)),
            share(Some(dram))
        );
        ("mixed", text)
    };
    Verdict {
        bound,
        because,
        measured: true,
    }
}

#[cfg(test)]
mod tests {
    use super::limit;

    /// One row a rule of the contract, in its order.
    #[test]
    fn rules_in_their_order() {
        let bound = |busy: Option<f64>, sm: Option<f64>, tensor: Option<f64>, dram: Option<f64>| {
            limit(busy, &|field: &str| match field {
                "sm_active" => sm,
                "tensor_active" => tensor,
                "dram_active" => dram,
                _ => None,
            })
            .bound
        };
        assert_eq!(bound(None, Some(0.9), None, None), "unknown");
        assert_eq!(bound(Some(0.09), Some(0.9), Some(0.9), None), "idle");
        assert_eq!(bound(Some(1.0), None, None, None), "unknown");
        assert_eq!(bound(Some(0.9), None, Some(0.6), Some(0.5)), "compute");
        assert_eq!(bound(Some(0.9), None, Some(0.6), Some(0.7)), "bandwidth");
        assert_eq!(bound(Some(0.9), Some(0.2), Some(0.1), Some(0.4)), "launch");
        assert_eq!(bound(Some(0.9), None, Some(0.1), Some(0.2)), "launch");
        assert_eq!(bound(Some(0.4), Some(0.2), None, None), "host");
        assert_eq!(bound(Some(0.9), Some(0.8), None, None), "mixed");
    }
}
