//! Networks by name and resolution.

use super::network_record;
use estimator::quantity::{Bytes, Flops};
use estimator::vision::network::{Network, Traffic};

include!(concat!(env!("OUT_DIR"), "/vision_counts.rs"));

/// Prefix of the names of the counted networks in ids.
const PREFIX: &str = "timm/";

/// Ids and sides of every counted network, in order.
pub fn counted_networks() -> impl Iterator<Item = (String, u32)> {
    COUNTED
        .iter()
        .map(|(name, side, ..)| (format!("{PREFIX}{name}"), *side))
}

/// The network of an id at a resolution: as counted, or the nearest counted one with all grown
/// by its pixels. Without a resolution only a network that has one of its own: weights of a
/// timm name are published for several.
#[must_use]
pub fn network(id: &str, resolution: Option<u32>) -> Option<Network> {
    let record = network_record(id).map(|record| record.network);
    let name = network_record(id).map_or_else(|| id.trim(), |record| record.about.id);
    let name = name.strip_prefix(PREFIX);
    let Some(side) = resolution else {
        return record.filter(|_| name.is_none());
    };
    let sides = name.map_or(&[][..], counted);
    let far = |other: u32| {
        (f64::from(other.max(1)) / f64::from(side.max(1)))
            .ln()
            .abs()
    };
    let nearest = sides
        .iter()
        .min_by(|one, other| far(one.1).total_cmp(&far(other.1)));
    let counted = nearest.map(|(_, side, kernels, figures)| made(*side, *kernels, figures));
    Some(counted.or(record)?.at(side))
}

/// The counted network of a name of timm: at a side that was counted or the nearest, scaled; without
/// a side that of the name, the usual one, or its smallest. Many names end in a width or a depth: only a
/// side that was counted is one.
pub(super) fn by_name(name: &str, side: Option<u32>) -> Option<Network> {
    const USUAL: u32 = 224;
    let sides = counted(name);
    let least = sides.iter().map(|row| row.1).min()?;
    let has = sides.iter().any(|row| row.1 == USUAL);
    let usual = if has { USUAL } else { least };
    let last = name
        .rsplit_once('_')
        .and_then(|(_, last)| last.parse().ok());
    let usual = last
        .filter(|last| sides.iter().any(|row| row.1 == *last))
        .unwrap_or(usual);
    network(&format!("{PREFIX}{name}"), Some(side.unwrap_or(usual)))
}

/// Whether a network of this id is known at any resolution.
pub(super) fn is_known(id: &str) -> bool {
    let named = id.trim().strip_prefix(PREFIX);
    network_record(id).is_some() || named.is_some_and(|name| !counted(name).is_empty())
}

type Row = (&'static str, u32, u32, [f64; 16]);

/// The rows of a name.
fn counted(name: &str) -> &'static [Row] {
    let from = COUNTED.partition_point(|row| row.0 < name);
    let to = COUNTED.partition_point(|row| row.0 <= name);
    COUNTED.get(from..to).unwrap_or_default()
}

fn made(resolution: u32, kernels: u32, figures: &[f64; 16]) -> Network {
    let [
        parameters,
        products,
        convolutions,
        grouped,
        depthwise,
        attention,
        moved @ ..,
        alive,
    ] = *figures;
    Network {
        parameters,
        resolution,
        products: Flops::new(products),
        convolutions: Flops::new(convolutions),
        grouped: Flops::new(grouped),
        depthwise: Flops::new(depthwise),
        attention: Flops::new(attention),
        traffic: Some(Traffic::of(moved)),
        kernels,
        alive: Some(Bytes::new(alive)),
    }
}
