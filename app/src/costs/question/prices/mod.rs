//! At which prices: the currency they are written in, discounts of sellers, a list of the
//! user's own.

mod currency;
mod discounts;
mod kept;
mod list;
mod reading;
mod sentences;

use crate::control::{Disclosure, FieldProblem};
use crate::i18n::{Msg, text};
use crate::page::sheet::Section;
use estimator::error::Field;
use leptos::prelude::*;

/// The section.
#[component]
pub(super) fn Prices() -> impl IntoView {
    let title = |message: Msg| Signal::derive(move || text(message).to_owned());
    view! {
        <Section heading=Msg::PricesAsked>
            <currency::CurrencyFields/>
            <FieldProblem field=Field::Currency id="cost-currency-problem".to_owned()/>
            <Disclosure title=title(Msg::Discounts) fields=&[Field::Discount]>
                <discounts::Discounts/>
                <FieldProblem field=Field::Discount id="cost-discount-problem".to_owned()/>
            </Disclosure>
            <Disclosure title=title(Msg::ListTitle) fields=&[Field::PriceList]>
                <list::List/>
                <FieldProblem field=Field::PriceList id="cost-list-problem".to_owned()/>
            </Disclosure>
        </Section>
    }
    .into_any()
}
