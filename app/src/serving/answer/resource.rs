//! Resources of a node beside accelerators, in words: for the findings of the first view, and
//! for the card of the whole system below it.

use crate::i18n::{Msg, gb, gib, integer, number, say, text};
use estimator::serving::balance::{Amount, Resource};

/// `Host RAM: 28.3 GiB needed, 16 GiB there. 32 GiB would do.`
pub(super) fn shortfall(
    resource: Resource,
    needed: Amount,
    there: Amount,
    enough: Amount,
) -> String {
    let name = text(resource_name(resource));
    let shown = |of| amount(resource, of);
    say::balance_shortfall(&shown(enough), &shown(needed), name, &shown(there))
}

/// The name of a resource.
pub(super) const fn resource_name(resource: Resource) -> Msg {
    match resource {
        Resource::HostRam => Msg::BalanceRam,
        Resource::Cores => Msg::BalanceCores,
        Resource::Pcie => Msg::BalancePcie,
        Resource::Numa => Msg::BalanceNuma,
        Resource::Storage => Msg::BalanceStorage,
        Resource::Network => Msg::BalanceNetwork,
    }
}

/// An amount in the unit its resource is sold in.
pub(super) fn amount(resource: Resource, amount: Amount) -> String {
    match amount {
        Amount::Bytes(bytes) if resource == Resource::HostRam => gib(bytes),
        Amount::Bytes(bytes) => gb(bytes),
        Amount::Rate(rate) if resource == Resource::Network => {
            say::unit_gbit(&number(rate.to_gb() * 8.0))
        }
        Amount::Rate(rate) => say::unit_gb_s(&number(rate.to_gb())),
        Amount::Count(count) => integer(count),
    }
}
