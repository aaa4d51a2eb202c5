//! Times, loads, units and models in words.

use super::solve::Answer;
use crate::i18n::{Msg, about, compact, integer, number, say, seconds, seconds_chosen, text};
use catalog::vision::{encoder, listener, network_record, pipeline};
use estimator::quantity::Seconds;
use estimator::vision::sizing::report::{Part, Phase};
use estimator::vision::sizing::unit::{Over, PerUnit, Unit};
use estimator::vision::sizing::{Kind, Load, Question};

/// Seconds from which minutes and hours are counted.
const MINUTES: f64 = 120.0;
const HOURS: f64 = 7200.0;
const DAYS: f64 = 172_800.0;

/// A duration in the unit that suits it.
pub(super) fn time(time: Seconds) -> String {
    match time.get() {
        long if long >= DAYS => say::vision_days(&number(long / 86_400.0)),
        long if long >= HOURS => say::vision_hours(&number(long / 3600.0)),
        long if long >= MINUTES => say::vision_minutes(&number(long / 60.0)),
        _ => seconds(time),
    }
}

/// A duration that somebody chose, with no more digits than it has.
pub(super) fn time_chosen(chosen: Seconds) -> String {
    match chosen.get() {
        long if long >= MINUTES => time(chosen),
        short if short < 1.0 => say::unit_ms(&number(chosen.to_millis())),
        _ => seconds_chosen(chosen),
    }
}

/// The name of a kind.
pub(super) const fn kind(kind: Kind) -> Msg {
    match kind {
        Kind::Images => Msg::VisionKindImages,
        Kind::Texts => Msg::VisionKindTexts,
        Kind::Pictures => Msg::VisionKindPictures,
        Kind::Clips => Msg::VisionKindClips,
        Kind::Speech => Msg::VisionKindSpeech,
        Kind::Prompts => Msg::VisionKindPrompts,
    }
}

/// The name of a model's id.
pub(super) fn model(id: &str) -> String {
    let named = network_record(id).map(|record| record.about);
    let named = named.or_else(|| encoder(id).map(|record| record.about));
    let named = named.or_else(|| pipeline(id).map(|record| record.about));
    let named = named.or_else(|| listener(id).map(|record| record.about));
    match named {
        Some(about) if !about.name.is_empty() => about.name.to_owned(),
        Some(about) => about.id.to_owned(),
        None => catalog::entry(id).map_or_else(|| id.to_owned(), |entry| entry.name.to_owned()),
    }
}

/// The load of a question.
pub(super) fn load(question: &Question) -> String {
    let rate = number(question.rate);
    let online = match (question.kind, question.load) {
        (_, Load::Cameras) => {
            say::vision_load_cameras(f64::from(question.cameras), &number(question.frame_rate))
        }
        (kind, Load::Training) => {
            let epochs = integer(f64::from(question.epochs));
            let items = compact(items(question));
            if kind == Kind::Clips {
                say::vision_load_training_clips(&epochs, &items)
            } else {
                say::vision_load_training(&epochs, &items)
            }
        }
        (Kind::Images, Load::Library) => say::vision_load_library(&compact(items(question))),
        (Kind::Images, _) => say::vision_load_images(&rate),
        (Kind::Texts, _) if question.rate > 0.0 => say::vision_load_queries(&rate),
        (Kind::Texts, _) => String::new(),
        (Kind::Pictures, _) => say::vision_load_pictures(&integer(question.daily)),
        (Kind::Clips, _) => say::vision_load_clips(&about(question.daily)),
        (Kind::Speech, Load::Streams) => say::vision_load_streams(f64::from(question.streams)),
        (Kind::Speech, _) => say::vision_load_speech(&about(question.daily)),
        (Kind::Prompts, _) => say::vision_load_prompts(f64::from(question.images), &rate),
    };
    let documents = question
        .library()
        .filter(|_| question.kind == Kind::Texts)
        .map(|items| say::vision_load_documents(&compact(items)));
    let all = [Some(online).filter(|words| !words.is_empty()), documents];
    let all: Vec<String> = all.into_iter().flatten().collect();
    all.join(text(Msg::ListComma))
}

fn items(question: &Question) -> f64 {
    question.items.unwrap_or(0.0)
}

