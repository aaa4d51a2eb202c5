//! Draws a [`Drawing`] as SVG, with a cursor that the pointer and the arrow
//! keys move from spot to spot.
//!
//! To assistive technology the plot is a slider over its spots: arrow keys
//! step, and the value read out is the spot's text. The marks themselves are
//! hidden from it; the table twin says the same in full.

use super::drawing::{Drawing, Mark};
use super::tooltip::{self, Tooltip};
use crate::browser::kept_filled;
use crate::i18n::{Msg, text};
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;

/// A drawing that can be pointed at. `pick` is told the place of a spot that is
/// clicked, or entered by the keyboard.
#[component]
pub(crate) fn Plot(
    /// The drawing.
    drawing: Memo<Drawing>,
    /// Its name, in a few words.
    label: Signal<String>,
    /// Called with the place of a clicked spot among all.
    pick: Callback<usize>,
) -> impl IntoView {
    let active = RwSignal::new(None::<usize>);
    let count = move || drawing.with(|drawing| drawing.spots.len());
    let spot = move || {
        let index = active.get()?;
        drawing.with(|drawing| drawing.spots.get(index).cloned())
    };
    let pointed = move |event: &MouseEvent| {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        drawing.with_untracked(|drawing| drawing.spot_at(x, y))
    };
    let marks = Signal::derive(move || {
        drawing.with(|drawing| drawing.marks.iter().map(Mark::element).collect())
    });
    let on_key = move |event: KeyboardEvent| {
        let at = active.get_untracked();
        let last = count().saturating_sub(1);
        let next = match event.key().as_str() {
            "ArrowRight" | "ArrowDown" => Some(at.map_or(0, |at| (at + 1).min(last))),
            "ArrowLeft" | "ArrowUp" => Some(at.map_or(0, |at| at.saturating_sub(1))),
            "Home" => Some(0),
            "End" => Some(last),
            "Escape" => None,
            "Enter" | " " => {
                if let Some(at) = at {
                    pick.run(at);
                }
                at
            }
            _ => return,
        };
        event.prevent_default();
        active.set(next);
    };
    view! {
        <div
            class="plot"
            role="slider"
            tabindex="0"
            aria-label=move || label.get()
            aria-valuemin="1"
            aria-valuemax=move || count().max(1).to_string()
            aria-valuenow=move || (active.get().unwrap_or(0) + 1).to_string()
            aria-valuetext=move || spot().map(|spot| tooltip::spoken(&spot, text(Msg::ListComma)))
            on:keydown=on_key
            on:focus=move |_| active.update(|at| *at = at.or(Some(0)))
            on:blur=move |_| active.set(None)
            on:pointerleave=move |_| active.set(None)
        >
            <svg
                class="marks"
                aria-hidden="true"
                viewBox=move || {
                    drawing.with(|drawing| format!("0 0 {} {}", drawing.width, drawing.height))
                }
                width=move || drawing.with(|drawing| drawing.width.to_string())
                height=move || drawing.with(|drawing| drawing.height.to_string())
            >
                <g use:kept_filled=marks></g>
                {move || {
                    spot().map(|spot| view! { <circle class="cursor" cx=spot.x cy=spot.y r="8"/> })
                }}
            </svg>
            <div
                class="pointed"
                on:pointermove=move |event| active.set(pointed(&event))
                on:click=move |event| {
                    if let Some(at) = pointed(&event) {
                        active.set(Some(at));
                        pick.run(at);
                    }
                }
            ></div>
            {move || {
                spot()
                    .map(|spot| {
                        let (width, height) = drawing
                            .with(|drawing| (drawing.width, drawing.height));
                        view! { <Tooltip spot width height/> }
                    })
            }}
        </div>
    }
}
