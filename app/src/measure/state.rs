//! The signals that everything on the page hangs on.

use super::calibrate::Calibrating;
use super::sheet::Section;
use crate::page::dropped::Dropped;
use crate::page::frame::Frame;
use crate::page::unread::Unread;
use estimator::profile::Group;
use estimator::profile::summary::{Course, Mark, Memory};
use leptos::prelude::*;
use leptos::web_sys::File;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A file that was read.
#[derive(Debug, PartialEq)]
pub(super) struct Measured {
    /// Its name.
    pub(super) name: String,
    /// Its facts, as the contract's JSON.
    pub(super) json: String,
    /// The same, read.
    pub(super) facts: Group,
    /// What each device did when, where it holds times.
    pub(super) timeline: Option<Arc<Course>>,
    /// Memory over events, where it holds those of an allocator.
    pub(super) memory: Option<Arc<Memory>>,
    /// Kernels whose work is known, for a roofline; the longest first.
    pub(super) marks: Arc<Vec<Mark>>,
    /// The stretch of the recording that the facts count, seconds from its first work; `None`
    /// where they count all of it.
    pub(super) stretch: Option<(f64, f64)>,
}

/// A file's memory beside an estimate's parts: what is said of it, and its rows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Beside {
    /// Sentences, the comparison of the peaks first.
    pub(super) says: Vec<String>,
    /// The table.
    pub(super) section: Section,
}

/// What the estimator says beside a file, once that is known. Small handles: copy it freely.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Told {
    /// Its memory beside an estimate's parts.
    pub(super) memory: RwSignal<Option<(Arc<Measured>, Beside)>>,
    /// Changes of a question that do what it asks for, with their prices.
    pub(super) changes: RwSignal<Option<(Arc<Measured>, Vec<String>)>>,
}

/// Why a file was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// The part of the program for it could not be had.
    NoReader,
    /// The browser does not let it be read.
    NoAccess,
    /// It is empty.
    Empty,
    /// It is of no kind that is read here.
    Unknown,
    /// It is cut or damaged.
    Broken,
    /// It is beyond a bound.
    TooLarge,
    /// It asks for more than data.
    Unsafe,
}

/// The reading of the last file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Phase {
    /// Nothing was dropped yet.
    Rest,
    /// It goes on.
    Reading {
        /// The file's name.
        name: String,
        /// The share of it that was read, 0 to 1.
        share: f64,
    },
    /// It has ended.
    Done {
        /// The file's name.
        name: String,
    },
    /// It was cancelled.
    Stopped {
        /// The file's name.
        name: String,
    },
    /// It failed.
    Failed {
        /// The file's name.
        name: String,
        /// The reason.
        why: Why,
    },
    /// There was no room for it in the list.
    TooMany,
}

/// A file of the list.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Listed {
    /// Its number; later ones are larger.
    pub(super) id: u32,
    /// Its name.
    pub(super) name: String,
    /// What was read of it, or why nothing was; `None` while it waits or is being read.
    pub(super) read: Option<Result<Arc<Measured>, Why>>,
}

impl Listed {
    /// What was read of it.
    pub(super) fn measured(&self) -> Option<&Arc<Measured>> {
        self.read.as_ref()?.as_ref().ok()
    }
}

/// The state of the page. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The question of other pages, as its fragment came.
    pub(super) question: RwSignal<String>,
    /// How the page is looked at.
    pub(super) frame: Frame,
    /// How far the reading of the last file is.
    pub(super) phase: RwSignal<Phase>,
    /// All files, in the order in which they came.
    pub(super) files: RwSignal<Vec<Listed>>,
    /// The number of the file that is shown.
    pub(super) chosen: RwSignal<Option<u32>>,
    /// The number of the one that it is compared with.
    pub(super) beside: RwSignal<Option<u32>>,
    /// The file that is shown, or the stretch of it that is judged alone.
    pub(super) measured: Memo<Option<Arc<Measured>>>,
    /// The stretch that is judged alone, of the file of this number.
    pub(super) stretch: RwSignal<Option<(u32, Arc<Measured>)>>,
    /// The file that it is compared with.
    pub(super) before: Memo<Option<Arc<Measured>>>,
    /// The accelerator that memory is held against.
    pub(super) board: RwSignal<Option<String>>,
    /// Measured loads, the reading of the last file, and what the estimator says beside one.
    parts: StoredValue<(Calibrating, Dropped, Told)>,
    /// The files themselves.
    pub(super) held: StoredValue<Held, LocalStorage>,
}

