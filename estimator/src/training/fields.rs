//! The numbers of a training question, a row each, in the order in which links write them.
//!
//! Ranges are the values that make sense at all, in the unit of the question (seconds, bytes a
//! second, tokens); bounds of the model or the layout are checked where names are looked up.

use crate::field::{Row, rows};
use crate::serving::fields::ACCELERATORS;
use crate::training::error::Field;
use crate::training::question::Question;

/// Accelerators, degrees and micro-batches of a run.
pub const CLUSTER: (f64, f64) = (1.0, 65_536.0);

rows! { Field:
    /// The data and a step of it: tokens of a sequence, no more than the model was made for;
    /// tokens of the data set, at most a thousand trillion; the share of computed tokens that
    /// carry text.
    DATA: Question {
        Sequence "seq" Count One (1.0, 1e7), sequence;
        GlobalBatch "batch" Count One (1.0, 1e6), global_batch;
        Tokens "tokens" Amount One (1.0, 1e15), tokens;
        Epochs "epochs" Number One (0.001, 1000.0), epochs;
        Packed "packed" Share Percent (0.01, 1.0), packed;
    }

    /// The budget of a run, US dollars: from a cent to a trillion.
    BUDGET: Question {
        Budget "budget" Amount One (0.01, 1e12), budget;
    }

    /// The fixed part of the layout.
    FIXED: Question {
        Accelerators "count" Count One CLUSTER, fixed.accelerators;
        Tensor "tp" Count One CLUSTER, fixed.tensor;
        Pipeline "pp" Count One CLUSTER, fixed.pipeline;
        Context "cp" Count One CLUSTER, fixed.context;
        Expert "ep" Count One CLUSTER, fixed.expert;
        VirtualStages "vpp" Count One CLUSTER, fixed.virtual_stages;
        MicroBatch "micro" Count One CLUSTER, fixed.micro_batch;
    }

    /// The most accelerators of a run.
    MOST: Question {
        MaxAccelerators "most" Count One CLUSTER, limits.max_accelerators;
    }

    /// The links of the machines: network of one accelerator between nodes and storage of a node,
    /// bytes a second; samples that a copy of the model reads a second; mean time between failures
    /// of one accelerator, from an hour to a thousand years; from a failure to the next step, up
    /// to a week.
    SITE: Question {
        Network "network" Rate Gigabits (1e7, 1e13), site.network;
        Storage "storage" Rate Gigabytes (1e6, 1e13), site.storage;
        Loading "loading" Rate One (1e-3, 1e9), site.loading;
        BetweenFailures "mtbf" Span Hours (3600.0, 3.2e10), site.between_failures;
        Restart "restart" Span Minutes (0.0, 604_800.0), site.restart;
    }
}

/// The most accelerators of a node that are used, which the calculator asks for, too.
pub const NODE: &[Row<Question, Field>] = &[Row {
    field: Field::Shared(crate::error::Field::MaxPerNode),
    key: "node",
    kind: crate::field::Kind::Count,
    unit: crate::field::Unit::One,
    range: ACCELERATORS,
    optional: true,
    typical: None,
    asked: |_| true,
    get: |of| of.limits.max_per_node.map(f64::from),
    set: |of, value| crate::field::Place::put(&mut of.limits.max_per_node, value),
}];

/// All of them, in the order of links but for those that are no numbers.
pub const ALL: [&[Row<Question, Field>]; 6] = [DATA, BUDGET, FIXED, MOST, NODE, SITE];

/// The row of a field; `None` where it is no number of one.
#[must_use]
pub fn row(field: Field) -> Option<&'static Row<Question, Field>> {
    ALL.into_iter().flatten().find(|row| row.field == field)
}
