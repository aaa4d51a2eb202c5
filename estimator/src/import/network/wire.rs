//! A reading as text, to pass between the worker that reads files and the page that asked: the
//! counts as a link has them, one note a line.

use super::{Found, Note, Refused};
use crate::import::wire::{fields, line, named};
use crate::vision::counted::Counted;

/// Writes a reading.
#[must_use]
pub fn encode(read: &Result<Found, Refused>) -> String {
    match read {
        Err(reason) => line("err", &refused(reason)),
        Ok(found) => {
            let name = found.name.iter().cloned();
            let first: Vec<String> = [found.counted.write()].into_iter().chain(name).collect();
            let mut text = line("ok", &first);
            for one in &found.notes {
                text.push_str(&line("note", &note(one)));
            }
            text
        }
    }
}

/// Reads texts of [`encode`]; any other text is of a file that could not be read.
///
/// # Errors
/// Why there are no counts.
pub fn decode(text: &str) -> Result<Found, Refused> {
    parse(text).unwrap_or(Err(Refused::Unread))
}

fn parse(text: &str) -> Option<Result<Found, Refused>> {
    let mut lines = text.lines().map(fields);
    let first = lines.next()?;
    let mut first = first.iter().map(String::as_str);
    let (counted, name) = match first.next()? {
        "err" => return read_refused(&mut first).map(Err),
        "ok" => (
            Counted::read(first.next()?)?,
            first.next().map(str::to_owned),
        ),
        _ => return None,
    };
    let notes = lines.map(|fields| {
        let mut fields = fields.iter().map(String::as_str);
        (fields.next()? == "note").then_some(())?;
        read_note(&mut fields)
    });
    Some(Ok(Found {
        counted,
        notes: notes.collect::<Option<_>>()?,
        name,
    }))
}

fn refused(reason: &Refused) -> Vec<String> {
    let (kind, values): (&str, Vec<String>) = match reason {
        Refused::Unread => ("unread", Vec::new()),
        Refused::Unknown => ("unknown", Vec::new()),
        Refused::Cut => ("cut", Vec::new()),
        Refused::Damaged => ("damaged", Vec::new()),
        Refused::TooLarge => ("large", Vec::new()),
        Refused::NoInput => ("no-input", Vec::new()),
        Refused::Input { name, sizes } => ("input", vec![name.clone(), sizes.clone()]),
        Refused::Sizes { name, sizes } => ("sizes", vec![name.clone(), sizes.clone()]),
        Refused::NoWork => ("no-work", Vec::new()),
        Refused::Json => ("json", Vec::new()),
        Refused::Family { name } => ("family", vec![name.clone()]),
        Refused::Tensors => ("tensors", Vec::new()),
        Refused::Parts { names } => ("parts", vec![names.clone()]),
        Refused::Field { name } => ("field", vec![name.clone()]),
    };
    named(kind, values)
}

fn read_refused<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Option<Refused> {
    let kind = fields.next()?;
    let mut name = || fields.next().map(str::to_owned);
    Some(match kind {
        "unread" => Refused::Unread,
        "unknown" => Refused::Unknown,
        "cut" => Refused::Cut,
        "damaged" => Refused::Damaged,
        "large" => Refused::TooLarge,
        "no-input" => Refused::NoInput,
        "input" => Refused::Input {
            name: name()?,
            sizes: name()?,
        },
        "sizes" => Refused::Sizes {
            name: name()?,
            sizes: name()?,
        },
        "no-work" => Refused::NoWork,
        "json" => Refused::Json,
        "family" => Refused::Family { name: name()? },
        "tensors" => Refused::Tensors,
        "parts" => Refused::Parts { names: name()? },
        "field" => Refused::Field { name: name()? },
        _ => return None,
    })
}

