//! A price list on its way from a file or a text into the question.

use super::kept;
use crate::browser;
use crate::costs::state::State;
use crate::i18n;
use crate::page::carried;
use crate::page::turns::{Turn, Turns};
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
        let used = state.asked.with_untracked(|asked| {
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
        let turn = GIVEN.with(Turns::begin);
        leptos::task::spawn_local(async move {
            // One byte more tells that it is too large.
            match browser::read_start(file, MOST_BYTES as f64 + 1.0).await {
                Some((name, bytes)) => self.bytes(state, turn, name, bytes).await,
                None if is_latest(turn) => self.outcome.set(Some(Outcome::Failed)),
                None => {}
            }
        });
    }

    /// Reads a text, called `name`.
    pub(super) fn text(self, state: State, name: String, text: String) {
        let turn = GIVEN.with(Turns::begin);
        if text.trim().is_empty() {
            self.outcome.set(None);
            return;
        }
        leptos::task::spawn_local(async move {
            self.bytes(state, turn, name, text.into_bytes()).await;
        });
    }

    async fn bytes(self, state: State, turn: Turn, name: String, bytes: Vec<u8>) {
        let currency = untrack(i18n::currency);
        let code = currency.code();
        let request = Request::ReadPrices {
            bytes,
            code: code.as_str().to_owned(),
            rate: currency.per_usd(),
        };
        let heard = browser::ask(request).await;
        if !is_latest(turn) {
            return;
        }
        self.outcome
            .set(Some(match heard.as_deref().and_then(wire::decode) {
                None => Outcome::Failed,
                Some(Err(reason)) => Outcome::Refused(reason),
                Some(Ok(list)) => self.take(state, name, list),
            }));
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

fn is_latest(turn: Turn) -> bool {
    GIVEN.with(|given| given.is_latest(turn))
}
