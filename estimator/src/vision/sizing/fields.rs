//! The numbers of the question, a row each, in the order in which links write them. `if` says
//! which kinds and loads ask for one: what is not asked is not checked.
//!
//! Ranges are the values that make sense at all, in the unit of the question (seconds, pixels,
//! tokens); what a model bounds is checked where it is looked up.

use super::error::Field;
use super::question::{Kind, Load, Question};
use crate::field::{Row, rows};

fn has_rate(of: &Question) -> bool {
    of.load == Load::Rate
}

fn has_promise(of: &Question) -> bool {
    !of.load.is_once()
}

fn has_library(of: &Question) -> bool {
    of.load.is_once() || of.kind == Kind::Texts
}

fn has_sides(of: &Question) -> bool {
    of.draws() || of.kind == Kind::Prompts
}

fn batches(of: &Question) -> bool {
    of.kind != Kind::Prompts
}

/// Percentiles that are promised.
pub const PERCENTILE: (f64, f64) = (0.5, 0.999);

rows! { Field:
    /// The load.
    LOAD: Question {
        Rate "rate" Amount One (0.0, 1e7), rate, if has_rate;
        Cameras "cameras" Count One (1.0, 1e6), cameras, if |of| of.load == Load::Cameras;
        FrameRate "fps" Number One (0.001, 1000.0), frame_rate, if |of| of.load == Load::Cameras;
        Items "items" Amount One (1.0, 1e13), items, if has_library;
        Epochs "epochs" Count One (1.0, 100_000.0), epochs, if Question::trains;
        Rank "rank" Count One (1.0, 4096.0), rank, if Question::trains_denoiser;
        Within "within" Span Days (60.0, 3.2e8), within, if has_library;
        Daily "daily" Amount One (0.001, 1e9), daily, if |of| of.load == Load::Day;
        Peak "peak" Number One (1.0, 100.0), peak, if |of| of.load == Load::Day;
        Streams "streams" Count One (1.0, 1e6), streams, if |of| of.load == Load::Streams;
    }

    /// The promise and the spare replicas.
    PROMISE: Question {
        Limit "limit" Time One (0.001, 1e6), limit, if has_promise;
        Pace "tpot" Time Millis (0.001, 10.0), pace, if |of| of.kind == Kind::Prompts;
    }

    /// What a model is given.
    INPUT: Question {
        Side "side" Count One (8.0, 16_384.0), side, if |of| of.kind == Kind::Images;
        Height "height" Count One (1.0, 65_535.0), height, if has_sides;
        Width "width" Count One (1.0, 65_535.0), width, if has_sides;
        Frames "frames" Count One (1.0, 10_000.0), frames, if |of| of.kind == Kind::Clips;
        Steps "steps" Count One (1.0, 10_000.0), steps, if Question::generates;
        Guidance "guidance" Number One (0.0, 1000.0), guidance, if Question::generates;
        Split "split" Count One (1.0, 64.0), split, if Question::generates;
        Tokens "tokens" Amount One (1.0, 1_048_576.0), tokens, if |of| of.kind == Kind::Texts;
        Document "document" Amount One (1.0, 1_048_576.0), document, if |of| of.kind == Kind::Texts;
        Pairs "pairs" Count One (1.0, 1000.0), pairs, if |of| of.kind == Kind::Texts;
        Sound "sound" Number One (0.1, 3600.0), sound, if |of| of.kind == Kind::Speech;
        Beam "beam" Count One (1.0, 64.0), beam, if |of| of.kind == Kind::Speech;
        Images "images" Count One (0.0, 1000.0), images, if |of| of.kind == Kind::Prompts;
        Audio "audio" Number One (0.1, 604_800.0), audio, if |of| of.kind == Kind::Prompts;
        Prompt "in" Amount One (1.0, 1e7), prompt, if |of| of.kind == Kind::Prompts;
        Answer "out" Amount One (1.0, 1e6), answer, if |of| of.kind == Kind::Prompts;
        Hits "hits" Share Percent (0.0, 1.0), hits, if |of| of.kind == Kind::Prompts;
        Batch "batch" Count One (1.0, 256.0), batch, if batches;
    }
}

/// The percentile and the spare replicas, which other questions ask, too.
pub const SHARED: &[Row<Question, Field>] = &[
    Row {
        field: Field::Shared(crate::error::Field::Percentile),
        key: "p",
        kind: crate::field::Kind::Share,
        unit: crate::field::Unit::Percent,
        range: PERCENTILE,
        optional: false,
        typical: None,
        asked: has_promise,
        get: |of| Some(of.percentile),
        set: |of, value| crate::field::Place::put(&mut of.percentile, value),
    },
    Row {
        field: Field::Shared(crate::error::Field::Spares),
        key: "spares",
        kind: crate::field::Kind::Count,
        unit: crate::field::Unit::One,
        range: (0.0, 1000.0),
        optional: false,
        typical: None,
        asked: has_promise,
        get: |of| Some(f64::from(of.spares)),
        set: |of, value| crate::field::Place::put(&mut of.spares, value),
    },
];

/// All of them, in the order of links.
pub const ALL: [&[Row<Question, Field>]; 4] = [LOAD, PROMISE, SHARED, INPUT];

/// The unit that a number is typed in: promises in what suits the kind.
#[must_use]
pub fn unit(row: &Row<Question, Field>, kind: Kind) -> crate::field::Unit {
    use crate::field::Unit;
    match (row.field, kind) {
        (Field::Limit, Kind::Images | Kind::Texts) => Unit::Millis,
        (Field::Limit, Kind::Clips) => Unit::Minutes,
        _ => row.unit,
    }
}

/// The row of a field; `None` where it is no number of one.
#[must_use]
pub fn row(field: Field) -> Option<&'static Row<Question, Field>> {
    ALL.into_iter().flatten().find(|row| row.field == field)
}
