//! Whole system: the needs of one node beside its accelerators, whether the machine they come
//! in has it, and how long a replica takes to start.

use super::memory::shown;
use super::resource::{amount, resource_name, shortfall};
use super::told;
use crate::element::Element;
use crate::i18n::{Msg, percent, say, seconds, seconds_chosen, t, text};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::quantity::Seconds;
use estimator::serving::balance::{Balance, Item, Resource, Standing, balance};
use leptos::prelude::*;

/// The card: of the candidate that is selected, or else the recommended one.
#[component]
pub(super) fn WholeSystem() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.details.get()?;
        card(&answer, state.frame.selected.get().as_deref())
    };
    view! {
        <section class="card load balance" aria-labelledby="balance-title">
            <h2 id="balance-title">{t(Msg::BalanceTitle)}</h2>
            {content}
        </section>
    }
    .into_any()
}

fn card(answer: &Answer, selected: Option<&str>) -> Option<AnyView> {
    let candidate = shown(answer, selected)?;
    let (sizing, offer) = (candidate.best.as_ref()?, answer.offer(candidate)?);
    let balance = balance(&answer.scenario, offer, sizing);
    let host = match balance.host {
        None => text(Msg::BalanceNoHost).to_owned(),
        Some(host) if host.reference => say::balance_reference(&host.label),
        Some(host) => say::balance_host(&host.label),
    };
    let titles = [
        Msg::BalanceResource,
        Msg::BalanceNeeded,
        Msg::BalanceThere,
        Msg::BalanceStanding,
    ];
    let heads = titles.map(|title| Element::heading("col", text(title)));
    let rows = balance.items.iter().map(row).collect();
    let parts = vec![
        told::aside(host),
        told::table(
            "balance-title",
            Element::table("percentiles", heads.into(), rows),
        ),
        told::facts(facts(&balance)),
    ];
    Some(parts.into_any())
}

fn row(item: &Item) -> Element {
    let (class, mark, standing) = match item.standing() {
        Standing::Enough => ("kept", "✓\u{a0}", Msg::BalanceEnough),
        Standing::Short => ("over", "✗\u{a0}", Msg::BalanceShort),
        Standing::Unknown => ("", "", Msg::BalanceUnknown),
    };
    let needed = if item.needed.get() > 0.0 {
        amount(item.resource, item.needed)
    } else {
        text(Msg::BalanceNothing).to_owned()
    };
    let there = item.available.map_or_else(
        || text(Msg::NotKnown).to_owned(),
        |available| amount(item.resource, available),
    );
    Element::new("tr")
        .and(Element::heading("row", text(resource_name(item.resource))))
        .and(Element::new("td").say(needed))
        .and(Element::new("td").say(there))
        .and(Element::words("td", class, mark).say(text(standing)))
}

/// Sentences: the shortfalls, the amounts that would do, their cost, the start.
fn facts(balance: &Balance<'_>) -> Vec<String> {
    let mut facts: Vec<String> = balance
        .shortfalls()
        .filter_map(|item| {
            let enough = item.suffices();
            Some(shortfall(
                item.resource,
                item.needed,
                item.available?,
                enough,
            ))
        })
        .collect();
    if balance.link_share > 0.0 {
        facts.push(say::balance_link(&percent(balance.link_share)));
        // Nothing binds to one socket a replica that does not fit there.
        if !balance
            .shortfalls()
            .any(|item| item.resource == Resource::Numa)
        {
            facts.push(text(Msg::BalanceBind).to_owned());
        }
    }
    let whole = |time: Seconds| seconds_chosen(Seconds::new(time.get().round()));
    facts.push(say::balance_start(
        &seconds(balance.loading),
        &whole(balance.cold_start),
    ));
    if balance.from_network {
        facts.push(text(Msg::BalanceStartNetwork).to_owned());
    } else if let Some(time) = balance.network_loading {
        facts.push(say::balance_load_network(&seconds(time)));
    }
    facts
}
