//! The money of the verdict: an hour, a month, from whom at the price of which day, and the range
//! that the price's age leaves.

use super::bill::parts;
use super::explained::of_best;
use super::others::doubt;
use crate::browser;
use crate::element::length;
use crate::i18n::{self, Msg, dollars, number, say, t, text};
use crate::serving::answer::Figure;
use crate::serving::baseline::beside;
use crate::serving::solve::Answer;
use estimator::serving::explain::DerivationId;
use estimator::serving::plan::KEPT;
use estimator::serving::report::{Candidate, Sizing};
use leptos::prelude::*;

/// The block; nothing where prices are hidden.
pub(super) fn money(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> AnyView {
    if i18n::is_priceless() {
        return ().into_any();
    }
    let Some(cost) = sizing.cost else {
        return view! { <div class="price"><p class="lead">{t(Msg::VerdictNoPrice)}</p></div> }
            .into_any();
    };
    let offer = answer.offer(candidate);
    let bill = offer.and_then(|offer| parts(offer, sizing));
    let gap = i18n::language().gap();
    let bill = bill.map(|(all, each)| view! { {all} <span class="rest">{gap} {each}</span> });
    let once = offer.and_then(|offer| sizing.purchase(offer));
    let hour = say::amount_hour(&dollars(cost.per_hour.get()));
    let month = dollars(cost.per_month.get());
    let (large, small) = match once {
        // What is bought is paid at once; a month of owning it has its part of that.
        Some(once) => {
            let years = number(f64::from(KEPT) / 12.0);
            let once = say::amount_once(&dollars(once.get()));
            (once, say::amount_owned(&month, &years))
        }
        None => (hour, say::amount_month(&month)),
    };
    view! {
        <div class="price">
            <p class="amounts">
                <b>{of_best(DerivationId::CostPerHour, large)}</b>
                " "
                <span title=text(Msg::Hours730)>{small}</span>
                " "
                {beside(Figure::Month, sizing)}
                " "
                {doubt(answer, candidate)}
            </p>
            <p class="bill">{bill}</p>
            {spread(answer, candidate, sizing)}
        </div>
    }
    .into_any()
}

/// The range of the price, as a line and in words: it may have changed since it was read.
fn spread(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> Option<AnyView> {
    let spread = sizing
        .price(answer.offer(candidate)?)?
        .spread(browser::today()?);
    let once = sizing.purchase(answer.offer(candidate)?);
    let paid = match once {
        Some(once) => once.get(),
        None => sizing.cost?.per_hour.get(),
    };
    let (low, high) = (paid * spread.low, paid * spread.high);
    let end = high + low;
    let at = |amount: f64| length(amount / end);
    let amount = |amount: f64| match once {
        Some(_) => say::amount_once(&dollars(amount)),
        None => say::amount_hour(&dollars(amount)),
    };
    (spread.low < spread.high).then(|| {
        view! {
            <div class="spread">
                <div class="track" aria-hidden="true">
                    <i class="band" style:left=at(low) style:width=at(high - low)></i>
                    <i class="dot" style:left=at(paid)></i>
                </div>
                <p class="aside">{say::gauge_range(&amount(high), &amount(low))}</p>
            </div>
        }
        .into_any()
    })
}
