//! Times, loads and kinds of sessions in words.

use crate::i18n::{Msg, about, compact, integer, number, say, seconds, text};
use estimator::band::Evidence;
use estimator::quantity::Seconds;
use estimator::session::delay::Delay;
use estimator::session::sizing::preset_of;
use estimator::session::sizing::report::Sizing;
use estimator::session::sizing::strip::Warning;
use estimator::session::{Population, Preset, Routing, Sessions};
use estimator::trace::Format;

/// Seconds from which minutes, hours and days are counted.
const MINUTES: f64 = 120.0;
const HOURS: f64 = 7200.0;
const DAYS: f64 = 172_800.0;
/// Sessions an hour below which tenths of one are said.
const FEW: f64 = 10.0;

/// A duration in the unit that suits it.
pub(super) fn time(time: Seconds) -> String {
    match time.get() {
        long if long.is_infinite() => text(Msg::SessionsForever).to_owned(),
        long if long >= DAYS => say::sessions_days(&number(long / 86_400.0)),
        long if long >= HOURS => say::sessions_hours(&number(long / 3600.0)),
        long if long >= MINUTES => say::sessions_minutes(&number(long / 60.0)),
        _ => seconds(time),
    }
}

/// Three significant digits.
pub(super) fn rounded(value: f64) -> f64 {
    significant(value, 3)
}

/// So many significant digits.
fn significant(value: f64, digits: i32) -> f64 {
    let places = digits - 1;
    let step = 10f64.powf(value.max(1e-9).log10().floor() - f64::from(places));
    estimator::decimal::round((value / step).round() * step, 6)
}

/// A recorded load with no more digits than it is known to: four of each number.
pub(super) fn recorded(load: Sessions) -> Sessions {
    let four = |value: f64| significant(value, 4);
    Sessions {
        population: match load.population {
            Population::AtOnce(many) => Population::AtOnce(four(many)),
            Population::PerHour(many) => Population::PerHour(four(many)),
        },
        turns: four(load.turns),
        single_share: four(load.single_share),
        first: four(load.first),
        shared: four(load.shared),
        added: four(load.added),
        answer: four(load.answer),
        delay: Delay::new(four(load.delay.p50.get()), four(load.delay.p90.get())),
        compaction: four(load.compaction),
        dropped: four(load.dropped),
    }
}

/// How many sessions are borne, as the load counts them, never more than they are: whole ones, of
/// few an hour tenths.
pub(super) fn borne(population: Population, bears: f64) -> String {
    written(floored(population, bears, bears))
}

/// The room from what is asked up to what is borne, both as they are shown and as the load counts
/// them.
pub(super) fn room(population: Population, bears: f64) -> String {
    let (Population::AtOnce(asked) | Population::PerHour(asked)) = population;
    let room = (floored(population, bears, bears) - asked).max(0.0);
    written(floored(population, bears, room))
}

/// The largest number that is shown and no more than `many`, in the steps in which `bears` is.
fn floored(population: Population, bears: f64, many: f64) -> f64 {
    let a_unit = match population {
        Population::PerHour(_) if bears < FEW => 10.0,
        _ => 1.0,
    };
    // What arithmetic leaves open is no step.
    (many * a_unit + 1e-6).floor() / a_unit
}

fn written(many: f64) -> String {
    if many < FEW {
        number(many)
    } else {
        integer(many)
    }
}

/// The name of a preset.
pub(super) const fn preset(preset: Preset) -> Msg {
    match preset {
        Preset::Chat => Msg::SessionsChat,
        Preset::ToolAgent => Msg::SessionsToolAgent,
        Preset::CodingAgent => Msg::SessionsCodingAgent,
        Preset::ParallelAgents => Msg::SessionsParallelAgents,
        Preset::DeepResearch => Msg::SessionsDeepResearch,
    }
}

/// Where the numbers of a load are from.
pub(super) const fn source(preset: Option<Preset>) -> Msg {
    match preset {
        Some(Preset::Chat) => Msg::SessionsSourceChat,
        Some(Preset::ToolAgent) => Msg::SessionsSourceTool,
        Some(Preset::CodingAgent) => Msg::SessionsSourceCoding,
        Some(Preset::ParallelAgents) => Msg::SessionsSourceParallel,
        Some(Preset::DeepResearch) => Msg::SessionsSourceResearch,
        None => Msg::SessionsSourceOwn,
    }
}

/// The name of a way to route.
pub(super) const fn routing(routing: Routing) -> Msg {
    match routing {
        Routing::None => Msg::SessionsRoutingNone,
        Routing::Session => Msg::SessionsRoutingSession,
        Routing::Prefix => Msg::SessionsRoutingPrefix,
    }
}

/// The name of a format.
pub(super) const fn format(format: Format) -> &'static str {
    match format {
        Format::Mooncake => "Mooncake",
        Format::Bailian => "Bailian",
        Format::Weka => "Weka",
        Format::Azure => "Azure",
        Format::Csv => "CSV",
    }
}

/// A warning as a sentence.
pub(super) const fn warning(warning: Warning) -> Msg {
    match warning {
        Warning::CoarseClock => Msg::SessionsWarnClock,
        Warning::ColdStart => Msg::SessionsWarnCold,
        Warning::CutContexts => Msg::SessionsWarnCut,
        Warning::Guessed => Msg::SessionsWarnGuessed,
        Warning::Few => Msg::SessionsWarnFew,
        Warning::Skipped => Msg::SessionsWarnSkipped,
    }
}

/// The sessions in a few words: `40 coding agents`.
pub(super) fn load(load: &Sessions) -> String {
    match load.population {
        Population::AtOnce(many) => match preset_of(load) {
            Some(Preset::Chat) => say::sessions_of_chat(many),
            Some(Preset::ToolAgent) => say::sessions_of_tools(many),
            Some(Preset::CodingAgent) => say::sessions_of_coding(many),
            Some(Preset::ParallelAgents) => say::sessions_of_parallel(many),
            Some(Preset::DeepResearch) => say::sessions_of_research(many),
            None => say::sessions_of_any(many),
        },
        Population::PerHour(many) => say::sessions_of_hour(many),
    }
}

/// The load in a sentence: how much of it runs, how much is between turns, how much context.
pub(super) fn sentence(asked: &Sessions, sizing: &Sizing) -> String {
    let context = sizing.context(asked);
    say::sessions_sentence(
        &compact(context),
        &load(asked),
        &about(sizing.running),
        &about(asked.mean_turns()),
        &integer((sizing.present - sizing.running).max(0.0)),
    )
}

/// How far the hardware of an answer was measured.
pub(super) const fn evidence(evidence: Evidence) -> Msg {
    match evidence {
        Evidence::Measured => Msg::EvidenceNear,
        Evidence::Interpolated => Msg::EvidenceBetween,
        Evidence::Unmeasured => Msg::EvidenceNone,
    }
}
