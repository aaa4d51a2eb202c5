//! Renting on every basis side by side: what each costs, from whom, and how old that price
//! is.

use super::{known, table};
use crate::answer::{dated, told};
use crate::costs::names::basis;
use crate::costs::solve::{Costs, Found};
use crate::i18n::{Msg, dollars, say, text};
use estimator::money::Input;
use estimator::money::horizon::Way;
use estimator::question::PriceBasis;
use leptos::prelude::*;

/// The card's content.
pub(super) fn content(id: &'static str, _: &Costs, found: &Found) -> AnyView {
    let report = &found.report;
    let years = report.values.get(Input::Horizon).unwrap_or_default();
    let heads = [
        text(Msg::TermsHour).to_owned(),
        text(Msg::FigureMonth).to_owned(),
        say::terms_over(years),
        text(Msg::TermsSource).to_owned(),
    ];
    let rows = PriceBasis::ALL.iter().map(|of| {
        let rent = report.rents.iter().find(|rent| rent.basis == *of);
        let course = report.horizon.course(Way::Rented(*of));
        let source = rent.map(|rent| match rent.price.label.as_str() {
            catalog::OWN_PRICE_LABEL => text(Msg::TermsOwn).to_owned(),
            label => say::terms_from(&dated(&rent.price), label),
        });
        let cells = vec![
            known(rent, |rent| dollars(rent.price.per_accelerator.get())),
            known(course, |course| dollars(course.curve.monthly.get())),
            known(course, |course| dollars(course.net().get())),
            source.unwrap_or_default(),
        ];
        (basis(*of).to_owned(), cells)
    });
    view! {
        {table(id, &heads, rows.collect())}
        {told::aside(text(Msg::TermsNote).to_owned())}
    }
    .into_any()
}
