//! The tables of a file and the names of their columns.

use super::super::unreadable::{Unreadable, broken};
use super::page::Database;
use super::record::{self, Value};

/// Tables kept.
const TABLES: usize = 10_000;

/// A table.
#[derive(Debug, Clone)]
pub(in crate::profile) struct Table {
    pub(in crate::profile) name: String,
    root: usize,
    columns: Vec<String>,
    /// The column that is the row's id, and stored as nothing.
    id: Option<usize>,
}

impl Table {
    /// Whether it has a column of this name.
    pub(in crate::profile) fn has(&self, name: &str) -> bool {
        let mut columns = self.columns.iter();
        columns.any(|column| column.eq_ignore_ascii_case(name))
    }
}

/// A row with its columns in the order that was asked for; `None` for those that are missing.
pub(in crate::profile) type Row<'a> = [Option<Value<'a>>];

/// Who takes a row.
pub(in crate::profile) type Take<'a> = dyn FnMut(&Row<'_>) -> Result<(), Unreadable> + 'a;

impl Database<'_> {
    /// Its tables.
    pub(in crate::profile) fn tables(&self) -> Result<Vec<Table>, Unreadable> {
        let mut tables = Vec::new();
        self.rows(1, &mut |_, record| {
            let values = record::read(record, 5);
            let values = values.ok_or_else(|| broken("the database's schema is damaged"))?;
            let text = |place: usize| match values.get(place) {
                Some(Value::Text(bytes)) => Some(self.decode(bytes)),
                _ => None,
            };
            let root = values
                .get(3)
                .and_then(|root| usize::try_from(root.whole()?).ok());
            let parts = text(1).zip(root).zip(text(4));
            let parts = parts.filter(|_| tables.len() < TABLES);
            if let (Some("table"), Some(((name, root), sql))) = (text(0).as_deref(), parts) {
                let (columns, id) = columns(&sql);
                tables.push(Table {
                    name,
                    root,
                    columns,
                    id,
                });
            }
            Ok(())
        })?;
        Ok(tables)
    }

    /// Hands the wanted columns of each row to `take`.
    pub(in crate::profile) fn read(
        &self,
        table: &Table,
        wanted: &[&str],
        take: &mut Take<'_>,
    ) -> Result<(), Unreadable> {
        let place = |name: &&str| {
            let mut columns = table.columns.iter();
            columns.position(|column| column.eq_ignore_ascii_case(name))
        };
        let places: Vec<Option<usize>> = wanted.iter().map(place).collect();
        let last = places.iter().flatten().max().map_or(0, |last| last + 1);
        self.rows(table.root, &mut |id, record| {
            let values = record::read(record, last);
            let values = values.ok_or_else(|| broken("a row of the database is damaged"))?;
            let cell = |place: &Option<usize>| {
                let place = (*place)?;
                match values.get(place).copied() {
                    Some(Value::Null) if table.id == Some(place) => Some(Value::Whole(id)),
                    Some(Value::Null) | None => None,
                    known => known,
                }
            };
            let row: Vec<Option<Value<'_>>> = places.iter().map(cell).collect();
            take(&row)
        })
    }

    /// A text of the database.
    pub(in crate::profile) fn decode(&self, bytes: &[u8]) -> String {
        let unit = |pair: &[u8]| match (pair, self.encoding) {
            ([low, high], 2) => u16::from_le_bytes([*low, *high]),
            ([high, low], _) => u16::from_be_bytes([*high, *low]),
            _ => 0xfffd,
        };
        match self.encoding {
            2 | 3 => {
                let units = bytes.chunks_exact(2).map(unit);
                let letters = char::decode_utf16(units);
                letters.map(|letter| letter.unwrap_or('\u{fffd}')).collect()
            }
            _ => String::from_utf8_lossy(bytes).into_owned(),
        }
    }
}

/// The columns of a `CREATE TABLE`, and the place of its `INTEGER PRIMARY KEY`.
fn columns(sql: &str) -> (Vec<String>, Option<usize>) {
    let plain = uncommented(sql);
    let inner = plain.split_once('(').map_or("", |(_, inner)| inner);
    let (mut parts, mut depth, mut quote) = (vec![String::new()], 0_usize, None);
    for letter in inner.chars() {
        match (letter, quote) {
            (_, Some(end)) => {
                quote = Some(end).filter(|end| *end != letter);
            }
            ('"' | '\'' | '`', None) => quote = Some(letter),
            ('[', None) => quote = Some(']'),
            ('(', None) => depth += 1,
            (')', None) if depth == 0 => break,
            (')', None) => depth -= 1,
            (',', None) if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    let (mut names, mut id) = (Vec::new(), None);
    for part in parts {
        let words: Vec<String> = part.split_whitespace().map(str::to_uppercase).collect();
        let first = words.first().map(String::as_str).unwrap_or_default();
        let rule = ["PRIMARY", "UNIQUE", "FOREIGN", "CHECK", "CONSTRAINT"];
        if first.is_empty() || rule.contains(&first) {
            continue;
        }
        let key = words
            .windows(2)
            .any(|pair| pair.iter().map(String::as_str).eq(["PRIMARY", "KEY"]));
        if key && words.get(1).map(String::as_str) == Some("INTEGER") {
            id = Some(names.len());
        }
        let name = part.split_whitespace().next().unwrap_or_default();
        names.push(name.trim_matches(['"', '\'', '`', '[', ']']).to_owned());
    }
    (names, id)
}

/// A statement without its comments.
fn uncommented(sql: &str) -> String {
    let (mut plain, mut rest) = (String::new(), sql);
    loop {
        let line = rest.find("--").unwrap_or(rest.len());
        let block = rest.find("/*").unwrap_or(rest.len());
        let start = line.min(block);
        plain.push_str(rest.get(..start).unwrap_or_default());
        let behind = rest.get(start + 2..).unwrap_or_default();
        if behind.is_empty() {
            return plain;
        }
        let end = if line < block { "\n" } else { "*/" };
        plain.push(' ');
        rest = behind.split_once(end).map_or("", |(_, rest)| rest);
    }
}

#[cfg(test)]
mod tests {
    use super::columns;

    /// Comments with brackets and commas, quoted names, rules, types with brackets.
    #[test]
    fn columns_of_a_statement() {
        let sql = "CREATE TABLE T ( -- a, (b\n id INTEGER NOT NULL PRIMARY KEY, /* x, y */ \"end\" INT, \
                   [n] DECIMAL(10,2) DEFAULT 'a,b', UNIQUE (id, n), CHECK (n > 0))";
        let (names, id) = columns(sql);
        assert_eq!(names, ["id", "end", "n"]);
        assert_eq!(id, Some(0));
        assert_eq!(columns("garbage").0.len(), 0);
        assert_eq!(
            columns("CREATE TABLE T(a TEXT PRIMARY KEY)"),
            (vec!["a".to_owned()], None)
        );
    }
}
