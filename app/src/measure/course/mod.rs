//! What happened when, in pictures: devices over time, and memory over events.

mod held;
mod roof;
mod stretch;
mod strips;

use super::state::{Measured, State};
use crate::browser::filled;
use crate::chart::drawing::Drawing;
use crate::chart::figure::Figure;
use crate::chart::twin::Twin;
use crate::control::{Choice, Select};
use crate::element::Element;
use crate::i18n::{Msg, text};
use catalog::AcceleratorRecord;
use estimator::profile::{self, Group};
use held::Held;
use leptos::prelude::*;
use roof::Roofs;
use std::sync::Arc;
use strips::Strips;

/// The strip of each device; nothing where the file holds no times.
pub(super) fn of_time(state: State, measured: &Arc<Measured>) -> Option<AnyView> {
    let strips = strips(measured)?;
    let drawn = strips.clone();
    let told = strips.clone();
    let draw = Callback::new(move |width| drawn.draw(width));
    let caption = Signal::derive(move || told.caption());
    let legend = strips.legend();
    let choices = stretch::choices(state, &strips);
    let legend = view! { {legend} {choices} }.into_any();
    let table = Callback::new(move |()| strips.table());
    let inside = chart(Msg::ProfileStrip, caption, draw, table, legend);
    Some(stretch::dragged(state, inside))
}

fn strips(measured: &Measured) -> Option<Strips> {
    Some(Strips {
        course: measured.timeline.clone()?,
        stretch: measured.stretch,
    })
}

/// Kernels of known work under the roofs of their board, known or chosen; nothing where the work of
/// none is known.
pub(super) fn of_work(state: State, measured: &Arc<Measured>) -> Option<AnyView> {
    let (marks, named) = (Arc::clone(&measured.marks), board_of(&measured.facts));
    if marks.is_empty() {
        return None;
    }
    let data = Memo::new(move |_| Roofs {
        marks: Arc::clone(&marks),
        board: named.or_else(|| chosen(state)),
    });
    let draw = Callback::new(move |width| data.with(|data| data.draw(width)));
    let caption = Signal::derive(move || data.with(Roofs::caption));
    let table = Callback::new(move |()| data.with(Roofs::table));
    let ask = named.is_none().then(|| board(state, "profile-roof-board"));
    let legend = view! { {ask} }.into_any();
    Some(chart(Msg::ProfileRoof, caption, draw, table, legend))
}

/// The board that is chosen where a file names none.
pub(super) fn chosen(state: State) -> Option<&'static AcceleratorRecord> {
    state.board.get().and_then(|id| catalog::accelerator(&id))
}

/// The board that a file names.
pub(super) fn board_of(facts: &Group) -> Option<&'static AcceleratorRecord> {
    let records = catalog::accelerators();
    facts.groups("devices").find_map(|device| {
        let boards = records.iter().map(|record| &record.accelerator);
        let found = profile::board(device.words("name")?, device.at("memory_bytes"), boards)?;
        catalog::accelerator(&found.id)
    })
}

/// The tables of a file's pictures, for its report.
pub(super) fn twins(state: State, measured: &Measured) -> Vec<(Msg, Twin)> {
    let named = board_of(&measured.facts);
    let board = || named.or_else(|| chosen(state));
    let strip = strips(measured).map(|strips| (Msg::ProfileStrip, strips.table()));
    let held = measured.memory.clone().map(|memory| {
        let held = Held {
            memory,
            board: chosen(state),
        };
        (Msg::ProfileHeld, held.table())
    });
    let roof = (!measured.marks.is_empty()).then(|| {
        let roofs = Roofs {
            marks: Arc::clone(&measured.marks),
            board: board(),
        };
        (Msg::ProfileRoof, roofs.table())
    });
    strip.into_iter().chain(roof).chain(held).collect()
}

/// Memory over the events of the allocator, against a board that is known or chosen; nothing where
/// the file holds none.
pub(super) fn of_memory(state: State, measured: &Arc<Measured>) -> Option<AnyView> {
    let memory = measured.memory.clone()?;
    let data = Memo::new(move |_| Held {
        memory: Arc::clone(&memory),
        board: chosen(state),
    });
    let draw = Callback::new(move |width| data.with(|data| data.draw(width)));
    let caption = Signal::derive(move || data.with(Held::caption));
    let table = Callback::new(move |()| data.with(Held::table));
    let legend =
        view! { {data.with_untracked(Held::legend)} {board(state, "profile-board")} }.into_any();
    Some(chart(Msg::ProfileHeld, caption, draw, table, legend))
}

/// The choice of a board, by the `id` of its control.
pub(super) fn board(state: State, id: &'static str) -> AnyView {
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
                id
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
    let pick = Callback::new(|_: String| {});
    let title = Signal::derive(move || text(title).to_owned());
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
