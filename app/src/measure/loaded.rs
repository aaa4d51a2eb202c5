//! What the estimator says beside a file, loaded once a file asks for it.

use super::against::Against;
use super::state::Measured;
use crate::i18n::{Msg, text};
use crate::module;
use crate::page::opened::{Opened, load};
use crate::site::LATER;
use leptos::prelude::*;

/// The folder of the messages that name changes and parts of training.
const TRAINING: &str = "training/";

/// The memory of a file beside an estimate's parts; nothing where it recorded none.
pub(super) fn memory(measured: &Measured) -> Option<AnyView> {
    let format = measured.facts.words("format")?;
    matches!(format, "memory-snapshot" | "memory-timeline").then_some(())?;
    measured
        .facts
        .at("memory.peak_allocated_bytes")
        .or(measured.facts.at("memory.peak_reserved_bytes"))?;
    Some(part(|against| (against.memory)()))
}

/// What to change, priced; nothing where the file shows nothing to change.
pub(super) fn changes(measured: &Measured) -> Option<AnyView> {
    let asks = !super::advice::wanted(&measured.facts).is_empty();
    let inside = asks.then(|| part(|against| (against.changes)()))?;
    Some(view! { <div class="priced">{inside}</div> }.into_any())
}

/// A view of the part, once that is there.
fn part(of: fn(Against) -> AnyView) -> AnyView {
    let loading = RwSignal::new(Opened::<Against>::No);
    load(loading, module::load_against(), &[LATER, TRAINING]);
    let inside = move || match loading.get() {
        Opened::Done(against) => Some(of(against)),
        Opened::Failed => {
            Some(view! { <p class="aside">{text(Msg::ProfileAgainstFailed)}</p> }.into_any())
        }
        Opened::No | Opened::Loading => None,
    };
    view! { {inside} }.into_any()
}
