//! Laws, golden scenarios and contract checks that need both the estimator and
//! the catalogue.

#[cfg(not(target_arch = "wasm32"))]
pub mod accuracy;
#[cfg(not(target_arch = "wasm32"))]
pub mod asked;
#[cfg(not(target_arch = "wasm32"))]
pub mod open_arrivals;
#[cfg(not(target_arch = "wasm32"))]
pub mod record;

use estimator::hardware::Accelerator;
use estimator::model::Model;
use estimator::placement::Placement;
use estimator::training::method::{Adapter, Base};
use estimator::training::target::Targets;

/// `QLoRA` as its recipe has it: rank 16 in every linear layer, adapters at 16 bits.
pub const QLORA: Adapter = Adapter {
    rank: 16,
    targets: Targets::LINEAR,
    magnitude: false,
    base: Base::Nf4Double,
    half: true,
};

/// The catalogue's model of `id`.
///
/// # Panics
/// Where the catalogue has none: the test is then wrong.
#[must_use]
#[allow(clippy::panic)]
pub fn model(id: &str) -> Model {
    catalog::model(id).unwrap_or_else(|| panic!("no model {id} in the catalogue"))
}

/// The catalogue's accelerator of `id`.
///
/// # Panics
/// Where the catalogue has none: the test is then wrong.
#[must_use]
#[allow(clippy::panic)]
pub fn accelerator(id: &str) -> Accelerator {
    catalog::accelerator(id).map_or_else(
        || panic!("no accelerator {id} in the catalogue"),
        |record| record.accelerator.clone(),
    )
}

/// Tensor parallelism over `ranks` accelerators.
#[must_use]
pub const fn tensor(ranks: u32) -> Placement {
    Placement {
        tensor: ranks,
        ..Placement::SINGLE
    }
}
