//! Times, names of rules, and problems as sentences.

use super::draft::unit;
use crate::control;
use crate::i18n::{self, Msg, integer, number, say, seconds, text};
use estimator::decimal::round;
use estimator::error::{self, Problem};
use estimator::kubernetes::queue::{Level, MOST_NODES, Near, Reclaim, Strategy, Within};
use estimator::kubernetes::teams::{Class, Field, FieldError, JobPart, TeamPart, Way};
use estimator::quantity::Seconds;

/// Whole seconds in the unit that suits them.
pub(super) fn time(seconds: u64) -> String {
    lasting(seconds as f64)
}

/// A mean of times; nothing where there is none.
pub(super) fn mean(seconds: Option<f64>) -> String {
    seconds.map_or_else(String::new, |mean| lasting(mean.round()))
}

fn lasting(time: f64) -> String {
    if time >= 172_800.0 {
        say::queue_days(&number(time / 86_400.0))
    } else if time >= 5_400.0 {
        say::queue_hours(&number(time / 3600.0))
    } else if time >= 90.0 {
        say::queue_minutes(&number(time / 60.0))
    } else if time == 0.0 {
        text(Msg::QueueNone).to_owned()
    } else {
        seconds(Seconds::new(time))
    }
}

/// GPU-hours of GPU-seconds.
pub(super) fn hours(gpu_seconds: u64) -> String {
    number(gpu_seconds as f64 / 3600.0)
}

/// The name of a class of priority.
pub(super) const fn class(class: Class) -> Msg {
    match class {
        Class::Serving => Msg::QueueServing,
        Class::Deadline => Msg::QueueDeadline,
        Class::Batch => Msg::QueueBatch,
    }
}

/// What a strategy means.
pub(super) const fn strategy(strategy: Strategy) -> Msg {
    match strategy {
        Strategy::BestEffortFifo => Msg::QueueBestEffort,
        Strategy::StrictFifo => Msg::QueueStrict,
    }
}

/// Whom a job evicts of its own team.
pub(super) const fn within(within: Within) -> Msg {
    match within {
        Within::Never => Msg::QueueNobody,
        Within::LowerPriority => Msg::QueueLower,
        Within::LowerOrNewerEqualPriority => Msg::QueueLowerOrNewer,
    }
}

/// Whom a job evicts of teams that borrow.
pub(super) const fn reclaim(reclaim: Reclaim) -> Msg {
    match reclaim {
        Reclaim::Never => Msg::QueueNobody,
        Reclaim::LowerPriority => Msg::QueueLower,
        Reclaim::Any => Msg::QueueAnybody,
    }
}

/// Where the pods of a job may stand.
pub(super) const fn near(near: Near) -> Msg {
    match near {
        Near::Anywhere | Near::Preferred(Level::Node) | Near::Required(Level::Node) => {
            Msg::QueueAnywhere
        }
        Near::Preferred(Level::Rack) => Msg::QueuePreferredRack,
        Near::Required(Level::Rack) => Msg::QueueRequiredRack,
        Near::Preferred(Level::Block) => Msg::QueuePreferredBlock,
        Near::Required(Level::Block) => Msg::QueueRequiredBlock,
    }
}

/// In one domain of a level.
pub(super) const fn in_one(level: Level) -> Msg {
    match level {
        Level::Node => Msg::QueueOnNode,
        Level::Rack => Msg::QueueInRack,
        Level::Block => Msg::QueueInBlock,
    }
}

/// The name of a change.
pub(super) fn way(way: Way, team: impl Fn(usize) -> String) -> String {
    match way {
        Way::TwoMore(place) => say::queue_two_more(&team(place)),
        Way::Apart => text(Msg::QueueApart).to_owned(),
        Way::Together => text(Msg::QueueTogether).to_owned(),
        Way::NoEviction => text(Msg::QueueNoEviction).to_owned(),
        Way::Prefer => text(Msg::QueuePrefer).to_owned(),
    }
}

/// Whether a field is a name.
pub(super) const fn is_name(field: Field) -> bool {
    matches!(
        field,
        Field::Team(_, TeamPart::Name) | Field::Job(_, JobPart::Name)
    )
}

/// A problem as a sentence, its figures in the unit of the field.
pub(super) fn problem(error: &FieldError) -> String {
    match (error.field, &error.problem) {
        (Field::Teams, Problem::Missing) => return text(Msg::QueueNoTeams).to_owned(),
        (Field::Jobs, Problem::Missing) => return text(Msg::QueueNoJobs).to_owned(),
        (Field::Teams, Problem::TooLarge { most }) => {
            return say::queue_many_teams(&integer(*most));
        }
        (Field::Jobs, Problem::TooLarge { most }) => {
            return say::queue_many_jobs(&integer(*most));
        }
        (Field::Rack, Problem::Missing) => {
            return say::queue_many_nodes(&integer(MOST_NODES as f64));
        }
        (Field::Job(_, JobPart::Near), Problem::TooLarge { most }) => {
            return say::queue_no_domain(&integer(*most));
        }
        (Field::Job(_, JobPart::Near), _) => return text(Msg::QueueNeedsBlock).to_owned(),
        (Field::Job(_, JobPart::Team), _) => return text(Msg::QueueNoTeam).to_owned(),
        (Field::Team(_, TeamPart::BorrowWithin), _) => {
            return text(Msg::QueueNeedsReclaim).to_owned();
        }
        (Field::Job(_, JobPart::Gpus), Problem::TooLarge { most }) => {
            return say::queue_too_large(&integer(*most));
        }
        (Field::Team(_, TeamPart::Lend), Problem::TooLarge { most }) => {
            return say::queue_lends_more(&integer(*most));
        }
        (field, Problem::Unknown { name }) if is_name(field) => return say::queue_twice(name),
        (field, Problem::TooLarge { most }) if is_name(field) => {
            return say::queue_long_name(&integer(*most));
        }
        _ => {}
    }
    let unit = unit(error.field, i18n::currency());
    let shown = |value: f64| round(value / unit, 6);
    let problem = match &error.problem {
        Problem::TooSmall { least } => Problem::TooSmall {
            least: shown(*least),
        },
        Problem::TooLarge { most } => Problem::TooLarge { most: shown(*most) },
        other => other.clone(),
    };
    control::words(&error::FieldError {
        // Which of the calculator's fields it is matters to names alone.
        field: error::Field::MaxPerNode,
        problem,
    })
}
