//! Files of formats that cannot be typed: databases, pickles, protocol buffers, by hand.

// Bytes are cut off numbers here on purpose.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]

/// A value of a row.
#[derive(Debug, Clone)]
pub(super) enum Cell {
    Null,
    Whole(i64),
    Text(String),
}

pub(super) fn whole(number: i64) -> Cell {
    Cell::Whole(number)
}

pub(super) fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

/// A table: name, statement, rows; ids count from 1.
pub(super) type Table<'a> = (&'a str, &'a str, Vec<Vec<Cell>>);

const PAGE: usize = 512;

fn big(number: usize, length: usize) -> Vec<u8> {
    let bytes = (number as u64).to_be_bytes();
    bytes[8 - length..].to_vec()
}

/// Numbers of seven bits a byte, the highest first.
fn varint(number: usize) -> Vec<u8> {
    let mut bytes = vec![(number & 0x7f) as u8];
    let mut rest = number >> 7;
    while rest > 0 {
        bytes.insert(0, (rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    bytes
}

fn record(row: &[Cell]) -> Vec<u8> {
    let (mut types, mut body) = (Vec::new(), Vec::new());
    for cell in row {
        match cell {
            Cell::Null => types.push(0),
            Cell::Whole(number) => {
                types.push(6);
                body.extend(number.to_be_bytes());
            }
            Cell::Text(text) => {
                types.extend(varint(13 + 2 * text.len()));
                body.extend(text.bytes());
            }
        }
    }
    // Headers of these fixtures are short: their length is one byte.
    assert!(types.len() < 127);
    let mut record = vec![types.len() as u8 + 1];
    record.extend(types);
    record.extend(body);
    record
}

/// A database of pages of 512 bytes: long rows overflow, long tables have several leaves.
pub(super) fn database(tables: &[Table<'_>]) -> Vec<u8> {
    let mut pages: Vec<Vec<u8>> = vec![Vec::new()];
    let mut schema = Vec::new();
    for (name, sql, rows) in tables {
        let root = tree(rows, &mut pages);
        schema.push(vec![
            text("table"),
            text(name),
            text(name),
            whole(root as i64),
            text(sql),
        ]);
    }
    let leaf = tree(&schema, &mut pages);
    // The schema's root is page 1, behind the header: an inner page to the leaves just made.
    let mut first = vec![0; 100];
    let header: &[u8] = b"SQLite format 3\0\x02\0\x01\x01\0\x40\x20\x20";
    first[..header.len()].copy_from_slice(header);
    first[59] = 1;
    first.extend([5, 0, 0, 0, 0, 0, 0, 0]);
    first.extend(big(leaf, 4));
    first.resize(PAGE, 0);
    pages[0] = first;
    pages.concat()
}

fn tree(rows: &[Vec<Cell>], pages: &mut Vec<Vec<u8>>) -> usize {
    let mut leaves: Vec<usize> = Vec::new();
    let (mut cells, mut size) = (Vec::new(), 0);
    for (row, id) in rows.iter().zip(1..) {
        let cell = cell(&record(row), id, pages);
        if size + cell.len() + 2 > PAGE - 8 {
            leaves.push(leaf(std::mem::take(&mut cells), pages));
            size = 0;
        }
        size += cell.len() + 2;
        cells.push(cell);
    }
    leaves.push(leaf(cells, pages));
    let Some(last) = leaves.pop() else {
        return 0;
    };
    if leaves.is_empty() {
        return last;
    }
    let (mut head, mut body) = (vec![5, 0, 0], Vec::new());
    head.extend(big(leaves.len(), 2));
    head.extend([0, 0, 0]);
    head.extend(big(last, 4));
    for (place, leaf) in leaves.iter().enumerate() {
        head.extend(big(PAGE - 5 * (place + 1), 2));
        body.splice(0..0, big(*leaf, 4).into_iter().chain([1]));
    }
    page(head, body, pages)
}

fn leaf(cells: Vec<Vec<u8>>, pages: &mut Vec<Vec<u8>>) -> usize {
    let (mut head, mut body) = (vec![13, 0, 0], Vec::new());
    head.extend(big(cells.len(), 2));
    head.extend([0, 0, 0]);
    for cell in cells {
        body.splice(0..0, cell);
        head.extend(big(PAGE - body.len(), 2));
    }
    page(head, body, pages)
}

fn page(mut head: Vec<u8>, body: Vec<u8>, pages: &mut Vec<Vec<u8>>) -> usize {
    head.resize(PAGE - body.len(), 0);
    head.extend(body);
    pages.push(head);
    pages.len()
}

/// A cell; bytes that do not fit overflow to pages of their own, as the format has it.
fn cell(record: &[u8], id: usize, pages: &mut Vec<Vec<u8>>) -> Vec<u8> {
    let mut cell = varint(record.len());
    cell.extend(varint(id));
    let (most, least) = (PAGE - 35, (PAGE - 12) * 32 / 255 - 23);
    if record.len() <= most {
        cell.extend(record);
        return cell;
    }
    let fitting = least + (record.len() - least) % (PAGE - 4);
    let (local, rest) = record.split_at(if fitting <= most { fitting } else { least });
    cell.extend(local);
    cell.extend(big(pages.len() + 1, 4));
    let parts: Vec<&[u8]> = rest.chunks(PAGE - 4).collect();
    for (place, part) in parts.iter().enumerate() {
        let next = if place + 1 < parts.len() {
            pages.len() + 2
        } else {
            0
        };
        let mut page = big(next, 4);
        page.extend(*part);
        page.resize(PAGE, 0);
        pages.push(page);
    }
    cell
}

/// A pickled value.
pub(super) enum Item<'a> {
    Whole(i32),
    Text(&'a str),
    List(Vec<Item<'a>>),
    Dict(Vec<(&'a str, Item<'a>)>),
}

/// A pickle of protocol 2.
pub(super) fn pickle(item: &Item<'_>) -> Vec<u8> {
    let mut bytes = vec![0x80, 2];
    put(item, &mut bytes);
    bytes.push(b'.');
    bytes
}

fn put(item: &Item<'_>, bytes: &mut Vec<u8>) {
    match item {
        Item::Whole(number) => {
            bytes.push(b'J');
            bytes.extend(number.to_le_bytes());
        }
        Item::Text(text) => {
            bytes.push(b'X');
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.bytes());
        }
        Item::List(items) => {
            bytes.extend(b"](");
            for item in items {
                put(item, bytes);
            }
            bytes.push(b'e');
        }
        Item::Dict(pairs) => {
            bytes.extend(b"}(");
            for (key, item) in pairs {
                put(&Item::Text(key), bytes);
                put(item, bytes);
            }
            bytes.push(b'u');
        }
    }
}

/// A number field of a protocol buffer.
pub(super) fn number(field: u8, mut value: u64) -> Vec<u8> {
    let mut bytes = vec![field << 3];
    while value > 0x7f {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// A field of bytes: a text, or a message of its fields.
pub(super) fn message(field: u8, parts: &[&[u8]]) -> Vec<u8> {
    let body = parts.concat();
    let mut bytes = number(field, body.len() as u64);
    bytes[0] |= 2;
    bytes.extend(body);
    bytes
}
