//! A tree as YAML: block style, two blanks a level, comments behind values. A text stands without
//! quotes only where every YAML reader, of 1.1 and of 1.2, takes it for the same text; else in
//! double quotes with JSON's escapes (YAML 1.2.2, section 5.7).

use super::node::{Fields, Node, Value};

/// The fields of a document as text, under `head`, a comment a line.
#[must_use]
pub fn document(head: &[String], fields: &Fields) -> String {
    let mut text = String::new();
    for line in head {
        text.push_str(&comment(line));
        text.push('\n');
    }
    write_fields(&mut text, fields, 0, false);
    text
}

/// Fields, a line each; where they `continue` a line, the first goes on there.
fn write_fields(text: &mut String, fields: &Fields, depth: usize, continues: bool) {
    for (place, (name, node)) in fields.iter().enumerate() {
        if place > 0 || !continues {
            indent(text, depth);
        }
        text.push_str(&scalar(name));
        text.push(':');
        write_value(text, node, depth);
    }
}

/// What stands behind a key's colon, to the end of its last line.
fn write_value(text: &mut String, node: &Node, depth: usize) {
    match &node.value {
        Value::Fields(fields) if !fields.is_empty() => {
            end_line(text, node);
            write_fields(text, fields, depth + 1, false);
        }
        Value::List(all) if !all.is_empty() => {
            end_line(text, node);
            write_list(text, all, depth + 1);
        }
        Value::File(fields) => {
            text.push_str(" |");
            end_line(text, node);
            for line in document(&[], fields).lines() {
                indent(text, depth + 1);
                text.push_str(line);
                text.push('\n');
            }
        }
        Value::Lines(whole) if is_literal(whole) => {
            text.push_str(" |");
            end_line(text, node);
            for line in whole.lines() {
                if !line.is_empty() {
                    indent(text, depth + 1);
                    text.push_str(line);
                }
                text.push('\n');
            }
        }
        plain => {
            text.push(' ');
            text.push_str(&inline(plain));
            end_line(text, node);
        }
    }
}

/// Whether a literal block holds it as it is: lines that a reader shows, the first one not empty
/// and not indented, since readers take the depth from it, one line's end at the end.
fn is_literal(whole: &str) -> bool {
    let shown = |letter: char| letter == '\n' || printable(letter);
    let ends = whole.ends_with('\n') && !whole.ends_with("\n\n");
    let begins = !whole.starts_with([' ', '\n']);
    let blank = |line: &str| !line.is_empty() && line.chars().all(|letter| letter == ' ');
    ends && begins && whole.chars().all(shown) && !whole.lines().any(blank)
}

fn write_list(text: &mut String, all: &[Node], depth: usize) {
    for node in all {
        let nested = matches!(node.value, Value::Fields(_) | Value::List(_));
        if let (true, Some(note)) = (nested, &node.note) {
            indent(text, depth);
            text.push_str(&comment(note));
            text.push('\n');
        }
        indent(text, depth);
        text.push('-');
        match &node.value {
            Value::Fields(fields) if !fields.is_empty() => {
                text.push(' ');
                write_fields(text, fields, depth + 1, true);
            }
            Value::List(inner) if !inner.is_empty() => {
                text.push('\n');
                write_list(text, inner, depth + 1);
            }
            Value::File(_) | Value::Lines(_) => write_value(text, node, depth),
            plain => {
                text.push(' ');
                text.push_str(&inline(plain));
                if nested {
                    text.push('\n');
                } else {
                    end_line(text, node);
                }
            }
        }
    }
}

/// A value on one line.
fn inline(value: &Value) -> String {
    match value {
        Value::Text(text) | Value::Lines(text) => scalar(text),
        Value::Whole(count) => count.to_string(),
        Value::Number(number) if !number.is_finite() => "null".to_owned(),
        // With a point, so that no reader takes a large one for a text.
        Value::Number(number) if number.fract() == 0.0 => format!("{number:.1}"),
        Value::Number(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::List(_) => "[]".to_owned(),
        Value::Fields(_) | Value::File(_) => "{}".to_owned(),
    }
}

fn end_line(text: &mut String, node: &Node) {
    if let Some(note) = &node.note {
        text.push(' ');
        text.push_str(&comment(note));
    }
    text.push('\n');
}

/// A comment, on one line whatever stands in it.
fn comment(note: &str) -> String {
    let one_line = |letter: char| if printable(letter) { letter } else { ' ' };
    let note: String = note.chars().map(one_line).collect();
    format!("# {}", note.trim())
}

fn indent(text: &mut String, depth: usize) {
    for _ in 0..depth {
        text.push_str("  ");
    }
}

/// A text as it is, or in quotes.
fn scalar(text: &str) -> String {
    if is_plain(text) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

/// Words that a reader may take for something else than themselves.
const WORDS: [&str; 9] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
/// Units of quantities and times that may stand behind digits.
const UNITS: [&str; 7] = ["Ki", "Mi", "Gi", "Ti", "s", "m", "h"];

/// Whether every reader takes it for this text: letters first, or a long option, or a quantity.
fn is_plain(text: &str) -> bool {
    let is_word = WORDS.iter().any(|known| text.eq_ignore_ascii_case(known));
    if is_word || text.len() > 200 {
        return false;
    }
    let ordinary = |letter: char| letter.is_ascii_alphanumeric() || "-_./=@+$() ".contains(letter);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        // A colon is a key's where a blank or the end follows.
        let colon = letter == ':' && letters.peek().is_some_and(char::is_ascii_alphanumeric);
        let slashes = letter == ':' && letters.peek() == Some(&'/');
        if !ordinary(letter) && !colon && !slashes {
            return false;
        }
    }
    if text.ends_with(' ') {
        return false;
    }
    let start = text.trim_start_matches("--");
    let first = start.chars().next();
    first.is_some_and(|first| first.is_ascii_alphabetic() || first == '/') || is_quantity(text)
}

/// Digits and a unit.
fn is_quantity(text: &str) -> bool {
    let unit = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    unit.len() < text.len() && UNITS.contains(&unit)
}

/// What a reader shows, and YAML allows unescaped.
fn printable(letter: char) -> bool {
    !letter.is_control()
        && !matches!(
            letter,
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
        )
}

/// A text in double quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => {
                out.push('\\');
                out.push(letter);
            }
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            letter if printable(letter) => out.push(letter),
            // All of these lie within four digits.
            other => {
                let code = u32::from(other);
                let digit = |shift: u32| char::from_digit((code >> shift) & 15, 16);
                out.push_str("\\u");
                out.extend([12, 8, 4, 0].map(|shift| digit(shift).unwrap_or('0')));
            }
        }
    }
    out.push('"');
    out
}
