//! The question of a page: beside the answer on a wide screen; on a phone a line that opens a sheet
//! over the answer, which goes on saying the answer in a line while fields change. Inside another
//! page, which is as tall as what it shows, the line unfolds the question in its place.

use crate::browser::{self, Reached};
use crate::control::emphasised;
use crate::i18n::{Msg, integer, say, t};
use crate::page::paced::PacedOnce;
use leptos::ev::{MouseEvent, keydown, resize};
use leptos::html::{Button, Div};
use leptos::prelude::*;

/// The id of the question, which is gone to.
pub(super) const QUESTION: &str = "question";

/// The question and its line.
#[component]
pub(crate) fn Sheet(
    /// Whether a field is wrong: it must be seen, also where the question is folded.
    wrong: Signal<bool>,
    /// The question in one line.
    line: Signal<String>,
    /// The answer in one line, a part of it marked for emphasis.
    answer: Signal<String>,
    /// The steps back and forth.
    tools: AnyView,
    /// Its sections.
    children: Children,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let (line_button, body) = (NodeRef::<Button>::new(), NodeRef::new());
    let fields = NodeRef::<Div>::new();
    let reached = RwSignal::new(Reached::default());
    let look = move || {
        if let Some(fields) = fields.get_untracked() {
            reached.set(browser::reached(&fields));
        }
    };
    Effect::new(move |_| {
        if wrong.get() && !browser::is_wide() {
            open.set(true);
        }
    });
    let is_sheet = Memo::new(move |_| open.get() && !browser::is_embedded());
    covering(is_sheet, body, line_button);
    Effect::new(move |_| {
        if is_sheet.get() {
            browser::after_paint(look);
        }
    });
    browser::when_filled(fields, move || {
        if is_sheet.get_untracked() {
            look();
        }
    });
    browser::while_shown(window_event_listener(resize, move |_| {
        if browser::is_wide() {
            open.set(false);
        } else {
            look();
        }
    }));
    let close = move || open.set(false);
    // Wherever the focus is: what had it may be gone.
    browser::while_shown(window_event_listener(keydown, move |event| {
        // A list that closes by the same key has said so, and what is above the sheet goes first.
        let is_its = event.key() == "Escape" && !event.default_prevented();
        if is_its && is_sheet.get_untracked() && !browser::has_popover() {
            close();
        }
    }));
    let behind = move |event: MouseEvent| {
        if event.target() == event.current_target() && is_sheet.get_untracked() {
            close();
        }
    };
    let action = move || {
        t(if open.get() && browser::is_embedded() {
            Msg::QuestionClose
        } else {
            Msg::QuestionOpen
        })()
    };
    view! {
        <form
            id=QUESTION
            class="question"
            class:open=open
            tabindex="-1"
            autocomplete="off"
            on:submit=move |event| {
                event.prevent_default();
                close();
            }
        >
            <button
                type="button"
                class="summary"
                node_ref=line_button
                aria-expanded=move || if open.get() { "true" } else { "false" }
                on:click=move |_| open.update(|open| *open = !*open)
            >
                <span>{line}</span>
                <b>{action}</b>
            </button>
            <div
                class="question-body"
                class:over=is_sheet
                role=move || if is_sheet.get() { "dialog" } else { "group" }
                aria-modal=move || is_sheet.get().then_some("true")
                aria-label=t(Msg::Question)
                tabindex="-1"
                node_ref=body
                on:click=behind
            >
                <div class="asking">
                    {head(answer, wrong, reached)}
                    <div class="asking-tools">{tools}</div>
                    <div class="asking-fields" node_ref=fields on:scroll=move |_| look()>
                        {children()}
                    </div>
                    {foot(fields, reached)}
                </div>
            </div>
        </form>
    }
    .into_any()
}

/// The answer, and how many sections have been reached.
fn head(answer: Signal<String>, wrong: Signal<bool>, reached: RwSignal<Reached>) -> AnyView {
    let place = move || {
        reached.with(|reached| {
            let (at, of) = (integer(reached.at as f64), integer(reached.of as f64));
            (reached.of > 1).then(|| say::question_place(&at, &of))
        })
    };
    view! {
        <div class="asking-head">
            <p class:stale=wrong role="status">{move || emphasised(&answer.get())}</p>
            <span>{place}</span>
        </div>
    }
    .into_any()
}

/// The way to the next section, and out.
fn foot(fields: NodeRef<Div>, reached: RwSignal<Reached>) -> AnyView {
    let next = move || {
        reached.with(|reached| {
            let next = reached.next.as_ref()?;
            Some(say::question_next(next))
        })
    };
    let forward = move |_| {
        if let Some(fields) = fields.get_untracked() {
            browser::go_on(&fields);
        }
    };
    view! {
        <div class="asking-foot">
            <button type="button" class="tool" hidden=move || next().is_none() on:click=forward>
                {next}
            </button>
            // Enter in a field, or a phone's key for it, does the same.
            <button type="submit" class="tool strong">
                {t(Msg::QuestionClose)}
            </button>
        </div>
    }
    .into_any()
}

/// While the sheet is open, nothing beside it can be reached; the focus goes into it and back.
fn covering(is_sheet: Memo<bool>, body: NodeRef<Div>, line: NodeRef<Button>) {
    Effect::new(move |was: Option<bool>| {
        let is = is_sheet.get();
        if let Some(body) = body.get()
            && was.unwrap_or(false) != is
        {
            browser::cover(&body, is);
            // The focus goes to what can be reached from now on.
            let _ = if is {
                body.focus()
            } else {
                line.get_untracked().map_or(Ok(()), |line| line.focus())
            };
        }
        is
    });
    browser::at_end(move || {
        if let Some(body) = body.try_get_untracked().flatten() {
            browser::cover(&body, false);
        }
    });
}

/// A part of the question under its heading.
#[component]
pub(crate) fn Section(
    /// The heading.
    heading: Msg,
    /// The fields.
    children: Children,
) -> impl IntoView {
    view! {
        <section class="asked">
            // Who goes on to it by the sheet's button begins here.
            <h2 tabindex="-1">{t(heading)}</h2>
            <PacedOnce>{children()}</PacedOnce>
        </section>
    }
    .into_any()
}
