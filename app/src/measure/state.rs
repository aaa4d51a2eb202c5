//! The signals that everything on the page hangs on.

use super::calibrate::Calibrating;
use crate::page::dropped::Dropped;
use crate::page::frame::Frame;
use estimator::profile::Group;
use leptos::prelude::*;
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
    /// The last file that could be read.
    pub(super) measured: RwSignal<Option<Arc<Measured>>>,
    /// The file before that one, to compare it with.
    pub(super) before: RwSignal<Option<Arc<Measured>>>,
    /// Measured loads, and what comes of them.
    pub(super) calibration: Calibrating,
    /// The reading of the last file.
    pub(super) dropped: Dropped,
}

impl State {
    /// The state of a page that begins with a question, put where every component finds it.
    pub(super) fn provide(question: String, frame: Frame) -> Self {
        let state = Self {
            question: RwSignal::new(question),
            frame,
            phase: RwSignal::new(Phase::Rest),
            measured: RwSignal::new(None),
            before: RwSignal::new(None),
            calibration: Calibrating::new(),
            dropped: Dropped::of_page(),
        };
        provide_context(state);
        state
    }

    /// The page's state.
    pub(super) fn of_page() -> Self {
        expect_context()
    }
}
