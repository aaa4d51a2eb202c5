//! Text to question: total, and bounded by the length of the text.

use super::text::{decode, duration, number};
use super::{Link, MOST_BYTES, Notice, PEAK_TO_MEAN, Theme, VERSION, base};
use crate::engine::Engine;
use crate::hardware::{Accelerator, Vendor};
use crate::import::{bounds, plain, shorten};
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::{Seconds, UsdPerHour};
use crate::question::{Area, Day, ModelChoice, PriceBasis, Question, Traffic};
use crate::serving::{Adapters, Parallelism, Speculation};
use crate::workload::Percentile;
use std::collections::BTreeMap;

/// Notices beyond these help nobody.
const MOST_NOTICES: usize = 16;
/// Entries of a list, and own prices.
const MOST_ENTRIES: usize = 512;

/// Reads what [`write`](super::write) writes, and anything else: what is not
/// understood gives a notice, and its default stands. An empty fragment is a
/// fresh page.
#[must_use]
pub fn read(fragment: &str) -> (Link, Vec<Notice>) {
    let mut notices = Vec::new();
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment).trim();
    if fragment.is_empty() {
        return (Link::default(), notices);
    }
    let fragment = if fragment.len() > MOST_BYTES {
        notices.push(Notice::TooLong);
        let end = fragment.floor_char_boundary(MOST_BYTES);
        let whole = fragment.get(..end).unwrap_or_default();
        // The last pair may be cut: leave it out.
        whole.rsplit_once('&').map_or("", |(pairs, _)| pairs)
    } else {
        fragment
    };
    let mut link = Link {
        question: base(),
        ..Link::default()
    };
    for pair in fragment.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let key = decode(key).unwrap_or_default();
        let notice = match take(&mut link, &key, value) {
            Taken::Read => continue,
            Taken::Bad => Notice::BadValue {
                key: shorten(&key),
                text: shorten(&decode(value).unwrap_or_default()),
            },
            Taken::Unknown => Notice::UnknownKey {
                name: shorten(&key),
            },
            Taken::Newer(version) => Notice::NewerVersion { version },
        };
        if notices.len() < MOST_NOTICES {
            notices.push(notice);
        }
    }
    (link, notices)
}

/// What became of a pair.
enum Taken {
    Read,
    Bad,
    Unknown,
    Newer(u32),
}

/// Puts one pair into `link`; `value` is still encoded, since the commas of
/// a list are told from those in its names by that.
fn take(link: &mut Link, key: &str, value: &str) -> Taken {
    let Some(text) = decode(value) else {
        return Taken::Bad;
    };
    match key {
        "v" => match text.parse() {
            Ok(version) if version > VERSION => Taken::Newer(version),
            Ok(version) if version > 0 => Taken::Read,
            _ => Taken::Bad,
        },
        "lang" => put(&mut link.language, language(&text).map(Some)),
        "theme" => put(&mut link.theme, Theme::from_id(&text).map(Some)),
        "pick" => put(&mut link.selected, name(&text).map(Some)),
        _ => ask(&mut link.question, key, value, &text),
    }
}

/// Stores what could be read.
fn put<T>(place: &mut T, value: Option<T>) -> Taken {
    match value {
        Some(value) => {
            *place = value;
            Taken::Read
        }
        None => Taken::Bad,
    }
}

/// Stores a value of several keys once one of them could be read.
fn put_part<T>(place: &mut Option<T>, value: T, taken: Taken) -> Taken {
    if matches!(taken, Taken::Read) {
        *place = Some(value);
    }
    taken
}

/// Puts one pair into the question.
fn ask(question: &mut Question, key: &str, raw: &str, text: &str) -> Taken {
    let fleet = &mut question.fleet;
    let engine = &mut question.engine;
    let limits = &mut question.limits;
    let sla = &mut question.sla;
    let variety = &mut question.variety;
    let serving = &mut question.serving;
    let before = question.traffic;
    match key {
        "model" => put(&mut question.model, model(text)),
        "shape" => put(&mut question.model, shape(text)),
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
        "vendors" => put(&mut fleet.vendors, list(raw, Vendor::from_id)),
        "gpus" => put(&mut fleet.accelerators, list(raw, name)),
        "sellers" => put(&mut fleet.providers, list(raw, name)),
        "area" => put(&mut fleet.area, Area::from_id(text)),
        "basis" => put(&mut fleet.basis, PriceBasis::from_id(text)),
        "own" => put(&mut fleet.own_accelerator, accelerator(text).map(Some)),
        "announced" => put(&mut fleet.announced, yes(text)),
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
        _ => own_price(&mut fleet.own_prices, key, text),
    }
}

/// `price.<id>`
fn own_price(prices: &mut BTreeMap<String, UsdPerHour>, key: &str, text: &str) -> Taken {
    let Some(id) = key.strip_prefix("price.").and_then(name) else {
        return Taken::Unknown;
    };
    match number(text).filter(|_| prices.len() < MOST_ENTRIES) {
        Some(price) => {
            prices.insert(id, UsdPerHour::new(price));
            Taken::Read
        }
        None => Taken::Bad,
    }
}

fn model(text: &str) -> Option<ModelChoice> {
    Some(match plain::billions(text) {
        Some(billions) => ModelChoice::Plain(billions),
        None => ModelChoice::Catalog(name(text)?),
    })
}

fn shape(text: &str) -> Option<ModelChoice> {
    let model = super::shape::model(&super::json::parse(text)?)?;
    bounds::check(&model).ok()?;
    Some(ModelChoice::Custom(Box::new(model)))
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

/// The name of a day, or 24 percentages; commas inside a name are encoded.
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
    let percent = list(raw, |text| {
        text.parse().ok().filter(|percent| *percent <= 100)
    })?;
    percent.try_into().ok().map(Day::Drawn)
}

fn share(text: &str) -> Option<f64> {
    number(text).filter(|share| *share <= 1.0)
}

fn count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|count| *count > 0)
}

fn yes(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// An id: short, and without control characters.
fn name(text: &str) -> Option<String> {
    let fits = !text.is_empty() && text.len() <= 200 && !text.contains(char::is_control);
    fits.then(|| text.to_owned())
}

fn language(text: &str) -> Option<String> {
    let fits = (2..=35).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    fits.then(|| text.to_owned())
}

fn list<T>(raw: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    raw.split(',')
        .filter(|entry| !entry.is_empty())
        .take(MOST_ENTRIES)
        .map(|entry| read(&decode(entry)?))
        .collect()
}

/// The user's own accelerator, if it can be.
fn accelerator(text: &str) -> Option<Box<Accelerator>> {
    let own = super::own::accelerator(&super::json::parse(text)?)?;
    let named = name(&own.id).is_some() && name(&own.name).is_some();
    named.then(|| Box::new(own))
}
