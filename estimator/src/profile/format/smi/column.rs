//! Columns by their names, loosely: `utilization.gpu [%]`, `utilization_gpu_percent`, `power_W`.

/// The content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Time,
    Index,
    Id,
    Name,
    Busy,
    Copy,
    Used,
    Total,
    Free,
    /// Without a header: the total, or the free memory if it varies.
    TotalOrFree,
    Reserved,
    Power,
    Clock,
}

impl Column {
    /// Whether it is measured, so that a file of this kind alone has it.
    pub(super) fn is_measured(self) -> bool {
        !matches!(self, Self::Time | Self::Index | Self::Id | Self::Name)
    }
}

/// The words of a name: its letters and digits, in small letters.
fn words(name: &str) -> Vec<String> {
    name.split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}

/// The column of this name.
pub(super) fn named(name: &str) -> Option<Column> {
    // Names are short; a sentence that holds such words is none.
    if name.len() > 60 {
        return None;
    }
    let words = words(name);
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let memory = has(&["memory", "mem", "fb", "vram"]);
    if has(&[
        "max",
        "min",
        "limit",
        "default",
        "enforced",
        "requested",
        "temperature",
        "temp",
        "fan",
        "pstate",
        "encoder",
        "decoder",
        "jpeg",
        "ofa",
        "ecc",
        "management",
        "throttle",
        "reasons",
        "link",
        "pcie",
        "applications",
        "mode",
    ]) {
        return None;
    }
    if has(&["utilization", "utilisation", "util"]) {
        return Some(if memory { Column::Copy } else { Column::Busy });
    }
    if has(&["clocks", "clock"]) {
        let other = memory || has(&["video"]);
        return (!other).then_some(Column::Clock);
    }
    if memory {
        return [
            ("used", Column::Used),
            ("total", Column::Total),
            ("free", Column::Free),
            ("reserved", Column::Reserved),
        ]
        .into_iter()
        .find_map(|(word, column)| has(&[word]).then_some(column));
    }
    if has(&["power"]) {
        return Some(Column::Power);
    }
    if has(&["timestamp", "time", "date", "datetime"]) {
        return Some(Column::Time);
    }
    if has(&["uuid", "bus", "serial"]) {
        return Some(Column::Id);
    }
    if has(&["name", "product", "model"]) {
        return Some(Column::Name);
    }
    let index = has(&["index", "idx", "id"]) || words.len() == 1 && has(&["gpu", "device"]);
    index.then_some(Column::Index)
}

/// Mends a header with `gpu,index` side by side and no utilisation, as one script writes that
/// asked for index and utilisation: whether it was so.
pub(super) fn misnamed(cells: &[String], columns: &mut [Option<Column>]) -> bool {
    if columns.contains(&Some(Column::Busy)) {
        return false;
    }
    let pair = cells.windows(2).position(|pair| {
        pair.iter()
            .map(|cell| words(cell).join("."))
            .eq(["gpu", "index"])
    });
    let second = pair.and_then(|place| columns.get_mut(place + 1));
    second.map(|column| *column = Some(Column::Busy)).is_some()
}

/// A value without its unit; gibibytes become mebibytes. `[N/A]` and the like are absent.
pub(super) fn number(cell: &str) -> Option<f64> {
    let cell = cell.trim();
    let end = cell.find(|letter: char| !letter.is_ascii_digit() && !"+-.".contains(letter));
    let (value, unit) = cell.split_at_checked(end.unwrap_or(cell.len()))?;
    let unit = unit.trim();
    let plain = ["", "%", "W", "MiB", "MB", "MHz", "C", "GiB", "GB"].contains(&unit);
    let value: f64 = value.parse().ok().filter(|_| plain)?;
    let scale = if unit.starts_with('G') { 1024.0 } else { 1.0 };
    value.is_finite().then_some(scale * value)
}

#[cfg(test)]
mod tests {
    use super::{Column, named, number};

    /// Names of `nvidia-smi` and of people's scripts.
    #[test]
    fn names() {
        for (name, column) in [
            ("timestamp", Some(Column::Time)),
            ("utilization.gpu [%]", Some(Column::Busy)),
            ("utilization_gpu_percent", Some(Column::Busy)),
            ("utilization.memory [%]", Some(Column::Copy)),
            ("memory.used [MiB]", Some(Column::Used)),
            ("memory.total [MiB]", Some(Column::Total)),
            ("power.draw [W]", Some(Column::Power)),
            ("power_W", Some(Column::Power)),
            ("power.limit [W]", None),
            ("clocks.current.sm [MHz]", Some(Column::Clock)),
            ("clocks.current.memory [MHz]", None),
            ("temperature.gpu", None),
            ("temperature.memory", None),
            ("gpu_index", Some(Column::Index)),
            ("gpu", Some(Column::Index)),
            ("uuid", Some(Column::Id)),
            ("pci.bus_id", Some(Column::Id)),
            ("pcie.link.gen.current", None),
            ("name", Some(Column::Name)),
        ] {
            assert_eq!(named(name), column, "{name}");
        }
    }

    #[test]
    fn values() {
        assert_eq!(number(" 45 % "), Some(45.0));
        assert_eq!(number("2 GiB"), Some(2048.0));
        assert_eq!(number("11.64 W"), Some(11.64));
        for absent in [
            "[N/A]",
            "",
            "ERR!",
            "[Not Supported]",
            "nan",
            "1-2",
            "2026/04/25 16:06",
        ] {
            assert_eq!(number(absent), None, "{absent}");
        }
    }
}
