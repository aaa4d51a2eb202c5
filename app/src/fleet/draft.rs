//! The fleet as it is typed. Choices are made, numbers are text until they are read; text that
//! cannot be read is an error beside its field.

use crate::i18n::{Marks, plain, rewrite};
use crate::serving::draft::bounds::{count, needed, optional, read, unsigned};
use crate::serving::draft::{self as serving, own_prices, typed};
use estimator::choice::Fleet;
use estimator::currency::Currency;
use estimator::decimal::round;
use estimator::error::{self, Problem};
use estimator::fleet::Mode;
use estimator::fleet::asked::{
    Field, FieldError, Hardware, MOST_WORKLOADS, Part, Priority, Question, Restriction, Within,
    Workload,
};
use estimator::fleet::figures::Figures;
use estimator::fleet::question::{Isolation, Modes};
use estimator::quantity::{Seconds, Usd};
use estimator::serving::question::{Day, Traffic};

/// Bounds that are wider than the catalogue's, which has the last word.
const ANY: (f64, f64) = (0.0, 1e15);

/// A workload in the making.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    /// Tells it from others, however they are moved.
    pub(super) key: u32,
    /// Its name.
    pub(super) name: String,
    /// Its question.
    pub(super) serving: serving::Draft,
    /// What it does instead, by its figures.
    pub(super) figures: Option<Figures>,
    /// The hours of its day as typed, where it has one of its own.
    pub(super) hours: Option<String>,
    /// Its demand on its neighbours.
    pub(super) isolation: Isolation,
    /// Its longest wait as typed, seconds.
    pub(super) wait: String,
    /// Its place under a limit.
    pub(super) priority: Priority,
}

/// The kinds of limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    None,
    Money,
    Power,
    Gpus,
}

/// What can be had of an accelerator, in the making.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Restricted {
    /// Its id.
    pub(super) id: String,
    /// How many can be rented, as typed; empty is without limit.
    pub(super) most: String,
    /// Its ways to share; `None` is all.
    pub(super) modes: Option<Modes>,
}

/// A question in the making.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Draft {
    /// The workloads.
    pub(super) rows: Vec<Row>,
    /// Accelerators and prices.
    pub(super) fleet: Fleet,
    /// Own prices as typed, by accelerator id.
    pub(super) prices: Vec<(String, String)>,
    /// Whether the GPUs are there already.
    pub(super) owned: bool,
    /// How many of each, as typed, by accelerator id.
    pub(super) counts: Vec<(String, String)>,
    /// How GPUs may be shared.
    pub(super) modes: Modes,
    /// Whether processes under MPS get equal parts of the memory.
    pub(super) equal_parts: bool,
    /// Accelerators with fewer of them or of ways to share.
    pub(super) restricted: Vec<Restricted>,
    /// A vGPU licence of a card and month, as typed.
    pub(super) licence: String,
    /// The kind of the limit.
    pub(super) limit: Limit,
    /// Its amount as typed.
    pub(super) amount: String,
    /// Growth a year in percent, as typed.
    pub(super) growth: String,
    /// The next row's key.
    next: u32,
}

impl Draft {
    /// Rewrites the amounts of money: the licence, and the limit where it is one.
    pub(super) fn rewrite_amounts(&mut self, rewrite: &dyn Fn(&mut String)) {
        rewrite(&mut self.licence);
        if self.limit == Limit::Money {
            rewrite(&mut self.amount);
        }
    }

    /// A draft that reads as `question`.
    pub(super) fn new(question: Question, marks: Marks) -> Self {
        let Question {
            workloads,
            fleet,
            hardware,
            modes,
            equal_parts,
            restrictions,
            licence,
            within,
            growth,
        } = question;
        let currency = fleet.currency;
        let in_currency = |usd: f64| {
            let currency = currency.unwrap_or(Currency::DOLLAR);
            plain(round(currency.of(Usd::new(usd)), 2), marks)
        };
        let (limit, amount) = match within {
            Within::Everything => (Limit::None, String::new()),
            Within::Money(usd) => (Limit::Money, in_currency(usd)),
            Within::Power(kilowatts) => (Limit::Power, plain(kilowatts, marks)),
            Within::Gpus(count) => (Limit::Gpus, plain(f64::from(count), marks)),
        };
        let (owned, counts) = match hardware {
            Hardware::Rented => (false, Vec::new()),
            Hardware::Owned(counts) => (true, counts),
        };
        let prices = fleet.own_prices.iter();
        let prices = prices.map(|(id, price)| (id.clone(), typed(*price, marks, currency)));
        let mut draft = Self {
            rows: Vec::new(),
            prices: prices.collect(),
            fleet,
            owned,
            counts: counts
                .into_iter()
                .map(|(id, many)| (id, plain(f64::from(many), marks)))
                .collect(),
            modes,
            equal_parts,
            restricted: restrictions
                .into_iter()
                .map(|one| Restricted {
                    id: one.accelerator,
                    most: one
                        .most
                        .map_or_else(String::new, |most| plain(f64::from(most), marks)),
                    modes: one.modes,
                })
                .collect(),
            licence: in_currency(licence),
            limit,
            amount,
            growth: plain(round(growth * 100.0, 6), marks),
            next: 0,
        };
        for workload in workloads {
            draft.add(workload, marks);
        }
        draft
    }

