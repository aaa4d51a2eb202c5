//! Text to question: total, and bounded by the length of the text.

use super::{Link, PEAK_TO_MEAN, base};
use crate::engine::Engine;
use crate::link::pairs::{Taken, body, each, put, put_part, version};
use crate::link::shared::{View, take_fleet, take_model};
use crate::link::text::{decode, duration, number};
use crate::link::value::{count, list, name, share, yes};
use crate::link::{Frame, Notice, frame};
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::Seconds;
use crate::serving::options::{Adapters, Parallelism, Speculation};
use crate::serving::question::{Day, Question, Traffic};
use crate::workload::{Certainty, Percentile};

/// Reads what [`write`](super::write) writes, and anything else: what is not
/// understood gives a notice, and its default stands. An empty fragment is a
/// fresh page.
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
        "lang" | "theme" | "pick" => View {
            language: &mut link.language,
            theme: &mut link.theme,
            selected: &mut link.selected,
        }
        .take(key, text),
        _ => ask(&mut link.question, key, raw, text),
    }
}

/// Puts one pair into the question.
fn ask(question: &mut Question, key: &str, raw: &str, text: &str) -> Taken {
    let engine = &mut question.engine;
    let limits = &mut question.limits;
    let sla = &mut question.sla;
    let variety = &mut question.variety;
    let serving = &mut question.serving;
    let scaling = &mut question.growth.scaling;
    let before = question.traffic;
    match key {
        "model" | "shape" => take_model(&mut question.model, key, text),
        "weights" => put(&mut question.weights, WeightFormat::from_id(text)),
        "kv" => put(&mut question.kv_cache, KvFormat::from_id(text)),
        "rate" => put(&mut question.traffic, number(text).map(Traffic::Rate)),
        "users" => put(&mut question.traffic, number(text).map(Traffic::Users)),
        "tokens-per-day" => put(&mut question.traffic, per_day(number(text), before)),
        "peak" => put(&mut question.traffic, peak(number(text), before)),
        "in" => put(&mut question.input_tokens, number(text)),
        "out" => put(&mut question.output_tokens, number(text)),
        "prefix" => put(&mut question.prefix_hit_rate, share(text)),
        "in95" => put(&mut variety.input_p95, number(text).map(Some)),
        "out95" => put(&mut variety.output_p95, number(text).map(Some)),
        "bursts" => put(&mut variety.burstiness, number(text)),
        "think" => put(&mut variety.think, duration(text)),
        "ttft" => limit(&mut sla.ttft, text),
        "tpot" => limit(&mut sla.tpot, text),
        "at" => put(&mut sla.percentile, Percentile::from_id(text)),
        "certain" => put(&mut sla.certainty, Certainty::from_id(text)),
        "engine" => put(&mut engine.engine, Engine::from_id(text)),
        "util" => put(&mut engine.memory_utilization, share(text).map(Some)),
        "max-len" => put(&mut engine.max_model_len, count(text).map(Some)),
        "max-seqs" => put(&mut engine.max_num_seqs, count(text).map(Some)),
        "batch-tokens" => put(&mut engine.max_num_batched_tokens, count(text).map(Some)),
        "poll" => put(&mut engine.scheduler_poll_steps, count(text)),
        "draft" | "accept" => {
            let mut drafts = serving.speculation.unwrap_or(Speculation::TYPICAL);
            let taken = if key == "draft" {
                put(&mut drafts.draft_tokens, count(text))
            } else {
                put(&mut drafts.acceptance, share(text))
            };
            put_part(&mut serving.speculation, drafts, taken)
        }
        "loras" | "lora-rank" => {
            let mut adapters = serving.adapters.unwrap_or(Adapters::TYPICAL);
            let part = if key == "loras" {
                &mut adapters.count
            } else {
                &mut adapters.rank
            };
            let taken = put(part, count(text));
            put_part(&mut serving.adapters, adapters, taken)
        }
        "host-hits" => put(&mut serving.restored, share(text)),
        "host-kept" => put(&mut serving.kept, duration(text)),
        "split-phases" => put(&mut serving.disaggregated, yes(text)),
        "parallel" => put(&mut serving.parallelism, Parallelism::from_id(text)),
        "node" => put(&mut limits.max_per_node, count(text).map(Some)),
        "replica" => put(&mut limits.max_per_replica, count(text)),
        "spare" => put(&mut limits.spare_replicas, text.parse().ok()),
        "growth" => put(&mut question.growth.per_year, signed(text)),
        "months" => put(&mut question.growth.months, count(text)),
        "day" => put(&mut question.growth.day, day(raw)),
        "weekend" => put(&mut question.growth.weekend, number(text).map(Some)),
        "always" => put(&mut scaling.least, text.parse().ok()),
        "cooldown" => put(&mut scaling.cooldown, duration(text)),
        "ahead" => put(&mut scaling.ahead, duration(text)),
        "machine" => put(&mut scaling.machine, duration(text)),
        "interrupted" => put(&mut scaling.interruptions, share(text)),
        "sure" => put(&mut scaling.confidence, share(text)),
        _ => take_fleet(&mut question.fleet, key, raw, text),
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

/// A demand of the SLA, or `none`.
fn limit(place: &mut Option<Seconds>, text: &str) -> Taken {
    if text == "none" {
        *place = None;
        Taken::Read
    } else {
        put(place, duration(text).map(Some))
    }
}

/// A number that may lie below zero, no farther than all of it.
fn signed(text: &str) -> Option<f64> {
    match text.strip_prefix('-') {
        Some(text) => share(text).map(|share| -share),
        None => number(text),
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
