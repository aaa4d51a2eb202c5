//! A reading as text, to pass between a worker that reads files and the page
//! that asked: the first line says whether it went well, the rest is one fact a
//! line, its fields separated by tabs. The model travels as a link does, so
//! that the page needs no second reader.

use crate::error::Unreadable;
use crate::import::{Imported, Note};
use crate::link;
use crate::precision::WeightFormat;

/// Writes a reading.
#[must_use]
pub fn encode(read: &Result<Imported, Unreadable>) -> String {
    match read {
        Err(reason) => line("err", &unreadable(reason)),
        Ok(imported) => {
            let mut text = line("ok", &[]);
            text.push_str(&line("model", &[link::write_model(&imported.model)]));
            if let Some(weights) = imported.weights {
                text.push_str(&line("weights", &[weights.id().to_owned()]));
            }
            for found in &imported.notes {
                text.push_str(&line("note", &note(found)));
            }
            text
        }
    }
}

/// Reads texts of [`encode`]; `None` for any other text.
#[must_use]
pub fn decode(text: &str) -> Option<Result<Imported, Unreadable>> {
    let mut lines = text.lines().map(fields);
    let first = lines.next()?;
    let mut first = first.iter().map(String::as_str);
    match first.next()? {
        "err" => return read_unreadable(&mut first).map(Err),
        "ok" => {}
        _ => return None,
    }
    let (mut model, mut weights, mut notes) = (None, None, Vec::new());
    for fields in lines {
        let mut fields = fields.iter().map(String::as_str);
        match fields.next()? {
            "model" => model = link::read_model(fields.next()?),
            "weights" => weights = WeightFormat::from_id(fields.next()?),
            "note" => notes.push(read_note(&mut fields)?),
            _ => return None,
        }
    }
    Some(Ok(Imported {
        model: model?,
        weights,
        notes,
    }))
}

pub(super) fn unreadable(reason: &Unreadable) -> Vec<String> {
    let (kind, values): (&str, Vec<String>) = match reason {
        Unreadable::TooLarge { most } => ("too-large", vec![most.to_string()]),
        Unreadable::Truncated => ("truncated", Vec::new()),
        Unreadable::UnknownFormat => ("unknown-format", Vec::new()),
        Unreadable::Json { line, column } => ("json", vec![line.to_string(), column.to_string()]),
        Unreadable::MissingField { name } => ("missing-field", vec![name.clone()]),
        Unreadable::BadField { name } => ("bad-field", vec![name.clone()]),
        Unreadable::UnknownArchitecture { name } => ("unknown-architecture", vec![name.clone()]),
    };
    named(kind, values)
}

pub(super) fn read_unreadable<'a>(
    fields: &mut impl Iterator<Item = &'a str>,
) -> Option<Unreadable> {
    let kind = fields.next()?;
    let mut name = || fields.next().map(str::to_owned);
    Some(match kind {
        "too-large" => Unreadable::TooLarge {
            most: name()?.parse().ok()?,
        },
        "truncated" => Unreadable::Truncated,
        "unknown-format" => Unreadable::UnknownFormat,
        "json" => Unreadable::Json {
            line: name()?.parse().ok()?,
            column: name()?.parse().ok()?,
        },
        "missing-field" => Unreadable::MissingField { name: name()? },
        "bad-field" => Unreadable::BadField { name: name()? },
        "unknown-architecture" => Unreadable::UnknownArchitecture { name: name()? },
        _ => return None,
    })
}

/// A note as its name and its subject.
pub(crate) fn note(note: &Note) -> Vec<String> {
    let (kind, values): (&str, Vec<String>) = match note {
        Note::Tower { parameters } => ("tower", vec![parameters.to_string()]),
        Note::TowerUncounted => ("tower-uncounted", Vec::new()),
        Note::PublishedDiffers { published, counted } => (
            "published-differs",
            vec![published.to_string(), counted.to_string()],
        ),
        Note::UnfamiliarFamily { name } => ("unfamiliar-family", vec![name.clone()]),
        Note::MixedShapes => ("mixed-shapes", Vec::new()),
        Note::UnfamiliarWeights { name } => ("unfamiliar-weights", vec![name.clone()]),
        Note::Assumed { field } => ("assumed", vec![field.clone()]),
        Note::CutShort => ("cut-short", Vec::new()),
    };
    named(kind, values)
}

