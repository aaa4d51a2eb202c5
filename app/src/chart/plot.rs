//! Draws a [`Drawing`] as SVG, with a cursor that the pointer and the arrow
//! keys move from spot to spot.
//!
//! To assistive technology the plot is a slider over its spots: arrow keys
//! step, and the value read out is the spot's text. The marks themselves are
//! hidden from it; the table twin says the same in full.

use super::drawing::{Drawing, Mark, Shape};
use super::label::{Anchor, Area, Place};
use super::tooltip::{self, Tooltip};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

/// A drawing that can be pointed at. `pick` is told the id of a spot that is
/// clicked, or entered by the keyboard.
#[component]
pub(crate) fn Plot(
    /// What is drawn.
    drawing: Memo<Drawing>,
    /// What it shows, in a few words.
    label: Signal<String>,
    /// What a click on a spot does.
    pick: Callback<String>,
) -> impl IntoView {
    let active = RwSignal::new(None::<usize>);
    let count = move || drawing.with(|drawing| drawing.spots.len());
    let spot = move || {
        let index = active.get()?;
        drawing.with(|drawing| drawing.spots.get(index).cloned())
    };
    let choose = move |index: usize| {
        let id = drawing.with_untracked(|drawing| {
            let spot = drawing.spots.get(index)?;
            spot.id.clone()
        });
        if let Some(id) = id {
            pick.run(id);
        }
    };
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
                    choose(at);
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
            aria-valuetext=move || spot().as_ref().map(tooltip::spoken)
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
                {move || drawing.with(|drawing| drawing.marks.iter().map(mark).collect::<Vec<_>>())}
                {move || spot().map(|spot| view! { <circle class="cursor" cx=spot.x cy=spot.y r="8"/> })}
                {move || {
                    drawing
                        .with(|drawing| {
                            drawing
                                .spots
                                .iter()
                                .enumerate()
                                .map(|(index, spot)| {
                                    hit(
                                        spot.area,
                                        move || active.set(Some(index)),
                                        move || choose(index),
                                    )
                                })
                                .collect::<Vec<_>>()
                        })
                }}
            </svg>
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

/// Where pointing at a spot counts.
fn hit(area: Area, enter: impl Fn() + 'static, click: impl Fn() + 'static) -> AnyView {
    view! {
        <rect
            class="hit"
            x=area.x
            y=area.y
            width=area.width
            height=area.height
            on:pointerenter=move |_| enter()
            on:click=move |_| click()
        />
    }
    .into_any()
}

/// One mark as an SVG element.
fn mark(mark: &Mark) -> AnyView {
    let class = mark.class;
    match &mark.shape {
        Shape::Path(data) => view! { <path class=class d=data.clone()/> }.into_any(),
        Shape::Bar(area, radius) => view! {
            <rect
                class=class
                x=area.x
                y=area.y
                width=area.width
                height=area.height
                rx=*radius
            />
        }
        .into_any(),
        Shape::Dot(x, y, radius) => {
            view! { <circle class=class cx=*x cy=*y r=*radius/> }.into_any()
        }
        Shape::Text(place, words) => words_at(class, *place, words.clone()),
    }
}

fn words_at(class: &'static str, place: Place, words: String) -> AnyView {
    let anchor = match place.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    view! {
        <text class=class x=place.x y=place.y text-anchor=anchor>
            {words}
        </text>
    }
    .into_any()
}
