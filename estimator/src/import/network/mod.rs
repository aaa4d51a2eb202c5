//! A file of a model that is no language model, read to its counts: what was found, what is worth
//! saying of it, why there is nothing, and all of that as text ([`wire`]).

mod config;
#[cfg(test)]
mod families;
mod fields;
mod known;
mod pipeline;
#[cfg(test)]
mod released;
mod tally;
mod tensors;
#[cfg(test)]
mod tests;
pub mod wire;

pub use known::{Known, Nothing};

use super::onnx;
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
    /// Counted for windows of so many seconds of sound.
    Seconds(u64),
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
    /// Counted by the closed form of a family, from its shape.
    Shape,
    /// Of a family that is not known: counted as the plain transformer that its fields describe.
    Plain,
    /// A language model, counted as far as the vectors of its last layer.
    Language,
    /// The text that a detector looks for has so many tokens.
    Sought(u64),
    /// Counted once and for all, by its name in the catalogue.
    Catalogue,
    /// Steps, guidance and size are those that its class is released with.
    Released,
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Its counts, for one image or one token.
    pub counted: Counted,
    /// What is worth saying.
    pub notes: Vec<Note>,
    /// What the file calls it, where its own name says nothing.
    pub name: Option<String>,
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
    /// JSON with a mistake.
    Json,
    /// A `config.json` of a family that is not read here.
    Family {
        /// Its name in the file.
        name: String,
    },
    /// Parts of a pipeline that are not there yet.
    Parts {
        /// Their names in its folder, with commas.
        names: String,
    },
    /// Tensors of no shape that is known here.
    Tensors,
    /// A field of a `config.json` that is missing, or holds something impossible.
    Field {
        /// Its name in the file.
        name: String,
    },
}

/// Bytes that tell what a file is.
const SIGNS: usize = 8;

/// A file being read, whatever it is: told by its first letters.
pub struct Reader(Reading);

enum Reading {
    /// Too little was seen to tell.
    Start(Vec<u8>),
    /// The header of a safetensors file.
    Tensors(tensors::Reader),
    /// An ONNX file.
    Onnx(Box<onnx::Reader>),
    /// A `config.json`, so far.
    Config(Vec<u8>),
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader that has seen nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self(Reading::Start(Vec::new()))
    }

    /// Reads a chunk.
    ///
    /// # Errors
    /// Bytes against the encoding or the bounds; the reader is of no use then.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        match &mut self.0 {
            Reading::Start(seen) => {
                seen.extend_from_slice(bytes);
                let seen = std::mem::take(seen);
                self.tell(seen, false)
            }
            Reading::Tensors(reader) => reader.push(bytes),
            Reading::Onnx(reader) => reader.push(bytes),
            Reading::Config(text) if text.len() + bytes.len() > config::MOST => {
                Err(Refused::Unknown)
            }
            Reading::Config(text) => {
                text.extend_from_slice(bytes);
                Ok(())
            }
        }
    }

    /// Tells what a file is by its first bytes, and reads those; waits for more where they do not say.
    fn tell(&mut self, seen: Vec<u8>, ends: bool) -> Result<(), Refused> {
        let first = seen.iter().find(|byte| !byte.is_ascii_whitespace());
        // No field of an ONNX file begins with these letters.
        let config = matches!(first, Some(b'{' | 0xef));
        self.0 = if tensors::begins(&seen) {
            Reading::Tensors(tensors::Reader::default())
        } else if config && (seen.len() > SIGNS || ends) {
            Reading::Config(Vec::new())
        } else if first.is_some() && (seen.len() > SIGNS || ends) {
            Reading::Onnx(Box::default())
        } else {
            // White space is no sign.
            let blank = first.is_none() && seen.len() > SIGNS;
            self.0 = Reading::Start(if blank { Vec::new() } else { seen });
            return Ok(());
        };
        self.push(&seen)
    }

    /// Whether [`Self::finish`] may look up a name of the file in what is known.
    #[must_use]
    pub fn looks_up(&self) -> bool {
        let names = |text: &[u8]| {
            let fields: [&[u8]; 2] = [b"\"_class_name\"", b"\"architecture\""];
            fields.iter().any(|field| super::found(text, field))
        };
        matches!(&self.0, Reading::Config(text) if names(text))
    }

    /// Ends the file, and counts what it holds.
    ///
    /// # Errors
    /// Why there is nothing to count.
    pub fn finish(mut self, known: &dyn Known) -> Result<Found, Refused> {
        if let Reading::Start(seen) = &mut self.0 {
            let seen = std::mem::take(seen);
            self.tell(seen, true)?;
        }
        match self.0 {
            Reading::Start(_) => Err(Refused::Unknown),
            Reading::Tensors(reader) => reader.finish(),
            Reading::Onnx(reader) => reader.finish(),
            Reading::Config(text) => config::read(&text, known),
        }
    }
}

/// A side or a count of kernels as a whole number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts below 2^32; casts saturate"
)]
pub(super) fn rounded(number: f64) -> u32 {
    number.round() as u32
}
