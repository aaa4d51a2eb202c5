//! Brotli, as production hosts do it, so that sizes measured here are those that users get.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Quick, and within some percent of the slowest.
const QUALITY: u32 = 9;

/// Brotli's largest window that every browser accepts.
const WINDOW: u32 = 22;

/// Remembers compressed files, for as long as the file stays the same.
#[derive(Default)]
pub(super) struct Compressor {
    done: Mutex<HashMap<PathBuf, Compressed>>,
}

/// A file's bytes, and the same compressed.
struct Compressed {
    source: Vec<u8>,
    small: Vec<u8>,
}

impl Compressor {
    /// The compressed form of the bytes that this file holds now.
    pub(super) fn compress(&self, path: &Path, bytes: &[u8]) -> Vec<u8> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = done.get(path)
            && known.source == bytes
        {
            return known.small.clone();
        }
        let source = bytes.to_owned();
        let small = brotli(bytes, QUALITY);
        let entry = Compressed {
            source,
            small: small.clone(),
        };
        done.insert(path.to_owned(), entry);
        small
    }
}

/// Compresses with a quality between 0 and 11.
pub(crate) fn brotli(bytes: &[u8], quality: u32) -> Vec<u8> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 4096, quality, WINDOW);
    // Writing into memory does not fail.
    drop(writer.write_all(bytes));
    writer.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_can_be_read_again() {
        let bytes = b"memory ".repeat(1000);
        let compressor = Compressor::default();
        let small = compressor.compress(Path::new("a"), &bytes);
        assert!(small.len() < bytes.len() / 10);
        let mut back = Vec::new();
        brotli::BrotliDecompress(&mut small.as_slice(), &mut back).unwrap();
        assert_eq!(back, bytes);
        let other = compressor.compress(Path::new("a"), b"other");
        assert_ne!(other, small);
    }
}
