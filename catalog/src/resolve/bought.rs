//! Servers that are bought: the cost of owning one by the hour.
//!
//! ```text
//! price of an hour = cost of owning a server a year / (accelerators * hours of a year)
//! ```
//!
//! at full use, with what the catalogue takes where nobody typed anything: purchase, capital,
//! power, space, people ([`estimator::money::ownership`]).

use crate::money;
use estimator::choice::Fleet;
use estimator::hardware::Accelerator;
use estimator::money::ownership::{Hardware, Ownership};
use estimator::offer::{Billing, Price};

/// The [`Price::label`] of a server that is bought.
pub const BOUGHT_LABEL: &str = "bought";

/// Accelerators of a server of cards.
const SERVERS: [u32; 2] = [4, 8];

/// The whole servers of an accelerator that can be bought, in the fleet's part of the world; none
/// where no purchase price is known.
pub(super) fn servers(accelerator: &Accelerator, fleet: &Fleet) -> Vec<Price> {
    let Some(purchase) = money::purchase(&accelerator.id) else {
        return Vec::new();
    };
    let node = accelerator.node_size.max(1);
    // Boards that join their accelerators are whole, as machines of few are; cards come in servers
    // of two sizes, as far as they go together.
    let [small, large] = SERVERS;
    let sizes = if accelerator.link.kind.joins() || node <= small {
        vec![node]
    } else {
        vec![small, large.min(node)]
    };
    let values = money::values(&accelerator.id, fleet.area);
    let server = |size: &u32| {
        let owner = Ownership::of(&values, *size, accelerator.power)?;
        let hardware = Hardware {
            nodes: 1,
            accelerators: *size,
            used: *size,
        };
        let each = f64::from(*size);
        Some(Price {
            per_accelerator: owner.expense(hardware, 1.0).per_hour(),
            instance_accelerators: *size,
            label: BOUGHT_LABEL.to_owned(),
            seller: String::new(),
            read_from: purchase.source.to_owned(),
            as_of: purchase.as_of.to_owned(),
            verified: false,
            discount: 0.0,
            outdated: false,
            expired: false,
            unplaced: false,
            by_accelerator: false,
            estimated: true,
            purchase: Some(owner.purchase(hardware) / each),
            billing: Billing::default(),
            machine: None,
        })
    };
    sizes.iter().filter_map(server).collect()
}
