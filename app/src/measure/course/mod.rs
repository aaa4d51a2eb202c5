//! What happened when, in pictures: devices over time, and memory over events.

mod held;
mod strips;

use super::state::{Measured, State};
use crate::browser::filled;
use crate::chart::drawing::Drawing;
use crate::chart::figure::Figure;
use crate::chart::twin::Twin;
use crate::control::{Choice, Select};
use crate::element::Element;
use crate::i18n::{Msg, text};
use held::Held;
use leptos::prelude::*;
use std::sync::Arc;
use strips::Strips;

/// The strip of each device; nothing where the file holds no times.
pub(super) fn of_time(measured: &Arc<Measured>) -> Option<AnyView> {
    let strips = Strips(measured.timeline.clone()?);
    let drawn = strips.clone();
    let told = strips.clone();
    let draw = Callback::new(move |width| drawn.draw(width));
    let caption = Signal::derive(move || told.caption());
    let legend = strips.legend();
    let table = Callback::new(move |()| strips.table());
    Some(chart(Msg::ProfileStrip, caption, draw, table, legend))
}

/// Memory over the events of the allocator, against a board that is known or chosen; nothing where
/// the file holds none.
pub(super) fn of_memory(state: State, measured: &Arc<Measured>) -> Option<AnyView> {
    let memory = measured.memory.clone()?;
    let data = Memo::new(move |_| Held {
        memory: Arc::clone(&memory),
        board: state.board.get().and_then(|id| catalog::accelerator(&id)),
    });
    let draw = Callback::new(move |width| data.with(|data| data.draw(width)));
    let caption = Signal::derive(move || data.with(Held::caption));
    let table = Callback::new(move |()| data.with(Held::table));
    let legend = view! { {data.with_untracked(Held::legend)} {board(state)} }.into_any();
    Some(chart(Msg::ProfileHeld, caption, draw, table, legend))
}

/// The board that memory is held against.
fn board(state: State) -> AnyView {
    let choices = || {
        let mut all: Vec<Choice> = catalog::accelerators()
            .iter()
            .map(|record| Choice::new(&record.accelerator.id, record.accelerator.name.clone()))
            .collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all.insert(0, Choice::new("", text(Msg::CalibChoose)));
        all
    };
    view! {
        <div class="board">
            <Select
                label=Msg::ProfileBoardSize
                id="profile-board"
                choices=Signal::derive(choices)
                chosen=Signal::derive(move || state.board.get().unwrap_or_default())
                choose=move |id: String| state.board.set(Some(id).filter(|id| !id.is_empty()))
            />
        </div>
    }
    .into_any()
}

fn chart(
    title: Msg,
    caption: Signal<String>,
    draw: Callback<f64, Drawing>,
    table: Callback<(), Twin>,
    legend: AnyView,
) -> AnyView {
    let title = Signal::derive(move || text(title).to_owned());
    let pick = Callback::new(|_: String| {});
    view! { <Figure title caption draw table pick legend/> }.into_any()
}

/// The hatches of idle time that areas are filled with, once a page.
pub(super) fn hatches() -> AnyView {
    let hatch = |(id, turn): (&'static str, &'static str)| {
        let square = Element::new("rect").with("width", "6").with("height", "6");
        Element::new("pattern")
            .with("id", id)
            .with("width", "6")
            .with("height", "6")
            .with("patternUnits", "userSpaceOnUse")
            .with("patternTransform", turn)
            .and(square)
            .and(Element::new("path").with("d", "M5 0V6"))
    };
    let all = [
        ("hatch-late", "rotate(-45)"),
        ("hatch-fed", "rotate(45)"),
        ("hatch-held", "rotate(0)"),
    ];
    let inside = vec![Element::of("defs", all.map(hatch))];
    view! { <svg class="hatches" width="0" height="0" aria-hidden="true" use:filled=inside></svg> }
        .into_any()
}

/// An entry of a legend: the class of its colour, and its name.
fn legend(entries: Vec<(&'static str, Msg)>) -> AnyView {
    let entries = entries.into_iter().map(|(class, name)| {
        view! {
            <li>
                <i class=class></i>
                <span>{text(name)}</span>
            </li>
        }
    });
    view! { <ul class="legend">{entries.collect_view()}</ul> }.into_any()
}
