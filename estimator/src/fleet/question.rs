//! The question: the GPU types on offer, the workloads to hold, and the constants of the rules.

use super::Mode;

/// Hours of a day, and of each load.
pub const HOURS: usize = 24;

/// The constants of the sharing rules. The defaults are those of `docs/sharing.md`.
#[derive(Debug, Clone, PartialEq)]
pub struct Rules {
    /// The busy share of an hour that a shared GPU is planned to at most.
    pub theta: f64,
    /// The cost of taking turns over the sum of the work, a share of it.
    pub eps: f64,
    /// Processes that share a GPU at most, under MPS and time-slicing.
    pub max_processes: usize,
    /// Whether each process under MPS gets an equal part of the memory, which is all that the
    /// device plugin of Kubernetes can set; else each gets what it needs.
    pub equal_parts: bool,
    /// Seconds of a swap that do not grow with the weights.
    pub swap_fixed_s: f64,
    /// Gigabytes a second from the host's memory into the GPU's.
    pub swap_in_gb_s: f64,
    /// Gigabytes a second out of it.
    pub swap_out_gb_s: f64,
    /// Seconds that a model stays awake while others wait.
    pub residence_s: f64,
    /// The modes that each isolation allows, in the order of [`Isolation`].
    pub modes: [Modes; 3],
}

impl Default for Rules {
    fn default() -> Self {
        let hardware = Modes::of(&[Mode::Exclusive, Mode::Mig]);
        let memory = hardware.with(Mode::Mps).with(Mode::Vgpu);
        let none = memory.with(Mode::TimeSlicing).with(Mode::Swap);
        Self {
            theta: 0.85,
            eps: 0.11,
            max_processes: 48,
            equal_parts: false,
            swap_fixed_s: 0.3,
            swap_in_gb_s: 10.0,
            swap_out_gb_s: 10.0,
            residence_s: 10.0,
            modes: [hardware, memory, none],
        }
    }
}

/// A set of modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modes(u8);

impl Modes {
    /// The set of these.
    #[must_use]
    pub fn of(modes: &[Mode]) -> Self {
        modes.iter().fold(Self(0), |set, mode| set.with(*mode))
    }

    /// The set with one more.
    #[must_use]
    pub const fn with(self, mode: Mode) -> Self {
        Self(self.0 | (1 << mode as u8))
    }

    /// The modes of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether it is one of them.
    #[must_use]
    pub const fn has(self, mode: Mode) -> bool {
        self.0 & (1 << mode as u8) != 0
    }
}

/// A workload's demand on its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Isolation {
    /// Its own hardware: a GPU or an instance.
    Hardware,
    /// Its own memory.
    Memory,
    /// Nothing.
    None,
}

impl Isolation {
    /// All, in the order of [`Rules::modes`], with their names in files.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Hardware, "hardware"),
        (Self::Memory, "memory"),
        (Self::None, "none"),
    ];
}

/// A GPU type on offer.
#[derive(Debug, Clone, PartialEq)]
pub struct Gpu {
    /// Its name.
    pub name: String,
    /// Its memory, in MiB.
    pub memory_mib: f64,
    /// Its price, in thousandths of a dollar an hour.
    pub price_milli_usd: u64,
    /// How many there are, or may be rented: those of whole machines, idle ones included. `None` is
    /// without limit.
    pub count: Option<u64>,
    /// Types of one pool have one count together, which each of them says; `None`: its own.
    pub pool: Option<String>,
    /// Memory of the host that swapped models may take, in MiB.
    pub host_mib: f64,
    /// How it may be shared.
    pub modes: Modes,
    /// The price of a vGPU licence of a card, in thousandths of a dollar an hour.
    pub vgpu_licence_milli_usd: u64,
    /// Its instances; `None` where it has none.
    pub mig: Option<Mig>,
    /// How many are rented together, in one machine; the price is of one of them.
    pub lot: u32,
    /// Its power under load, in watts; `None` where nobody said.
    pub power_w: Option<f64>,
}

