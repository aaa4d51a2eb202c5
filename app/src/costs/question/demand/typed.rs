//! The numbers of growth and demand as they are typed.

use crate::i18n::{Marks, parse, plain};
use crate::serving::draft::bounds::{Bounds, count, needed, optional, read, scaled};
use catalog::bounds;
use estimator::decimal::round;
use estimator::error::{Field, FieldError, Problem};
use estimator::quantity::Seconds;
use estimator::serving::question::Growth;
use std::collections::BTreeMap;

/// A number that can be typed.
struct Entry {
    field: Field,
    /// What it may be, in the unit of the field.
    bounds: Bounds,
    /// What one of the field's units is.
    unit: f64,
    get: fn(&Growth) -> Option<f64>,
    set: fn(&mut Growth, Option<f64>),
}

const PERCENT: f64 = 0.01;
const MINUTE: f64 = 60.0;

/// All of them.
const ENTRIES: [Entry; 8] = [
    Entry {
        field: Field::Growth,
        bounds: needed(scaled(bounds::GROWTH, PERCENT)),
        unit: PERCENT,
        get: |growth| Some(growth.per_year),
        set: |growth, value| growth.per_year = value.unwrap_or_default(),
    },
    Entry {
        field: Field::Weekend,
        bounds: optional(scaled(bounds::WEEKEND, PERCENT)),
        unit: PERCENT,
        get: |growth| growth.weekend,
        set: |growth, value| growth.weekend = value,
    },
    Entry {
        field: Field::LeastReplicas,
        bounds: count(bounds::LEAST_REPLICAS),
        unit: 1.0,
        get: |growth| Some(f64::from(growth.scaling.least)),
        set: |growth, value| growth.scaling.least = whole(value.unwrap_or_default()),
    },
    Entry {
        field: Field::Cooldown,
        bounds: needed(scaled(bounds::SCALING, MINUTE)),
        unit: MINUTE,
        get: |growth| Some(growth.scaling.cooldown.get()),
        set: |growth, value| growth.scaling.cooldown = seconds(value),
    },
    Entry {
        field: Field::Ahead,
        bounds: needed(scaled(bounds::SCALING, MINUTE)),
        unit: MINUTE,
        get: |growth| Some(growth.scaling.ahead.get()),
        set: |growth, value| growth.scaling.ahead = seconds(value),
    },
    Entry {
        field: Field::MachineStart,
        bounds: needed(scaled(bounds::SCALING, MINUTE)),
        unit: MINUTE,
        get: |growth| Some(growth.scaling.machine.get()),
        set: |growth, value| growth.scaling.machine = seconds(value),
    },
    Entry {
        field: Field::Interruptions,
        bounds: needed(scaled(bounds::INTERRUPTIONS, PERCENT)),
        unit: PERCENT,
        get: |growth| Some(growth.scaling.interruptions),
        set: |growth, value| growth.scaling.interruptions = value.unwrap_or_default(),
    },
    Entry {
        field: Field::Confidence,
        bounds: needed(scaled(bounds::CONFIDENCE, PERCENT)),
        unit: PERCENT,
        get: |growth| Some(growth.scaling.confidence),
        set: |growth, value| growth.scaling.confidence = value.unwrap_or_default(),
    },
];

fn seconds(value: Option<f64>) -> Seconds {
    Seconds::new(value.unwrap_or_default())
}

/// Its bounds keep it far below 2^32.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: f64) -> u32 {
    value as u32
}

/// Texts by field.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::costs) struct Typed(BTreeMap<Field, String>);

impl Typed {
    /// Texts that read as `growth`.
    pub(in crate::costs) fn new(growth: &Growth, marks: Marks) -> Self {
        let text = |entry: &Entry| {
            let shown = |value: f64| plain(round(value / entry.unit, 9), marks);
            (
                entry.field,
                (entry.get)(growth).map(shown).unwrap_or_default(),
            )
        };
        Self(ENTRIES.iter().map(text).collect())
    }

