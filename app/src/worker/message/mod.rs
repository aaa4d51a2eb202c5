//! Messages between pages and their worker. A message is an array whose first entry is
//! the name of its kind; one that is none of these is `None`.

mod parts;
mod reply;
mod request;
#[cfg(all(test, target_arch = "wasm32"))]
mod tests;

pub(crate) use reply::{LeverOutcome, Reply};
pub(crate) use request::Request;

/// The subject of a written answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Document {
    /// The calculator's answer.
    Serving,
    /// The answer of the page about training.
    Training,
    /// The money of the calculator's answer.
    Costs,
    /// The packing of a fleet.
    Fleet,
    /// The answer of the page about sessions.
    Sessions,
    /// The queue of teams.
    Queue,
    /// The task of a test.
    #[cfg(all(test, target_arch = "wasm32"))]
    Toy,
}

impl Document {
    pub(super) const ALL: &[Self] = &[
        Self::Serving,
        Self::Training,
        Self::Costs,
        Self::Fleet,
        Self::Sessions,
        Self::Queue,
        #[cfg(all(test, target_arch = "wasm32"))]
        Self::Toy,
    ];

    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Serving => "serving",
            Self::Training => "training",
            Self::Costs => "costs",
            Self::Fleet => "fleet",
            Self::Sessions => "sessions",
            Self::Queue => "queue",
            #[cfg(all(test, target_arch = "wasm32"))]
            Self::Toy => "toy",
        }
    }
}