    /// A workload more, at the end; its key.
    pub(super) fn add(&mut self, workload: Workload, marks: Marks) -> u32 {
        let key = self.next;
        self.next = key.wrapping_add(1);
        self.rows.push(row(key, workload, marks));
        key
    }

    /// A workload once more, below it, under a name of its own; its key.
    pub(super) fn copy(&mut self, key: u32) -> Option<u32> {
        let place = self.place(key)?;
        let mut copy = self.rows.get(place)?.clone();
        copy.key = self.next;
        self.next = copy.key.wrapping_add(1);
        copy.name = self.free(&copy.name);
        let key = copy.key;
        self.rows.insert(place + 1, copy);
        Some(key)
    }

    /// The name, or that with the first number behind it that no workload has.
    pub(super) fn free(&self, name: &str) -> String {
        let taken = |wanted: &str| self.rows.iter().any(|row| row.name == wanted);
        if !taken(name) {
            return name.to_owned();
        }
        let numbers = 2..=MOST_WORKLOADS + 2;
        let mut names = numbers.map(|number| format!("{name} {number}"));
        names
            .find(|name| !taken(name))
            .unwrap_or_else(|| name.to_owned())
    }

    /// The place of a row.
    pub(super) fn place(&self, key: u32) -> Option<usize> {
        self.rows.iter().position(|row| row.key == key)
    }

    /// A row.
    pub(super) fn row(&self, key: u32) -> Option<&Row> {
        self.rows.iter().find(|row| row.key == key)
    }

    /// The same, to be changed.
    pub(super) fn row_mut(&mut self, key: u32) -> Option<&mut Row> {
        self.rows.iter_mut().find(|row| row.key == key)
    }

    /// The accelerators that were chosen, by id.
    pub(super) fn chosen(&self) -> Vec<String> {
        if self.owned {
            self.counts.iter().map(|(id, _)| id.clone()).collect()
        } else {
            self.fleet.accelerators.clone()
        }
    }

    /// The same draft in the marks of another language. Text that cannot be read stays.
    pub(super) fn rewrite(&mut self, old: Marks, new: Marks) {
        for row in &mut self.rows {
            row.serving.rewrite(old, new);
        }
        let rows = self.rows.iter_mut().map(|row| &mut row.wait);
        let counts = self.counts.iter_mut().map(|(_, text)| text);
        let prices = self.prices.iter_mut().map(|(_, text)| text);
        let most = self.restricted.iter_mut().map(|one| &mut one.most);
        let own = [&mut self.licence, &mut self.amount, &mut self.growth];
        rewrite(
            rows.chain(counts).chain(most).chain(prices).chain(own),
            old,
            new,
        );
    }

