//! A folder of texts as one file: a ZIP archive (PKWARE, APPNOTE 6.3), each entry stored as it is,
//! under a header that is repeated in the directory at the end.

/// The first day that the format knows, 1 January 1980: the same texts give the same bytes.
const DAY: u16 = 1 << 5 | 1;
/// Version 2.0 of the format, and names in UTF-8.
const NEEDED: [u16; 2] = [20, 1 << 11];

/// A ZIP archive of texts by their paths; empty where there are more, or longer ones, than the
/// format's first version counts.
pub(super) fn zip<'a>(texts: impl Iterator<Item = (String, &'a str)>) -> Vec<u8> {
    packed(texts).unwrap_or_default()
}

fn packed<'a>(texts: impl Iterator<Item = (String, &'a str)>) -> Option<Vec<u8>> {
    let (mut archive, mut directory, mut count) = (Vec::new(), Vec::new(), 0_u16);
    for (path, text) in texts {
        let start = u32::try_from(archive.len()).ok()?;
        let header = header(&path, text)?;
        archive.extend(*b"PK\x03\x04");
        archive.extend(&header);
        archive.extend(path.bytes());
        archive.extend(text.bytes());
        directory.extend(*b"PK\x01\x02");
        put(&mut directory, &[20]);
        directory.extend(&header);
        // No remark, the first disk, no attributes.
        put(&mut directory, &[0; 5]);
        directory.extend(start.to_le_bytes());
        directory.extend(path.bytes());
        count = count.checked_add(1)?;
    }
    let start = u32::try_from(archive.len()).ok()?;
    let length = u32::try_from(directory.len()).ok()?;
    archive.append(&mut directory);
    archive.extend(*b"PK\x05\x06");
    put(&mut archive, &[0, 0, count, count]);
    archive.extend(length.to_le_bytes());
    archive.extend(start.to_le_bytes());
    put(&mut archive, &[0]);
    Some(archive)
}

/// The fields that an entry has in front of it and in the directory: version, flags, method, time,
/// day, checksum, length twice, length of the path, no further fields.
fn header(path: &str, text: &str) -> Option<Vec<u8>> {
    let length = u32::try_from(text.len()).ok()?.to_le_bytes();
    let mut fields = Vec::new();
    put(&mut fields, &NEEDED);
    put(&mut fields, &[0, 0, DAY]);
    fields.extend(checksum(text.as_bytes()).to_le_bytes());
    fields.extend(length);
    fields.extend(length);
    put(&mut fields, &[u16::try_from(path.len()).ok()?, 0]);
    Some(fields)
}

fn put(to: &mut Vec<u8>, numbers: &[u16]) {
    to.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

/// CRC-32 (ISO 3309), bit by bit: a table would weigh more than it saves.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            let out = if sum & 1 == 1 { 0xedb8_8320 } else { 0 };
            sum >> 1 ^ out
        })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::{checksum, zip as pack};
    use std::io::{Cursor, Read};

    /// The value that the standard gives for its nine digits.
    #[test]
    fn the_checksum_is_the_standards() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b""), 0);
    }

    /// Another reader finds every text under its path, checksums and all.
    #[test]
    fn texts_are_found_again() {
        let texts = [
            ("a/1.yaml", "kind: A\n"),
            ("a/2.yaml", "кінд: 集\n"),
            ("b", ""),
        ];
        let bytes = pack(texts.iter().map(|(path, text)| ((*path).to_owned(), *text)));
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
        assert_eq!(archive.len(), texts.len());
        for (path, text) in texts {
            let mut found = String::new();
            let mut entry = archive.by_name(path).expect("it is there");
            entry.read_to_string(&mut found).expect("text");
            assert_eq!(found, text);
        }
        let none = pack(std::iter::empty());
        assert_eq!(none.len(), 22);
        assert!(zip::ZipArchive::new(Cursor::new(none)).is_ok());
    }
}
