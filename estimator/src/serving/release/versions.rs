//! From an engine's version to the month in which it came out: `releases.txt`.

use super::Month;
use super::problem::Problem;
use crate::engine::Engine;

/// A line a release: engine, version, month; comments begin with `#`.
const RELEASES: &str = include_str!("releases.txt");

/// Up to when releases and kernels are known here. A later month is one that nobody has
/// measured yet.
pub const KNOWN_UNTIL: Month = Month::new(2026, 11);

/// The longest text that is looked up.
const LONGEST: usize = 40;

/// The month of `version` of `engine`: that of the release that it is, or of the one that it
/// corrects (`0.5.6.post2`, `0.19.0+cu129`); where only the beginning is said (`0.19`), of the
/// first that begins so.
///
/// # Errors
/// A version that is not in the table.
pub fn month_of(engine: Engine, version: &str) -> Result<Month, Problem> {
    let unknown = || Problem::UnknownRelease {
        engine,
        version: version.chars().take(LONGEST).collect(),
    };
    if version.len() > LONGEST {
        return Err(unknown());
    }
    let plain = version.trim().trim_start_matches('v');
    let plain = plain.split('+').next().unwrap_or(plain);
    let corrected = plain.split(".post").next().unwrap_or(plain);
    let mut corrects = None;
    let mut begins = None;
    for (known, month) in of_engine(engine) {
        if known == plain {
            return Ok(month);
        }
        if known == corrected {
            corrects = Some(month);
        }
        // A whole part of it, and no more than the last number left out.
        let rest = known.strip_prefix(corrected);
        if begins.is_none()
            && corrected.contains('.')
            && rest.is_some_and(|rest| rest.starts_with('.'))
        {
            begins = Some(month);
        }
    }
    corrects.or(begins).ok_or_else(unknown)
}

fn of_engine(engine: Engine) -> impl Iterator<Item = (&'static str, Month)> {
    RELEASES.lines().filter_map(move |line| {
        let mut parts = line.split(' ');
        let (of, version) = (parts.next()?, parts.next()?);
        (of == engine.id()).then_some(())?;
        Some((version, Month::parse(parts.next()?)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Upload dates of `PyPI`: the release itself, a correction with a month of its own, one
    /// without, a build of it, its beginning.
    #[test]
    fn known_releases() {
        for (engine, version, month) in [
            (Engine::Vllm, "0.19.0", "2026-04"),
            (Engine::Vllm, "v0.18.0", "2026-03"),
            (Engine::Vllm, "0.19", "2026-04"),
            (Engine::Vllm, "0.19.0+cu129", "2026-04"),
            (Engine::Sglang, "0.5.6.post2", "2025-12"),
            (Engine::Sglang, "0.5.8.post1", "2026-02"),
            (Engine::Sglang, "0.5.8", "2026-01"),
            (Engine::TensorRtLlm, "1.2.0rc6.post3", "2026-02"),
            (Engine::TensorRtLlm, "1.2.0rc6", "2025-12"),
            (Engine::TensorRtLlm, "1.0.0rc3", "2025-07"),
        ] {
            let found = month_of(engine, version).map(|month| month.to_string());
            assert_eq!(found, Ok(month.to_owned()), "{version}");
        }
    }

    #[test]
    fn unknown_releases() {
        let long = "9".repeat(10_000);
        for version in [
            "", "0", "v", "0.", "0.1919", "9.9.9", "nightly", "\u{0}", ".", &long,
        ] {
            assert!(month_of(Engine::Vllm, version).is_err(), "{version}");
        }
        // A release of another engine; an engine whose builds are counted.
        assert!(month_of(Engine::Sglang, "0.19.0").is_err());
        assert!(month_of(Engine::LlamaCpp, "b5000").is_err());
    }

    /// Every line is read, no later than the table says it goes.
    #[test]
    fn every_line_is_a_release() {
        let lines = RELEASES.lines().filter(|line| !line.starts_with('#'));
        let known: usize = Engine::ALL
            .iter()
            .map(|engine| of_engine(*engine).count())
            .sum();
        assert_eq!(known, lines.count());
        for engine in Engine::ALL {
            assert!(of_engine(*engine).all(|(_, month)| month <= KNOWN_UNTIL));
        }
    }

    proptest! {
        #[test]
        fn any_version_is_found_or_refused(version in ".{0,60}") {
            let _ = month_of(Engine::TensorRtLlm, &version);
        }
    }
}
