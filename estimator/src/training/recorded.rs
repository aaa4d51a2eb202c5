//! Memory that a framework recorded beside the estimate of a run, part by part.
//!
//! ```text
//! recorded categories                estimated components
//! parameter                          weights + master weights
//! gradient                           gradients
//! optimizer_state                    optimizer
//! activation + autograd_detail       activations + logits
//! input + temporary + other          gathered + workspace
//! peak allocated                     peak = the sum of those above
//! peak reserved                      reserved = peak + the allocator's reserve
//! never recorded                     context
//! ```

use crate::profile::Group;
use crate::quantity::Bytes;
use crate::training::report::{Component, Memory};

/// A part that either side has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Weights, and the copies of them that the optimizer changes.
    Parameters,
    /// Gradients.
    Gradients,
    /// What the optimizer remembers.
    Optimizer,
    /// What the backward pass needs of the forward one.
    Activations,
    /// Tensors of passage: gathered layers, inputs, scratch space.
    Passing,
    /// All of them at the fullest moment.
    Peak,
    /// The memory that the allocator took for it.
    Reserved,
    /// The driver's context and the buffers of collectives.
    Context,
}

/// A part as it is estimated and as it was recorded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beside {
    /// The part.
    pub part: Part,
    /// Estimated bytes.
    pub estimated: Bytes,
    /// Recorded bytes; `None` where the file does not tell.
    pub recorded: Option<Bytes>,
}

/// The parts that the categories of a recording tell apart.
const PARTS: [(Part, &[Component], &[&str]); 5] = [
    (
        Part::Parameters,
        &[Component::Weights, Component::MasterWeights],
        &["parameter"],
    ),
    (Part::Gradients, &[Component::Gradients], &["gradient"]),
    (
        Part::Optimizer,
        &[Component::Optimizer],
        &["optimizer_state"],
    ),
    (
        Part::Activations,
        &[Component::Activations, Component::Logits],
        &["activation", "autograd_detail"],
    ),
    (
        Part::Passing,
        &[Component::Gathered, Component::Workspace],
        &["input", "temporary", "other"],
    ),
];

/// The categories that training alone fills.
const TRAINING: [&str; 2] = ["gradient", "optimizer_state"];

/// Bytes of a category at the fullest moment.
fn category(facts: &Group, name: &str) -> Option<f64> {
    facts
        .at(&format!("memory.by_category.{name}"))
        .filter(|bytes| *bytes > 0.0)
}

/// Whether a recording holds gradients or what an optimizer remembers.
#[must_use]
pub fn is_training(facts: &Group) -> bool {
    TRAINING.iter().any(|name| category(facts, name).is_some())
}

/// The parts of an estimate beside the facts of a recorded memory, and the sums last; `None` where
/// the file holds no peak.
#[must_use]
pub fn beside(memory: &Memory, facts: &Group) -> Option<Vec<Beside>> {
    let peak = facts.at("memory.peak_allocated_bytes");
    let reserved = facts.at("memory.peak_reserved_bytes");
    peak.or(reserved)?;
    let told = PARTS.iter().flat_map(|(_, _, names)| names.iter());
    let told = told.into_iter().any(|name| category(facts, name).is_some());
    let parts = PARTS.iter().map(|(part, components, names)| {
        let recorded: f64 = names.iter().filter_map(|name| category(facts, name)).sum();
        Beside {
            part: *part,
            estimated: components.iter().map(|kind| memory.part(*kind)).sum(),
            recorded: told.then(|| Bytes::new(recorded)),
        }
    });
    let sums = [
        (Part::Peak, memory.peak, peak),
        (Part::Reserved, memory.reserved, reserved),
        (Part::Context, memory.part(Component::Context), None),
    ];
    let sums = sums.map(|(part, estimated, recorded)| Beside {
        part,
        estimated,
        recorded: recorded.map(Bytes::new),
    });
    Some(parts.chain(sums).collect())
}

#[cfg(test)]
mod tests {
    use super::{Part, beside, is_training};
    use crate::profile::Group;
    use crate::published::{h100, llama_3_8b};
    use crate::training::Layout;
    use crate::training::memory::memory;
    use crate::training::report::Memory;
    use crate::training::submitted::job;

    fn facts(json: &str) -> Group {
        Group::from_json(json).expect("facts")
    }

    fn estimated() -> Memory {
        memory(&job(llama_3_8b(), 8), &h100(), &Layout::SINGLE)
    }

    /// Every component but the reserve and the context stands in one part, so that the parts sum to
    /// the peak on either side.
    #[test]
    fn parts_sum_to_the_peak() {
        let file = facts(
            r#"{"memory":{"peak_allocated_bytes":150,"by_category":{"parameter":60,"gradient":10,
            "optimizer_state":20,"activation":30,"autograd_detail":1,"input":2,"temporary":3,"other":24}}}"#,
        );
        let memory = estimated();
        let rows = beside(&memory, &file).expect("rows");
        let of = |part: Part| {
            let mut rows = rows.iter();
            *rows.find(|row| row.part == part).expect("a row")
        };
        let (mut here, mut there) = (0.0, 0.0);
        for row in rows.iter().take(5) {
            here += row.estimated.get();
            there += row.recorded.expect("a category").get();
        }
        let near =
            |one: f64, other: f64| assert!((one - other).abs() <= 1e-9 * other, "{one} {other}");
        near(here, memory.peak.get());
        near(there, 150.0);
        near(of(Part::Activations).recorded.expect("bytes").get(), 31.0);
        near(of(Part::Peak).recorded.expect("bytes").get(), 150.0);
        assert_eq!(of(Part::Reserved).recorded, None);
        assert_eq!(of(Part::Context).recorded, None);
        assert!(of(Part::Reserved).estimated > of(Part::Peak).estimated);
        assert!(is_training(&file));
    }

    /// Without categories nothing but the sums was recorded; without a peak there is nothing to
    /// compare.
    #[test]
    fn sums_alone() {
        let file = facts(r#"{"memory":{"peak_allocated_bytes":150,"peak_reserved_bytes":200}}"#);
        let rows = beside(&estimated(), &file).expect("rows");
        let recorded: Vec<bool> = rows.iter().map(|row| row.recorded.is_some()).collect();
        assert_eq!(
            recorded,
            [false, false, false, false, false, true, true, false]
        );
        assert!(!is_training(&file));
        assert_eq!(
            beside(&estimated(), &facts(r#"{"memory":{"events":3}}"#)),
            None
        );
        let served = facts(r#"{"memory":{"by_category":{"parameter":60,"activation":3}}}"#);
        assert!(!is_training(&served));
    }
}
