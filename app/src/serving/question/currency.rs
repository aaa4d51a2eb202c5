//! The currency of amounts, at the reference rate of the catalogue or the rate of the link.

use crate::control::{Choice, Select};
use crate::i18n::{self, Language, Msg, say, sign, text};
use crate::page::form;
use catalog::regions;
use estimator::currency::{Code, Currency};
use leptos::prelude::*;

/// Dollars and the currencies whose reference rate is known; reactive.
pub(crate) fn listed() -> Vec<Choice> {
    let language = i18n::language();
    let first = std::iter::once(Code::USD.as_str());
    let codes = first.chain(regions::rates().iter().map(|rate| rate.code));
    codes
        .map(|code| Choice::new(code, named(code, language)))
        .collect()
}

/// A code, and its sign where it has one.
fn named(code: &str, language: Language) -> String {
    match Code::new(code) {
        Some(known) if sign(&known, language) != code => {
            format!("{code} {}", sign(&known, language))
        }
        _ => code.to_owned(),
    }
}

/// The currency of the page's question. Rates and codes of one's own are typed on the page of
/// costs.
#[component]
pub(crate) fn CurrencyField() -> impl IntoView {
    let form = form::of_page();
    let asked = Memo::new(move |_| form.fleet().currency);
    let chosen = move || {
        let code = asked.get().map_or(Code::USD, |currency| currency.code());
        code.as_str().to_owned()
    };
    let choices = move || {
        let (mut all, chosen) = (listed(), chosen());
        if !all.iter().any(|choice| choice.id == chosen) {
            all.push(Choice::new(&chosen, chosen.clone()));
        }
        all
    };
    let choose = move |code: String| {
        form.exchange(regions::rate(&code).and_then(regions::Rate::currency));
    };
    let remark = move || asked.get().map(rate).unwrap_or_default();
    view! {
        <Select
            label=Msg::Currency
            id="currency"
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose
            remark=Signal::derive(remark)
        />
    }
    .into_any()
}

/// The rate that amounts are at, and the day of it.
fn rate(currency: Currency) -> String {
    let code = currency.code();
    let units = i18n::plain(currency.per_usd(), i18n::marks());
    match regions::reference(currency) {
        Some(known) => say::currency_at(code.as_str(), known.as_of, &units),
        None => format!("{} {units} {}", text(Msg::CurrencyRate), code.as_str()),
    }
}
