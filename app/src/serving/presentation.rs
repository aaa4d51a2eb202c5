//! In the customer's room: the requests of a presentation. `public/present.js` shows
//! one part at a time; amounts and their currency are the page's own.

use crate::browser::{self, Asked};
use crate::i18n::{self, parse};
use crate::serving::draft::Draft;
use crate::serving::state::State;
use estimator::currency::{Code, Currency, RATES};
use leptos::prelude::*;

/// Answers a presentation from now on.
pub(crate) fn attend(state: State) {
    browser::on_asked(move |asked| {
        state.show_all();
        let Asked {
            priceless,
            currency,
        } = asked;
        i18n::hide_prices(priceless);
        currency.is_none_or(|(code, rate)| exchange(state, &code, &rate).is_some())
    });
}

/// Puts all amounts into a currency, typed ones too; nothing where it is none, where its
/// rate cannot be, or where a field is wrong.
fn exchange(state: State, code: &str, rate: &str) -> Option<()> {
    let marks = i18n::marks();
    let code = Code::new(code)?;
    let currency = if code == Code::USD {
        None
    } else {
        let (least, most) = RATES;
        let rate = parse(rate, marks).filter(|rate| (least..=most).contains(rate))?;
        Some(Currency::new(code, rate))
    };
    let question = state.draft.with_untracked(|draft| draft.question(marks));
    let mut question = question.ok()?;
    if question.fleet.currency != currency {
        question.fleet.currency = currency;
        i18n::set_currency(currency);
        state.choose(|draft| *draft = Draft::new(question, marks));
    }
    Some(())
}
