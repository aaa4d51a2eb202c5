//! A field that finds by a few typed letters: the combobox pattern of the ARIA
//! Authoring Practices, with a listbox below.

use super::finds::{Found, list, option_id};
use crate::browser;
use crate::i18n::{Msg, say, text};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

/// The state of the field. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct Finding {
    /// The `id` of the field.
    pub(super) id: &'static str,
    /// The text being typed; `None` while nobody does.
    typed: RwSignal<Option<String>>,
    /// Whether the list is open.
    pub(super) open: RwSignal<bool>,
    /// Which find the arrow keys stand on.
    pub(super) active: RwSignal<usize>,
    /// The finds for the typed text.
    pub(super) finds: Memo<Vec<Found>>,
    pick: Callback<String>,
    left: Option<Callback<String>>,
}

impl Finding {
    fn new(
        id: &'static str,
        find: fn(&str) -> Vec<Found>,
        pick: Callback<String>,
        left: Option<Callback<String>>,
    ) -> Self {
        let typed = RwSignal::new(None::<String>);
        let open = RwSignal::new(false);
        let finds = Memo::new(move |_| {
            if open.get() {
                find(typed.get().as_deref().unwrap_or_default())
            } else {
                Vec::new()
            }
        });
        Self {
            id,
            typed,
            open,
            active: RwSignal::new(0),
            finds,
            pick,
            left,
        }
    }

    fn show(self) {
        self.active.set(0);
        self.open.set(true);
    }

    fn close(self) {
        self.open.set(false);
        self.typed.set(None);
    }

    /// Picks a find.
    pub(super) fn take(self, index: usize) {
        let found = self.finds.with_untracked(|finds| finds.get(index).cloned());
        if let Some(found) = found {
            self.close();
            self.pick.run(found.id);
        }
    }

    /// Moves by one find, or opens the list.
    fn step(self, by: isize) {
        let count = self.finds.with_untracked(Vec::len);
        if self.open.get_untracked() && count > 0 {
            let moved = |at: &mut usize| *at = (*at).saturating_add_signed(by).min(count - 1);
            self.active.update(moved);
        } else {
            self.show();
        }
        browser::show_in_list(&option_id(self.id, self.active.get_untracked()));
    }

    fn on_key(self, event: &KeyboardEvent) {
        if event.is_composing() {
            // Enter ends the composition of a word, in Chinese or Japanese.
            return;
        }
        match event.key().as_str() {
            "ArrowDown" => self.step(1),
            "ArrowUp" => self.step(-1),
            "Enter" if self.open.get_untracked() => self.take(self.active.get_untracked()),
            // Nothing to submit.
            "Enter" => {}
            "Escape" if self.open.get_untracked() => self.close(),
            _ => return,
        }
        event.prevent_default();
    }

    /// The field is left: a text typed and not picked is handed on.
    fn leave(self) {
        let typed = self.typed.get_untracked();
        self.close();
        if let (Some(typed), Some(left)) = (typed, self.left)
            && !typed.trim().is_empty()
        {
            left.run(typed);
        }
    }

    /// The message for a screen reader about the list.
    fn announced(self, nothing: Msg) -> String {
        let count = self.finds.with(Vec::len);
        match (self.open.get(), count) {
            (false, _) => String::new(),
            (true, 0) => text(nothing).to_owned(),
            (true, count) => say::matches(count as f64),
        }
    }
}

/// A text field with finds below it.
#[component]
pub(crate) fn Combobox(
    /// The `id` of the field; the label points to it.
    id: &'static str,
    /// The name of the field.
    label: Msg,
    /// The text in the field while nobody types.
    #[prop(into)]
    shown: Signal<String>,
    /// Said in an empty field.
    #[prop(into)]
    hint: Signal<String>,
    /// The finds for a text.
    find: fn(&str) -> Vec<Found>,
    /// Called with the id of the picked find.
    #[prop(into)]
    pick: Callback<String>,
    /// Called when the field is left with a text that was not picked from.
    #[prop(optional, into)]
    left: Option<Callback<String>>,
    /// Said where nothing is found.
    nothing: Msg,
    /// The `id` of the problem that belongs to the field.
    #[prop(optional)]
    problem: &'static str,
    /// Whether there is one.
    #[prop(optional, into)]
    wrong: Signal<bool>,
    /// A view in the field behind the text.
    #[prop(optional)]
    trailing: Option<AnyView>,
) -> impl IntoView {
    let finding = Finding::new(id, find, pick, left);
    let Finding {
        typed,
        open,
        active,
        finds,
        ..
    } = finding;
    let active_id = move || {
        let any = finds.with(|finds| !finds.is_empty());
        (open.get() && any).then(|| option_id(id, active.get()))
    };
    let input = view! {
        <input
            id=id
            type="text"
            role="combobox"
            autocomplete="off"
            autocapitalize="none"
            spellcheck="false"
            aria-autocomplete="list"
            aria-controls=format!("{id}-list")
            aria-expanded=move || if open.get() { "true" } else { "false" }
            aria-activedescendant=active_id
            aria-invalid=move || wrong.get().then_some("true")
            aria-describedby=problem
            placeholder=hint
            prop:value=move || typed.get().unwrap_or_else(|| shown.get())
            on:input:target=move |event| {
                typed.set(Some(event.target().value()));
                finding.show();
            }
            on:click:target=move |event| {
                event.target().select();
                finding.show();
            }
            on:keydown=move |event| finding.on_key(&event)
            on:blur=move |_| finding.leave()
        />
    };
    // It belongs to the picked find, not to the text being typed.
    let trailing = trailing.map(|view| {
        view! { <span class="unit" hidden=move || typed.with(Option::is_some)>{view}</span> }
    });
    view! {
        <div class="combobox">
            <div class="box" class:wrong=wrong>{input} {trailing}</div>
            {list(finding, label, nothing)}
            <span class="unseen" role="status">{move || finding.announced(nothing)}</span>
        </div>
    }
    .into_any()
}
