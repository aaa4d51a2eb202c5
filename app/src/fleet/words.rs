//! The names of things, and problems as sentences.

use crate::control;
use crate::i18n::{Msg, integer, number, percent, say, text};
use estimator::error::{self, Problem};
use estimator::fleet::Mode;
use estimator::fleet::asked::{Field, Part, Priority};
use estimator::fleet::law::{Band, Fault};
use estimator::fleet::question::Isolation;

/// Days of the catalogue, one without, and one of one's own.
pub(super) const DAYS: [(&str, Msg); 8] = [
    ("even", Msg::DayEven),
    ("office", Msg::DayOffice),
    ("evening", Msg::PackDayEvening),
    ("two-regions", Msg::PackDayRegions),
    ("night", Msg::PackDayNight),
    ("chat", Msg::DayChat),
    ("single-site", Msg::DaySite),
    ("own", Msg::PackDayOwn),
];

/// The name of an isolation.
pub(super) const fn isolation(isolation: Isolation) -> Msg {
    match isolation {
        Isolation::None => Msg::PackIsolationNone,
        Isolation::Memory => Msg::PackIsolationMemory,
        Isolation::Hardware => Msg::PackIsolationHardware,
    }
}

/// The name of a priority.
pub(super) const fn priority(priority: Priority) -> Msg {
    match priority {
        Priority::High => Msg::PackPriorityHigh,
        Priority::Normal => Msg::PackPriorityNormal,
        Priority::Low => Msg::PackPriorityLow,
    }
}

/// The name of a mechanism.
pub(super) const fn mode(mode: Mode) -> Msg {
    match mode {
        Mode::Exclusive => Msg::PackExclusive,
        Mode::Mig => Msg::PackMig,
        Mode::Mps => Msg::PackMps,
        Mode::TimeSlicing => Msg::PackSlicing,
        Mode::Vgpu => Msg::PackVgpu,
        Mode::Swap => Msg::PackSwap,
    }
}

/// What one fault stops.
pub(super) const fn fault(fault: Fault) -> Msg {
    match fault {
        Fault::Itself => Msg::PackFaultItself,
        Fault::Instance => Msg::PackFaultInstance,
        Fault::AllClients => Msg::PackFaultClients,
        Fault::AllProcesses => Msg::PackFaultGpu,
        Fault::Guest => Msg::PackFaultGuest,
        Fault::Broker => Msg::PackFaultBroker,
    }
}

/// How far off a mechanism's law may be; nothing where it adds nothing.
pub(super) fn band(mode_of: Mode) -> Option<String> {
    let name = text(mode(mode_of));
    match mode_of.facts().band {
        Band::None => None,
        Band::Share(share) => Some(say::pack_band(name, &percent(share))),
        Band::Edges => Some(say::pack_band_edges(name)),
    }
}

/// That a workload may wait, the seconds as typed.
pub(super) fn waiting(seconds: &str) -> String {
    say::pack_may_wait(seconds.trim())
}

/// Names with commas between, of many the first.
pub(super) fn names(all: &[&str]) -> String {
    const MOST: usize = 4;
    let shown: Vec<&str> = all.iter().copied().take(MOST).collect();
    let shown = shown.join(text(Msg::ListComma));
    match all.len().saturating_sub(MOST) {
        0 => shown,
        more => say::pack_and_more(more as f64, &shown),
    }
}

/// A factor.
pub(super) fn times(factor: f64) -> String {
    say::pack_times(&number(factor))
}

/// A problem as a sentence.
pub(super) fn problem(field: &Field, problem: &Problem) -> String {
    let own = match (field, problem) {
        (Field::Workloads, Problem::Missing) => Some(Msg::PackNoWorkloads),
        (Field::Workload(_, Part::Serving(error::Field::Day)), Problem::Missing) => {
            Some(Msg::PackDayHours)
        }
        (Field::Workload(_, Part::Serving(error::Field::Day)), Problem::TooSmall { .. }) => {
            Some(Msg::PackDayEmpty)
        }
        (Field::Fleet(error::Field::Fleet), Problem::Missing) => Some(Msg::PackNoGpus),
        (Field::Fleet(error::Field::Fleet), Problem::TooLarge { most }) => {
            return say::pack_too_many_types(&integer(*most));
        }
        (Field::Workloads, Problem::TooLarge { most }) => {
            return say::pack_too_many(&integer(*most));
        }
        (Field::Workload(_, Part::Name), Problem::Unknown { name }) => {
            return say::pack_twice(name);
        }
        _ => None,
    };
    if let Some(own) = own {
        return text(own).to_owned();
    }
    let field = match field {
        Field::Workload(_, Part::Serving(field)) | Field::Fleet(field) => *field,
        _ => error::Field::Traffic,
    };
    // In the unit of the field.
    let scaled = |value: f64| match field {
        error::Field::Tpot => value * 1e3,
        error::Field::PrefixHitRate => value * 100.0,
        _ => value,
    };
    let problem = match problem {
        Problem::TooSmall { least } => Problem::TooSmall {
            least: scaled(*least),
        },
        Problem::TooLarge { most } => Problem::TooLarge {
            most: scaled(*most),
        },
        other => other.clone(),
    };
    control::words(&error::FieldError { field, problem })
}
