//! JSON pushed in chunks of any size. Elements of a top-level array, of `traceEvents` and of
//! Prometheus' `result` are handed over one by one and forgotten, so that a trace of any length
//! takes little memory; the rest of the file becomes one small tree.
//!
//! Lenient where writers are: NaN and infinities, lone surrogates and control characters in
//! strings are taken. Structure is not guessed: a text that breaks the grammar is refused.

mod frame;
mod lexer;
mod text;
mod tree;

pub(super) use lexer::Parser;
pub(super) use tree::{View, whole};

use super::unreadable::Unreadable;

/// The receiver of the file's content.
pub(super) trait Sink {
    /// An element of the top-level array, of `traceEvents` or of `result`.
    fn element(&mut self, view: View<'_>) -> Result<(), Unreadable>;
    /// A whole top-level value, less the elements handed over before.
    fn document(&mut self, view: View<'_>) -> Result<(), Unreadable>;
}
