//! From loads and what they ran on to a calibration.

use super::fields::Asked;
use super::table::table;
use super::typed::{Part, Typed, Wrong};
use super::words;
use crate::browser;
use crate::i18n::{self, Msg};
use crate::measure::sheet::{Section, plain};
use crate::measure::size::meant;
use crate::measure::state::Listed;
use crate::module;
use catalog::accelerators;
use estimator::calibration::{
    Fitted, Found, Key, LeftOut, Quantity, Record, Refusal, Row, Seen, Setup, Standing, Told,
    calibrate, standing, told,
};
use estimator::choice::ModelChoice;
use estimator::profile;
use estimator::serving::link;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::release::Month;
use leptos::prelude::*;

/// The most loads that are held: as many as one may look through.
const MOST_LOADS: usize = 200;

/// A load of a file.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::measure) struct Loaded {
    /// The file's name.
    pub(super) file: String,
    /// Its load.
    pub(super) load: Found,
}

/// Measured loads and what they ran on. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(in crate::measure) struct Calibrating {
    /// The loads of all files since the page was opened, of one model.
    pub(super) loads: RwSignal<Vec<Loaded>>,
    /// What they ran on, as typed.
    pub(super) typed: RwSignal<Typed>,
    /// What comes of both.
    pub(super) outcome: Memo<Outcome>,
    /// Where the rows stand among published runs, which come a moment later.
    pub(super) standings: RwSignal<Vec<(Quantity, Standing)>>,
    /// Files up to this number are forgotten.
    forgotten: StoredValue<Option<u32>>,
}

/// What comes of the loads.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Outcome {
    /// There are none.
    Nothing,
    /// Fields are wrong or empty.
    Wrong(Vec<(Part, Wrong)>),
    /// They are fitted, or change nothing.
    Done {
        /// What was measured.
        setup: Box<Setup>,
        /// Each load beside its estimate, or why it is left out.
        rows: Vec<Result<Row, LeftOut>>,
        /// The fit.
        fit: Result<Fitted, Refusal>,
    },
}

impl Calibrating {
    pub(in crate::measure) fn new() -> Self {
        let loads = RwSignal::new(Vec::<Loaded>::new());
        let typed = RwSignal::new(Typed::default());
        let outcome = Memo::new(move |_| {
            let loads: Vec<Found> = loads.get().into_iter().map(|loaded| loaded.load).collect();
            typed.with(|typed| outcome(&loads, typed))
        });
        let standings = RwSignal::new(Vec::new());
        Effect::new(move |_| hold(outcome, standings));
        Self {
            loads,
            typed,
            outcome,
            standings,
            forgotten: StoredValue::new(None),
        }
    }

    /// Takes the loads of all files over that hold any: those of the model of the last one that
    /// names one, and those that name none.
    pub(in crate::measure) fn take(self, files: &[Listed]) {
        let forgotten = self.forgotten.get_value();
        let files = files.iter().filter(|file| Some(file.id) > forgotten);
        let told = files.filter_map(|file| Some((&file.name, told(&file.measured()?.facts)?)));
        let told: Vec<(&String, Told, Option<&str>)> = told
            .map(|(name, told)| {
                let model = told.model.as_deref();
                let entry = model.and_then(|model| meant(model, told.parameters));
                let model = entry.map(|entry| entry.id);
                (name, told, model)
            })
            .collect();
        let model = told.iter().rev().find_map(|(.., model)| *model);
        let of_it = |one: &&(&String, Told, Option<&str>)| one.2.is_none() || one.2 == model;
        let mut loads: Vec<Loaded> = Vec::new();
        for (name, told, _) in told.iter().filter(of_it) {
            for load in &told.loads {
                let loaded = Loaded {
                    file: (*name).clone(),
                    load: *load,
                };
                if loads.len() < MOST_LOADS && !loads.contains(&loaded) {
                    loads.push(loaded);
                }
            }
        }
        let other = self.typed.with_untracked(|typed| {
            let before = typed.model.as_deref();
            model.is_some() && before.is_some() && before != model
        });
        self.typed.update(|typed| {
            if loads.is_empty() || other {
                *typed = Typed::default();
            }
            typed.parameters = None;
            for (_, told, model) in told.iter().filter(of_it) {
                fill(typed, told, *model);
            }
        });
        self.loads.set(loads);
    }

    /// The rows as a table; reactive.
    pub(super) fn rows(self) -> Section {
        let table = self
            .loads
            .with(|loads| self.outcome.with(|outcome| table(loads, outcome)));
        plain(Msg::CalibRows, table)
    }

    /// What comes of the rows in a sentence, and the rows; `None` where there are none. Reactive.
    pub(in crate::measure) fn section(self) -> Option<(String, Section)> {
        if self.loads.with(Vec::is_empty) {
            return None;
        }
        let mut says = vec![self.outcome.with(words::verdict)];
        says.extend(self.standings.with(|all| words::standings(all)));
        Some((says.join(i18n::language().gap()), self.rows()))
    }

    /// Whether there is a calibration that may be applied; reactive.
    pub(in crate::measure) fn is_fitted(self) -> bool {
        let is = |outcome: &Outcome| matches!(outcome, Outcome::Done { fit: Ok(_), .. });
        self.outcome.with(is)
    }

    /// Drops all of it.
    pub(super) fn forget(self, last: Option<u32>) {
        self.forgotten.set_value(last);
        self.loads.set(Vec::new());
        self.typed.set(Typed::default());
    }