fn note(note: &Note) -> Vec<String> {
    let (kind, values): (&str, Vec<String>) = match note {
        Note::Sides(height, width) => ("sides", vec![height.to_string(), width.to_string()]),
        Note::AssumedSide(side) => ("assumed-side", vec![side.to_string()]),
        Note::Tokens(tokens) => ("tokens", vec![tokens.to_string()]),
        Note::Seconds(seconds) => ("seconds", vec![seconds.to_string()]),
        Note::Batch(many) => ("batch", vec![many.to_string()]),
        Note::Unknown { op, count, of } => (
            "unknown",
            vec![op.clone(), count.to_string(), of.to_string()],
        ),
        Note::Unshaped(many) => ("unshaped", vec![many.to_string()]),
        Note::External => ("external", Vec::new()),
        Note::Shape => ("shape", Vec::new()),
        Note::Plain => ("plain", Vec::new()),
        Note::Language => ("language", Vec::new()),
        Note::Sought(tokens) => ("sought", vec![tokens.to_string()]),
        Note::Catalogue => ("catalogue", Vec::new()),
        Note::Released => ("released", Vec::new()),
    };
    named(kind, values)
}

fn read_note<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Option<Note> {
    let kind = fields.next()?;
    let mut word = || fields.next();
    Some(match kind {
        "sides" => Note::Sides(word()?.parse().ok()?, word()?.parse().ok()?),
        "assumed-side" => Note::AssumedSide(word()?.parse().ok()?),
        "tokens" => Note::Tokens(word()?.parse().ok()?),
        "seconds" => Note::Seconds(word()?.parse().ok()?),
        "batch" => Note::Batch(word()?.parse().ok()?),
        "unknown" => Note::Unknown {
            op: word()?.to_owned(),
            count: word()?.parse().ok()?,
            of: word()?.parse().ok()?,
        },
        "unshaped" => Note::Unshaped(word()?.parse().ok()?),
        "external" => Note::External,
        "shape" => Note::Shape,
        "plain" => Note::Plain,
        "language" => Note::Language,
        "sought" => Note::Sought(word()?.parse().ok()?),
        "catalogue" => Note::Catalogue,
        "released" => Note::Released,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_comes_back() {
        let (name, sizes) = ("in\tput\\\n".to_owned(), "1 × 3 × ?".to_owned());
        for reason in [
            Refused::Unread,
            Refused::Unknown,
            Refused::Cut,
            Refused::Damaged,
            Refused::TooLarge,
            Refused::NoInput,
            Refused::Input {
                name: name.clone(),
                sizes: sizes.clone(),
            },
            Refused::Sizes {
                name: name.clone(),
                sizes,
            },
            Refused::NoWork,
            Refused::Json,
            Refused::Tensors,
            Refused::Family { name: name.clone() },
            Refused::Parts {
                names: "model_index.json, vae/config.json".to_owned(),
            },
            Refused::Field { name },
        ] {
            let read = Err(reason);
            assert_eq!(decode(&encode(&read)), read);
        }
    }

    #[test]
    fn counts_and_every_note_come_back() {
        let counted = Counted::read("image_25.5M_224_120_8.2G_0_0_0_0");
        let read = Ok(Found {
            counted: counted.expect("within bounds"),
            name: Some("Any\tname".to_owned()),
            notes: vec![
                Note::Sides(640, 480),
                Note::AssumedSide(224),
                Note::Tokens(128),
                Note::Seconds(30),
                Note::Batch(8),
                Note::Unknown {
                    op: "My\tOp".to_owned(),
                    count: 3,
                    of: 120,
                },
                Note::Unshaped(2),
                Note::External,
                Note::Shape,
                Note::Plain,
                Note::Language,
                Note::Sought(16),
                Note::Catalogue,
                Note::Released,
            ],
        });
        assert_eq!(decode(&encode(&read)), read);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "what", "ok", "ok\tnonsense", "err", "err\tnonsense"] {
            assert_eq!(decode(text), Err(Refused::Unread), "{text}");
        }
        let ok = "ok\timage_25.5M_224_120_8.2G_0_0_0_0\n";
        assert!(decode(ok).is_ok());
        assert_eq!(decode(&format!("{ok}note\tx\n")), Err(Refused::Unread));
    }
}
