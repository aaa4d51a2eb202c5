//! Pickles as data: a stack machine that knows the operations which make numbers, texts, lists
//! and dictionaries, and refuses every one that would import or call. It executes nothing.
//!
//! Values share as the memo does (places in one arena, never copies), so that a pickle which
//! doubles itself stays as small as it is written. Who reads the result must bound its own steps.

mod code;
mod machine;
mod step;

pub(super) use machine::{Pickle, load};

/// A value; its content stands in the pickle's arena or in its bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    /// None, a set, or whatever is not read.
    Nothing,
    Flag(bool),
    Whole(i64),
    Float(f64),
    /// From and to, in the bytes.
    Text(u32, u32),
    /// A list or tuple.
    List(u32),
    /// Keys and values in turn.
    Dict(u32),
}
