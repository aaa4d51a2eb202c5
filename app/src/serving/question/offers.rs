//! The fleet of a task that asks for spare replicas beside it: accelerators, prices, places.

use super::currency::CurrencyField;
use super::folded::makers::{Announced, Sellers, Vendors};
use super::folded::own_prices::OwnPrices;
use super::pricing::{AreaField, BasisField, Unsold};
use super::with_what::AcceleratorsField;
use crate::control::Disclosure;
use crate::i18n::{Msg, text};
use crate::page::sheet::Section;
use estimator::error::Field;
use leptos::prelude::*;

/// The section; `spares` is the field of those, `wrong` whether something is wrong with it.
pub(crate) fn offers(spares: AnyView, wrong: Signal<bool>) -> AnyView {
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
            <Disclosure title=title(Msg::FleetMore) wrong>
                <Vendors/>
                <Sellers/>
                <Announced/>
                {spares}
            </Disclosure>
            <Disclosure title=title(Msg::PricesMore) fields=&[Field::OwnPrice]>
                <OwnPrices/>
            </Disclosure>
        </Section>
    }
    .into_any()
}
