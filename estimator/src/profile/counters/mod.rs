//! Counters of boards over time, whoever sampled them: each board's mean, 95th percentile and
//! maximum, those of all, and the limit they point to.

mod clock;
mod verdict;

pub(super) use clock::{of_day, seconds};

use super::fact::{Fact, Group};
use super::stats::over_time;
use std::collections::BTreeMap;

/// Bytes of a mebibyte, the unit of all samplers.
pub(super) const MIB: f64 = 1_048_576.0;
/// Boards and instances kept.
const BOARDS: usize = 4096;
/// Values kept of all.
const VALUES: usize = 8_000_000;

/// The counters, as they are named in the answer; shares from 0 to 1.
pub(super) const FIELDS: [&str; 10] = [
    "gpu_util",
    "engine_active",
    "sm_active",
    "sm_occupancy",
    "tensor_active",
    "dram_active",
    "copy_util",
    "memory_used_bytes",
    "power_w",
    "sm_clock_mhz",
];

/// Counters that are averaged over boards.
const SHARED: [&str; 8] = [
    "gpu_util",
    "engine_active",
    "sm_active",
    "tensor_active",
    "dram_active",
    "copy_util",
    "power_w",
    "memory_used_bytes",
];

/// A board, or an instance of one.
#[derive(Debug, Default)]
pub(super) struct Board {
    pub(super) gpu: String,
    pub(super) host: Option<String>,
    pub(super) name: Option<String>,
    /// An instance's profile, else its id.
    pub(super) mig: Option<String>,
    pub(super) total: Option<f64>,
    values: BTreeMap<&'static str, Vec<f64>>,
}

impl Board {
    fn samples(&self) -> usize {
        self.values.values().map(Vec::len).max().unwrap_or(0)
    }
}

/// The samples.
#[derive(Debug, Default)]
pub(super) struct Counters {
    boards: Vec<Board>,
    places: BTreeMap<String, usize>,
    kept: usize,
    from: Option<f64>,
    to: Option<f64>,
}

impl Counters {
    /// The board of this key, in the order of first sight; `None` of too many.
    pub(super) fn board(&mut self, key: &str) -> Option<&mut Board> {
        if let Some(place) = self.places.get(key) {
            return self.boards.get_mut(*place);
        }
        if self.boards.len() >= BOARDS {
            return None;
        }
        self.places.insert(key.to_owned(), self.boards.len());
        self.boards.push(Board::default());
        self.boards.last_mut()
    }

    /// Takes a value of a board; one that is not finite is absent.
    pub(super) fn take(&mut self, key: &str, field: &'static str, value: f64) {
        if !value.is_finite() || self.kept >= VALUES {
            return;
        }
        self.kept += 1;
        if let Some(board) = self.board(key) {
            board.values.entry(field).or_default().push(value);
        }
    }

    /// Takes the time of a sample, in seconds.
    pub(super) fn at(&mut self, time: f64) {
        self.from = Some(self.from.map_or(time, |from| from.min(time)));
        self.to = Some(self.to.map_or(time, |to| to.max(time)));
    }

    /// Whether any value was taken.
    pub(super) fn any(&self) -> bool {
        self.kept > 0
    }

    /// The facts of all boards, in a format of this id.
    pub(super) fn facts(self, format: &str, notes: &[&str]) -> Group {
        let mut facts = Group::default();
        facts.text("format", Some(format));
        let listed = self.boards.iter().map(device).collect();
        facts.put("devices", Fact::List(listed));
        let samples = self.boards.iter().map(Board::samples).max().unwrap_or(0);
        facts.count("samples", Some(samples as u64));
        let window = self.from.zip(self.to).map(|(from, to)| to - from);
        facts.number("window_s", window.filter(|window| *window > 0.0));
        let whole: Vec<bool> = self
            .boards
            .iter()
            .map(|board| board.mig.is_none() && board.samples() > 0)
            .collect();
        let any_whole = whole.contains(&true);
        let (mut means, mut highs) = (BTreeMap::new(), BTreeMap::new());
        let (mut peak, mut total) = (None::<f64>, None::<f64>);
        let mut gpus = Vec::new();
        for (board, whole) in self.boards.into_iter().zip(whole) {
            let group = one(board);
            if whole || !any_whole {
                for field in SHARED {
                    let at = |part: &str| group.at(&format!("{field}.{part}"));
                    means
                        .entry(field)
                        .or_insert_with(Vec::new)
                        .extend(at("mean"));
                    highs
                        .entry(field)
                        .or_insert_with(Vec::new)
                        .extend(at("p95"));
                }
                peak = larger(peak, group.at("memory_used_bytes.max"));
                total = larger(total, group.at("memory_total_bytes"));
            }
            gpus.push(Fact::Group(group));
        }
        facts.put("gpus", Fact::List(gpus));
        let mut gpu = Group::default();
        for field in SHARED {
            let all = |of: &BTreeMap<&str, Vec<f64>>| of.get(field).cloned().unwrap_or_default();
            gpu.number(field, super::stats::mean(&all(&means)));
            let high = all(&highs).into_iter().reduce(f64::max);
            gpu.number(&format!("{field}_p95"), high);
        }
        gpu.number("peak_memory_bytes", peak);
        gpu.number("memory_bytes", total);
        facts.group("gpu", gpu);
        verdict::judge(&mut facts);
        facts.put("calibration", Fact::List(Vec::new()));
        facts.notes(notes);
        facts
    }
}

fn larger(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).reduce(f64::max)
}

fn device(board: &Board) -> Fact {
    let mut group = Group::default();
    group.count("index", board.gpu.trim().parse().ok());
    group.text("name", board.name.as_deref());
    group.number("memory_bytes", board.total);
    group.text("mig", board.mig.as_deref());
    Fact::Group(group)
}

fn one(board: Board) -> Group {
    let mut group = Group::default();
    group.text("gpu", Some(board.gpu.trim()).filter(|gpu| !gpu.is_empty()));
    group.text("host", board.host.as_deref());
    group.text("name", board.name.as_deref());
    group.text("mig", board.mig.as_deref());
    group.number("memory_total_bytes", board.total);
    let mut values = board.values;
    for field in FIELDS {
        group.group(field, over_time(values.remove(field).unwrap_or_default()));
    }
    group
}
