//! A folder of texts as one file.

use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// A ZIP archive of texts by their paths, not compressed; empty where it cannot be made. Every
/// entry has the format's first date: the same texts give the same bytes.
pub(super) fn zip<'a>(texts: impl Iterator<Item = (String, &'a str)>) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (path, text) in texts {
        let entered = archive.start_file(path, options);
        if entered.is_err() || archive.write_all(text.as_bytes()).is_err() {
            return Vec::new();
        }
    }
    archive.finish().map(Cursor::into_inner).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::zip;
    use std::io::{Cursor, Read};

    /// Another reader finds every text under its path, and the same bytes come twice.
    #[test]
    fn texts_are_found_again() {
        let texts = [("a/1.yaml", "kind: A\n"), ("a/2.yaml", "кінд: 集\n")];
        let pack = || zip(texts.iter().map(|(path, text)| ((*path).to_owned(), *text)));
        let bytes = pack();
        assert_eq!(bytes, pack());
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
        assert_eq!(archive.len(), 2);
        for (path, text) in texts {
            let mut found = String::new();
            let mut entry = archive.by_name(path).expect("it is there");
            entry.read_to_string(&mut found).expect("text");
            assert_eq!(found, text);
        }
    }
}