/// What the promise is about, at its percentile.
pub(super) const fn promised(kind: Kind) -> Msg {
    match kind {
        Kind::Images => Msg::VisionPerImage,
        Kind::Texts => Msg::VisionPerQuery,
        Kind::Pictures => Msg::VisionPerPicture,
        Kind::Clips => Msg::VisionPerClip,
        Kind::Speech => Msg::VisionPerWindow,
        Kind::Prompts => Msg::VisionFirstToken,
    }
}

/// The rate of a replica in the kind's own unit, from items a second: its name, the figure.
pub(super) fn rate(answer: &Answer, per_second: f64) -> (Msg, String) {
    let question = answer.question();
    match question.kind {
        Kind::Images => (Msg::VisionImagesSecond, number(per_second)),
        Kind::Texts => (Msg::VisionQueriesSecond, number(per_second)),
        Kind::Pictures => {
            let minute = per_second * question.together() * 60.0;
            (Msg::VisionImagesMinute, number(minute))
        }
        Kind::Clips => {
            let hour = per_second * question.together() * 3600.0;
            (Msg::VisionClipsHour, number(hour))
        }
        Kind::Speech => {
            let faster = per_second * answer.scenario.window();
            (Msg::VisionTimesRealTime, number(faster))
        }
        Kind::Prompts => (Msg::VisionRequestsSecond, number(per_second)),
    }
}

/// The name of a unit of money, with what the bill is spread over where that is no day's amount.
pub(super) const fn unit(kind: Kind, one: &PerUnit) -> Msg {
    match one.unit {
        Unit::ThousandImages => match one.over {
            Over::Peak => Msg::VisionUnitImagesPeak,
            Over::Day | Over::Once => Msg::VisionUnitImages,
        },
        Unit::CameraMonth => Msg::VisionUnitCamera,
        Unit::MillionTokens => match (kind, one.over) {
            (Kind::Texts, Over::Once) => Msg::VisionUnitTokensDocuments,
            (Kind::Texts, _) => Msg::VisionUnitTokensQueries,
            _ => Msg::VisionUnitTokens,
        },
        Unit::ThousandQueries => Msg::VisionUnitQueries,
        Unit::Library => Msg::VisionUnitLibrary,
        Unit::Training => Msg::VisionUnitTraining,
        Unit::Clip => Msg::VisionUnitClip,
        Unit::VideoMinute => Msg::VisionUnitVideo,
        Unit::SoundHour => Msg::VisionUnitSound,
        Unit::StreamMonth => Msg::VisionUnitStream,
        Unit::Request => Msg::VisionUnitRequest,
    }
}

/// The name of a part of the time, or of a moment.
pub(super) const fn phase(phase: Phase) -> Msg {
    match phase {
        Phase::Run => Msg::VisionPhaseRun,
        Phase::Products => Msg::VisionPhaseProducts,
        Phase::Attention => Msg::VisionPhaseAttention,
        Phase::Elementwise => Msg::VisionPhaseElementwise,
        Phase::Gaps => Msg::VisionPhaseGaps,
        Phase::Launch => Msg::VisionPhaseLaunch,
        Phase::Text => Msg::VisionPhaseText,
        Phase::Denoise => Msg::VisionPhaseDenoise,
        Phase::Decode => Msg::VisionPhaseDecode,
        Phase::Load => Msg::VisionPhaseLoad,
        Phase::Transfer => Msg::VisionPhaseTransfer,
        Phase::Encode => Msg::VisionPhaseEncode,
        Phase::Write => Msg::VisionPhaseWrite,
        Phase::Host => Msg::VisionPhaseHost,
        Phase::Wait => Msg::VisionPhaseWait,
        Phase::Tower => Msg::VisionPhaseTower,
        Phase::Prompt => Msg::VisionPhasePrompt,
        Phase::Answer => Msg::VisionPhaseAnswer,
    }
}

/// The name of a part of the memory, and its class.
pub(super) const fn part(part: Part) -> (&'static str, Msg) {
    match part {
        Part::Weights => ("weights", Msg::PartWeights),
        Part::States => ("kv", Msg::VisionPartStates),
        Part::Encoders => ("encoders", Msg::VisionPartEncoders),
        Part::Denoiser => ("weights", Msg::VisionPartDenoiser),
        Part::Decoder => ("decoder", Msg::VisionPartDecoder),
        Part::Activations => ("activations", Msg::PartActivations),
        Part::Keys => ("kv", Msg::VisionPartKeys),
        Part::Tower => ("encoders", Msg::VisionPartTower),
        Part::Runtime => ("runtime", Msg::PartRuntime),
    }
}
