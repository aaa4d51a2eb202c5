//! The options side by side: rented at the price asked, for less on other terms, bought.

use super::{Part, Proposed, Shown, assumed, heading, table};
use crate::control::unmarked;
use crate::costs::answer::taken;
use crate::costs::beside::{Choice, cheaper_api, choices, named, next};
use crate::costs::names::way;
use crate::costs::solve::Costs;
use crate::i18n::{self, Msg, dollars, number, over_years, percent, say, text};
use crate::serving::answer::even;
use crate::serving::sides::Sides;
use estimator::export::paper::{Block, Heading};
use estimator::money::Input;
use estimator::money::horizon::Way;
use estimator::offer::Price;
use estimator::quantity::Usd;
use estimator::serving::plan::term;

/// Months of a year.
const YEAR: f64 = 12.0;

/// The section; nothing where there is but one.
pub(super) fn parts(proposed: &Proposed<'_>, sides: &Sides) -> Vec<Part> {
    let all = choices(proposed.costs, sides);
    if all.len() < 2 {
        return Vec::new();
    }
    let people = proposed.costs.answer.question.traffic.people();
    let columns = all.iter().map(|choice| {
        let name = way(choice.outlay.way);
        Heading::figures(if choice.is_chosen {
            say::candidate_chosen(&name)
        } else {
            name
        })
    });
    let columns = std::iter::once(Heading::words(text(Msg::ProposalWay))).chain(columns);
    let row = |name: String, cell: &dyn Fn(&Choice<'_>) -> String| {
        std::iter::once(name).chain(all.iter().map(cell)).collect()
    };
    let of = |name: Msg, cell: &dyn Fn(&Choice<'_>) -> String| row(text(name).to_owned(), cell);
    let months = f64::from(sides.months);
    let mut rows: Vec<Vec<String>> = vec![
        of(Msg::ProposalHardware, &|choice| choice.hardware()),
        of(Msg::ProposalPaid, &|choice| source(proposed, choice)),
        of(Msg::ProposalOnce, &|choice| {
            dollars(choice.outlay.once.get())
        }),
        of(Msg::ProposalMonthly, &|choice| {
            dollars(choice.outlay.monthly.get())
        }),
        row(say::proposal_years(&number(months / YEAR)), &|choice| {
            over_years(choice.outlay.net.get())
        }),
    ];
    if let Some(people) = people {
        rows.push(of(Msg::ProposalPerson, &|choice| {
            dollars(choice.outlay.net.get() / months / people)
        }));
    }
    rows.push(of(Msg::ProposalHeadroom, &|choice| {
        percent(choice.side.headroom.max(0.0))
    }));
    rows.push(of(Msg::ProposalCommitment, &|choice| {
        commitment(proposed, choice)
    }));
    let mut parts = vec![
        heading(Msg::ProposalOptions),
        Part {
            shown: Shown::Columns,
            ..table(Msg::ProposalOptions, columns.collect(), rows)
        },
    ];
    // Nothing breaks even that is there already.
    let is_bought = !all.iter().any(|choice| is_there(proposed, choice));
    let even = even(sides).filter(|_| is_bought);
    parts.extend(even.map(|said| Block::Text(said).into()));
    parts
}

/// What is chosen, what it comes to over the years, and the least of the other options: the lead
/// of the recommendation, so that both sections name one choice. `None` where there is but one.
pub(super) fn lead(proposed: &Proposed<'_>, sides: &Sides) -> Option<String> {
    let all = choices(proposed.costs, sides);
    let chosen = all.first().filter(|first| first.is_chosen)?;
    let next = next(&all, |_| true)?;
    let report = &proposed.found.report;
    let taken = taken(proposed.costs, report, chosen.outlay.way)?;
    let net = |choice: &Choice<'_>| over_years(choice.outlay.net.get());
    let over = say::costs_over_alone(f64::from(sides.months) / YEAR, &net(chosen));
    let beside = if next.outlay.net < chosen.outlay.net {
        say::proposal_cheaper(&net(next), &named(next))
    } else {
        say::proposal_next_option(&net(next), &named(next))
    };
    let said = [unmarked(&taken), over, beside].into_iter();
    let said: Vec<String> = said.chain(cheaper_api(proposed.costs)).collect();
    Some(said.join(i18n::language().gap()))
}

/// Whether other hardware is bought than is rented.
pub(super) fn is_other_bought(sides: &Sides) -> bool {
    let sides = sides.rent.as_ref().zip(sides.buy.as_ref());
    sides
        .is_some_and(|(rent, buy)| (&rent.name, rent.accelerators) != (&buy.name, buy.accelerators))
}

/// The prices that the options are paid at.
pub(super) fn prices(costs: &Costs, sides: &Sides) -> Vec<Price> {
    let all = choices(costs, sides);
    let priced = all
        .iter()
        .filter_map(|choice| choice.side.price_of(choice.outlay.way));
    let mut prices: Vec<Price> = Vec::new();
    for price in priced {
        let known = prices.iter();
        if !known
            .into_iter()
            .any(|known| known.label == price.label && known.as_of == price.as_of)
        {
            prices.push(price.clone());
        }
    }
    prices
}

/// Whose price it is, and its day.
fn source(proposed: &Proposed<'_>, choice: &Choice<'_>) -> String {
    let way = choice.outlay.way;
    if is_there(proposed, choice) {
        return text(Msg::ProposalThere).to_owned();
    }
    match choice.side.price_of(way) {
        Some(price) if way == Way::Owned => say::proposal_street(&price.as_of),
        Some(price) if price.as_of.is_empty() => price.label.clone(),
        Some(price) => say::bill_dated(&price.as_of, &price.label),
        // Hardware that is rented has no server's price: its accelerators are bought at theirs.
        None if way == Way::Owned => {
            let mut origins = proposed.found.report.origins.iter();
            let origin = origins.find(|origin| origin.input == Input::Accelerator);
            origin.map_or_else(|| text(Msg::NotKnown).to_owned(), assumed::source)
        }
        None => text(Msg::NotKnown).to_owned(),
    }
}

/// Whether nothing is bought of what is owned: all of it is there, and the load does not grow.
fn is_there(proposed: &Proposed<'_>, choice: &Choice<'_>) -> bool {
    let owned = matches!(choice.outlay.way, Way::Owned | Way::Both);
    owned && choice.outlay.once <= Usd::ZERO && proposed.costs.growth.per_year <= 0.0
}

/// For how long one is bound.
fn commitment(proposed: &Proposed<'_>, choice: &Choice<'_>) -> String {
    match choice.outlay.way {
        _ if is_there(proposed, choice) => text(Msg::ProposalNoTerm).to_owned(),
        Way::Rented(basis) if term(basis) > 1 => say::proposal_term(f64::from(term(basis))),
        Way::Owned | Way::Both => text(Msg::ProposalPurchase).to_owned(),
        Way::Rented(_) | Way::Api => text(Msg::ProposalNoTerm).to_owned(),
    }
}
