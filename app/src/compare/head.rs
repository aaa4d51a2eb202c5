//! The heading of a column: its name, the way to the calculator, and its place, which keys
//! change as well as a pointer.

use super::state::State;
use crate::browser;
use crate::i18n::{Msg, say, t};
use crate::page::notices::words;
use estimator::named::Named;
use leptos::prelude::*;

/// The id of the link to the scenario of a column.
pub(super) fn link_id(at: usize) -> String {
    format!("open-{at}")
}

/// The heading.
pub(super) fn head(state: State, at: usize, count: usize, named: &Named) -> AnyView {
    let name = move || state.name(at);
    let address = browser::page_at("", named.fragment());
    let notices = {
        let fragment = named.fragment().to_owned();
        move || {
            let known = state.outcomes.get();
            let outcome = known.iter().find(|one| one.fragment == fragment);
            let notices = outcome.map(|outcome| outcome.notices.iter().map(words));
            let notices = notices.into_iter().flatten();
            notices
                .map(|notice| view! { <p class="aside">{notice}</p> })
                .collect_view()
        }
    };
    let button = move |id: String,
                       sign: &'static str,
                       says: fn(&str) -> String,
                       off: bool,
                       press: Callback<()>| {
        view! {
            <button
                id=id
                type="button"
                class="tool"
                aria-label=move || says(&name())
                title=move || says(&name())
                aria-disabled=off.then_some("true")
                on:click=move |_| press.run(())
            >
                {sign}
            </button>
        }
    };
    let shift = move |right: bool| Callback::new(move |()| state.shift(at, right));
    view! {
        <th scope="col">
            <b>{name}</b>
            {notices}
            <div class="column-tools">
                <a
                    id=link_id(at)
                    class="plain"
                    href=address
                    aria-label=move || say::compare_open_named(&name())
                >
                    {t(Msg::CompareOpen)}
                </a>
                {button(format!("left-{at}"), "←", say::compare_left, at == 0, shift(false))}
                {button(format!("right-{at}"), "→", say::compare_right, at + 1 == count, shift(true))}
                {button(
                    format!("remove-{at}"),
                    "×",
                    say::remove,
                    false,
                    Callback::new(move |()| state.remove(at)),
                )}
            </div>
        </th>
    }
    .into_any()
}