fn read_note<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Option<Note> {
    let kind = fields.next()?;
    let mut name = || fields.next().map(str::to_owned);
    Some(match kind {
        "tower" => Note::Tower {
            parameters: name()?.parse().ok()?,
        },
        "tower-uncounted" => Note::TowerUncounted,
        "published-differs" => Note::PublishedDiffers {
            published: name()?.parse().ok()?,
            counted: name()?.parse().ok()?,
        },
        "unfamiliar-family" => Note::UnfamiliarFamily { name: name()? },
        "mixed-shapes" => Note::MixedShapes,
        "unfamiliar-weights" => Note::UnfamiliarWeights { name: name()? },
        "assumed" => Note::Assumed { field: name()? },
        "cut-short" => Note::CutShort,
        _ => return None,
    })
}

pub(super) fn named(kind: &str, mut values: Vec<String>) -> Vec<String> {
    values.insert(0, kind.to_owned());
    values
}

/// One line: its word and its fields, with tabs and line ends escaped.
pub(super) fn line(word: &str, values: &[String]) -> String {
    let mut text = word.to_owned();
    for value in values {
        text.push('\t');
        for letter in value.chars() {
            match letter {
                '\\' => text.push_str("\\\\"),
                '\t' => text.push_str("\\t"),
                '\n' => text.push_str("\\n"),
                '\r' => text.push_str("\\r"),
                other => text.push(other),
            }
        }
    }
    text.push('\n');
    text
}

pub(super) fn fields(line: &str) -> Vec<String> {
    line.split('\t')
        .map(|field| {
            let mut plain = String::with_capacity(field.len());
            let mut letters = field.chars();
            while let Some(letter) = letters.next() {
                match (letter, letter == '\\') {
                    (_, true) => plain.push(match letters.next() {
                        Some('t') => '\t',
                        Some('n') => '\n',
                        Some('r') => '\r',
                        Some(other) => other,
                        None => '\\',
                    }),
                    (other, false) => plain.push(other),
                }
            }
            plain
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back(read: &Result<Imported, Unreadable>) {
        assert_eq!(decode(&encode(read)).as_ref(), Some(read));
    }

    #[test]
    fn every_reason_comes_back() {
        let name = "a\tb\\n\nc\r".to_owned();
        for reason in [
            Unreadable::TooLarge { most: 1 << 40 },
            Unreadable::Truncated,
            Unreadable::UnknownFormat,
            Unreadable::Json { line: 3, column: 7 },
            Unreadable::MissingField { name: name.clone() },
            Unreadable::BadField { name: name.clone() },
            Unreadable::UnknownArchitecture { name },
        ] {
            there_and_back(&Err(reason));
        }
    }

    #[test]
    fn a_model_and_every_note_come_back() {
        let name = "weird\tname".to_owned();
        there_and_back(&Ok(Imported {
            model: crate::import::plain::model(7.0),
            weights: Some(WeightFormat::Q4KM),
            notes: vec![
                Note::Tower { parameters: 5 },
                Note::TowerUncounted,
                Note::PublishedDiffers {
                    published: 10,
                    counted: 9,
                },
                Note::UnfamiliarFamily { name: name.clone() },
                Note::MixedShapes,
                Note::UnfamiliarWeights { name: name.clone() },
                Note::Assumed { field: name },
                Note::CutShort,
            ],
        }));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "what",
            "ok",
            "err",
            "err\tnonsense",
            "ok\nnote\tnonsense",
        ] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
