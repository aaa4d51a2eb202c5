//! Accelerators: what the estimator needs of each, and what a reader should
//! know beside it.

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

/// What rates and sizes are counted in: hundredths of a GB, of a GB/s, of a
/// TFLOPS, of a watt. Whole numbers are half as long as floating-point ones.
const PARTS: f64 = 100.0;

fn parts(count: u32) -> f64 {
    f64::from(count) / PARTS
}

/// A number of parts, where the fact is known.
fn known(count: u32) -> Option<f64> {
    (count > 0).then(|| parts(count))
}

/// An accelerator record as a constant; figures in [`PARTS`], 0 for unknown.
#[allow(clippy::struct_excessive_bools)] // independent facts
struct Row {
    id: &'static str,
    name: &'static str,
    vendor: Vendor,
    architecture: Architecture,
    generation: &'static str,
    year: u16,
    announced: bool,
    on_request: bool,
    /// In GiB.
    memory: u32,
    /// In GB.
    marketed: u32,
    hbm: bool,
    unified: bool,
    /// In GB/s.
    bandwidth: u32,
    /// In TFLOPS: 32 bit, 16 bit, fp8, int8, 4 bit.
    peak: [u32; 5],
    link: LinkKind,
    /// In GB/s.
    link_rate: u32,
    link_domain: u32,
    /// In GB/s.
    pcie: u32,
    node_size: u32,
    /// In watts.
    power: u32,
    headline_factor: f64,
    verified: bool,
    unsure: &'static [Fact],
}

#[allow(clippy::unreadable_literal)] // written by the build script
static ROWS: &[Row] = include!(concat!(env!("OUT_DIR"), "/accelerators.rs"));

static RECORDS: LazyLock<Vec<AcceleratorRecord>> =
    LazyLock::new(|| ROWS.iter().map(Row::record).collect());

impl Row {
    fn record(&self) -> AcceleratorRecord {
        let [thirty_two, sixteen, fp8, int8, four] =
            self.peak.map(|rate| known(rate).map(FlopsPerSecond::tera));
        AcceleratorRecord {
            accelerator: Accelerator {
                id: self.id.to_owned(),
                name: self.name.to_owned(),
                vendor: self.vendor,
                architecture: self.architecture,
                memory: Bytes::gib(parts(self.memory)),
                marketed_memory: Bytes::gb(parts(self.marketed)),
                bandwidth: BytesPerSecond::gb(parts(self.bandwidth)),
                peak: Peaks {
                    thirty_two,
                    sixteen,
                    fp8,
                    int8,
                    four,
                },
                link: Link {
                    kind: self.link,
                    per_direction: BytesPerSecond::gb(parts(self.link_rate)),
                    domain: self.link_domain,
                },
                pcie: known(self.pcie).map(BytesPerSecond::gb),
                node_size: self.node_size,
                power: known(self.power).map(Watts::new),
                headline_factor: self.headline_factor,
                hbm: self.hbm,
                unified: self.unified,
            },
            generation: self.generation,
            year: self.year,
            announced: self.announced,
            on_request: self.on_request,
            verified: self.verified,
            unsure: self.unsure,
        }
    }
}

/// Every accelerator, in order of its id.
#[must_use]
pub fn accelerators() -> &'static [AcceleratorRecord] {
    &RECORDS
}

/// The id of one by its place in their order.
pub(crate) fn id_at(place: usize) -> Option<&'static str> {
    ROWS.get(place).map(|row| row.id)
}

/// An accelerator by id, upper and lower case alike.
#[must_use]
pub fn accelerator(id: &str) -> Option<&'static AcceleratorRecord> {
    let index = ROWS
        .iter()
        .position(|row| row.id.eq_ignore_ascii_case(id.trim()))?;
    accelerators().get(index)
}
