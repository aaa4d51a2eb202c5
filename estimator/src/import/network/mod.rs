//! A file of a model that is no language model, read to its counts: what was found, what is worth
//! saying of it, why there is nothing, and all of that as text ([`wire`]).

pub mod wire;

pub use super::onnx::Reader;
use crate::vision::counted::Counted;

/// Something worth saying about how a file was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// Rows and columns of the image that the file is made for, pixels.
    Sides(u64, u64),
    /// The file leaves the image's sides open: counted at so many pixels.
    AssumedSide(u64),
    /// Counted at so many tokens.
    Tokens(u64),
    /// The file is fixed to so many items at once: counted for one of them.
    Batch(u64),
    /// Operators of a kind that is not known, taken as elementwise.
    Unknown {
        /// Its name in the file.
        op: String,
        /// How many there are.
        count: u32,
        /// Operators of the graph.
        of: u32,
    },
    /// Operators that are not counted, since the shape of their result cannot be told.
    Unshaped(u32),
    /// Weights lie in other files, which are not needed.
    External,
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Its counts, for one image or one token.
    pub counted: Counted,
    /// What is worth saying.
    pub notes: Vec<Note>,
}

/// Why a file has no counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// The browser does not let it be read.
    Unread,
    /// None of the files that are read.
    Unknown,
    /// It ends before its graph does.
    Cut,
    /// Bytes inside it are against its encoding.
    Damaged,
    /// What is not weights is larger than what is held at once.
    TooLarge,
    /// Its graph has no input.
    NoInput,
    /// Its first input is neither images nor tokens.
    Input {
        /// The input's name in the file.
        name: String,
        /// The sizes that the file says, `?` for an open one.
        sizes: String,
    },
    /// An image or a text of sizes that cannot be.
    Sizes {
        /// The input's name in the file.
        name: String,
        /// Its sizes.
        sizes: String,
    },
    /// No operator of it computes anything, or more than can be.
    NoWork,
}
