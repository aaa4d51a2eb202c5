//! The meaning of the host's annotations and calls, by their names. Written out by hand; the
//! patterns stand beside.

/// `^ProfilerStep\s?#(\d+)$`
pub(super) fn step(name: &str) -> Option<u64> {
    let rest = name.strip_prefix("ProfilerStep")?;
    let rest = rest.strip_prefix(char::is_whitespace).unwrap_or(rest);
    let digits = rest.strip_prefix('#')?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

/// `^enumerate\((_?(Single|Multi)\w*)?DataLoader|DataLoader.*__next__|^dataloader`
pub(super) fn waits_for_input(name: &str) -> bool {
    if let Some(inner) = name.strip_prefix("enumerate(") {
        let bare = inner.strip_prefix('_').unwrap_or(inner);
        let worker = bare.starts_with("Single") || bare.starts_with("Multi");
        let word = inner.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let word = inner.get(..word.unwrap_or(inner.len())).unwrap_or(inner);
        if inner.starts_with("DataLoader") || worker && word.contains("DataLoader") {
            return true;
        }
    }
    if !name.as_bytes().contains(&b'D') {
        return name.starts_with("dataloader");
    }
    let next = name
        .split_once("DataLoader")
        .is_some_and(|(_, rest)| rest.contains("__next__"));
    next || name.starts_with("dataloader")
}

/// `(cuda|hip)(Device|Stream|Event)Synchronize|^(cuda|hip)Memcpy$|StreamWaitValue`
pub(super) fn waits_for_device(name: &str) -> bool {
    const WAITS: [&str; 6] = [
        "cudaDeviceSynchronize",
        "cudaStreamSynchronize",
        "cudaEventSynchronize",
        "hipDeviceSynchronize",
        "hipStreamSynchronize",
        "hipEventSynchronize",
    ];
    // Names come by the million: most have neither of these letters.
    let has = |letter: u8| name.as_bytes().contains(&letter);
    ["cudaMemcpy", "hipMemcpy"].contains(&name)
        || has(b'z') && WAITS.iter().any(|waits| name.contains(waits))
        || has(b'W') && name.contains("StreamWaitValue")
}

#[cfg(test)]
mod tests {
    use super::{step, waits_for_device, waits_for_input};

    /// Names as profilers write them, and near misses.
    #[test]
    fn names_mean_what_the_patterns_say() {
        assert_eq!(step("ProfilerStep#12"), Some(12));
        assert_eq!(step("ProfilerStep #3"), Some(3));
        assert_eq!(step("ProfilerStep#+3"), None);
        assert_eq!(step("ProfilerStep#3x"), None);
        for name in [
            "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
            "enumerate(_MultiProcessingDataLoaderIter)",
            "dataloader wait",
        ] {
            assert!(waits_for_input(name), "{name}");
        }
        assert!(!waits_for_input("enumerate(range)"));
        assert!(!waits_for_input("__next__ of DataLoader"));
        assert!(waits_for_device("cudaStreamSynchronize"));
        assert!(waits_for_device("hipMemcpy"));
        assert!(!waits_for_device("cudaMemcpyAsync"));
    }
}