/// Files by their numbers.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// Those that wait to be read.
    pub(super) waiting: VecDeque<u32>,
    /// All of the list, to read one, or a stretch of it again.
    pub(super) files: BTreeMap<u32, File>,
}

impl State {
    /// The reading of the last file.
    pub(super) fn dropped(self) -> Dropped {
        self.parts.with_value(|(_, dropped, _)| *dropped)
    }

    /// Measured loads, and what comes of them.
    pub(super) fn calibration(self) -> Calibrating {
        self.parts.with_value(|(calibration, ..)| *calibration)
    }

    /// What the estimator says beside a file, for its report.
    pub(super) fn told(self) -> Told {
        self.parts.with_value(|(_, _, told)| *told)
    }

    /// The state of a page, put where every component finds it.
    pub(super) fn provide(page: Unread) -> Self {
        let files = RwSignal::new(Vec::<Listed>::new());
        let (chosen, beside) = (RwSignal::new(None), RwSignal::new(None));
        let of = move |number: RwSignal<Option<u32>>| {
            Memo::new(move |_| {
                let number = number.get()?;
                files.with(|files| {
                    let listed = files.iter().find(|listed| listed.id == number)?;
                    listed.measured().cloned()
                })
            })
        };
        let stretch = RwSignal::new(None::<(u32, Arc<Measured>)>);
        let whole = of(chosen);
        let measured = Memo::new(move |_| {
            let part = stretch.get().filter(|(id, _)| Some(*id) == chosen.get());
            part.map(|(_, part)| part).or_else(|| whole.get())
        });
        let state = Self {
            question: page.question,
            frame: page.frame,
            phase: RwSignal::new(Phase::Rest),
            files,
            chosen,
            beside,
            measured,
            stretch,
            before: of(beside),
            board: RwSignal::new(None),
            parts: StoredValue::new((Calibrating::new(), Dropped::of_page(), Told::default())),
            held: StoredValue::new_local(Held::default()),
        };
        provide_context(state);
        state
    }

    /// The page's state.
    pub(super) fn of_page() -> Self {
        expect_context()
    }

    /// Shows a file of the list, beside the one that was shown before.
    pub(super) fn choose(self, id: u32) {
        let before = self.chosen.get_untracked();
        if before != Some(id) {
            self.stretch.set(None);
            self.beside.set(before);
            self.chosen.set(Some(id));
        }
    }

    /// Takes a file off the list. Where it was shown, the last one that could be read is.
    pub(super) fn remove(self, id: u32) {
        self.held.update_value(|held| {
            held.waiting.retain(|number| *number != id);
            held.files.remove(&id);
        });
        self.files
            .update(|files| files.retain(|listed| listed.id != id));
        if self.beside.get_untracked() == Some(id) {
            self.beside.set(None);
        }
        if self.chosen.get_untracked() == Some(id) {
            let last = self.files.with_untracked(|files| {
                let mut read = files
                    .iter()
                    .rev()
                    .filter(|listed| listed.measured().is_some());
                read.next().map(|listed| listed.id)
            });
            if self.beside.get_untracked() == last {
                self.beside.set(None);
            }
            self.chosen.set(last);
        }
        self.files
            .with_untracked(|files| self.calibration().take(files));
    }
}
