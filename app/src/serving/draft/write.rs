//! From a question to typed text: when a link is opened, a preset chosen, the
//! language or a unit changed.

use super::bounds::{ACTIVE, Bounds, EACH, PEAK};
use super::{Basis, Draft, Pace, percent, typed};
use crate::i18n::{Marks, plain, rewrite};
use estimator::currency::Currency;
use estimator::decimal::round;
use estimator::error::Field;
use estimator::field::{Row, Unit};
use estimator::hardware::{Accelerator, Architecture, Link, LinkKind, Peaks, Vendor};
use estimator::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds, Usd, UsdPerHour};
use estimator::serving::question::{Question, Traffic};
use estimator::serving::{fields, link};
use std::collections::BTreeMap;

/// The id of the user's own accelerator.
pub(crate) const OWN: &str = "own";

impl Draft {
    /// A draft that reads as `question`.
    pub(crate) fn new(question: Question, marks: Marks) -> Self {
        let (basis, amount) = match question.traffic {
            Traffic::Rate(rate) => (Basis::Rate, rate),
            Traffic::Users(users) => (Basis::Users, users),
            Traffic::TokensPerDay { tokens, .. } => (Basis::TokensPerDay, tokens),
            Traffic::People { people, .. } => (Basis::People, people),
        };
        let (prices, currency) = (&question.fleet.own_prices, question.fleet.currency);
        let discounts = question.fleet.discounts.iter();
        let mut draft = Self {
            basis,
            pace: Pace::Millis,
            unknown_model: None,
            prices: prices
                .iter()
                .map(|(id, price)| (id.clone(), typed(*price, marks, currency)))
                .collect(),
            discounts: discounts
                .map(|(seller, share)| (seller.clone(), percent(*share, marks)))
                .collect(),
            texts: BTreeMap::new(),
            chosen: question,
        };
        draft.set(Field::Traffic, Some(amount), marks);
        draft.write_numbers(marks);
        draft
    }

    /// Writes a number into a field, or empties it.
    pub(crate) fn set(&mut self, field: Field, value: Option<f64>, marks: Marks) {
        self.set_text(
            field,
            value.map_or_else(String::new, |value| plain(value, marks)),
        );
    }

    /// Writes all numbers but the traffic.
    fn write_numbers(&mut self, marks: Marks) {
        let question = self.chosen.clone();
        let peak = match question.traffic {
            Traffic::TokensPerDay { peak_to_mean, .. } => peak_to_mean,
            Traffic::Rate(_) | Traffic::Users(_) | Traffic::People { .. } => 2.0,
        };
        self.set(Field::PeakToMean, Some(peak), marks);
        let (active, each) = match question.traffic {
            Traffic::People { active, each, .. } => (active, each),
            Traffic::Rate(_) | Traffic::Users(_) | Traffic::TokensPerDay { .. } => {
                (link::ACTIVE_SHARE, link::REQUESTS_EACH)
            }
        };
        self.set(Field::ActiveShare, Some(Unit::Percent.show(active)), marks);
        self.set(Field::RequestsEach, Some(each), marks);
        for rows in fields::QUESTION {
            self.write_rows(rows, &question, marks);
        }
        let currency = question.fleet.currency.unwrap_or(Currency::DOLLAR);
        let budget = question.limits.budget;
        let budget = budget.map(|dollars| round(currency.of(Usd::new(dollars)), 2));
        self.set(Field::Budget, budget, marks);
        self.write_rows(fields::GROWTH, &question.growth, marks);
        if let Some(own) = question.fleet.own_accelerator {
            self.write_own(&own, marks);
        }
    }

    /// Writes the numbers of rows that a page can ask for.
    fn write_rows<Q>(&mut self, rows: &[Row<Q>], question: &Q, marks: Marks) {
        for row in rows.iter().filter(|row| row.field != Field::Engine) {
            self.set(row.field, row.typed(question), marks);
        }
    }

    /// Begins an accelerator of the user's own.
    pub(crate) fn add_own(&mut self, name: &str, marks: Marks) {
        let own = blank(name);
        self.write_own(&own, marks);
        self.chosen.fleet.own_accelerator = Some(Box::new(own));
        let price = typed(UsdPerHour::new(2.0), marks, self.chosen.fleet.currency);
        self.prices.push((OWN.to_owned(), price));
    }

    /// Drops it again, with its price.
    pub(crate) fn remove_own(&mut self) {
        self.chosen.fleet.own_accelerator = None;
        self.prices.retain(|(id, _)| id != OWN);
    }

