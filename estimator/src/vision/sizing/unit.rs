//! Money by the units that a kind is bought and compared by.
//!
//! Where a day's amount is asked, the bill of a day is spread over it; cameras and streams run all
//! the time. Where only the rate at the peak is asked, an hour's bill is spread over an hour of it,
//! the least that a unit costs, and said to be ([`Over::Peak`]).

use super::question::{Kind, Load, Question};
use super::report::{Once, Rent};
use crate::precision::formats;
use crate::quantity::Usd;
use serde::{Deserialize, Serialize};

/// Frames a second of a clip, as published models write them.
pub const FRAMES_A_SECOND: f64 = 24.0;
const HOUR: f64 = 3600.0;
const DAY: f64 = 24.0;

formats!(
    /// What is counted.
    Unit {
        /// A thousand images.
        ThousandImages = "thousand_images",
        /// A camera, a month.
        CameraMonth = "camera_month",
        /// A million tokens.
        MillionTokens = "million_tokens",
        /// A thousand queries.
        ThousandQueries = "thousand_queries",
        /// The whole library.
        Library = "library",
        /// The whole training.
        Training = "training",
        /// A clip.
        Clip = "clip",
        /// A minute of video.
        VideoMinute = "video_minute",
        /// An hour of sound.
        SoundHour = "sound_hour",
        /// A stream, a month.
        StreamMonth = "stream_month",
        /// A request.
        Request = "request",
    }
);

formats!(
    /// What a cost is spread over.
    Over {
        /// What comes in a day, or runs all the time: cameras, streams.
        Day = "day",
        /// The rate at the peak, as if it came all the time: what comes in a day is not asked.
        Peak = "peak",
        /// A library or a training, once.
        Once = "once",
    }
);

/// Dollars of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PerUnit {
    /// The unit.
    pub unit: Unit,
    /// What the bill is spread over.
    pub over: Over,
    /// Its cost at the load asked.
    pub cost: Usd,
}

/// What the bill comes to by unit. `tokens` of a request's prompt, images included; `frames` of
/// a clip.
pub(super) fn units(
    question: &Question,
    rent: Option<&Rent>,
    once: Option<&Once>,
    (tokens, frames): (f64, f64),
) -> Vec<PerUnit> {
    let mut units = Vec::new();
    let mut put = |unit, over, cost: f64| {
        if cost.is_finite() && cost > 0.0 {
            units.push(PerUnit {
                unit,
                over,
                cost: Usd::new(cost),
            });
        }
    };
    if let Some(rent) = rent {
        let hour = rent.rented.per_hour.get();
        let month = rent.rented.per_month.get();
        let (each, daily) = (hour / HOUR, hour * DAY);
        match (question.kind, question.load) {
            (Kind::Images, Load::Cameras) => {
                put(
                    Unit::CameraMonth,
                    Over::Day,
                    month / f64::from(question.cameras),
                );
                let images = f64::from(question.cameras) * question.frame_rate;
                put(Unit::ThousandImages, Over::Day, each / images * 1e3);
            }
            (Kind::Images, _) => put(Unit::ThousandImages, Over::Peak, each / question.rate * 1e3),
            (Kind::Texts, _) => {
                let pairs = f64::from(question.pairs);
                put(
                    Unit::ThousandQueries,
                    Over::Peak,
                    each / question.rate * 1e3,
                );
                let tokens = question.rate * pairs * question.tokens;
                put(Unit::MillionTokens, Over::Peak, each / tokens * 1e6);
            }
            (Kind::Pictures, _) => put(
                Unit::ThousandImages,
                Over::Day,
                daily / question.daily * 1e3,
            ),
            (Kind::Clips, _) => {
                put(Unit::Clip, Over::Day, daily / question.daily);
                let minutes = frames / FRAMES_A_SECOND / 60.0;
                put(
                    Unit::VideoMinute,
                    Over::Day,
                    daily / question.daily / minutes,
                );
            }
            (Kind::Speech, Load::Streams) => {
                put(
                    Unit::StreamMonth,
                    Over::Day,
                    month / f64::from(question.streams),
                );
                put(
                    Unit::SoundHour,
                    Over::Day,
                    hour / f64::from(question.streams),
                );
            }
            (Kind::Speech, _) => put(Unit::SoundHour, Over::Day, daily / question.daily),
            (Kind::Prompts, _) => {
                put(Unit::Request, Over::Peak, each / question.rate);
                let all = tokens + question.answer;
                put(
                    Unit::MillionTokens,
                    Over::Peak,
                    each / question.rate / all * 1e6,
                );
            }
        }
    }
    let library = once.and_then(|once| once.bill).zip(question.library());
    if let Some(((_, cost), items)) = library {
        let whole = if question.trains() {
            Unit::Training
        } else {
            Unit::Library
        };
        put(whole, Over::Once, cost.get());
        if question.kind == Kind::Texts {
            let tokens = items * question.document;
            if rent.is_none() {
                put(Unit::MillionTokens, Over::Once, cost.get() / tokens * 1e6);
            }
        } else if question.kind != Kind::Clips {
            put(Unit::ThousandImages, Over::Once, cost.get() / items * 1e3);
        }
    }
    units
}
