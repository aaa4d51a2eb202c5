//! Accelerators: what the estimator needs of each, and what a reader should
//! know beside it.

use crate::columns::{Rows, parts, place};
use estimator::hardware::{Accelerator, Architecture, Link, LinkKind, Peaks, Vendor};
use estimator::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Watts};
use std::sync::LazyLock;

/// An accelerator and the standing of its facts. Where each comes from is in
/// [`crate::provenance_json`].
#[derive(Debug, Clone, PartialEq)]
pub struct AcceleratorRecord {
    /// What is estimated with.
    pub accelerator: Accelerator,
    /// Generation as its maker prints it, such as `Hopper GH100`.
    pub generation: &'static str,
    /// Year of release.
    pub year: u16,
    /// Whether it is announced and not on sale yet.
    pub announced: bool,
    /// Whether nobody known rents it: consumer cards, small machines. Only considered where
    /// it is named, or the user has a price of it.
    pub on_request: bool,
    /// Whether the main figures have a source.
    pub verified: bool,
    /// Facts that estimates rest on and that no second source was seen for.
    pub unsure: &'static [Fact],
}

/// A fact that estimates rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// What the driver reports as memory.
    Memory,
    /// Memory bandwidth.
    Bandwidth,
    /// Dense rates at 16 bit and below.
    Compute,
    /// The link between accelerators.
    Link,
}

impl AcceleratorRecord {
    /// Whether any dense rate is known; without one nothing can be estimated.
    #[must_use]
    pub fn has_peak(&self) -> bool {
        let peak = &self.accelerator.peak;
        peak.sixteen.or(peak.thirty_two).is_some()
    }
}

/// Decimal places of rates and sizes.
const PLACES: u32 = 2;

/// Decimal places of a headline factor.
const FACTOR_PLACES: u32 = 4;

static TABLE: &str = include!(concat!(env!("OUT_DIR"), "/accelerators.rs"));

static RECORDS: LazyLock<Vec<AcceleratorRecord>> =
    LazyLock::new(|| Rows::new(TABLE).map(record).collect());

/// Sets of facts by their bits, in the order of [`Fact`].
static FACTS: [&[Fact]; 16] = {
    use Fact::{Bandwidth as B, Compute as C, Link as L, Memory as M};
    [
        &[],
        &[M],
        &[B],
        &[M, B],
        &[C],
        &[M, C],
        &[B, C],
        &[M, B, C],
        &[L],
        &[M, L],
        &[B, L],
        &[M, B, L],
        &[C, L],
        &[M, C, L],
        &[B, C, L],
        &[M, B, C, L],
    ]
};

/// A figure.
fn figure(text: &str) -> f64 {
    f64::from(parts(text, PLACES)) / 100.0
}

/// A figure, where the fact is known.
fn known(text: &str) -> Option<f64> {
    (!text.is_empty()).then(|| figure(text))
}

fn record(row: [&'static str; 23]) -> AcceleratorRecord {
    let [
        id,
        name,
        vendor,
        family,
        generation,
        year,
        flags,
        unsure,
        memory,
        marketed,
        bandwidth,
        link,
        link_rate,
        link_domain,
        pcie,
        node_size,
        power,
        thirty_two,
        sixteen,
        fp8,
        int8,
        four,
        headline_factor,
    ] = row;
    let rate = |text| known(text).map(FlopsPerSecond::tera);
    let flags = parts(flags, 0);
    AcceleratorRecord {
        accelerator: Accelerator {
            id: id.to_owned(),
            name: name.to_owned(),
            vendor: Vendor::from_id(vendor).unwrap_or(Vendor::Other),
            architecture: Architecture::from_id(family).unwrap_or(Architecture::Other),
            memory: Bytes::gib(figure(memory)),
            marketed_memory: Bytes::gb(figure(marketed)),
            bandwidth: BytesPerSecond::gb(figure(bandwidth)),
            peak: Peaks {
                thirty_two: rate(thirty_two),
                sixteen: rate(sixteen),
                fp8: rate(fp8),
                int8: rate(int8),
                four: rate(four),
            },
            link: Link {
                kind: LinkKind::from_id(link).unwrap_or(LinkKind::None),
                per_direction: BytesPerSecond::gb(figure(link_rate)),
                domain: parts(link_domain, 0),
            },
            pcie: known(pcie).map(BytesPerSecond::gb),
            node_size: parts(node_size, 0),
            power: known(power).map(Watts::new),
            headline_factor: f64::from(parts(headline_factor, FACTOR_PLACES)) / 1e4,
            hbm: flags & 4 != 0,
            unified: flags & 8 != 0,
        },
        generation,
        year: u16::try_from(parts(year, 0)).unwrap_or(0),
        announced: flags & 1 != 0,
        on_request: flags & 2 != 0,
        verified: flags & 16 != 0,
        unsure: FACTS.get(place(unsure)).copied().unwrap_or_default(),
    }
}

/// Every accelerator, in order of its id.
#[must_use]
pub fn accelerators() -> &'static [AcceleratorRecord] {
    &RECORDS
}

/// An accelerator by id, upper and lower case alike.
#[must_use]
pub fn accelerator(id: &str) -> Option<&'static AcceleratorRecord> {
    let id = id.trim();
    let mut all = accelerators().iter();
    all.find(|record| record.accelerator.id.eq_ignore_ascii_case(id))
}
