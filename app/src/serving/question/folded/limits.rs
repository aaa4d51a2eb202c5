//! How many accelerators may stand together, and how many replicas in reserve.

use crate::control::NumberField;
use crate::i18n::Msg;
use estimator::error::Field;
use leptos::prelude::*;

/// The fields.
#[component]
pub(super) fn LimitFields() -> impl IntoView {
    view! {
        <div class="pair">
            <NumberField field=Field::MaxPerNode label=Msg::MaxPerNode empty=Msg::NoLimit/>
            <NumberField field=Field::MaxPerReplica label=Msg::MaxPerReplica/>
        </div>
        <NumberField field=Field::Spares label=Msg::Spares/>
    }
    .into_any()
}