/// The instances that a board can be cut into.
#[derive(Debug, Clone, PartialEq)]
pub struct Mig {
    /// Compute slices of the board.
    pub slices: u32,
    /// Memory units of the board, at most 16.
    pub units: u32,
    /// The profiles.
    pub profiles: Vec<Profile>,
}

/// A profile of an instance.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// Compute slices.
    pub slices: u32,
    /// Memory units.
    pub units: u32,
    /// Its share of the board's compute.
    pub compute: f64,
    /// Its share of the board's bandwidth.
    pub bandwidth: f64,
    /// Its memory, in MiB.
    pub mib: f64,
    /// First units that it may start at.
    pub places: Vec<u32>,
}

/// A workload: one replica.
#[derive(Debug, Clone, PartialEq)]
pub struct Workload {
    /// Its name.
    pub id: String,
    /// All the memory that it ever holds, in MiB.
    pub memory_mib: f64,
    /// Its busy share of a whole GPU, by hour.
    pub load: [f64; HOURS],
    /// Its demand on its neighbours.
    pub isolation: Isolation,
    /// The share of its GPU work that follows compute; the rest follows bandwidth.
    pub alpha: f64,
    /// The share of a step in which kernels run.
    pub engine: f64,
    /// The share of the GPU that it fills while it runs.
    pub fill: f64,
    /// How many times as long as alone its steps may take.
    pub slowdown_max: Option<f64>,
    /// How long a request may wait for its model, in seconds; `None`: it is never swapped.
    pub wait_max_s: Option<f64>,
    /// Its weights, in MiB.
    pub weights_mib: f64,
    /// How often it is woken in an hour.
    pub visits_per_hour: f64,
    /// Two of one label never share a GPU.
    pub apart: Option<String>,
    /// Types, by name, on which it asks for something else; `None` where it cannot run there.
    pub on: Vec<(String, Option<Demand>)>,
}

/// A workload's demand on one type of GPU.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Demand {
    /// All the memory that it ever holds, in MiB.
    pub memory_mib: f64,
    /// Its busy share of a whole GPU, by hour.
    pub load: [f64; HOURS],
    /// The share of its GPU work that follows compute.
    pub alpha: f64,
    /// The share of a step in which kernels run.
    pub engine: f64,
    /// The share of the GPU that it fills while it runs.
    pub fill: f64,
    /// How many times as long as alone its steps may take.
    pub slowdown_max: Option<f64>,
}

impl Workload {
    /// The workload on a type; `None` where it cannot run there.
    #[must_use]
    pub fn on_type(&self, gpu: &str) -> Option<Self> {
        let demand = match self.on.iter().find(|(name, _)| name == gpu) {
            None => return Some(self.clone()),
            Some((_, demand)) => (*demand)?,
        };
        Some(Self {
            memory_mib: demand.memory_mib,
            load: demand.load,
            alpha: demand.alpha,
            engine: demand.engine,
            fill: demand.fill,
            slowdown_max: demand.slowdown_max,
            ..self.clone()
        })
    }

    /// Whether all but the name is the same: such workloads may be exchanged.
    pub(super) fn equals(&self, other: &Self) -> bool {
        let renamed = Self {
            id: self.id.clone(),
            ..other.clone()
        };
        *self == renamed
    }

    /// The busiest hour's load.
    pub(super) fn peak(&self) -> f64 {
        self.load.iter().copied().fold(0.0, f64::max)
    }
}

/// A fleet to pack.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Question {
    /// Its name.
    pub name: String,
    /// The constants.
    pub rules: Rules,
    /// The types on offer.
    pub gpus: Vec<Gpu>,
    /// The workloads to hold.
    pub workloads: Vec<Workload>,
    /// How long the search may take, in seconds; the caller keeps the clock.
    pub seconds: Option<f64>,
}
