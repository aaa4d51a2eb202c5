//! The fleet: accelerators, prices, places.

use crate::i18n::Msg;
use crate::serving::question::offers::offers;
use crate::sessions::fields::Number;
use crate::sessions::state::State;
use estimator::error;
use estimator::session::sizing::Field;
use leptos::prelude::*;

/// The section.
#[component]
pub(super) fn With() -> impl IntoView {
    const SPARES: Field = Field::Shared(error::Field::Spares);
    let spares = view! { <Number field=SPARES label=Msg::Spares/> }.into_any();
    offers(spares, State::of_page().is_wrong([SPARES]))
}
