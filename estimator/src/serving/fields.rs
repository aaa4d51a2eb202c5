//! The numbers of a serving question, a row each, in the order in which links write them.
//!
//! Ranges are the values that make sense at all, in the unit of the question (seconds, tokens,
//! shares); a bound that depends on another number is checked where names are looked up.

use crate::error::Field;
use crate::field::{Kind, Place, Row, Unit, rows};
use crate::serving::options::{Adapters, Speculation};
use crate::serving::question::{Growth, Question, Traffic};

const DAY: f64 = 86_400.0;

/// The most tokens of a prompt.
const LONGEST_PROMPT: f64 = 1e7;
/// The most tokens of an answer.
const LONGEST_ANSWER: f64 = 1e6;

/// Accelerators of a node or a replica.
pub const ACCELERATORS: (f64, f64) = (1.0, 1024.0);

rows! { Field:
    /// Requests, and how fast they must be. Something of a prompt is always new; arrivals
    /// range from a metronome to the burstiest of published traces.
    REQUESTS: Question {
    InputTokens "in" Number One (1.0, LONGEST_PROMPT), input_tokens;
    OutputTokens "out" Number One (1.0, LONGEST_ANSWER), output_tokens;
    PrefixHitRate "prefix" Share Percent (0.0, 0.999), prefix_hit_rate;
    InputP95 "in95" Number One (1.0, LONGEST_PROMPT), variety.input_p95;
    OutputP95 "out95" Number One (1.0, LONGEST_ANSWER), variety.output_p95;
    Burstiness "bursts" Number One (0.05, 50.0), variety.burstiness, if |asked| !by_user(asked);
    Think "think" Time One (0.0, DAY), variety.think, if by_user;
    Ttft "ttft" Time One (1e-3, 3600.0), sla.ttft;
    Tpot "tpot" Time Millis (1e-4, 3600.0), sla.tpot;
    Goodput "goodput" Share Percent (0.01, 0.999), sla.goodput;
    }

    /// Settings of the engine. The longest sequence holds prompt and answer as well.
    ENGINE: Question {
    MemoryUtilization "util" Share Percent (0.1, 1.0), engine.memory_utilization;
    MaxModelLen "max-len" Count One (1.0, 1e8), engine.max_model_len;
    MaxNumSeqs "max-seqs" Count One (1.0, 1e6), engine.max_num_seqs;
    MaxBatchedTokens "batch-tokens" Count One (1.0, 1e7), engine.max_num_batched_tokens;
    }

    /// Steps of the scheduler between looks at the queue; the page does not ask.
    SCHEDULER: Question {
    Engine "poll" Count One (1.0, 1000.0), engine.scheduler_poll_steps, if |_| false;
    }

    /// The cache that host memory holds: the share of a prompt found there, and how long it
    /// stays, up to a week.
    HOST_CACHE: Question {
    HostHits "host-hits" Share Percent (0.0, 0.999), serving.restored;
    HostKept "host-kept" Time Minutes (1.0, 604_800.0), serving.kept,
        if |asked| asked.serving.restored > 0.0;
    }

    /// Limits of a search.
    LIMITS: Question {
    MaxPerNode "node" Count One ACCELERATORS, limits.max_per_node;
    MaxPerReplica "replica" Count One ACCELERATORS, limits.max_per_replica;
    Spares "spare" Count One (0.0, 1000.0), limits.spare_replicas;
    Owned "have" Count One (1.0, 1e6), limits.owned;
    Budget "budget" Amount One (1.0, 1e12), limits.budget;
    }

    /// Growth of the load, from a tenth to a hundred times a year; prices and hardware of ten
    /// years from now are beyond any plan.
    GROWTH: Growth {
    Growth "growth" Change Percent (-0.9, 100.0), per_year;
    Horizon "months" Count One (1.0, 120.0), months;
    }

    /// Demand over a week and how it is followed.
    DEMAND: Growth {
    Weekend "weekend" Number Percent (0.0, 10.0), weekend;
    LeastReplicas "always" Count One (0.0, 1e6), scaling.least;
    Cooldown "cooldown" Time Minutes (0.0, DAY), scaling.cooldown;
    Ahead "ahead" Time Minutes (0.0, DAY), scaling.ahead;
    MachineStart "machine" Time Minutes (0.0, DAY), scaling.machine;
    Interruptions "interrupted" Share Percent (0.0, 0.99), scaling.interruptions;
    Confidence "sure" Share Percent (0.5, 0.999_999), scaling.confidence;
    }
}

/// A table of pairs: of each, its place in the question and its type, the number that there
/// must be for the other to be asked for, and the other, which is typical until it is said.
macro_rules! pairs {
    ($(#[$doc:meta])* $name:ident { $( $($pair:ident).+: $of:ident {
        $first:ident $key:literal $kind:ident $unit:ident $range:expr, $place:ident;
        $other:ident $its_key:literal $its_kind:ident $its_unit:ident $its_range:expr,
            $its_place:ident;
    } )* }) => {
        $(#[$doc])*
        pub const $name: &[Row<Question>] = &[$(
            Row {
                field: Field::$first,
                key: $key,
                kind: Kind::$kind,
                unit: Unit::$unit,
                range: $range,
                optional: true,
                typical: None,
                asked: |_| true,
                get: |asked| asked.$($pair).+?.$place.number(),
                set: |asked, value| {
                    let known = asked.$($pair).+.unwrap_or($of::TYPICAL);
                    asked.$($pair).+ = value.map(|_| known);
                    if let Some(pair) = &mut asked.$($pair).+ {
                        pair.$place.put(value);
                    }
                },
            },
            Row {
                field: Field::$other,
                key: $its_key,
                kind: Kind::$its_kind,
                unit: Unit::$its_unit,
                range: $its_range,
                optional: false,
                typical: Some($of::TYPICAL.$its_place as f64),
                asked: |asked| asked.$($pair).+.is_some(),
                get: |asked| asked.$($pair).+?.$its_place.number(),
                set: |asked, value| {
                    let pair = asked.$($pair).+.get_or_insert($of::TYPICAL);
                    pair.$its_place.put(value);
                },
            },
        )*];
    };
}

pairs! {
    /// Drafts and adapters, each a pair: the second number is asked for where there is the
    /// first.
    PAIRS {
        serving.speculation: Speculation {
            DraftTokens "draft" Count One (1.0, 64.0), draft_tokens;
            Acceptance "accept" Share Percent (0.0, 1.0), acceptance;
        }
        serving.adapters: Adapters {
            Adapters "loras" Count One (1.0, 10_000.0), count;
            AdapterRank "lora-rank" Count One (1.0, 1024.0), rank;
        }
    }
}

/// All that are the question's own, in the order of links but for those that are no numbers.
pub const QUESTION: [&[Row<Question>]; 6] =
    [REQUESTS, ENGINE, SCHEDULER, PAIRS, HOST_CACHE, LIMITS];

/// All about the growth of the load.
pub const FUTURE: [&[Row<Growth>]; 2] = [GROWTH, DEMAND];

/// The least and the most of the number of `field`, in the question's unit; `None` where it is
/// no number of a row.
#[must_use]
pub fn range(field: Field) -> Option<(f64, f64)> {
    let own = QUESTION.into_iter().flatten();
    let own = own.map(|row| (row.field, row.range));
    let future = FUTURE.into_iter().flatten();
    own.chain(future.map(|row| (row.field, row.range)))
        .find_map(|(of, range)| (of == field).then_some(range))
}

fn by_user(asked: &Question) -> bool {
    matches!(asked.traffic, Traffic::Users(_))
}