    /// The question, or everything that is wrong with it.
    ///
    /// # Errors
    /// One entry a field that cannot be read.
    pub(super) fn question(&self, marks: Marks) -> Result<Question, Vec<FieldError>> {
        let mut wrong = Vec::new();
        let mut workloads = Vec::new();
        for (place, row) in self.rows.iter().enumerate() {
            workloads.push(workload(row, place, marks, &mut wrong));
        }
        let currency = self.fleet.currency;
        let mut fleet = self.fleet.clone();
        let unread = own_prices(&self.prices, &mut fleet, marks).into_iter();
        wrong.extend(unread.map(|problem| FieldError {
            field: Field::Fleet(error::Field::OwnPrice),
            problem,
        }));
        let mut number = |field: Field, text: &str, whole: bool| {
            let bounds = if whole { count(ANY) } else { needed(ANY) };
            read(text, &bounds, marks).unwrap_or_else(|problem| {
                wrong.push(FieldError { field, problem });
                None
            })
        };
        let counts = self.counts.iter().map(|(id, text)| {
            let many = number(Field::Count(id.clone()), text, true);
            (id.clone(), whole(many.unwrap_or(1.0)))
        });
        let hardware = if self.owned {
            Hardware::Owned(counts.collect())
        } else {
            Hardware::Rented
        };
        let mut restrictions = Vec::new();
        let chosen = self.chosen();
        // What is said of one that is no longer there is not seen either.
        for one in self
            .restricted
            .iter()
            .filter(|one| chosen.contains(&one.id))
        {
            let typed = (!self.owned && !one.most.trim().is_empty()).then_some(&one.most);
            let most = typed.map(|text| {
                let many = number(Field::Count(one.id.clone()), text, true);
                whole(many.unwrap_or(1.0))
            });
            if most.is_some() || one.modes.is_some() {
                restrictions.push(Restriction {
                    accelerator: one.id.clone(),
                    most,
                    modes: one.modes,
                });
            }
        }
        let dollars = |amount: f64| {
            let currency = currency.unwrap_or(Currency::DOLLAR);
            amount / currency.per_usd()
        };
        let bare = |text: &str| unsigned(text, currency.unwrap_or(Currency::DOLLAR)).to_owned();
        let mut amount = |text: &str, whole: bool| number(Field::Within, text, whole);
        let within = match self.limit {
            Limit::None => Within::Everything,
            Limit::Money => {
                let amount = amount(&bare(&self.amount), false);
                Within::Money(dollars(amount.unwrap_or(1.0)))
            }
            Limit::Power => Within::Power(amount(&self.amount, false).unwrap_or(1.0)),
            Limit::Gpus => Within::Gpus(whole(amount(&self.amount, true).unwrap_or(1.0))),
        };
        let licence = if self.modes.has(Mode::Vgpu) {
            number(Field::Licence, &bare(&self.licence), false).map_or(0.0, dollars)
        } else {
            0.0
        };
        let growth = number(Field::Growth, &self.growth, false).unwrap_or(0.0) / 100.0;
        if !wrong.is_empty() {
            return Err(wrong);
        }
        Ok(Question {
            workloads,
            fleet,
            hardware,
            modes: self.modes,
            equal_parts: self.equal_parts,
            restrictions,
            licence,
            within,
            growth,
        })
    }
}

fn row(key: u32, workload: Workload, marks: Marks) -> Row {
    let Workload {
        name,
        mut serving,
        figures,
        isolation,
        wait_max,
        priority,
    } = workload;
    // Of a rate, however it was counted; users stay users.
    if let Some(rate) = serving.traffic.peak_rate(serving.output_tokens) {
        serving.traffic = Traffic::Rate(round(rate, 6));
    }
    let hours = match &serving.growth.day {
        Day::Drawn(percent) => Some(written(percent)),
        Day::Even | Day::Like(_) | Day::Week(_) => None,
    };
    Row {
        key,
        name,
        serving: serving::Draft::new(serving, marks),
        figures,
        hours,
        isolation,
        wait: wait_max.map_or_else(String::new, |wait| plain(wait.get(), marks)),
        priority,
    }
}

/// Hours as they are typed.
pub(super) fn written(percent: &[u8; 24]) -> String {
    let percent: Vec<String> = percent.iter().map(ToString::to_string).collect();
    percent.join(" ")
}

/// The hours of a day as typed: 24 whole percentages with spaces between.
fn drawn(text: &str) -> Result<[u8; 24], Problem> {
    let parts = text.split(|letter: char| letter.is_whitespace() || ",;、，".contains(letter));
    let mut hours = [0; 24];
    let mut places = hours.iter_mut();
    for part in parts.filter(|part| !part.is_empty()) {
        let place = places.next().ok_or(Problem::TooLarge { most: 24.0 })?;
        let percent: u8 = part.parse().map_err(|_| Problem::NotANumber {
            text: serving::shortened(part),
        })?;
        if percent > 100 {
            return Err(Problem::TooLarge { most: 100.0 });
        }
        *place = percent;
    }
    match places.next() {
        None => Ok(hours),
        Some(_) => Err(Problem::Missing),
    }
}

fn workload(row: &Row, place: usize, marks: Marks, wrong: &mut Vec<FieldError>) -> Workload {
    let mut note = |part: Part, problem: Problem| {
        wrong.push(FieldError {
            field: Field::Workload(place, part),
            problem,
        });
    };
    let mut serving = match row.serving.question(marks) {
        Ok(serving) => serving,
        Err(errors) => {
            for error in errors {
                note(Part::Serving(error.field), error.problem);
            }
            row.serving.chosen.clone()
        }
    };
    if let Some(text) = &row.hours {
        match drawn(text) {
            Ok(percent) => serving.growth.day = Day::Drawn(percent),
            Err(problem) => note(Part::Serving(error::Field::Day), problem),
        }
    }
    let wait = read(&row.wait, &optional(ANY), marks).unwrap_or_else(|problem| {
        note(Part::Wait, problem);
        None
    });
    Workload {
        name: row.name.trim().to_owned(),
        serving,
        figures: row.figures.clone(),
        isolation: row.isolation,
        wait_max: wait.map(Seconds::new),
        priority: row.priority,
    }
}

