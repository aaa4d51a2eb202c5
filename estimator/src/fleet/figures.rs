//! A workload by its figures: what one replica holds and how busy it keeps a GPU, by accelerator,
//! worked out elsewhere. So a network that reads images, a pipeline that draws or a listener stands
//! beside language models: their laws are [`crate::vision`]'s, and none of them is asked here.
//!
//! ```text
//! load of a replica = share of the peak in the hour x busy GPUs / replicas
//! ```

/// The figures of a workload on one accelerator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// All the memory that a replica ever holds, in MiB.
    pub memory_mib: f64,
    /// Its weights, in MiB.
    pub weights_mib: f64,
    /// GPUs that its busiest hour keeps busy within its promise, in fractions.
    pub busy: f64,
    /// The share of its GPU work that follows compute; the rest follows bandwidth.
    pub alpha: f64,
    /// The share of its time in which kernels run.
    pub engine: f64,
    /// The share of the GPU that it fills over its time.
    pub fill: f64,
    /// How many times as long its work may take.
    pub slowdown_max: f64,
}

/// How many times as long work may take at most that is looked for.
const MOST_SLOWED: f64 = 64.0;
/// Halvings of the range: to one part in a thousand.
const HALVINGS: u32 = 13;
/// The most MiB, busy GPUs and times as long that a figure may say.
const MOST: (f64, f64, f64) = (1e8, 1e4, 1e3);

impl Figure {
    /// The numbers in the order of their fields, as links have them.
    #[must_use]
    pub const fn numbers(self) -> [f64; 7] {
        [
            self.memory_mib,
            self.weights_mib,
            self.busy,
            self.alpha,
            self.engine,
            self.fill,
            self.slowdown_max,
        ]
    }

    /// The figure of such numbers; `None` where one is out of its range.
    #[must_use]
    pub fn of(numbers: [f64; 7]) -> Option<Self> {
        let [
            memory_mib,
            weights_mib,
            busy,
            alpha,
            engine,
            fill,
            slowdown_max,
        ] = numbers;
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        let sound = memory_mib > 0.0
            && memory_mib <= MOST.0
            && (0.0..=memory_mib).contains(&weights_mib)
            && busy > 0.0
            && busy <= MOST.1
            && [alpha, engine, fill].into_iter().all(is_share)
            && (1.0..=MOST.2).contains(&slowdown_max);
        sound.then_some(Self {
            memory_mib,
            weights_mib,
            busy,
            alpha,
            engine,
            fill,
            slowdown_max,
        })
    }
}

/// How many times as long work may take while it `keeps` its promise, to one part in a thousand; 1
/// where it keeps none.
pub(crate) fn slowest(keeps: impl Fn(f64) -> bool) -> f64 {
    if keeps(MOST_SLOWED) {
        return MOST_SLOWED;
    }
    let (mut kept, mut broken) = (1.0, MOST_SLOWED);
    for _ in 0..HALVINGS {
        let middle: f64 = kept * (broken / kept).sqrt();
        if keeps(middle) {
            kept = middle;
        } else {
            broken = middle;
        }
    }
    kept
}

/// The figures of a workload.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Figures {
    /// By the id of the accelerator; on others it cannot run.
    pub on: Vec<(String, Figure)>,
    /// The fragment of the question that they answer, to be asked again; may be empty.
    pub from: String,
}

impl Figures {
    /// Those on an accelerator.
    #[must_use]
    pub fn on(&self, accelerator: &str) -> Option<Figure> {
        let found = self.on.iter().find(|(id, _)| id == accelerator);
        found.map(|(_, figure)| *figure)
    }
}
