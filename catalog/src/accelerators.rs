//! Accelerators: the figures the estimator needs of each, and notes for a reader.

use crate::columns::{Row, Table};
use estimator::hardware::{Accelerator, Architecture, Link, LinkKind, Peaks, Vendor};
use estimator::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Watts};
use std::sync::LazyLock;

/// An accelerator and the standing of its facts. Where each comes from is in
/// [`crate::provenance_json`].
#[derive(Debug, Clone, PartialEq)]
pub struct AcceleratorRecord {
    /// The record that estimates use.
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
    /// The memory that the driver reports.
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

/// Columns of the table.
const COLUMNS: usize = 23;

static TABLE: &str = include!(concat!(env!("OUT_DIR"), "/accelerators.rs"));

static RECORDS: LazyLock<Vec<AcceleratorRecord>> = LazyLock::new(|| read(TABLE));

/// The records of a table.
pub(crate) fn read(table: &'static str) -> Vec<AcceleratorRecord> {
    Table::new(table, COLUMNS).rows().map(record).collect()
}

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

/// The next figure.
fn figure(row: &mut Row) -> f64 {
    f64::from(row.parts(PLACES)) / 100.0
}

/// The next figure, where the fact is known.
fn known(row: &mut Row) -> Option<f64> {
    Some(figure(row)).filter(|figure| *figure > 0.0)
}

fn record(mut row: Row) -> AcceleratorRecord {
    let row = &mut row;
    let flags = row.count();
    let unsure = FACTS.get(row.place()).copied().unwrap_or_default();
    AcceleratorRecord {
        accelerator: Accelerator {
            id: row.text().to_owned(),
            name: row.text().to_owned(),
            vendor: Vendor::from_id(row.text()).unwrap_or(Vendor::Other),
            architecture: Architecture::from_id(row.text()).unwrap_or(Architecture::Other),
            memory: Bytes::gib(figure(row)),
            marketed_memory: Bytes::gb(figure(row)),
            bandwidth: BytesPerSecond::gb(figure(row)),
            peak: Peaks {
                thirty_two: known(row).map(FlopsPerSecond::tera),
                sixteen: known(row).map(FlopsPerSecond::tera),
                fp8: known(row).map(FlopsPerSecond::tera),
                int8: known(row).map(FlopsPerSecond::tera),
                four: known(row).map(FlopsPerSecond::tera),
            },
            link: Link {
                kind: LinkKind::from_id(row.text()).unwrap_or(LinkKind::None),
                per_direction: BytesPerSecond::gb(figure(row)),
                domain: row.count(),
            },
            pcie: known(row).map(BytesPerSecond::gb),
            node_size: row.count(),
            power: known(row).map(Watts::new),
            headline_factor: f64::from(row.parts(FACTOR_PLACES)) / 1e4,
            hbm: flags & 4 != 0,
            unified: flags & 8 != 0,
        },
        generation: row.text(),
        year: u16::try_from(row.count()).unwrap_or(0),
        announced: flags & 1 != 0,
        on_request: flags & 2 != 0,
        verified: flags & 16 != 0,
        unsure,
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
