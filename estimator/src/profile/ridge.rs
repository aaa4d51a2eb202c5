//! The FLOP a byte from which a board's matrix units limit, not its memory: dense 16-bit peak
//! over bandwidth of the record that a device's name means.

use crate::hardware::Accelerator;

/// Of a board that no record means, FLOP a byte: between an A100's 156 and an H100's 295.
pub(super) const UNKNOWN: f64 = 200.0;

/// Who knows a board's ridge by its name and memory.
pub(super) type Ridge<'a> = &'a dyn Fn(&str, Option<f64>) -> Option<f64>;

/// Letters and digits of a name, small; `SXM4` and `SXM5` are `sxm`.
fn words(name: &str) -> Vec<String> {
    name.split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .map(|word| {
            if word.starts_with("sxm") {
                "sxm".to_owned()
            } else {
                word
            }
        })
        .collect()
}

/// The record that a device's name and memory (bytes) mean; `None` where none has all its words
/// in the name.
///
/// Of several, the one with most words counts, then the one whose memory is nearest. `sxm` and
/// sizes need not stand in the name; `pcie` must.
#[must_use]
pub fn board<'a>(
    name: &str,
    memory_bytes: Option<f64>,
    accelerators: impl IntoIterator<Item = &'a Accelerator>,
) -> Option<&'a Accelerator> {
    let known = words(name);
    let fitting = accelerators.into_iter().filter_map(|accelerator| {
        let id = words(&accelerator.id);
        let wanted = id.iter().skip(1).filter(|word| !size(word));
        let (mut shared, mut model) = (0_usize, false);
        for word in wanted {
            let has = known.contains(word);
            if !has && word != "sxm" {
                return None;
            }
            shared += usize::from(has);
            model |= has && word.bytes().any(|byte| byte.is_ascii_digit());
        }
        let distance = memory_bytes.map_or(0.0, |bytes| (accelerator.memory.get() - bytes).abs());
        model.then_some((shared, distance, accelerator))
    });
    let best = fitting.max_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)))?;
    Some(best.2)
}

/// The ridge of the [`board`] that a device's name and memory mean, FLOP a byte; `None` where no
/// record does, or it has no 16-bit peak.
#[must_use]
pub fn ridge(name: &str, memory_bytes: Option<f64>, accelerators: &[Accelerator]) -> Option<f64> {
    let board = board(name, memory_bytes, accelerators)?;
    let peak = board.peak.sixteen?.get();
    let bandwidth = board.bandwidth.get();
    (bandwidth > 0.0).then(|| peak / bandwidth)
}

/// Whether a word is a size of memory: `80gb`.
fn size(word: &str) -> bool {
    let digits = word.strip_suffix("gb");
    digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}
