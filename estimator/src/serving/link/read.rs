//! Text to question: total, and bounded by the length of the text.

use super::{ACTIVE_SHARE, Link, PEAK_TO_MEAN, REQUESTS_EACH, base};
use crate::calibration::Record;
use crate::engine::Engine;
use crate::field;
use crate::link::pairs::{Taken, body, each, put, version};
use crate::link::shared::{take_fleet, take_model, take_view};
use crate::link::text::{decode, number};
use crate::link::value::{list, name, share, yes};
use crate::link::{Frame, Notice, frame};
use crate::precision::{KvFormat, WeightFormat};
use crate::serving::autoscaling::Autoscaling;
use crate::serving::fields;
use crate::serving::options::Parallelism;
use crate::serving::question::{Day, Question, Traffic};
use crate::serving::release::{Launch, Month};
use crate::workload::{Certainty, Percentile};

/// Reads links of [`write`](super::write), and anything else: a part not understood gives a
/// notice, and its default stands. An empty fragment is a fresh page.
#[must_use]
pub fn read(fragment: &str) -> (Link, Vec<Notice>) {
    let Some(body) = body(fragment) else {
        return (Link::default(), Vec::new());
    };
    let mut link = Link {
        question: base(),
        ..Link::default()
    };
    let (mut inside, mut frame) = (false, Frame::default());
    let mut notices = each(body, |key, raw, text| match key {
        "embed" | "host" | "height" => {
            inside |= key == "embed";
            frame::take(&mut frame, key, raw, text)
        }
        _ => take(&mut link, key, raw, text),
    });
    if inside {
        // Who reads another page made no link, and saw no amounts before.
        notices.retain(|notice| *notice != Notice::OlderVersion);
        link.frame = Some(frame);
    }
    (link, notices)
}

/// Puts one pair into `link`.
pub(crate) fn take(link: &mut Link, key: &str, raw: &str, text: &str) -> Taken {
    match key {
        "v" => version(text),
        "lang" | "theme" | "pick" => take_view(&mut link.view, key, text),
        _ => ask(&mut link.question, key, raw, text),
    }
}

/// Puts one pair into the question.
fn ask(question: &mut Question, key: &str, raw: &str, text: &str) -> Taken {
    let sla = &mut question.sla;
    let serving = &mut question.serving;
    let before = question.traffic;
    match key {
        "model" | "shape" => take_model(&mut question.model, key, text),
        "weights" => put(&mut question.weights, WeightFormat::from_id(text)),
        "kv" => put(&mut question.kv_cache, KvFormat::from_id(text)),
        "rate" => put(&mut question.traffic, number(text).map(Traffic::Rate)),
        "users" => put(&mut question.traffic, number(text).map(Traffic::Users)),
        "tokens-per-day" => put(&mut question.traffic, per_day(number(text), before)),
        "peak" => put(&mut question.traffic, peak(number(text), before)),
        "access" => put(&mut question.traffic, access(number(text), before)),
        "active" => put(&mut question.traffic, active(share(text), before)),
        "hourly" => put(&mut question.traffic, hourly(number(text), before)),
        "at" => put(&mut sla.percentile, Percentile::from_id(text)),
        "certain" => put(&mut sla.certainty, Certainty::from_id(text)),
        "engine" => put(&mut question.engine.engine, Engine::from_id(text)),
        "launch" => put(&mut question.engine.release.launch, Launch::from_id(text)),
        "released" => put(
            &mut question.engine.release.month,
            Month::parse(text).map(Some),
        ),
        "split-phases" => put(&mut serving.disaggregated, yes(text)),
        "buy" => put(&mut question.fleet.bought, yes(text)),
        "parallel" => put(&mut serving.parallelism, Parallelism::from_id(text)),
        "day" => put(&mut question.growth.day, day(raw)),
        "scaler" => {
            let chosen = Autoscaling::read(text).map(Some);
            put(&mut question.growth.scaling.autoscaler, chosen)
        }
        "calibration" => {
            let record = Record::read(text).map(Box::new);
            put(&mut question.calibration, record.map(Some))
        }
        _ => {
            if let Some(row) = field::of_key(&fields::QUESTION, key) {
                row.take(question, text)
            } else if let Some(row) = field::of_key(&fields::FUTURE, key) {
                row.take(&mut question.growth, text)
            } else {
                take_fleet(&mut question.fleet, key, raw, text)
            }
        }
    }
}

fn per_day(tokens: Option<f64>, before: Traffic) -> Option<Traffic> {
    let peak_to_mean = match before {
        Traffic::TokensPerDay { peak_to_mean, .. } => peak_to_mean,
        _ => PEAK_TO_MEAN,
    };
    tokens.map(|tokens| Traffic::TokensPerDay {
        tokens,
        peak_to_mean,
    })
}

/// The peak alone says nothing: it follows the tokens a day.
fn peak(peak: Option<f64>, before: Traffic) -> Option<Traffic> {
    match (before, peak.filter(|peak| *peak >= 1.0)) {
        (Traffic::TokensPerDay { tokens, .. }, Some(peak_to_mean)) => Some(Traffic::TokensPerDay {
            tokens,
            peak_to_mean,
        }),
        _ => None,
    }
}

/// People with access, with the habits that were named before.
fn access(people: Option<f64>, before: Traffic) -> Option<Traffic> {
    let (active, each) = match before {
        Traffic::People { active, each, .. } => (active, each),
        _ => (ACTIVE_SHARE, REQUESTS_EACH),
    };
    people.map(|people| Traffic::People {
        people,
        active,
        each,
    })
}

/// Habits alone say nothing: they follow the people.
fn active(active: Option<f64>, before: Traffic) -> Option<Traffic> {
    match (before, active) {
        (Traffic::People { people, each, .. }, Some(active)) => Some(Traffic::People {
            people,
            active,
            each,
        }),
        _ => None,
    }
}

fn hourly(each: Option<f64>, before: Traffic) -> Option<Traffic> {
    match (before, each) {
        (Traffic::People { people, active, .. }, Some(each)) => Some(Traffic::People {
            people,
            active,
            each,
        }),
        _ => None,
    }
}

/// The name of a day, or 24 or 168 percentages; commas inside a name are encoded.
fn day(raw: &str) -> Option<Day> {
    if !raw.contains(',') {
        let id = name(&decode(raw)?)?;
        // These two are no names of days.
        return match id.as_str() {
            "even" => Some(Day::Even),
            "drawn" => None,
            _ => Some(Day::Like(id)),
        };
    }
    let percent: Vec<u8> = list(raw, |text| {
        text.parse().ok().filter(|percent| *percent <= 100)
    })?;
    match <[u8; 24]>::try_from(percent) {
        Ok(day) => Some(Day::Drawn(day)),
        Err(week) => Some(Day::Week(Box::new(week.try_into().ok()?))),
    }
}
