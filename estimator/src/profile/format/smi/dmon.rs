//! `nvidia-smi dmon`: columns named by lines that begin with `#`, which come again and again.

use super::super::super::counters::{Counters, MIB, of_day, seconds};
use super::super::super::fact::Group;

/// Seconds by which a time of day may go back without a midnight between.
const BACK: f64 = 43_200.0;

/// The names, if a line names columns: `# gpu`, `# Date` or `# Time`, and `sm` among them.
fn names(line: &str) -> Option<Vec<String>> {
    let rest = line.trim().strip_prefix('#')?;
    let names: Vec<String> = rest
        .split_whitespace()
        .map(str::to_ascii_lowercase)
        .collect();
    let first = names.first()?;
    let sound = ["gpu", "date", "time"].contains(&first.as_str());
    (sound && names.iter().any(|name| name == "sm")).then_some(names)
}

/// Whether a line names the columns.
pub(in crate::profile) fn recognised(head: &str) -> bool {
    head.lines().any(|line| names(line).is_some())
}

/// The facts.
pub(in crate::profile) fn read(text: &str) -> Group {
    let mut counters = Counters::default();
    let mut columns: Vec<String> = Vec::new();
    let (mut dated, mut last, mut midnights) = (false, None::<f64>, 0.0);
    for line in text.lines() {
        if line.trim_start().starts_with('#') {
            columns = names(line).unwrap_or(columns);
            continue;
        }
        let cells: Vec<&str> = line.split_whitespace().collect();
        let cell = |name: &str| {
            let place = columns.iter().position(|column| column == name)?;
            cells.get(place).copied()
        };
        let number = |name: &str| cell(name).and_then(|cell| cell.parse::<f64>().ok());
        let Some(gpu) = cell("gpu").filter(|gpu| gpu.parse::<u32>().is_ok()) else {
            continue;
        };
        let time = match (cell("date"), cell("time")) {
            (Some(date), Some(time)) => {
                dated = true;
                seconds(&format!("{date} {time}"))
            }
            (None, Some(time)) => of_day(time).map(|time| {
                if last.is_some_and(|last| last - time > BACK) {
                    midnights += 86_400.0;
                }
                last = Some(time);
                midnights + time
            }),
            _ => None,
        };
        if let Some(time) = time {
            counters.at(time);
        }
        if let Some(board) = counters.board(gpu) {
            gpu.clone_into(&mut board.gpu);
        }
        for (name, field, unit) in [
            ("sm", "gpu_util", 0.01),
            ("mem", "copy_util", 0.01),
            ("fb", "memory_used_bytes", MIB),
            ("pwr", "power_w", 1.0),
            ("pclk", "sm_clock_mhz", 1.0),
        ] {
            if let Some(value) = number(name) {
                counters.take(gpu, field, unit * value);
            }
        }
    }
    let notes: &[&str] = if dated { &[] } else { &["no-time"] };
    counters.facts("nvidia-smi-dmon", notes)
}
