//! The numbers of growth and demand as they are typed.

use crate::i18n::{Marks, plain, rewrite};
use crate::serving::draft::bounds::{of_row, read};
use estimator::decimal::round;
use estimator::error::{Field, FieldError, Problem};
use estimator::field::Row;
use estimator::serving::fields;
use estimator::serving::question::Growth;
use std::collections::BTreeMap;

/// All rows of growth and demand but the horizon: that is asked elsewhere.
fn rows() -> impl Iterator<Item = &'static Row<Growth>> {
    let all = fields::FUTURE.into_iter().flatten();
    all.filter(|row| row.field != Field::Horizon)
}

/// Texts by field.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::costs) struct Typed(BTreeMap<Field, String>);

impl Typed {
    /// Texts that read as `growth`.
    pub(in crate::costs) fn new(growth: &Growth, marks: Marks) -> Self {
        let text = |row: &Row<Growth>| {
            let shown = |value: f64| plain(round(value, 9), marks);
            (row.field, row.typed(growth).map(shown).unwrap_or_default())
        };
        Self(rows().map(text).collect())
    }

    /// The text of a field.
    pub(super) fn text(&self, field: Field) -> &str {
        self.0.get(&field).map_or("", String::as_str)
    }

    /// Types into a field; a readable number stands in `growth` from then on.
    pub(super) fn write(&mut self, field: Field, text: String, growth: &mut Growth, marks: Marks) {
        let row = rows().find(|row| row.field == field);
        if let Some((row, Ok(value))) = row.map(|row| (row, number(row, &text, marks))) {
            (row.set)(growth, value);
        }
        self.0.insert(field, text);
    }

    /// Forgets the text of a field that is no longer shown, where it is wrong.
    pub(super) fn forget(&mut self, field: Field, growth: &Growth, marks: Marks) {
        let text = Self::new(growth, marks).text(field).to_owned();
        self.0.insert(field, text);
    }

    /// Everything that cannot be read.
    pub(in crate::costs) fn wrong(&self, marks: Marks) -> Vec<FieldError> {
        let wrong = rows().filter_map(|row| {
            let field = row.field;
            let problem = number(row, self.text(field), marks).err()?;
            Some(FieldError { field, problem })
        });
        wrong.collect()
    }

    /// The same in the marks of another language. Unreadable text stays as it was typed.
    pub(in crate::costs) fn rewrite(&mut self, old: Marks, new: Marks) {
        rewrite(self.0.values_mut(), old, new);
    }
}

/// The number of a row, in the unit of the question.
fn number(row: &Row<Growth>, text: &str, marks: Marks) -> Result<Option<f64>, Problem> {
    let value = read(text, &of_row(row), marks)?;
    Ok(value.map(|value| round(row.unit.read(value), 12)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;
    use estimator::quantity::Seconds;

    const ENGLISH: Marks = Language::En.marks();
    const GERMAN: Marks = Language::De.marks();

    /// Shown and typed again, every number is the same, in either language.
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
        for row in rows() {
            let text = typed.text(row.field).to_owned();
            typed.write(row.field, text, &mut again, GERMAN);
        }
        assert_eq!(again, asked);
        assert_eq!(typed.wrong(GERMAN), []);
    }

    /// An unreadable field is named, and changes nothing; the weekend may be left out.
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
