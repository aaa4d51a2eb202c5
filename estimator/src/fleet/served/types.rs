//! The types of a packing: every choice as one has it, and as each seller's instance holds it.

use super::Choice;
use crate::fleet::question::Gpu;
use crate::offer::Price;
use crate::order::ascending;

/// Bytes of a MiB.
const BYTES_OF_MIB: f64 = 1_048_576.0;

/// A type of a packing, and its offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Type {
    /// Its name in the packing.
    pub name: String,
    /// The choice's place.
    pub choice: usize,
    /// The price's place among the offer's; `None` of those that one has.
    pub price: Option<usize>,
}

/// Prices of a choice that make types at most, half of them the cheapest machines, half the cheapest
/// accelerators of the others: a list of one's own may have hundreds.
pub(super) const MOST_PRICES: usize = 16;

/// Prices that count: of machines no larger than all that can be rented, those that are not too
/// old, or all where all are; of these none that a smaller machine undercuts.
fn prices(choice: &Choice) -> Vec<(usize, &Price)> {
    let all = choice.offer.prices();
    let most = choice.most.unwrap_or(u32::MAX);
    let fresh = all
        .iter()
        .any(|price| price.lot() <= most && !price.expired);
    let counts = move |price: &Price| price.lot() <= most && !(fresh && price.expired);
    let counting = all.iter().enumerate().filter(move |(place, price)| {
        let mut others = all.iter().enumerate();
        counts(price)
            && !others.any(|(other, one)| {
                other != *place && counts(one) && undercuts(one, price, other < *place)
            })
    });
    let mut kept: Vec<(usize, &Price)> = counting.collect();
    if kept.len() > MOST_PRICES {
        let each = |price: &Price| price.per_accelerator.get();
        kept = ascending(kept, |(_, price)| each(price) * f64::from(price.lot()));
        let rest = kept.split_off(MOST_PRICES / 2);
        kept.extend(ascending(rest, |(_, price)| each(price)));
        kept.truncate(MOST_PRICES);
    }
    kept
}

/// Whether any number of GPUs costs no more at the first price than at the second, where both cost
/// the same if it stands `before`: as much or less for each, in parts of its machine, with as much
/// memory of the host for each.
fn undercuts(one: &Price, other: &Price, before: bool) -> bool {
    let host = |price: &Price| {
        let machine = price.machine.as_ref()?;
        Some(machine.memory?.get() / f64::from(machine.accelerators.max(1)))
    };
    let (own, least) = (one.per_accelerator.get(), other.per_accelerator.get());
    let as_much = host(one).unwrap_or_default() >= host(other).unwrap_or_default();
    let equal = one.lot() == other.lot() && own.total_cmp(&least).is_eq();
    other.lot().is_multiple_of(one.lot()) && own <= least && as_much && (before || !equal)
}

/// Types that a choice makes.
pub(super) fn many(choice: &Choice) -> usize {
    prices(choice).len() + usize::from(choice.have > 0)
}

/// All types, with the offer of each.
pub(super) fn types(choices: &[Choice]) -> (Vec<Type>, Vec<Gpu>) {
    let mut types = Vec::new();
    let mut gpus = Vec::new();
    for (place, choice) in choices.iter().enumerate() {
        let id = &choice.offer.accelerator.id;
        if choice.have > 0 {
            let name = unique(format!("{id} (own)"), &types);
            let mut own = gpu(choice, &name, None);
            own.count = Some(u64::from(choice.have));
            gpus.push(own);
            types.push(Type {
                name,
                choice: place,
                price: None,
            });
        }
        for (at, price) in prices(choice) {
            let name = unique(format!("{id} x{} {}", price.lot(), price.label), &types);
            gpus.push(gpu(choice, &name, Some(price)));
            types.push(Type {
                name,
                choice: place,
                price: Some(at),
            });
        }
    }
    (types, gpus)
}

/// The name, or one that no type has.
fn unique(name: String, types: &[Type]) -> String {
    let taken = types
        .iter()
        .filter(|one| one.name.starts_with(&name))
        .count();
    if taken == 0 {
        name
    } else {
        format!("{name} #{}", taken + 1)
    }
}

fn gpu(choice: &Choice, name: &str, price: Option<&Price>) -> Gpu {
    let chip = &choice.offer.accelerator;
    let machine = price.and_then(|price| price.machine.as_ref());
    let host = machine.or_else(|| choice.offer.hosts.first());
    let host_mib = host.and_then(|host| {
        let each = host.memory?.get() / f64::from(host.accelerators.max(1));
        Some(each / BYTES_OF_MIB)
    });
    let milli = price.map_or(0.0, |price| price.per_accelerator.get() * 1000.0);
    Gpu {
        name: name.to_owned(),
        memory_mib: chip.memory.get() / BYTES_OF_MIB,
        price_milli_usd: crate::quantity::whole(milli.round()),
        count: price.and(choice.most).map(u64::from),
        pool: price.map(|_| chip.id.clone()),
        host_mib: host_mib.unwrap_or_default(),
        modes: choice.modes,
        vgpu_licence_milli_usd: choice.vgpu_licence_milli_usd,
        mig: choice.board.map(|board| board.cut(chip.memory)),
        lot: price.map_or(1, Price::lot),
        power_w: chip.power.map(crate::quantity::Watts::get),
    }
}
