//! A price list on its way from a file or a text into the question.

use super::kept;
use crate::costs::state::State;
use crate::i18n;
use crate::page::carried;
use crate::page::given::{self, Given};
use crate::page::turns::Turns;
use crate::worker::message::Request;
use estimator::error::Unreadable;
use estimator::import::prices::{MOST_BYTES, PriceList, wire};
use estimator::listed::Listed;
use leptos::prelude::*;
use leptos::web_sys::File;

/// Refused rows that are named.
pub(super) const NAMED: usize = 10;

thread_local! {
    /// Lists that were given; reading one may take a while.
    static GIVEN: Turns = const { Turns::new() };
}

/// The outcome of reading a list.
#[derive(Clone)]
pub(super) enum Outcome {
    /// It was read.
    Read {
        /// Its name.
        name: String,
        /// Its rows; of the refused rows the first ones.
        list: PriceList,
        /// Refused rows in all.
        refused: usize,
    },
    /// It is no list.
    Refused(Unreadable),
    /// The browser could not read it.
    Failed,
}

/// The lists of the section.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    /// The outcome of the last one.
    pub(super) outcome: RwSignal<Option<Outcome>>,
    /// The name of the one in use, where that is known.
    pub(super) name: RwSignal<Option<String>>,
    /// The name of the one that the browser keeps.
    pub(super) kept: RwSignal<Option<String>>,
    /// Whether the browser would not keep it.
    pub(super) unkept: RwSignal<bool>,
}

impl Reading {
    /// Begins with the list that is kept, and knows the one in use by it.
    pub(super) fn new(state: State) -> Self {
        let kept = kept::kept();
        let used = state.study.asked.with_untracked(|asked| {
            let rows = &asked.fleet.listed;
            let same = |(_, text): &&(String, String)| *text == kept::text_of(rows);
            kept.as_ref().filter(|_| !rows.is_empty()).filter(same)
        });
        Self {
            outcome: RwSignal::new(None),
            name: RwSignal::new(used.map(|(name, _)| name.clone())),
            kept: RwSignal::new(kept.as_ref().map(|(name, _)| name.clone())),
            unkept: RwSignal::new(false),
        }
    }

    /// Reads a file.
    pub(super) fn file(self, state: State, file: File) {
        self.read(state, Given::File(file));
    }

    /// Reads a text, called `name`.
    pub(super) fn text(self, state: State, name: String, text: String) {
        if text.trim().is_empty() {
            GIVEN.with(Turns::begin);
            self.outcome.set(None);
        } else {
            self.read(state, Given::Text(Some(name), text));
        }
    }

    fn read(self, state: State, given: Given) {
        let request = |_, bytes| {
            let currency = untrack(i18n::currency);
            Request::ReadPrices {
                bytes,
                code: currency.code().as_str().to_owned(),
                rate: currency.per_usd(),
            }
        };
        // One byte more tells that it is too large.
        let most = MOST_BYTES as f64 + 1.0;
        given::read(&GIVEN, given, most, request, move |name, heard| {
            self.outcome
                .set(Some(match heard.as_deref().and_then(wire::decode) {
                    None => Outcome::Failed,
                    Some(Err(reason)) => Outcome::Refused(reason),
                    Some(Ok(list)) => self.take(state, name.unwrap_or_default(), list),
                }));
        });
    }

    /// Takes the rows over, where there are any.
    fn take(self, state: State, name: String, mut list: PriceList) -> Outcome {
        let refused = list.problems.len();
        list.problems.truncate(NAMED);
        if !list.rows.is_empty() {
            let kept = kept::keep(&name, &list.rows);
            self.unkept.set(!kept);
            self.kept.set(kept.then(|| name.clone()));
            self.name.set(Some(name.clone()));
            put(state, list.rows.clone());
        }
        Outcome::Read {
            name,
            list,
            refused,
        }
    }
}

/// Puts rows in the place of all others. Whether links hold them is asked anew, and who sells
/// nothing any more takes nothing off.
pub(super) fn put(state: State, rows: Vec<Listed>) {
    carried::share(false);
    state.choose_fleet(|fleet| {
        fleet.listed = rows;
        carried::prune(fleet);
    });
}
