//! Metrics by the names of either page, their units, and numbers in either notation.

/// A metric of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Metric {
    Duration,
    Sm,
    Memory,
    Dram,
    Occupancy,
    Tensor,
    Bytes,
    /// Floating point instructions, by operation and width (`fadd`), counted of SMs or of their
    /// parts.
    Flop {
        place: u8,
        parts: bool,
        twice: bool,
    },
}

/// Operations that count, their FMA twice.
const OPERATIONS: [&str; 9] = [
    "fadd", "fmul", "ffma", "hadd", "hmul", "hfma", "dadd", "dmul", "dfma",
];

/// The metric of this name on the raw page, or of this title on the details page.
pub(super) fn named(name: &str, unit: &str) -> Option<Metric> {
    const ELAPSED: &str = ".avg.pct_of_peak_sustained_elapsed";
    const ACTIVE: &str = ".avg.pct_of_peak_sustained_active";
    let share = unit == "%";
    let metric = match name {
        "gpu__time_duration.sum" | "Duration" => Metric::Duration,
        "Compute (SM) Throughput" if share => Metric::Sm,
        "Memory Throughput" if share => Metric::Memory,
        "DRAM Throughput" if share => Metric::Dram,
        "Achieved Occupancy" if share => Metric::Occupancy,
        "dram__bytes.sum" => Metric::Bytes,
        _ => {
            let elapsed = name.strip_suffix(ELAPSED);
            let active = name.strip_suffix(ACTIVE);
            match (elapsed, active) {
                (Some("sm__throughput"), _) => Metric::Sm,
                (Some("gpu__compute_memory_throughput"), _) => Metric::Memory,
                (Some("gpu__dram_throughput" | "dram__throughput"), _) => Metric::Dram,
                (_, Some("sm__warps_active")) => Metric::Occupancy,
                (_, Some("sm__pipe_tensor_cycles_active" | "sm__inst_executed_pipe_tensor")) => {
                    Metric::Tensor
                }
                _ => return operation(name),
            }
        }
    };
    Some(metric)
}

fn operation(name: &str) -> Option<Metric> {
    let parts = name.starts_with("smsp__");
    let rest = name.strip_prefix("smsp__").or(name.strip_prefix("sm__"))?;
    let rest = rest.strip_prefix("sass_thread_inst_executed_op_")?;
    let operation = rest.strip_suffix("_pred_on.sum")?;
    let place = OPERATIONS.iter().position(|known| *known == operation)?;
    Some(Metric::Flop {
        place: u8::try_from(place).ok()?,
        parts,
        twice: operation.ends_with("fma"),
    })
}

/// The base unit's worth of a unit: seconds, bytes, shares, plain counts.
pub(super) fn scale(unit: &str) -> f64 {
    match unit {
        "%" => 0.01,
        "nsecond" | "ns" => 1e-9,
        "usecond" | "us" => 1e-6,
        "msecond" | "ms" => 1e-3,
        "Kbyte" | "KB" | "K" => 1e3,
        "Mbyte" | "MB" | "M" => 1e6,
        "Gbyte" | "GB" | "G" => 1e9,
        "Tbyte" | "TB" => 1e12,
        _ => 1.0,
    }
}

/// Which mark stands before decimals, as far as one number tells: -1 a point, 1 a comma.
pub(super) fn vote(number: &str) -> i32 {
    let (point, comma) = (number.rfind('.'), number.rfind(','));
    let one = |mark: char, at: usize| {
        let several = number.matches(mark).count() > 1;
        let behind = number.len() - at - 1;
        // Several marks, or one before three digits that are no fraction for certain.
        match (several, behind) {
            (true, _) => Some(false),
            (false, 3) => None,
            _ => Some(true),
        }
    };
    if !number
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b".,+-eE".contains(&byte))
    {
        return 0;
    }
    match (point, comma) {
        (Some(point), Some(comma)) => {
            if comma > point {
                1
            } else {
                -1
            }
        }
        (Some(at), None) => one('.', at).map_or(0, |decimals| if decimals { -1 } else { 1 }),
        (None, Some(at)) => one(',', at).map_or(0, |decimals| if decimals { 1 } else { -1 }),
        (None, None) => 0,
    }
}

/// A number in either notation.
pub(super) fn number(text: &str, commas: bool) -> Option<f64> {
    let (thousands, decimals) = if commas { ('.', ',') } else { (',', '.') };
    let plain = text.trim().replace(thousands, "").replace(decimals, ".");
    plain.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::{Metric, named, number, vote};

    /// The notation that each number tells; three digits behind one mark tell nothing.
    #[test]
    fn notations() {
        for (text, expected) in [
            ("32,746,880", -1),
            ("1.234.567", 1),
            ("61.84", -1),
            ("61,84", 1),
            ("1,234.5", -1),
            ("1.234,5", 1),
            ("1,234", 0),
            ("1.234", 0),
            ("17", 0),
            ("a.b", 0),
        ] {
            assert_eq!(vote(text), expected, "{text}");
        }
        assert_eq!(number("1.234,5", true), Some(1234.5));
        assert_eq!(number("1,234.5", false), Some(1234.5));
        assert_eq!(number("", false), None);
    }

    /// A title that stands for two quantities is told by its unit.
    #[test]
    fn names() {
        assert_eq!(named("Memory Throughput", "%"), Some(Metric::Memory));
        assert_eq!(named("Memory Throughput", "byte/second"), None);
        let fma = named(
            "smsp__sass_thread_inst_executed_op_hfma_pred_on.sum",
            "inst",
        );
        assert!(matches!(
            fma,
            Some(Metric::Flop {
                parts: true,
                twice: true,
                ..
            })
        ));
        assert_eq!(
            named("sm__sass_thread_inst_executed_op_xadd_pred_on.sum", "inst"),
            None
        );
    }
}