    /// What was typed into a field.
    pub(super) fn text(&self, field: Field) -> &str {
        self.0.get(&field).map_or("", String::as_str)
    }

    /// Types into a field; what can be read stands in `growth` from then on.
    pub(super) fn write(&mut self, field: Field, text: String, growth: &mut Growth, marks: Marks) {
        let entry = ENTRIES.iter().find(|entry| entry.field == field);
        if let Some((entry, Ok(value))) = entry.map(|entry| (entry, entry.read(&text, marks))) {
            (entry.set)(growth, value);
        }
        self.0.insert(field, text);
    }

    /// Forgets what was typed into a field that is no longer shown, where it is wrong.
    pub(super) fn forget(&mut self, field: Field, growth: &Growth, marks: Marks) {
        let text = Self::new(growth, marks).text(field).to_owned();
        self.0.insert(field, text);
    }

    /// Everything that cannot be read.
    pub(in crate::costs) fn wrong(&self, marks: Marks) -> Vec<FieldError> {
        let wrong = ENTRIES.iter().filter_map(|entry| {
            let problem = entry.read(self.text(entry.field), marks).err()?;
            Some(FieldError {
                field: entry.field,
                problem,
            })
        });
        wrong.collect()
    }

    /// The same in the marks of another language. What cannot be read stays as it was typed.
    pub(in crate::costs) fn rewrite(&mut self, old: Marks, new: Marks) {
        for text in self.0.values_mut() {
            if let Some(value) = parse(text, old) {
                *text = plain(value, new);
            }
        }
    }
}

impl Entry {
    /// The number, in the unit of the question.
    fn read(&self, text: &str, marks: Marks) -> Result<Option<f64>, Problem> {
        let value = read(text, &self.bounds, marks)?;
        Ok(value.map(|value| round(value * self.unit, 12)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;

    const ENGLISH: Marks = Language::En.marks();
    const GERMAN: Marks = Language::De.marks();

    /// Shown and typed again, every number is what it was, in either language.
    #[test]
    fn what_is_shown_reads_as_what_it_was() {
        let mut asked = Growth {
            per_year: 0.355,
            weekend: Some(0.4),
            ..Growth::default()
        };
        asked.scaling.cooldown = Seconds::new(90.0);
        asked.scaling.least = 3;
        let mut typed = Typed::new(&asked, ENGLISH);
        assert_eq!(typed.text(Field::Growth), "35.5");
        assert_eq!(typed.text(Field::Cooldown), "1.5");
        typed.rewrite(ENGLISH, GERMAN);
        assert_eq!(typed.text(Field::Confidence), "99,9");
        let mut again = Growth::default();
        for entry in &ENTRIES {
            let text = typed.text(entry.field).to_owned();
            typed.write(entry.field, text, &mut again, GERMAN);
        }
        assert_eq!(again, asked);
        assert_eq!(typed.wrong(GERMAN), []);
    }

    /// What cannot be read is named, and changes nothing; the weekend may be left out.
    #[test]
    fn each_field_is_read_by_itself() {
        let mut asked = Growth::default();
        let mut typed = Typed::new(&asked, ENGLISH);
        for (field, text) in [
            (Field::Growth, "many"),
            (Field::LeastReplicas, "1.5"),
            (Field::Cooldown, "2000"),
            (Field::Confidence, "100"),
            (Field::Weekend, ""),
        ] {
            typed.write(field, text.to_owned(), &mut asked, ENGLISH);
        }
        assert_eq!(asked, Growth::default());
        let wrong = typed.wrong(ENGLISH);
        let problems: Vec<&Problem> = wrong.iter().map(|error| &error.problem).collect();
        assert_eq!(problems.len(), 4);
        assert!(problems.contains(&&Problem::NotWhole));
        assert!(problems.contains(&&Problem::TooLarge { most: 1440.0 }));
        typed.forget(Field::Growth, &asked, ENGLISH);
        assert_eq!(typed.wrong(ENGLISH).len(), 3);
    }
}
