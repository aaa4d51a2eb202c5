//! Findings on a packing, beyond its figures.

use super::law::Fault;
use super::question::Question;
use super::{Mode, Packing};
use serde::Serialize;

/// How far a slice may miss and still be named.
const NEARLY: f64 = 0.05;

/// Something to say. GPUs are counted in the packing's order.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "finding")]
pub enum Finding {
    /// Workloads that fail together.
    FailTogether {
        /// On which GPU.
        bin: usize,
        /// The processes that fail.
        fault: Fault,
        /// Who.
        workloads: Vec<String>,
    },
    /// One replica tuned (a larger batch, captured graphs, scheduling ahead of the GPU) may gain
    /// as much as sharing: tune first.
    TuneFirst {
        /// Who leaves most of the GPU idle while it runs.
        workload: String,
        /// How much of it it fills.
        fill: f64,
    },
    /// A smaller slice misses by little.
    NearlyASlice {
        /// Who.
        workload: String,
        /// Which slice.
        profile: String,
        /// The memory it needs, in MiB.
        needs_mib: f64,
        /// The memory of the slice, in MiB.
        holds_mib: f64,
    },
    /// To cut a board anew its instances must be empty.
    EmptyToRecut {
        /// Boards that are cut.
        boards: usize,
    },
    /// Memory units of boards that nothing can use.
    Stranded {
        /// In all.
        units: u32,
        /// Their part of the price, in thousandths of a dollar an hour.
        milli_usd: u64,
    },
    /// Host memory that swapped models take.
    HostMemory {
        /// On which GPU.
        bin: usize,
        /// MiB of pinned weights.
        mib: f64,
    },
    /// Licences that are paid for.
    Licences {
        /// Cards.
        cards: usize,
        /// In thousandths of a dollar an hour.
        milli_usd: u64,
    },
    /// A mechanism of the packing of which something was not measured.
    Unmeasured {
        /// Which.
        mode: Mode,
        /// The unmeasured quantity.
        what: super::law::Unmeasured,
    },
}

/// All of a packing, in order of the packing's GPUs and then those that concern all.
#[must_use]
pub fn findings(question: &Question, packing: &Packing) -> Vec<Finding> {
    let mut found = Vec::new();
    let gpu = |name: &str| question.gpus.iter().find(|gpu| gpu.name == name);
    let (mut boards, mut cards, mut licences) = (0, 0, 0);
    let mut modes: Vec<Mode> = Vec::new();
    for (index, bin) in packing.bins.iter().enumerate() {
        if !modes.contains(&bin.mode) {
            modes.push(bin.mode);
        }
        let fault = bin.mode.facts().fault;
        let common = matches!(
            fault,
            Fault::AllClients | Fault::AllProcesses | Fault::Broker
        );
        if common && bin.workloads.len() > 1 {
            found.push(Finding::FailTogether {
                bin: index,
                fault,
                workloads: bin.workloads.clone(),
            });
        }
        let on = |id: &String| {
            let one = question.workloads.iter().find(|one| one.id == *id)?;
            one.on_type(&bin.gpu)
        };
        let members = bin.workloads.iter().filter_map(on);
        match bin.mode {
            Mode::Mps | Mode::TimeSlicing => {
                let idle = members.filter(|one| one.fill < 0.5 && one.peak() > 0.5);
                found.extend(idle.map(|one| Finding::TuneFirst {
                    fill: one.fill,
                    workload: one.id,
                }));
            }
            Mode::Swap => found.push(Finding::HostMemory {
                bin: index,
                mib: members.map(|one| one.weights_mib).sum(),
            }),
            Mode::Vgpu => {
                cards += 1;
                licences += gpu(&bin.gpu).map_or(0, |gpu| gpu.vgpu_licence_milli_usd);
            }
            Mode::Mig => {
                boards += 1;
                let profiles = gpu(&bin.gpu).and_then(|gpu| gpu.mig.as_ref());
                let profiles = profiles.map_or(&[][..], |mig| mig.profiles.as_slice());
                for (one, (taken, _)) in members.zip(&bin.detail) {
                    let units = profiles.iter().find(|profile| profile.name == *taken);
                    let nearest = profiles
                        .iter()
                        .filter(|profile| units.is_some_and(|units| profile.units < units.units))
                        .filter(|profile| {
                            one.memory_mib > profile.mib
                                && one.memory_mib <= profile.mib * (1.0 + NEARLY)
                        })
                        .max_by(|a, b| a.mib.total_cmp(&b.mib));
                    found.extend(nearest.map(|profile| Finding::NearlyASlice {
                        workload: one.id.clone(),
                        profile: profile.name.clone(),
                        needs_mib: one.memory_mib,
                        holds_mib: profile.mib,
                    }));
                }
            }
            Mode::Exclusive => {}
        }
    }
    if boards > 0 {
        found.push(Finding::EmptyToRecut { boards });
    }
    let days = super::hours::days(question, packing);
    let units: u32 = days.iter().map(|day| day.stranded_units).sum();
    if units > 0 {
        let milli_usd = days.iter().map(|day| day.stranded_milli_usd).sum();
        found.push(Finding::Stranded { units, milli_usd });
    }
    if cards > 0 {
        found.push(Finding::Licences {
            cards,
            milli_usd: licences,
        });
    }
    for mode in modes {
        let what = mode.facts().unmeasured.iter();
        found.extend(what.map(|what| Finding::Unmeasured { mode, what: *what }));
    }
    found
}