/// A number that was read as a count; more than a fleet can have is said by the catalogue.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: f64) -> u32 {
    value as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;

    const ENGLISH: Marks = Language::En.marks();
    const GERMAN: Marks = Language::De.marks();

    /// Shown and read again, the fresh question is the same, in either language.
    #[test]
    fn what_is_shown_reads_as_what_it_was() {
        let asked = Question {
            within: Within::Money(1234.5),
            hardware: Hardware::Owned(vec![("nvidia-l4".to_owned(), 3)]),
            ..Question::default()
        };
        let limited = Question {
            restrictions: vec![Restriction {
                accelerator: "nvidia-l4".to_owned(),
                most: Some(1234),
                modes: Some(Modes::of(&[Mode::Exclusive, Mode::Mps])),
            }],
            ..Question::default()
        };
        for asked in [asked, limited] {
            let mut draft = Draft::new(asked.clone(), ENGLISH);
            assert_eq!(draft.question(ENGLISH), Ok(asked.clone()));
            draft.rewrite(ENGLISH, GERMAN);
            assert_eq!(draft.question(GERMAN), Ok(asked));
        }
    }

    /// A limit that cannot be read is an error of its accelerator while that is chosen, and no
    /// longer.
    #[test]
    fn limits_are_of_what_is_chosen() {
        let mut draft = Draft::new(Question::default(), ENGLISH);
        draft.restricted.push(Restricted {
            id: "nvidia-l4".to_owned(),
            most: "few".to_owned(),
            modes: None,
        });
        let wrong = draft.question(ENGLISH).unwrap_err();
        let fields: Vec<_> = wrong.into_iter().map(|error| error.field).collect();
        assert_eq!(fields, [Field::Count("nvidia-l4".to_owned())]);
        draft.fleet.accelerators.retain(|id| id != "nvidia-l4");
        assert!(draft.question(ENGLISH).is_ok());
    }

    /// A day has 24 hours of whole percentages; a copy has a name of its own.
    #[test]
    fn days_and_names() {
        let day: Vec<String> = (0..24).map(|hour| hour.to_string()).collect();
        assert_eq!(drawn(&day.join(" ")).map(|hours| hours[23]), Ok(23));
        assert_eq!(drawn(&day.join(", ")).map(|hours| hours[1]), Ok(1));
        assert_eq!(drawn("1 2 3"), Err(Problem::Missing));
        assert_eq!(drawn("101"), Err(Problem::TooLarge { most: 100.0 }));
        assert!(matches!(drawn("a"), Err(Problem::NotANumber { .. })));
        assert_eq!(
            drawn(&format!("{} 24", day.join(" "))),
            Err(Problem::TooLarge { most: 24.0 })
        );
        let mut draft = Draft::new(Question::default(), ENGLISH);
        let key = draft.rows[0].key;
        let copy = draft.copy(key);
        assert_eq!(draft.rows[1].name, format!("{} 2", draft.rows[0].name));
        assert_eq!(copy, Some(draft.rows[1].key));
    }

    /// Every wrong field is named, the others are read all the same.
    #[test]
    fn wrong_fields_are_named() {
        let mut draft = Draft::new(Question::default(), ENGLISH);
        draft.rows[2].wait = "soon".to_owned();
        draft.rows[3]
            .serving
            .set_text(error::Field::Traffic, "many".to_owned());
        draft.rows[4].hours = Some("1 2".to_owned());
        draft.owned = true;
        draft
            .counts
            .push(("nvidia-l4".to_owned(), "1.5".to_owned()));
        draft.limit = Limit::Power;
        let wrong = draft.question(ENGLISH).unwrap_err();
        let fields: Vec<Field> = wrong.into_iter().map(|error| error.field).collect();
        assert_eq!(
            fields,
            [
                Field::Workload(2, Part::Wait),
                Field::Workload(3, Part::Serving(error::Field::Traffic)),
                Field::Workload(4, Part::Serving(error::Field::Day)),
                Field::Count("nvidia-l4".to_owned()),
                Field::Within,
            ]
        );
    }
}
