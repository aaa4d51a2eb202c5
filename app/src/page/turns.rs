//! Work that takes a while and may be overtaken: only the turn begun last counts.

use std::cell::Cell;

/// Counts beginnings of one kind of work.
pub(crate) struct Turns(Cell<u32>);

/// One beginning.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn(u32);

impl Turns {
    /// Nothing begun yet.
    pub(crate) const fn new() -> Self {
        Self(Cell::new(0))
    }

    /// Begins; whatever was begun before no longer counts.
    pub(crate) fn begin(&self) -> Turn {
        self.0.set(self.0.get().wrapping_add(1));
        Turn(self.0.get())
    }

    /// Whether nothing was begun since.
    pub(crate) fn is_latest(&self, turn: Turn) -> bool {
        turn == Turn(self.0.get())
    }
}
