//! Accelerators: what the estimator needs of each, and what a reader should
//! know beside it.

use estimator::hardware::{Accelerator, Architecture, Link, LinkKind, Peaks, Vendor};
use estimator::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Usd, Watts};
use std::sync::LazyLock;

/// An accelerator and the standing of its facts.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // independent facts, each shown as its own mark
pub struct AcceleratorRecord {
    /// What is estimated with.
    pub accelerator: Accelerator,
    /// Generation as its maker prints it, such as `Hopper GH100`.
    pub generation: &'static str,
    /// Form factor, such as `SXM5`.
    pub form_factor: &'static str,
    /// Memory type, such as `HBM3e`.
    pub memory_type: &'static str,
    /// Year of release.
    pub year: u16,
    /// Whether it is announced and not on sale yet.
    pub announced: bool,
    /// Whether usable memory is estimated from the marketed figure, because no
    /// driver total was seen.
    pub memory_estimated: bool,
    /// The rates of the brochure, where it counts structured sparsity.
    pub sparse: Peaks,
    /// How far the brochure's rate exceeds the dense one, where it does.
    pub sparse_factor: Option<f64>,
    /// The most isolated instances MIG cuts it into; 0 without MIG.
    pub mig_instances: u8,
    /// Whether the main figures have a source.
    pub verified: bool,
    /// Whether a second source agrees.
    pub cross_checked: bool,
    /// Facts that no source was seen for, as paths into the record.
    pub unverified_fields: &'static [&'static str],
    /// Short names of the sources.
    pub sources: &'static [&'static str],
    /// Month the sources were read.
    pub as_of: &'static str,
    /// What buying one costs, where it can be bought.
    pub purchase: Option<Purchase>,
}

/// What buying one accelerator (or the machine it sits in) costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Purchase {
    /// The price.
    pub price: Usd,
    /// When it was read.
    pub as_of: &'static str,
    /// What kind of price it is.
    pub kind: &'static str,
    /// Short name of its source.
    pub source: &'static str,
}

impl AcceleratorRecord {
    /// Whether a fact has a source: `field` is a path into the record, such as
    /// `memory.bandwidth_gb_s`, or its first part.
    #[must_use]
    pub fn is_verified(&self, field: &str) -> bool {
        self.verified
            && !self
                .unverified_fields
                .iter()
                .any(|unverified| unverified.starts_with(field) || field.starts_with(unverified))
    }

    /// Whether any dense rate is known; without one nothing can be estimated.
    #[must_use]
    pub fn has_peak(&self) -> bool {
        let peak = &self.accelerator.peak;
        peak.sixteen.or(peak.thirty_two).is_some()
    }
}

/// An accelerator record as a constant.
#[allow(clippy::struct_excessive_bools)]
struct Row {
    id: &'static str,
    name: &'static str,
    vendor: Vendor,
    architecture: Architecture,
    generation: &'static str,
    form_factor: &'static str,
    year: u16,
    announced: bool,
    memory: Bytes,
    marketed: Bytes,
    memory_estimated: bool,
    memory_type: &'static str,
    hbm: bool,
    bandwidth: BytesPerSecond,
    peak: Peaks,
    sparse: Peaks,
    link: Link,
    pcie: Option<BytesPerSecond>,
    node_size: u32,
    power: Option<Watts>,
    mig_instances: u8,
    verified: bool,
    cross_checked: bool,
    unverified: &'static [&'static str],
    sources: &'static [&'static str],
    as_of: &'static str,
    purchase: Option<Purchase>,
}

#[allow(clippy::unreadable_literal)] // written by the build script
static ROWS: &[Row] = include!(concat!(env!("OUT_DIR"), "/accelerators.rs"));

static RECORDS: LazyLock<Vec<AcceleratorRecord>> =
    LazyLock::new(|| ROWS.iter().map(Row::record).collect());

impl Row {
    fn record(&self) -> AcceleratorRecord {
        AcceleratorRecord {
            accelerator: Accelerator {
                id: self.id.to_owned(),
                name: self.name.to_owned(),
                vendor: self.vendor,
                architecture: self.architecture,
                memory: self.memory,
                marketed_memory: self.marketed,
                bandwidth: self.bandwidth,
                peak: self.peak,
                link: self.link,
                pcie: self.pcie,
                node_size: self.node_size,
                power: self.power,
                headline_factor: sparse_factor(&self.sparse, &self.peak).unwrap_or(1.0),
                hbm: self.hbm,
            },
            generation: self.generation,
            form_factor: self.form_factor,
            memory_type: self.memory_type,
            year: self.year,
            announced: self.announced,
            memory_estimated: self.memory_estimated,
            sparse: self.sparse,
            sparse_factor: sparse_factor(&self.sparse, &self.peak),
            mig_instances: self.mig_instances,
            verified: self.verified,
            cross_checked: self.cross_checked,
            unverified_fields: self.unverified,
            sources: self.sources,
            as_of: self.as_of,
            purchase: self.purchase,
        }
    }
}

/// The largest ratio of a printed rate to the dense one of the same type.
fn sparse_factor(sparse: &Peaks, dense: &Peaks) -> Option<f64> {
    let pairs = [
        (sparse.sixteen, dense.sixteen),
        (sparse.fp8, dense.fp8),
        (sparse.int8, dense.int8),
        (sparse.four, dense.four),
    ];
    let ratios = pairs
        .into_iter()
        .filter_map(|(sparse, dense)| Some(sparse? / dense?));
    ratios.reduce(f64::max)
}

/// Every accelerator, in order of its id.
#[must_use]
pub fn accelerators() -> &'static [AcceleratorRecord] {
    &RECORDS
}

/// An accelerator by id, upper and lower case alike.
#[must_use]
pub fn accelerator(id: &str) -> Option<&'static AcceleratorRecord> {
    let index = ROWS
        .iter()
        .position(|row| row.id.eq_ignore_ascii_case(id.trim()))?;
    accelerators().get(index)
}
