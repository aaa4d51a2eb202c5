//! The fleet: accelerators, prices, places.

use crate::control::Disclosure;
use crate::i18n::{Msg, text};
use crate::serving::question::Section;
use crate::serving::question::makers::{Announced, Sellers, Vendors};
use crate::serving::question::own_prices::OwnPrices;
use crate::serving::question::pricing::{AreaField, BasisField, Unsold};
use crate::serving::question::with_what::AcceleratorsField;
use crate::sessions::fields::Number;
use crate::sessions::state::State;
use estimator::error;
use estimator::session::sizing::Field;
use leptos::prelude::*;

/// The section.
#[component]
pub(super) fn With() -> impl IntoView {
    const SPARES: Field = Field::Shared(error::Field::Spares);
    let state = State::of_page();
    let title = |message: Msg| Signal::derive(move || text(message).to_owned());
    view! {
        <Section heading=Msg::FleetHeading>
            <AcceleratorsField/>
            <div class="pair">
                <BasisField/>
                <AreaField/>
            </div>
            <Unsold/>
            <Disclosure title=title(Msg::FleetMore) wrong=state.is_wrong([SPARES])>
                <Vendors/>
                <Sellers/>
                <Announced/>
                <Number field=SPARES label=Msg::Spares/>
            </Disclosure>
            <Disclosure title=title(Msg::PricesMore) fields=&[error::Field::OwnPrice]>
                <OwnPrices/>
            </Disclosure>
        </Section>
    }
    .into_any()
}
