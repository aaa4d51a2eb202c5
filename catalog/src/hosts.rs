//! Machines that accelerators come in, at a seller or in a reference system. Where each fact comes
//! from is in [`crate::provenance_json`].

use estimator::host::Host;
use estimator::quantity::{Bytes, BytesPerSecond};

/// The file of systems that no seller promises.
const REFERENCE: &str = "reference";

/// A host record as a constant.
struct Row {
    provider: &'static str,
    label: &'static str,
    accelerators: &'static [&'static str],
    count: u32,
    /// 0 where it is not known.
    sockets: u32,
    /// Two a physical core.
    threads: u32,
    /// In GiB.
    memory: Option<u32>,
    /// In GB.
    storage: Option<u32>,
    /// In Mbit/s.
    network: Option<u32>,
}

#[allow(clippy::unreadable_literal)] // written by the build script
static ROWS: &[Row] = include!(concat!(env!("OUT_DIR"), "/hosts.rs"));

impl Row {
    fn host(&self) -> Host {
        Host {
            label: self.label.to_owned(),
            reference: self.provider == REFERENCE,
            accelerators: self.count,
            sockets: (self.sockets > 0).then_some(self.sockets),
            cores: Some(f64::from(self.threads) / 2.0),
            memory: self.memory.map(|gib| Bytes::gib(f64::from(gib))),
            storage: self.storage.map(|gb| Bytes::gb(f64::from(gb))),
            network: self
                .network
                .map(|mbit| BytesPerSecond::new(f64::from(mbit) * 1e6 / 8.0)),
        }
    }
}

/// The machines that an accelerator comes in: those of the seller first, `instance`
/// before the others, which stand in order of their accelerators; then reference systems.
#[must_use]
pub fn hosts(accelerator: &str, seller: Option<(&str, &str)>) -> Vec<Host> {
    let (provider, instance) = seller.unwrap_or_default();
    let mut rows: Vec<&Row> = ROWS
        .iter()
        .filter(|row| row.provider == provider || row.provider == REFERENCE)
        .filter(|row| row.accelerators.contains(&accelerator))
        .collect();
    rows.sort_by_key(|row| (row.provider == REFERENCE, row.label != instance, row.count));
    rows.into_iter().map(Row::host).collect()
}

/// The machine that a seller's instance of so many is: by its name, or else the least of the
/// seller's with as many of the accelerator.
pub(crate) fn machine(
    accelerator: &str,
    (provider, instance): (&str, &str),
    count: u32,
) -> Option<Host> {
    let sold = || {
        let rows = ROWS.iter().filter(move |row| row.provider == provider);
        rows.filter(|row| row.accelerators.contains(&accelerator) && row.count == count)
    };
    let named = sold().find(|row| row.label == instance);
    named
        .or_else(|| sold().min_by_key(|row| (row.threads, row.memory)))
        .map(Row::host)
}

/// Every machine: its owners, its accelerators, its record.
pub fn all() -> impl Iterator<Item = (&'static str, &'static [&'static str], Host)> {
    ROWS.iter()
        .map(|row| (row.provider, row.accelerators, row.host()))
}
