//! The site around the machines: network, storage, failures.

use crate::control::Disclosure;
use crate::i18n::{Msg, t, text};
use crate::training::fields::{Number, unit};
use crate::training::state::State;
use estimator::training::error::Field;
use estimator::training::fields;
use leptos::prelude::*;

/// The disclosure.
#[component]
pub(super) fn Machines() -> impl IntoView {
    let state = State::of_page();
    view! {
        <Disclosure
            title=Signal::derive(|| text(Msg::SiteMore).to_owned())
            wrong=state.is_wrong(fields::SITE.iter().map(|row| row.field))
        >
            <div class="pair">
                <Number
                    field=Field::Network
                    label=Msg::SiteNetwork
                    unit=unit(Msg::SymbolGbit)
                    empty=Msg::SiteUsual
                />
                <Number field=Field::Storage label=Msg::SiteStorage unit=unit(Msg::SymbolGbS)/>
            </div>
            <div class="pair">
                <Number field=Field::BetweenFailures label=Msg::SiteFailures unit=unit(Msg::SymbolH)/>
                <Number field=Field::Restart label=Msg::SiteRestart unit=unit(Msg::SymbolMin)/>
            </div>
            <Number
                field=Field::Loading
                label=Msg::SiteLoading
                unit=unit(Msg::SymbolSequencesS)
                empty=Msg::NoLimit
            />
            <p class="aside">{t(Msg::SiteHint)}</p>
        </Disclosure>
    }
    .into_any()
}
