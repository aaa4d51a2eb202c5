//! "Saved", the bar's menu of questions saved by name: to save the page's, and to open another
//! in its place. Its content is data, which keeps the first view small.

use crate::browser::{self, filled};
use crate::element::Element;
use crate::i18n::{self, Msg, integer, say, t, text};
use crate::page::carried::{departing, view as view_of};
use crate::page::header::Page;
use crate::page::saved::{self, Saved};
use estimator::named::MOST_NAME;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;

/// The id of the menu.
const MENU: &str = "saved-menu";
/// The field of the name.
const NAME: &str = "saved-name";
/// Classes of the buttons: save this question, remove a saved one, bring that back.
const SAVE: &str = "tool strong";
const REMOVE: &str = "remove";
const BACK: &str = "chip";
/// The class of the button that pins the answer, to compare others with.
const PIN: &str = "tool";

/// The question of a page, where that can be saved: one of the calculator's, or a fleet.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    /// The fragment of its link, or why there is none.
    fragment: Callback<(), Result<String, Msg>>,
    /// What it is called where the user says nothing.
    called: Callback<(), String>,
    /// Pins its answer as the baseline, where the page compares with one.
    pin: Option<Callback<()>>,
}

impl Asked {
    /// A question by the fragment of its link, or why there is none, and by what it is called
    /// where the user says nothing.
    pub(crate) fn new(
        fragment: impl Fn() -> Result<String, Msg> + Send + Sync + 'static,
        called: impl Fn() -> String + Send + Sync + 'static,
    ) -> Self {
        Self {
            fragment: Callback::new(move |()| untrack(&fragment)),
            called: Callback::new(move |()| untrack(&called)),
            pin: None,
        }
    }

    /// The same on a page that compares its answers with one that `pin` keeps.
    pub(crate) fn pinned_by(mut self, pin: impl Fn() + Send + Sync + 'static) -> Self {
        self.pin = Some(Callback::new(move |()| pin()));
        self
    }

    /// Saves it, and returns its name.
    fn save(self) -> Result<String, Msg> {
        let fragment = self.fragment.run(())?;
        let typed = browser::value_of(NAME).filter(|name| !name.trim().is_empty());
        let name = typed.unwrap_or_else(|| self.called.run(()));
        saved::save(&name, &untrack(|| departing(&fragment))).ok_or(Msg::SavedRefused)
    }
}

/// Where the menu stands, and what it leads on with. Small handles: copy it freely.
#[derive(Clone, Copy)]
struct Around {
    page: Page,
    asked: Option<Asked>,
    fragment: Signal<String>,
}

/// The button, and how many there are; the menu.
#[component]
pub(crate) fn SavedMenu(
    /// Which page this is.
    page: Page,
    /// Its question, where that can be saved.
    asked: Option<Asked>,
    /// The question for other pages, too: a fragment of the calculator's.
    fragment: Signal<String>,
) -> impl IntoView {
    browser::on_storage_change(saved::note_change);
    // How often the menu was opened, or changed since.
    let opened = RwSignal::new(0_usize);
    let count = Memo::new(|_| saved::count());
    let around = Around {
        page,
        asked,
        fragment,
    };
    let number = move || match count.get() {
        0 => String::new(),
        count => integer(count as f64),
    };
    let name = move || format!("{} {}", text(Msg::Saved), number());
    view! {
        <button
            id="saved"
            type="button"
            class="tool icon-saved"
            aria-label=name
            popovertarget=MENU
            on:click=move |_| opened.update(|times| *times += 1)
        >
            <span>{t(Msg::Saved)}</span>
            <b>{number}</b>
        </button>
        {menu(around, opened)}
    }
    .into_any()
}

