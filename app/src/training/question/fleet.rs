//! The fleet: accelerators, prices, places.

use crate::control::{Disclosure, NumberField};
use crate::i18n::{Msg, text};
use crate::page::sheet::Section;
use crate::serving::question::currency::CurrencyField;
use crate::serving::question::folded::makers::{Announced, Sellers, Vendors};
use crate::serving::question::folded::own_prices::OwnPrices;
use crate::serving::question::pricing::{AreaField, BasisField, Unsold};
use crate::serving::question::with_what::AcceleratorsField;
use crate::training::fields::Number;
use estimator::error;
use estimator::training::error::Field;
use leptos::prelude::*;

/// The section.
#[component]
pub(super) fn With() -> impl IntoView {
    let title = |message: Msg| Signal::derive(move || text(message).to_owned());
    view! {
        <Section heading=Msg::FleetHeading>
            <AcceleratorsField/>
            <div class="pair">
                <BasisField/>
                <AreaField/>
            </div>
            <CurrencyField/>
            <Unsold/>
            <div class="pair">
                <Number field=Field::MaxAccelerators label=Msg::MaxAccelerators/>
                <NumberField field=error::Field::MaxPerNode label=Msg::MaxPerNode empty=Msg::NoLimit/>
            </div>
            <Disclosure title=title(Msg::FleetMore)>
                <Vendors/>
                <Sellers/>
                <Announced/>
            </Disclosure>
            <Disclosure title=title(Msg::PricesMore) fields=&[error::Field::OwnPrice]>
                <OwnPrices/>
            </Disclosure>
        </Section>
    }
    .into_any()
}
