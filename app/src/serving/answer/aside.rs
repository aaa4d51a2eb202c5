//! What is found out beside an answer, once that rests.

use crate::page::beside::Beside;
use crate::page::work::{Ready, Runner};
use leptos::prelude::*;

/// What `begin` makes of the latest question that `asked` has; nothing where it makes nothing of
/// it. `asked` is reactive.
pub(super) fn known<Q: 'static, T: Send + Sync + 'static>(
    asked: impl Fn() -> Option<Q> + 'static,
    begin: fn(&Q) -> Option<Ready<T>>,
) -> RwSignal<Option<T>> {
    let known = RwSignal::new(None::<T>);
    let runner = Runner::of_page();
    Effect::new(move |_| {
        let Some((asked, turn)) = asked().zip(runner.begin()) else {
            return;
        };
        let made = move || Beside::new(vec![asked], begin, |Ready(found)| found);
        Beside::ask(runner, turn, made, move |ended| {
            known.set(ended.into_iter().find_map(|(_, found)| found));
        });
    });
    known
}
