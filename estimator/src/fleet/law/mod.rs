//! The effect of sharing a GPU on speed, by mechanism: each a law of few constants, with the band
//! that measurements leave, its effect on memory, its fault domain, and the quantities nobody
//! measured.
//!
//! Symbols, of a workload alone on a whole GPU: `alpha`, the part of its GPU time that follows
//! compute; `engine`, the share of a step in which kernels run; `fill`, how much of the GPU they
//! fill over the step; `load`, the busy share of an hour.

pub mod mig;
pub mod swap;
pub mod together;
pub mod turns;

use super::Mode;
use super::question::Isolation;
use crate::hardware::Accelerator;
use crate::quantity::{BytesPerSecond, FlopsPerSecond};
use serde::Serialize;

/// The edges of a throughput, as factors on that of one alone.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Edges {
    /// At least.
    pub least: f64,
    /// At most.
    pub most: f64,
}

impl Edges {
    /// Whether it lies between them, each moved out by the share `wider`.
    #[must_use]
    pub fn hold(&self, total: f64, wider: f64) -> bool {
        (self.least * (1.0 - wider)..=self.most * (1.0 + wider)).contains(&total)
    }
}

/// How memory is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Memory {
    /// All of it by one.
    Whole,
    /// Each has an instance's, kept apart by hardware.
    Instance,
    /// One pool, a limit for each by setting.
    LimitedPool,
    /// One pool without limits.
    Pool,
    /// Equal parts, kept apart by the driver.
    EqualParts,
    /// All of it, one after the other; weights wait in the host's.
    OneAtATime,
}

/// The processes that end when one of them fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// That process.
    Itself,
    /// Its instance; power and the board are common.
    Instance,
    /// All clients and their server.
    AllClients,
    /// All processes of the GPU.
    AllProcesses,
    /// Its guest; the board is common.
    Guest,
    /// The work that the broker runs.
    Broker,
}

/// How far off a law may be.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Band {
    /// Nothing is added to the estimate's own.
    None,
    /// By this share either way.
    Share(f64),
    /// Anywhere between two edges.
    Edges,
}

/// A quantity that nobody whom we read has published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unmeasured {
    /// How much instances slow each other down at the board's power limit.
    ThrottlingBetweenInstances,
    /// Speed on instances of Blackwell.
    BlackwellInstances,
    /// Training on instances, beyond 16 rows of two models.
    TrainingOnInstances,
    /// Fill and engine share of large language models: they come from the roofline.
    FillOfLargeModels,
    /// Limits of memory while it is short.
    LimitsUnderPressure,
    /// Language models on equal parts.
    LanguageModelsOnVgpu,
    /// Swaps over NVLink-C2C by a serving engine.
    SwapsOverC2c,
}

/// The facts of a mechanism.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Facts {
    /// The strictest demand that it satisfies.
    #[serde(skip)]
    pub isolation: Isolation,
    /// How memory is held.
    pub memory: Memory,
    /// The fault domain.
    pub fault: Fault,
    /// Whether one workload may span several GPUs so.
    pub spans: bool,
    /// How far off the law may be.
    pub band: Band,
    /// Published rows that the band rests on.
    pub rows: u32,
    /// The unmeasured quantities.
    pub unmeasured: &'static [Unmeasured],
}

impl Mode {
    /// Its facts.
    #[must_use]
    pub const fn facts(self) -> Facts {
        use Unmeasured as U;
        match self {
            Self::Exclusive => Facts {
                isolation: Isolation::Hardware,
                memory: Memory::Whole,
                fault: Fault::Itself,
                spans: true,
                band: Band::None,
                rows: 0,
                unmeasured: &[],
            },
            Self::Mig => Facts {
                isolation: Isolation::Hardware,
                memory: Memory::Instance,
                fault: Fault::Instance,
                spans: false,
                band: Band::Share(0.1),
                rows: 135,
                unmeasured: &[
                    U::ThrottlingBetweenInstances,
                    U::BlackwellInstances,
                    U::TrainingOnInstances,
                ],
            },
            Self::Mps => Facts {
                isolation: Isolation::Memory,
                memory: Memory::LimitedPool,
                fault: Fault::AllClients,
                spans: false,
                band: Band::Edges,
                rows: 12,
                unmeasured: &[U::FillOfLargeModels, U::LimitsUnderPressure],
            },
            Self::TimeSlicing => Facts {
                isolation: Isolation::None,
                memory: Memory::Pool,
                fault: Fault::AllProcesses,
                spans: false,
                band: Band::Edges,
                rows: 8,
                unmeasured: &[U::FillOfLargeModels],
            },
            Self::Vgpu => Facts {
                isolation: Isolation::Memory,
                memory: Memory::EqualParts,
                fault: Fault::Guest,
                spans: false,
                band: Band::Edges,
                rows: 3,
                unmeasured: &[U::LanguageModelsOnVgpu],
            },
            Self::Swap => Facts {
                isolation: Isolation::None,
                memory: Memory::OneAtATime,
                fault: Fault::Broker,
                spans: true,
                band: Band::Share(0.3),
                rows: 43,
                unmeasured: &[U::SwapsOverC2c],
            },
        }
    }
}

/// A chip with these shares of its peak rates and of its bandwidth, for the roofline.
pub(crate) fn slowed(chip: &Accelerator, compute: f64, bandwidth: f64) -> Accelerator {
    let part =
        |peak: Option<FlopsPerSecond>| peak.map(|peak| FlopsPerSecond::new(peak.get() * compute));
    let mut slowed = chip.clone();
    let peak = &mut slowed.peak;
    for rate in [
        &mut peak.thirty_two,
        &mut peak.sixteen,
        &mut peak.fp8,
        &mut peak.int8,
        &mut peak.four,
    ] {
        *rate = part(*rate);
    }
    slowed.bandwidth = BytesPerSecond::new(chip.bandwidth.get() * bandwidth);
    slowed
}
