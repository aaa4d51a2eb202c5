//! Renting on every basis side by side: the cost of each, from whom, and the price's age.

use super::{known, table};
use crate::costs::names::basis;
use crate::costs::solve::{Costs, Found};
use crate::i18n::{Msg, dollars, over_years, say, text};
use crate::serving::answer::{dated, told};
use estimator::choice::PriceBasis;
use estimator::money::Input;
use estimator::money::horizon::Way;
use estimator::offer::Price;
use leptos::prelude::*;

/// The card's content.
pub(super) fn content(id: &'static str, _: &Costs, found: &Found) -> AnyView {
    let report = &found.report;
    let years = report.values.get(Input::Horizon).unwrap_or_default();
    let heads = [
        text(Msg::TermsHour).to_owned(),
        text(Msg::AgainstMonth).to_owned(),
        say::terms_over(years),
    ];
    let rows = PriceBasis::ALL.iter().map(|of| {
        let rent = report.rents.iter().find(|rent| rent.basis == *of);
        let course = report.horizon.course(Way::Rented(*of));
        let cells = vec![
            known(rent, |rent| dollars(rent.price.per_accelerator.get())),
            known(course, |course| dollars(course.curve.monthly.get())),
            known(course, |course| over_years(course.net().get())),
        ];
        (basis(*of).to_owned(), cells)
    });
    let sources = report.rents.iter();
    let mut facts: Vec<String> = sources
        .map(|rent| say::terms_line(basis(rent.basis), &source(&rent.price)))
        .collect();
    facts.push(text(Msg::TermsNote).to_owned());
    view! {
        {table(id, &heads, rows.collect())}
        {told::facts(facts)}
    }
    .into_any()
}

/// Whose price it is, of which day.
pub(super) fn source(price: &Price) -> String {
    if price.label == catalog::OWN_PRICE_LABEL {
        text(Msg::TermsOwn).to_owned()
    } else {
        say::terms_from(&dated(price), &price.sourced())
    }
}
