//! Every formula that the page shows, with its values put in, gives its result.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use estimator::choice::ModelChoice;
use estimator::serving::confirm::search_confirmed;
use estimator::serving::explain::{Derivation, Term, explain};
use estimator::serving::options::{Adapters, Serving, Speculation};
use estimator::serving::question::{Question, Traffic};
use estimator::serving::search::search;

/// Reads a formula's right side from left to right.
struct Reader<'a> {
    rest: &'a str,
    terms: Vec<Term>,
}

impl Reader<'_> {
    fn take(&mut self, text: &str) -> bool {
        self.rest = self.rest.trim_start();
        let found = self.rest.strip_prefix(text);
        if let Some(rest) = found {
            self.rest = rest;
        }
        found.is_some()
    }

    fn sum(&mut self) -> f64 {
        let mut value = self.product();
        loop {
            if self.take("+") {
                value += self.product();
            } else if self.take("−") {
                value -= self.product();
            } else {
                return value;
            }
        }
    }

    fn product(&mut self) -> f64 {
        let mut value = self.atom();
        loop {
            if self.take("·") {
                value *= self.atom();
            } else if self.take("/") {
                value /= self.atom();
            } else {
                return value;
            }
        }
    }

    fn atom(&mut self) -> f64 {
        if let Some(value) = self.symbol() {
            return value;
        }
        if self.take("10⁶") {
            return 1e6;
        }
        if self.take("√") {
            return self.atom().sqrt();
        }
        for (open, close) in [("max(", ")"), ("⌈", "⌉"), ("(", ")")] {
            if self.take(open) {
                let value = self.sum();
                let value = match open {
                    "max(" => {
                        assert!(self.take(","));
                        value.max(self.sum())
                    }
                    "⌈" => (value - 1e-9).ceil(),
                    _ => value,
                };
                assert!(self.take(close), "{}", self.rest);
                return value;
            }
        }
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        number
            .parse()
            .unwrap_or_else(|_| panic!("no value before {rest:?}"))
    }

    fn symbol(&mut self) -> Option<f64> {
        self.rest = self.rest.trim_start();
        let known = self
            .terms
            .iter()
            .filter(|term| self.rest.starts_with(term.symbol));
        let term = *known.max_by_key(|term| term.symbol.len())?;
        assert!(self.take(term.symbol));
        Some(term.value)
    }
}

fn evaluated(one: &Derivation) -> f64 {
    let (_, right) = one.formula.split_once('=').unwrap();
    let constants = one.constants.iter().map(|constant| constant.term);
    let mut reader = Reader {
        rest: right,
        terms: one.terms.iter().copied().chain(constants).collect(),
    };
    let value = reader.sum();
    assert_eq!(reader.rest.trim(), "", "{}", one.formula);
    value
}

#[test]
fn formulas_give_their_results() {
    let of = |model: &str, traffic| Question {
        model: ModelChoice::Catalog(model.to_owned()),
        traffic,
        ..Question::default()
    };
    let served = |serving| Question {
        serving,
        ..Question::default()
    };
    let mut seen = 0;
    for question in [
        served(Serving {
            speculation: Some(Speculation::TYPICAL),
            adapters: Some(Adapters {
                count: 20,
                rank: 32,
            }),
            restored: 0.4,
            ..Serving::default()
        }),
        served(Serving {
            disaggregated: true,
            restored: 0.1,
            ..Serving::default()
        }),
        Question {
            traffic: Traffic::Users(300.0),
            ..served(Serving {
                disaggregated: true,
                ..Serving::default()
            })
        },
        Question::default(),
        of("deepseek-ai/DeepSeek-V3", Traffic::Rate(3.0)),
        of("openai/gpt-oss-120b", Traffic::Users(40.0)),
        of("google/gemma-3-27b-it", Traffic::Users(7.0)),
    ] {
        let Ok((scenario, offers)) = catalog::resolve(&question) else {
            panic!("{:?} is in the catalogue", question.model);
        };
        let found = search(&scenario, &offers).candidates;
        let simulated = search_confirmed(&scenario, &offers).candidates;
        for candidate in found.into_iter().chain(simulated) {
            for sizing in candidate.best.iter().chain(&candidate.alternatives) {
                for one in explain(&scenario, &offers[candidate.offer], sizing) {
                    let (value, wanted) = (evaluated(&one), one.result.value);
                    assert!(
                        (value - wanted).abs() <= 1e-6 * wanted.abs() + 1e-12,
                        "{:?}: {} is {value}, not {wanted} ({:?})",
                        one.id,
                        one.formula,
                        one.terms,
                    );
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}
