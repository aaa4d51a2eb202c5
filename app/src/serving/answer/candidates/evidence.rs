//! What backs a row's latencies, as a badge.

use crate::i18n::{Msg, text};
use crate::serving::answer::evidence::label;
use estimator::serving::backing::Backing;
use estimator::serving::report::Sizing;
use leptos::prelude::*;

/// Its name.
pub(crate) const fn name(backing: Backing) -> Msg {
    match backing {
        Backing::Measured => Msg::HowMeasured,
        Backing::Simulated => Msg::HowSimulated,
        Backing::Estimated => Msg::HowEstimated,
    }
}

/// The badge of a sizing; nothing where nothing runs.
pub(super) fn badge(sizing: &Sizing) -> Option<AnyView> {
    let backing = sizing.backing()?;
    let near = label(sizing.evidence()?);
    let how = if sizing.is_simulated() {
        Msg::HowSimulated
    } else {
        Msg::HowEstimated
    };
    let hint = [text(near), text(how)].join(text(Msg::ListComma));
    let class = format!("badge {}", backing.id());
    Some(view! { <span class=class title=hint>{text(name(backing))}</span> }.into_any())
}
