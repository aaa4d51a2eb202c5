//! The user's own accelerator in a link.

use super::json::Value;
use super::record::record;
use crate::hardware::{Accelerator, Architecture, Link, LinkKind, Peaks, Vendor};
use crate::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Watts};

/// The largest figure of any unit that is believed.
const MOST: f64 = 1e24;
/// The most accelerators that a node or a link joins.
const MOST_JOINED: u32 = 65_536;

/// Reads an accelerator whose figures can be.
pub(super) fn accelerator(value: &Value) -> Option<Accelerator> {
    let own = record(value, |r| {
        Some(Accelerator {
            id: r.text("id")?.to_owned(),
            name: r.text("name")?.to_owned(),
            vendor: Vendor::from_id(r.text("vendor")?)?,
            architecture: Architecture::from_id(r.text("architecture")?)?,
            memory: Bytes::new(figure(r.get("memory")?)?),
            marketed_memory: Bytes::new(figure(r.get("marketed_memory")?)?),
            bandwidth: BytesPerSecond::new(figure(r.get("bandwidth")?)?),
            peak: peaks(r.get("peak")?)?,
            link: link(r.get("link")?)?,
            pcie: r.maybe("pcie", figure)?.map(BytesPerSecond::new),
            node_size: r.count("node_size")?,
            power: r.maybe("power", figure)?.map(Watts::new),
            headline_factor: r.maybe("headline_factor", figure)?.unwrap_or(1.0),
            hbm: r.flag("hbm")?,
            unified: r.maybe("unified", Value::as_bool)?.unwrap_or(false),
        })
    })?;
    let possible = own.memory.get() > 0.0
        && own.bandwidth.get() > 0.0
        && (1..=MOST_JOINED).contains(&own.node_size)
        && own.link.domain <= MOST_JOINED
        && (1.0..=16.0).contains(&own.headline_factor);
    possible.then_some(own)
}

fn peaks(value: &Value) -> Option<Peaks> {
    record(value, |r| {
        let rate = |name| Some(r.maybe(name, figure)?.map(FlopsPerSecond::new));
        Some(Peaks {
            thirty_two: rate("thirty_two")?,
            sixteen: rate("sixteen")?,
            fp8: rate("fp8")?,
            int8: rate("int8")?,
            four: rate("four")?,
        })
    })
}

fn link(value: &Value) -> Option<Link> {
    record(value, |r| {
        Some(Link {
            kind: LinkKind::from_id(r.text("kind")?)?,
            per_direction: BytesPerSecond::new(figure(r.get("per_direction")?)?),
            domain: r.count("domain")?,
        })
    })
}

/// A number that can be a figure: not negative, and believable.
fn figure(value: &Value) -> Option<f64> {
    value
        .as_f64()
        .filter(|figure| (0.0..=MOST).contains(figure))
}