    /// What the fields ask for; reactive.
    pub(super) fn asked(self) -> Asked {
        Asked {
            typed: self.typed,
            loads: Signal::derive(move || {
                let loads = self.loads.get().into_iter();
                loads.map(|loaded| loaded.load).collect()
            }),
            wrong: Signal::derive(move || {
                self.outcome.with(|outcome| match outcome {
                    Outcome::Wrong(all) => all.clone(),
                    Outcome::Nothing | Outcome::Done { .. } => Vec::new(),
                })
            }),
        }
    }

    /// The question of the calculator with the calibration in it: the one that came along if it is
    /// about the same, else what was measured; reactive.
    pub(super) fn question(self, carried: &str) -> Option<Question> {
        let (setup, record) = self.outcome.with(|outcome| match outcome {
            Outcome::Done {
                setup,
                fit: Ok(fitted),
                ..
            } => Some((setup.clone(), record(setup, fitted)?)),
            _ => None,
        })?;
        let (link, _) = link::read(carried);
        let mut question = link.question;
        let same = question.model == ModelChoice::Catalog(setup.model.id.clone())
            && question.engine.engine == setup.engine;
        if carried.is_empty() || !same {
            question = self.measured(&setup);
        }
        question.calibration = Some(Box::new(record));
        Some(question)
    }

    /// What was measured, as a question.
    fn measured(self, setup: &Setup) -> Question {
        let mut question = Question {
            model: ModelChoice::Catalog(setup.model.id.clone()),
            weights: setup.weights,
            kv_cache: setup.kv_cache,
            ..Question::default()
        };
        question.engine.engine = setup.engine;
        question.fleet.accelerators = vec![setup.chip.id.clone()];
        let last = self.loads.with(|loads| loads.last().map(|last| last.load));
        if let Some(load) = last {
            question.traffic = match (load.users, load.rate) {
                (Some(users), _) => Traffic::Users(users.round().max(1.0)),
                (None, Some(rate)) => Traffic::Rate(rate),
                (None, None) => question.traffic,
            };
            let length = |length: Option<f64>, usual: f64| {
                length.map_or(usual, |length| length.round().max(1.0))
            };
            question.input_tokens = length(load.input, question.input_tokens);
            question.output_tokens = length(load.output, question.output_tokens);
        }
        question
    }
}

/// Fills in what a file says and nobody has said before.
fn fill(typed: &mut Typed, told: &Told, model: Option<&str>) {
    let first = typed.model.is_none() && typed.engine.is_none();
    if typed.model.is_none()
        && let Some(id) = model
    {
        typed.model = Some(id.to_owned());
        let mut question = Question {
            model: ModelChoice::Catalog(id.to_owned()),
            weights: typed.weights,
            ..Question::default()
        };
        catalog::fit_weights(&mut question);
        typed.weights = question.weights;
    }
    // What the file was quantised to is nearer than what the model is released in.
    if let Some(weights) = told.weights.filter(|_| first) {
        typed.weights = weights;
    }
    typed.parameters = told.parameters.or(typed.parameters);
    typed.engine = typed.engine.or(told.engine);
    if typed.accelerator.is_none()
        && let Some((name, memory)) = &told.device
    {
        let boards = accelerators().iter().map(|record| &record.accelerator);
        typed.accelerator = profile::board(name, *memory, boards).map(|board| board.id.clone());
    }
}

fn outcome(loads: &[Found], typed: &Typed) -> Outcome {
    if loads.is_empty() {
        return Outcome::Nothing;
    }
    let (setup, asked) = match typed.read(loads, i18n::marks()) {
        Ok(ready) => ready,
        Err(wrong) => return Outcome::Wrong(wrong),
    };
    let rows: Vec<Result<Row, LeftOut>> = loads.iter().map(|load| setup.row(load, asked)).collect();
    let used: Vec<Row> = rows.iter().filter_map(|row| row.ok()).collect();
    Outcome::Done {
        setup: Box::new(setup),
        fit: calibrate(&used),
        rows,
    }
}

/// Holds the rows against published runs, which are loaded for it; reactive.
fn hold(outcome: Memo<Outcome>, standings: RwSignal<Vec<(Quantity, Standing)>>) {
    standings.set(Vec::new());
    let asked = outcome.with(|outcome| match outcome {
        Outcome::Done { setup, rows, .. } => {
            let rows: Vec<Row> = rows.iter().filter_map(|row| row.ok()).collect();
            (!rows.is_empty()).then(|| (setup.clone(), rows))
        }
        Outcome::Nothing | Outcome::Wrong(_) => None,
    });
    let Some((setup, rows)) = asked else {
        return;
    };
    leptos::task::spawn_local(async move {
        let Some(published) = module::load_nearest().await else {
            return;
        };
        // What was typed meanwhile asks for itself.
        let same = outcome.try_with_untracked(
            |outcome| matches!(outcome, Outcome::Done { setup: now, .. } if *now == setup),
        );
        if same != Some(true) {
            return;
        }
        let published = (published.comparable)(&setup);
        let found = Quantity::ALL.into_iter().filter_map(|quantity| {
            let standing = standing(&rows, &published, quantity)?;
            Some((quantity, standing))
        });
        standings.set(found.collect());
    });
}

/// The record of a fit; `None` without a calendar.
fn record(setup: &Setup, fitted: &Fitted) -> Option<Record> {
    let month = Month::parse(&browser::day_after(0.0))?;
    Some(Record::new(
        fitted,
        Key {
            engine: setup.engine,
            engine_version: None,
            accelerator: setup.chip.id.clone(),
            model: setup.model.id.clone(),
        },
        month,
    ))
}

/// What a fit says of a row that it has not seen.
pub(super) fn seen(fitted: &Fitted, row: &Row) -> Option<Seen> {
    fitted.rows.iter().find(|seen| seen.row == *row).copied()
}
