//! The cost of a line's accelerator where it is owned: `tco_usd_per_gpu_hour`, of a full node, at
//! the utilisation that the line's `ownership` names, all the time where it names none.

use crate::batch::Facts;
use crate::batch::input::BatchError;
use crate::batch::scenario::checked;
use crate::hardware::Accelerator;
use crate::money::{Hardware, Input, Ownership, Values};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The inputs that a line gives itself, by their ids.
pub(crate) type Given = BTreeMap<String, f64>;

/// The cost of owning.
pub(crate) struct Owning {
    /// Dollars per accelerator and hour.
    pub(crate) per_hour: f64,
    /// The inputs that the line left to a default.
    pub(crate) assumed: Map<String, Value>,
}

/// The values that the line gives, checked.
pub(crate) fn read(given: Option<&Given>) -> Result<Values, BatchError> {
    let mut values = Values::default();
    for (id, value) in given.into_iter().flatten() {
        let input = Input::from_id(id).filter(|input| input.is_of_owning());
        let Some(input) = input else {
            return Err(BatchError::new(
                "ownership",
                format!("unknown input `{id}`"),
            ));
        };
        let (least, most) = input.bounds();
        checked(&format!("ownership.{id}"), *value, least, most)?;
        values.set(input, Some(*value));
    }
    Ok(values)
}

/// The cost of owning `chip`; `None` where its price or its power is not known.
pub(crate) fn owning(given: &Values, chip: &Accelerator, facts: &mut dyn Facts) -> Option<Owning> {
    let mut values = facts.ownership(&chip.id).with(Input::Utilization, 1.0);
    let mut assumed = Map::new();
    for (input, value) in values.known().filter(|(input, _)| input.is_of_owning()) {
        if given.get(input).is_none() {
            assumed.insert(input.id().to_owned(), value.into());
        }
    }
    for (input, value) in given.known() {
        values.set(input, Some(value));
    }
    let node = chip.node_size.max(1);
    let owner = Ownership::of(&values, node, chip.power)?;
    let busy = values.get(Input::Utilization)?;
    let full = Hardware {
        nodes: 1,
        accelerators: node,
        used: node,
    };
    Some(Owning {
        per_hour: owner.expense(full, busy).per_hour().get(),
        assumed,
    })
}
