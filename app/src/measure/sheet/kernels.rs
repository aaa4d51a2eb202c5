//! Kernels by class and by name.

use super::{Bar, Section, plain};
use crate::i18n::{Msg, integer, text};
use crate::measure::unit::{Unit, share};
use crate::page::dropped::harmless;
use estimator::export::paper::{Heading, Table};
use estimator::profile::summary;
use estimator::profile::{Fact, Group};

/// Colours of classes, the largest first; further ones share the last.
const COLOURS: [&str; 7] = [
    "weights",
    "kv-cache",
    "drafter",
    "runtime",
    "activations",
    "adapters",
    "driver",
];

/// The time of each class.
pub(super) fn classes(facts: &Group) -> Section {
    let classes = summary::classes(facts);
    let colours = COLOURS.iter().chain(std::iter::repeat(&"driver"));
    let bars = classes.iter().zip(colours).map(|(class, colour)| Bar {
        class: colour,
        share: class.share,
    });
    let rows = classes.iter().map(|class| {
        vec![
            class_name(&class.name),
            Unit::Time.shown(class.time_s),
            share(class.share),
        ]
    });
    Section {
        title: Msg::ProfileClasses,
        bars: bars.collect(),
        table: Table {
            columns: vec![
                Heading::words(text(Msg::ProfileClass)),
                Heading::figures(text(Msg::ProfileDuration)),
                Heading::figures(text(Msg::ProfileShare)),
            ],
            rows: rows.collect(),
        },
    }
}

/// The kernels that take most time.
pub(super) fn top(facts: &Group) -> Option<Section> {
    let Fact::Group(kernels) = facts.get("kernels")? else {
        return None;
    };
    let rows = kernels.groups("top").map(|kernel| {
        let figure = |name: &str, unit: Unit| {
            let value = kernel.at(name);
            value.map_or_else(String::new, |value| unit.shown(value))
        };
        vec![
            harmless(kernel.words("name").unwrap_or_default()),
            class_name(kernel.words("kind").unwrap_or_default()),
            kernel.at("count").map_or_else(String::new, integer),
            figure("time_s", Unit::Time),
            figure("share", Unit::Share),
        ]
    });
    Some(plain(
        Msg::ProfileKernels,
        Table {
            columns: vec![
                Heading::words(text(Msg::ProfileKernel)),
                Heading::words(text(Msg::ProfileClass)),
                Heading::figures(text(Msg::ProfileCount)),
                Heading::figures(text(Msg::ProfileDuration)),
                Heading::figures(text(Msg::ProfileShare)),
            ],
            rows: rows.collect(),
        },
    ))
}

/// A class in words; one that nobody has words for is its name.
pub(super) fn class_name(class: &str) -> String {
    let says = match class {
        "communication" => Msg::ProfileCommunication,
        "copy" => Msg::ProfileCopies,
        "attention" => Msg::ProfileAttention,
        "convolution" => Msg::ProfileConvolution,
        "gemm" => Msg::ProfileGemm,
        "moe" => Msg::ProfileMoe,
        "normalisation" => Msg::ProfileNormalisation,
        "softmax" => Msg::ProfileSoftmax,
        "position" => Msg::ProfilePosition,
        "embedding" => Msg::ProfileEmbedding,
        "optimizer" => Msg::ProfileOptimizer,
        "quantisation" => Msg::ProfileQuantisation,
        "sampling" => Msg::ProfileSampling,
        "reduction" => Msg::ProfileReduction,
        "elementwise" => Msg::ProfileElementwise,
        "other" => Msg::ProfileOther,
        unknown => return harmless(unknown),
    };
    text(says).to_owned()
}
