//! The sentences.

use super::super::bill::bill;
use super::super::nothing::reason;
use super::super::phrase::{load_in_words, scaled, spelled_out};
use super::{Asked, Known, is_budget};
use crate::control::{emphasised, strong};
use crate::i18n::{self, dollars, integer, say};
use estimator::serving::within::{Carried, Found, Within};
use leptos::prelude::*;

/// Whether all of the load is carried.
pub(super) fn is_enough(found: &Found) -> bool {
    found.most.as_ref().is_some_and(|most| most.times >= 1.0)
}

/// The sentence of one limit, what all of the load takes, and the bill.
pub(super) fn sentences(known: &Known) -> AnyView {
    let Known { asked, found } = known;
    let lead = [asked.taken(), whole(asked, found), how(asked, found)];
    let lead: Vec<String> = lead.into_iter().flatten().collect();
    let bill = found.most.as_ref().and_then(|most| bill_of(asked, most));
    view! {
        <h2 class="headline">{emphasised(&headline(asked, found))}</h2>
        <p class="lead">{lead.join(i18n::language().gap())}</p>
        {bill.map(|bill| view! { <p class="bill">{bill}</p> })}
    }
    .into_any()
}

fn headline(asked: &Asked, found: &Found) -> String {
    let load = asked.answer.question.traffic;
    let (there, all) = (strong(&asked.there()), load_in_words(load));
    let most = found.most.as_ref();
    let carried = most.map(|most| load_in_words(scaled(load, most.times)));
    match (asked.within, carried) {
        (Within::Accelerators(_), Some(carried)) if is_enough(found) => {
            say::within_owned_enough(&carried, &there)
        }
        (Within::Accelerators(_), Some(carried)) => say::within_owned_short(&all, &carried, &there),
        (Within::Accelerators(_), None) => say::within_owned_none(&there),
        (Within::Budget(_), Some(carried)) if is_enough(found) => {
            say::within_budget_enough(&carried, &there)
        }
        (Within::Budget(_), Some(carried)) => say::within_budget_short(&all, &carried, &there),
        (Within::Budget(_), None) => say::within_budget_none(&there),
    }
}

/// What all of the load takes; where nothing is carried, why, or what the least costs.
fn whole(asked: &Asked, found: &Found) -> Option<String> {
    let load = load_in_words(asked.answer.question.traffic);
    match (asked.within, found.whole) {
        (Within::Accelerators(count), Some(whole)) => {
            let more = whole - f64::from(count);
            Some(if more > 0.0 {
                say::within_owned_more(&load, &integer(more), &integer(whole))
            } else {
                say::within_owned_takes(&load, &integer(whole))
            })
        }
        (Within::Accelerators(_), None) => {
            let offer = asked.among.first()?;
            let candidates = &asked.answer.report.candidates;
            let candidate = candidates.iter().find(|one| one.offer == *offer)?;
            Some(reason(&asked.answer, candidate))
        }
        (Within::Budget(_), Some(whole)) if found.most.is_some() => {
            Some(say::within_budget_takes(&load, &dollars(whole)))
        }
        (Within::Budget(_), _) => {
            let least = found.least.filter(|_| found.most.is_none())?;
            Some(say::within_budget_least(&dollars(least)))
        }
    }
}

/// How that much is carried.
fn how(asked: &Asked, found: &Found) -> Option<String> {
    let most = found.most.as_ref()?;
    let sizing = spelled_out(&most.sizing, asked.name(most.offer));
    Some(match most.sizing.cost.filter(|_| is_budget(asked.within)) {
        Some(cost) => say::within_as_paid(&dollars(cost.per_month.get()), &sizing),
        None => say::within_as(&sizing),
    })
}

/// Who sells it; hardware that is there is not sold.
fn bill_of(asked: &Asked, most: &Carried) -> Option<String> {
    let offer = asked.answer.offers.get(most.offer)?;
    is_budget(asked.within).then(|| bill(offer, &most.sizing))?
}
