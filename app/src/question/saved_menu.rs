//! The menu of questions saved by name: to save this one, and to put another on the page.

use super::tools::MENU;
use crate::address;
use crate::answer::{load_in_words, model_name};
use crate::browser;
use crate::carried::departing;
use crate::i18n::{Msg, say, t, text};
use crate::saved::{self, Saved};
use crate::state::State;
use estimator::named::MOST_NAME;
use leptos::prelude::*;

/// What stands in the menu.
#[component]
pub(super) fn SavedMenu(
    /// How often it was opened.
    opened: RwSignal<u32>,
) -> impl IntoView {
    let state = State::of_page();
    let typed = RwSignal::new(String::new());
    let said = RwSignal::new(String::new());
    let all = RwSignal::new(Vec::new());
    Effect::new(move |_| {
        opened.track();
        said.set(String::new());
        all.set(saved::all());
    });
    browser::on_storage_change(move || all.set(saved::all()));
    let usual = Memo::new(move |_| {
        state.answer.with(|answer| {
            let question = answer.as_ref().map(|answer| &answer.question)?;
            let load = load_in_words(question.traffic);
            Some(format!("{}, {load}", model_name(&question.model)))
        })
    });
    let save = move || {
        let Some(fragment) = untrack(|| address::fragment_of(state).as_deref().map(departing))
        else {
            return;
        };
        let name = typed.get_untracked();
        let called = if name.trim().is_empty() {
            usual.get_untracked().unwrap_or_default()
        } else {
            name
        };
        said.set(match saved::save(&called, &fragment) {
            Some(name) => {
                typed.set(String::new());
                say::saved_as(&name)
            }
            None => text(Msg::SavedRefused).to_owned(),
        });
        all.set(saved::all());
    };
    let row = move |saved: Saved| {
        let name = saved.named.name().to_owned();
        let label = name.clone();
        let fragment = saved.named.fragment().to_owned();
        view! {
            <li>
                <button
                    type="button"
                    popovertarget=MENU
                    popovertargetaction="hide"
                    on:click=move |_| browser::follow(&fragment)
                >
                    {name}
                </button>
                <button
                    type="button"
                    class="remove"
                    aria-label=move || say::remove(&label)
                    on:click=move |_| {
                        saved::remove(&saved);
                        all.set(saved::all());
                        browser::focus("saved-name");
                    }
                >
                    "×"
                </button>
            </li>
        }
    };
    view! {
        <label for="saved-name">{t(Msg::SavedName)}</label>
        <div class="box">
            <input
                id="saved-name"
                type="text"
                autocomplete="off"
                autofocus
                maxlength=MOST_NAME.to_string()
                placeholder=usual
                prop:value=typed
                on:input:target=move |event| typed.set(event.target().value())
                on:keydown=move |event| {
                    if event.key() == "Enter" && !event.is_composing() {
                        event.prevent_default();
                        save();
                    }
                }
            />
        </div>
        <button
            type="button"
            class="tool strong"
            disabled=move || state.is_stale()
            on:click=move |_| save()
        >
            {t(Msg::Save)}
        </button>
        <p class="aside" role="status">{said}</p>
        <ul>{move || all.get().into_iter().map(row).collect_view()}</ul>
        <a class="plain" href="compare/">{t(Msg::SavedAll)}</a>
    }
    .into_any()
}
