//! A result of `MLPerf` beside the estimate of the same system: what the file does not say is asked
//! for.

mod serving;
mod training;

use super::calibrate::typed::Typed;
use super::state::State;
use crate::i18n::{number, say};
use estimator::band::Band;
use estimator::calibration::accelerators_of;
use estimator::profile::{Group, board};
use leptos::prelude::AnyView;

/// The card of a result; nothing for other files.
pub(super) fn card(state: State, facts: &Group) -> Option<AnyView> {
    serving::card(state, facts).or_else(|| training::card(state, facts))
}

/// What the file says of its system, to be confirmed.
fn begun(facts: &Group) -> Typed {
    let mut typed = Typed::default();
    let Some(system) = facts.words("system") else {
        return typed;
    };
    let records = catalog::accelerators().iter();
    let found = board(system, None, records.map(|record| &record.accelerator));
    typed.accelerator = found.map(|board| board.id.clone());
    typed.count(accelerators_of(system));
    typed
}

/// How near an estimate is to the result, in a sentence.
fn nearness((estimated, measured): (f64, f64), band: Band, shown: fn(f64) -> String) -> String {
    let (words, result) = (shown(estimated), shown(measured));
    let ratio = number(estimated / measured);
    if band.holds(estimated, measured) {
        say::profile_beside_inside(&words, &result, &ratio)
    } else {
        say::profile_beside_outside(&words, &result, &ratio)
    }
}

/// The ends of the band around an estimate.
fn ends(estimated: f64, band: Band, shown: fn(f64) -> String) -> String {
    [band.low, band.high]
        .map(|end| shown(estimated * end))
        .join(" – ")
}

#[cfg(test)]
mod tests {
    use super::super::calibrate::typed::Part;
    use super::*;

    /// A system's name fills in its accelerator and their number; `PySUT` nothing.
    #[test]
    fn a_system_is_known_by_its_name() {
        let of = |system: &str| {
            let facts = Group::from_json(&format!(r#"{{"system":"{system}"}}"#)).expect("facts");
            let typed = begun(&facts);
            (typed.accelerator.clone(), typed.text(Part::Count))
        };
        let (board, count) = of("B200-SXM-180GBx8_TRT");
        assert_eq!(board.as_deref(), Some("nvidia-b200-sxm"));
        assert_eq!(count, "8");
        assert_eq!(of("PySUT"), (None, String::new()));
    }
}
