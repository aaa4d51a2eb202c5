//! On how much data.

use crate::control::Disclosure;
use crate::i18n::{Msg, t, text};
use crate::page::sheet::Section;
use crate::training::fields::{Number, unit};
use crate::training::state::State;
use estimator::training::error::Field;
use leptos::prelude::*;

/// The section.
#[component]
pub(super) fn Data() -> impl IntoView {
    let state = State::of_page();
    let tokens = || unit(Msg::SymbolTokens);
    view! {
        <Section heading=Msg::DataHeading>
            <Number field=Field::Tokens label=Msg::DataTokens unit=tokens()/>
            <div class="pair">
                <Number field=Field::Epochs label=Msg::Epochs/>
                <Number field=Field::Sequence label=Msg::Sequence unit=tokens()/>
            </div>
            <Number
                field=Field::GlobalBatch
                label=Msg::GlobalBatch
                unit=unit(Msg::SymbolSequences)
                empty=Msg::BatchUsual
            />
            <Disclosure
                title=Signal::derive(|| text(Msg::PackingMore).to_owned())
                wrong=state.is_wrong([Field::Packed])
            >
                <Number field=Field::Packed label=Msg::Packed unit="%".into_any()/>
                <p class="aside">{t(Msg::PackingHint)}</p>
            </Disclosure>
        </Section>
    }
    .into_any()
}