    fn write_own(&mut self, own: &Accelerator, marks: Marks) {
        let link = (own.link.kind != LinkKind::None).then(|| own.link.per_direction.to_gb());
        for (field, value) in [
            (Field::OwnMemory, Some(own.memory.to_gb())),
            (Field::OwnBandwidth, Some(own.bandwidth.to_gb())),
            (
                Field::OwnCompute,
                own.peak.sixteen.map(FlopsPerSecond::to_tera),
            ),
            (Field::OwnLink, link),
            (Field::OwnNode, Some(f64::from(own.node_size))),
        ] {
            self.set(field, value, marks);
        }
    }

    /// The same draft in the marks of another language. Text that cannot be
    /// read stays as it was typed.
    pub(crate) fn rewrite(&mut self, old: Marks, new: Marks) {
        let rows = self.prices.iter_mut().chain(&mut self.discounts);
        let rows = rows.map(|(_, text)| text);
        rewrite(self.texts.values_mut().chain(rows), old, new);
    }

    /// Counts the pace in the other unit, the demand unchanged.
    pub(crate) fn set_pace(&mut self, pace: Pace, marks: Marks) {
        let bounds = self.pace_bounds();
        let value = self.number(Field::Tpot, &bounds, marks).ok().flatten();
        if pace != self.pace {
            // Milliseconds a token and tokens a second: each 1000 over the other.
            self.set(Field::Tpot, value.map(|value| 1000.0 / value), marks);
            self.pace = pace;
        }
    }

    /// Counts the traffic in another unit, with an amount that is about the same.
    pub(crate) fn set_basis(&mut self, basis: Basis, marks: Marks) {
        let Ok(question) = self.question(marks) else {
            self.basis = basis;
            return;
        };
        let other = |field, bounds: &Bounds| self.number(field, bounds, marks).ok().flatten();
        let peak = other(Field::PeakToMean, &PEAK).unwrap_or(1.0);
        let demand = |time: Option<Seconds>, usual: f64| time.map_or(usual, Seconds::get);
        // Little's law, with requests that just keep the SLA.
        let stay = demand(question.sla.ttft, 1.0)
            + question.output_tokens * demand(question.sla.tpot, 0.05)
            + question.variety.think.get();
        let rate = match question.traffic {
            Traffic::Users(users) => users / stay,
            other => other.peak_rate(question.output_tokens).unwrap_or(1.0),
        };
        let amount = match basis {
            Basis::Rate => rate,
            Basis::Users => (rate * stay).max(1.0).round(),
            Basis::TokensPerDay => rate * question.output_tokens * 86_400.0 / peak,
            Basis::People => {
                let active = other(Field::ActiveShare, &ACTIVE).unwrap_or(100.0);
                let each = other(Field::RequestsEach, &EACH).unwrap_or(1.0);
                let one = Traffic::People {
                    people: 1.0,
                    active: Unit::Percent.read(active),
                    each,
                };
                let one = one.peak_rate(question.output_tokens).unwrap_or(1.0);
                (rate / one).max(1.0).round()
            }
        };
        self.basis = basis;
        self.set(Field::Traffic, Some(rounded(amount)), marks);
    }
}

/// Three significant digits.
fn rounded(value: f64) -> f64 {
    let digits = 10f64.powf(2.0 - value.abs().max(1e-9).log10().floor());
    (value * digits).round() / digits
}

/// The link of the user's own accelerator: a switch where a bandwidth is given.
pub(super) fn link(gb_per_direction: Option<f64>, node: u32) -> Link {
    Link {
        kind: if gb_per_direction.is_some() {
            LinkKind::NvLink
        } else {
            LinkKind::None
        },
        per_direction: BytesPerSecond::gb(gb_per_direction.unwrap_or(0.0)),
        domain: node,
    }
}

/// The first values of a user's own accelerator: round figures of a data-centre card.
pub(super) fn blank(name: &str) -> Accelerator {
    Accelerator {
        id: OWN.to_owned(),
        name: name.to_owned(),
        vendor: Vendor::Other,
        architecture: Architecture::Other,
        memory: Bytes::gb(80.0),
        marketed_memory: Bytes::gb(80.0),
        bandwidth: BytesPerSecond::gb(2000.0),
        peak: Peaks {
            sixteen: Some(FlopsPerSecond::tera(400.0)),
            ..Peaks::default()
        },
        link: link(None, 8),
        pcie: None,
        node_size: 8,
        power: None,
        hbm: true,
        unified: false,
        headline_factor: 1.0,
    }
}
