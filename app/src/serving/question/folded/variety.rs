//! How requests differ from the mean one, and in when they come.

use crate::control::NumberField;
use crate::i18n::{Msg, t};
use crate::serving::draft::Basis;
use crate::serving::state::State;
use estimator::error::Field;
use leptos::prelude::*;

/// The fields.
#[component]
pub(super) fn Variety() -> impl IntoView {
    let state = State::of_page();
    let waiting = Memo::new(move |_| state.draft.with(|draft| draft.basis == Basis::Users));
    let tokens = || view! { {t(Msg::SymbolTokens)} }.into_any();
    view! {
        <div class="pair">
            <NumberField
                field=Field::InputP95
                label=Msg::InputP95
                unit=tokens()
                empty=Msg::SpreadTypical
            />
            <NumberField
                field=Field::OutputP95
                label=Msg::OutputP95
                unit=tokens()
                empty=Msg::SpreadTypical
            />
        </div>
        <NumberField field=Field::PrefixHitRate label=Msg::PrefixHits unit="%".into_any()/>
        <div hidden=move || waiting.get()>
            <NumberField field=Field::Burstiness label=Msg::Burstiness unit="c²".into_any()/>
        </div>
        <div hidden=move || !waiting.get()>
            <NumberField field=Field::Think label=Msg::ThinkTime unit="s".into_any()/>
        </div>
        <p class="aside">{t(Msg::VarietyHint)}</p>
    }
    .into_any()
}
