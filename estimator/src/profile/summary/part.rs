//! The time of a step in parts that leave nothing out: kernels that nothing else hides by class,
//! collectives and copies that no kernel hides, and gaps by their cause.
//!
//! ```text
//! part = whole * share of the devices' time           whole = mean step, else the time recorded
//! class = part of computing * time of the class / time of all kernels but collectives
//! ```
//!
//! Of sums without a timeline parts are kernels alone, and the whole is their time.

use super::super::fact::Group;
use super::{Slice, classes, slices};

/// What takes a part of the time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// Kernels of a class, by its name ([`super::super::kernel::class`]).
    Kernels(String),
    /// Anything else; never [`Slice::Compute`].
    Rest(Slice),
}

/// A part of the time.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What takes it.
    pub piece: Piece,
    /// Seconds.
    pub time_s: f64,
}

/// The time of a step, or of the whole recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// Whether it is that of a step.
    pub step: bool,
    /// All of it, seconds; the sum of the parts.
    pub whole_s: f64,
    /// Classes of kernels first, the largest first, then the rest; none is empty.
    pub parts: Vec<Part>,
}

/// The time of a step in parts; `None` where no time of a device is known.
#[must_use]
pub fn parts(facts: &Group) -> Option<Parts> {
    let classes = classes(facts);
    let slices = slices(facts);
    let step = facts.at("steps.mean_s").filter(|_| !slices.is_empty());
    let whole_s = match (step, slices.is_empty()) {
        (Some(step), _) => step,
        (None, false) => facts.at("gpu.span_s")?,
        (None, true) => facts.at("kernels.total_s")?,
    };
    let apart = |name: &str| name == "communication" && !slices.is_empty();
    let kernels: f64 = classes
        .iter()
        .filter(|class| !apart(&class.name))
        .map(|class| class.share)
        .sum();
    let computing = match slices.iter().find(|(slice, _)| *slice == Slice::Compute) {
        Some((_, share)) => *share,
        None if slices.is_empty() => 1.0,
        None => 0.0,
    };
    let of_classes = classes
        .iter()
        .filter(|class| !apart(&class.name) && kernels > 0.0)
        .map(|class| Part {
            piece: Piece::Kernels(class.name.clone()),
            time_s: whole_s * computing * class.share / kernels,
        });
    let rest = slices.iter().filter(|(slice, _)| *slice != Slice::Compute);
    let rest = rest.map(|(slice, share)| Part {
        piece: Piece::Rest(*slice),
        time_s: whole_s * share,
    });
    let parts: Vec<Part> = of_classes
        .chain(rest)
        .filter(|part| part.time_s > 0.0)
        .collect();
    (!parts.is_empty()).then_some(Parts {
        step: step.is_some(),
        whole_s,
        parts,
    })
}

/// A part of two runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Changed {
    /// What takes it.
    pub piece: Piece,
    /// Seconds in the earlier run.
    pub before_s: f64,
    /// Seconds in the later one.
    pub now_s: f64,
}

impl Changed {
    /// Seconds that the later run takes more.
    #[must_use]
    pub fn more_s(&self) -> f64 {
        self.now_s - self.before_s
    }
}

/// The difference of two runs part by part, the largest change first: their changes sum to the
/// difference of the two wholes. `None` where either has no parts, or one is of a step and the
/// other is not.
#[must_use]
pub fn changed(before: &Group, now: &Group) -> Option<(Parts, Parts, Vec<Changed>)> {
    let (before, now) = (parts(before)?, parts(now)?);
    if before.step != now.step {
        return None;
    }
    let mut all: Vec<Changed> = Vec::new();
    for part in &before.parts {
        all.push(Changed {
            piece: part.piece.clone(),
            before_s: part.time_s,
            now_s: 0.0,
        });
    }
    for part in &now.parts {
        match all.iter_mut().find(|one| one.piece == part.piece) {
            Some(one) => one.now_s = part.time_s,
            None => all.push(Changed {
                piece: part.piece.clone(),
                before_s: 0.0,
                now_s: part.time_s,
            }),
        }
    }
    all.sort_by(|one, other| other.more_s().abs().total_cmp(&one.more_s().abs()));
    Some((before, now, all))
}
