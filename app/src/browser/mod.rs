//! The one place that talks to the browser. Everything else is plain Rust and
//! Leptos; anything a browser may refuse (storage, clipboard, history) is refused
//! here and goes no further.

mod address;
mod clock;
mod element;
mod files;
mod kept;
mod keys;
mod near;
mod page;
mod place;
mod program;
mod room;
mod sheet;
mod shelf;
mod simulation;
mod size;
mod storage;
#[cfg(all(test, target_arch = "wasm32"))]
mod tests;
mod texts;
mod visit;
mod watch;
mod worker;

pub(crate) use address::{
    address_with, follow, fragment, full_address_at, go, history_length, number_step,
    on_address_change, page_at, push_fragment, replace_fragment, step,
};
pub(crate) use clock::{day_after, day_in_words, recorded_day, seconds_until_end_of, today};
pub(crate) use element::{filled, kept_filled};
pub(crate) use files::{
    STRETCH, carries_file, dropped_files, joined, of_stretch, of_text, picked_file, picked_files,
    read_start, save, save_bytes,
};
pub(crate) use kept::{apply_update, is_hosted, kept, on_kept, single_file};
pub(crate) use keys::on_stepping;
pub(crate) use near::{is_wide, when_near};
pub(crate) use page::{
    Root, after_paint, copy, focus, is_embedded, is_focused, next_turn, note_answer_time,
    note_settled, note_simulated, note_started, now, pressed, print, report_failure, report_panics,
    reveal, root, set_page_language, set_theme, show_in_list, show_picked, title, typed, value_of,
};
pub(crate) use place::{
    Site, dress, is_on_link, keep_links, load, note_leaving, note_staying, place, push_address,
    settle_in, undress,
};
pub(crate) use program::say_question_changed;
pub(crate) use room::{Asked, on_asked};
pub(crate) use sheet::{Reached, cover, go_on, has_popover, reached, when_filled};
pub(crate) use shelf::{entries, fresh_key, on_storage_change};
pub(crate) use simulation::{Heard, Simulator};
pub(crate) use size::{along, width_of, window_width};
pub(crate) use storage::{forget, keep, recall, remember};
pub(crate) use texts::{fetch_texts, page_language};
pub(crate) use visit::{at_end, end, shown, while_shown};
pub(crate) use worker::{Reading, ask};
