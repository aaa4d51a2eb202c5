//! The money of the verdict: an hour, a month, from whom at the price of which day, and the range
//! that the price's age leaves.

use super::bill::parts;
use super::explained::of_best;
use super::others::doubt;
use crate::browser;
use crate::control::unbroken;
use crate::element::length;
use crate::i18n::{self, Msg, dollars, number, say, t, text};
use crate::serving::answer::Figure;
use crate::serving::baseline::beside;
use crate::serving::solve::Answer;
use catalog::money::values;
use estimator::money::ways::upkeep;
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
    let bought = offer.and_then(|offer| {
        let values = values(&offer.accelerator.id, answer.question.fleet.area);
        sizing.purchase(offer).zip(upkeep(offer, sizing, &values))
    });
    let month = say::amount_month(&dollars(cost.per_month.get()));
    let differs = beside(Figure::Month, answer);
    // What is bought is paid at once, and something every month beside it. A month of owning it has
    // its part of the purchase, too: that is another figure, and stands apart from these.
    let (large, of_large, small, differs, owning) = if let Some((once, kept)) = bought {
        let years = number(f64::from(KEPT) / 12.0);
        (
            say::amount_once(&dollars(once.get())),
            beside(Figure::Purchase, answer),
            say::amount_beside(&say::amount_month(&dollars(kept.get()))),
            None,
            Some((say::bill_kept(&month, &years), differs)),
        )
    } else {
        let hour = say::amount_hour(&dollars(cost.per_hour.get()));
        (hour, beside(Figure::Hour, answer), month, differs, None)
    };
    let bill = bill.map(|(all, each)| {
        let (each, differs) = owning.unwrap_or((each, None));
        view! { {unbroken(&all)} <span class="rest">{gap} {each} " " {differs}</span> }
    });
    view! {
        <div class="price">
            <p class="amounts">
                <b>{of_best(DerivationId::CostPerHour, large)}</b>
                " "
                {of_large}
                " "
                <span title=text(Msg::Hours730)>{small}</span>
                " "
                {differs}
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