/// The menu; `opened` counts how often it was, or changed since.
fn menu(around: Around, opened: RwSignal<usize>) -> AnyView {
    let said = RwSignal::new(String::new());
    let removed = RwSignal::new(None::<Saved>);
    let content = move || {
        let ready = opened.get() > 0 && i18n::is_whole();
        let inside = if ready {
            untrack(|| inside(around, removed.get_untracked().as_ref()))
        } else {
            Vec::new()
        };
        view! { <div use:filled=inside></div> }
    };
    let again = move || {
        opened.update(|times| *times += 1);
        // Where nothing can be saved, there is no field.
        let field = around.asked.map_or(MENU, |_| NAME);
        set_timeout(move || browser::focus(field), std::time::Duration::ZERO);
    };
    // A refused name stays in the field.
    let save = move || match around.asked.map(Asked::save) {
        Some(Ok(name)) => {
            said.set(untrack(|| say::saved_as(&name)));
            again();
        }
        Some(Err(why)) => said.set(untrack(|| text(why)).to_owned()),
        None => {}
    };
    let press = move |event: MouseEvent| match browser::pressed(&event) {
        Some((_, class)) if class == SAVE => save(),
        Some((key, class)) if class == REMOVE => {
            removed.set(saved::remove(&key));
            said.set(String::new());
            again();
        }
        Some((_, class)) if class == BACK => {
            if let Some(saved) = removed.get_untracked()
                && saved.put_back()
            {
                removed.set(None);
                again();
            }
        }
        Some((_, class)) if class == PIN => {
            if let Some(pin) = around.asked.and_then(|asked| asked.pin) {
                pin.run(());
            }
        }
        Some((key, _)) => put(&key),
        None => {}
    };
    let enter = move |event: KeyboardEvent| {
        if event.key() == "Enter" && browser::is_focused(NAME) && !event.is_composing() {
            event.prevent_default();
            save();
        }
    };
    view! {
        <div
            id=MENU
            class="menu saved"
            popover="auto"
            role="group"
            tabindex="-1"
            aria-label=t(Msg::Saved)
            on:click=press
            on:keydown=enter
        >
            {content}
            <p class="aside" role="status">{said}</p>
        </div>
    }
    .into_any()
}

/// Puts a saved question on the page, as a link does.
fn put(key: &str) {
    if let Some(saved) = saved::all().iter().find(|saved| saved.key == key) {
        browser::follow(saved.named.fragment());
    }
}

fn inside(around: Around, removed: Option<&Saved>) -> Vec<Element> {
    let fragment = around.fragment.get_untracked();
    // Languages and colours go along.
    let view = view_of(&browser::fragment());
    let mut parts = Vec::new();
    if let Some(asked) = around.asked {
        let field = Element::new("input")
            .with("id", NAME)
            .with("type", "text")
            .with("autocomplete", "off")
            .with("autofocus", "autofocus")
            .with("maxlength", MOST_NAME.to_string())
            .with("placeholder", asked.called.run(()));
        parts = vec![
            Element::new("label")
                .with("for", NAME)
                .say(text(Msg::SavedName)),
            Element::of("div", [field]).with("class", "box"),
            button(SAVE, "save").say(text(Msg::Save)),
        ];
        let pin = asked.pin.map(|_| {
            let pin = leaving(button(PIN, "pin"));
            pin.say(text(Msg::BaselinePin))
        });
        parts.extend(pin);
    }
    let all = saved::all();
    if all.is_empty() {
        parts.push(Element::words("p", "aside", text(Msg::SavedNone)));
    }
    let rows = all.iter().map(|saved| row(saved, around.page, &view));
    parts.push(Element::of("ul", rows));
    parts.extend(removed.map(|saved| button(BACK, "back").say(saved.back_label())));
    if around.page != Page::Compare {
        let question = around.asked.map_or(view, |_| departing(&fragment));
        parts.push(
            Element::words("a", "plain", text(Msg::SavedAll))
                .with("href", browser::page_at("compare/", &question)),
        );
    }
    parts
}

fn button(class: &'static str, value: &str) -> Element {
    Element::new("button")
        .with("type", "button")
        .with("class", class)
        .with("value", value.to_owned())
}

/// A button that closes the menu.
fn leaving(button: Element) -> Element {
    button
        .with("popovertarget", MENU)
        .with("popovertargetaction", "hide")
}

/// A saved question: what opens it, on its own page at once, and a button that removes it.
fn row(saved: &Saved, page: Page, view: &str) -> Element {
    let name = saved.named.name();
    let (own, folder) = if saved.named.is_fleet() {
        (Page::Fleet, "fleet/")
    } else {
        (Page::Serving, "")
    };
    let open = if page == own {
        leaving(button("", &saved.key))
    } else {
        let question = format!("{}&{view}", saved.named.fragment());
        let question = question.trim_end_matches('&');
        Element::new("a").with("href", browser::page_at(folder, question))
    };
    let remove = button(REMOVE, &saved.key).with("aria-label", say::remove(name));
    Element::of("li", [open.say(name), remove.say("×")])
}
