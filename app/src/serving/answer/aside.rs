//! What is found out beside an answer, once that rests.

use crate::page::beside::Beside;
use crate::page::work::{Runner, Work};
use leptos::prelude::*;

/// What is kept of the work that `begin` begins for the latest question that `asked` has; nothing
/// where it begins none. `asked` is reactive.
pub(super) fn known<Q: 'static, W: Work, T: Send + Sync + 'static>(
    asked: impl Fn() -> Option<Q> + 'static,
    begin: fn(&Q) -> Option<W>,
    keep: fn(W) -> T,
) -> RwSignal<Option<T>> {
    let known = RwSignal::new(None::<T>);
    let runner = Runner::of_page();
    Effect::new(move |_| {
        let Some((asked, turn)) = asked().zip(runner.begin()) else {
            return;
        };
        let made = move || Beside::new(vec![asked], begin, keep);
        Beside::ask(runner, turn, made, move |ended| {
            known.set(ended.into_iter().find_map(|(_, found)| found));
        });
    });
    known
}
