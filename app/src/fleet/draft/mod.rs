//! The fleet as it is typed. Choices are made, numbers are text until they are read; text that
//! cannot be read is an error beside its field.

mod hours;
mod question;

use crate::i18n::{Marks, plain, rewrite};
use crate::serving::draft::{self as serving, typed};
use estimator::choice::Fleet;
use estimator::currency::Currency;
use estimator::decimal::round;
use estimator::fleet::asked::{Hardware, MOST_WORKLOADS, Priority, Question, Within, Workload};
use estimator::fleet::figures::Figures;
use estimator::fleet::question::{Isolation, Modes};
use estimator::quantity::Usd;
use estimator::serving::question::{Day, Traffic};
pub(super) use hours::written;

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

    /// Names the workload `old` anew, where there is one.
    pub(super) fn rename(&mut self, old: &str, new: &str) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.name == old) {
            new.clone_into(&mut row.name);
        }
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

#[cfg(test)]
mod tests;
