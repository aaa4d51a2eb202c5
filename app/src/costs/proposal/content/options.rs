//! The options side by side: rented at the price asked, for less on other terms, bought.

use super::{Part, Proposed, Shown, heading, table};
use crate::control::unmarked;
use crate::costs::names::way;
use crate::i18n::{self, Msg, dollars, number, percent, say, text};
use crate::serving::answer::{even, gpus, in_short};
use crate::serving::sides::{Side, Sides};
use estimator::choice::PriceBasis;
use estimator::export::paper::{Block, Heading};
use estimator::money::horizon::Way;
use estimator::money::ways::Outlay;
use estimator::offer::Price;
use estimator::serving::plan::term;

/// Months of a year.
const YEAR: f64 = 12.0;

/// Ways to pay that stand beside the one asked, the first that costs less a month.
const OTHERS: [PriceBasis; 3] = [
    PriceBasis::Reserved1y,
    PriceBasis::Reserved3y,
    PriceBasis::OnDemand,
];

/// One option: its hardware and its money.
struct Choice<'a> {
    side: &'a Side,
    outlay: Outlay,
    is_chosen: bool,
}

/// The section; nothing where there is but one.
pub(super) fn parts(proposed: &Proposed<'_>, sides: &Sides) -> Vec<Part> {
    let all = choices(sides);
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
    let named = |name: Msg, cell: &dyn Fn(&Choice<'_>) -> String| row(text(name).to_owned(), cell);
    let months = f64::from(sides.months);
    let mut rows: Vec<Vec<String>> = vec![
        named(Msg::ProposalHardware, &hardware),
        named(Msg::ProposalPaid, &source),
        named(Msg::ProposalOnce, &|choice| {
            dollars(choice.outlay.once.get())
        }),
        named(Msg::UnitMonth, &|choice| {
            dollars(choice.outlay.monthly.get())
        }),
        row(say::proposal_years(&number(months / YEAR)), &|choice| {
            dollars(choice.outlay.net.get())
        }),
    ];
    if let Some(people) = people {
        rows.push(named(Msg::ProposalPerson, &|choice| {
            dollars(choice.outlay.net.get() / months / people)
        }));
    }
    rows.push(named(Msg::ProposalHeadroom, &|choice| {
        percent(choice.side.headroom.max(0.0))
    }));
    rows.push(named(Msg::ProposalCommitment, &commitment));
    let mut parts = vec![
        heading(Msg::ProposalOptions),
        Part {
            shown: Shown::Columns,
            ..table(Msg::ProposalOptions, columns.collect(), rows)
        },
    ];
    parts.extend(even(sides).map(|said| Block::Text(said).into()));
    parts
}

/// What is chosen first, then the others: the asked rent, another way to pay it, what is bought.
fn choices(sides: &Sides) -> Vec<Choice<'_>> {
    let rented = sides.rent.iter().flat_map(|side| {
        let asked = side.rented();
        let others = OTHERS.iter().map(|basis| Way::Rented(*basis));
        let mut others = others.filter_map(|way| side.ways.of(way));
        // A commitment that costs more is no option.
        let other = others.find(|other| {
            asked.is_some_and(|asked| asked.way != other.way && other.monthly < asked.monthly)
        });
        asked
            .into_iter()
            .chain(other)
            .map(move |outlay| (side, outlay))
    });
    let bought = sides.buy.as_ref();
    let bought = bought.and_then(|side| Some((side, side.owned()?)));
    let all = rented.chain(bought).enumerate();
    let mut all: Vec<Choice<'_>> = all
        .map(|(index, (side, outlay))| Choice {
            side,
            outlay: *outlay,
            is_chosen: (outlay.way == Way::Owned) == sides.is_bought
                && (sides.is_bought || index == 0),
        })
        .collect();
    all.sort_by_key(|choice| !choice.is_chosen);
    all
}

/// What is chosen, what it comes to over the years, and the least of the other options: the lead
/// of the recommendation, so that both sections name one choice. `None` where there is but one.
pub(super) fn lead(proposed: &Proposed<'_>, sides: &Sides) -> Option<String> {
    let all = choices(sides);
    let (chosen, others) = all.split_first().filter(|(first, _)| first.is_chosen)?;
    let net = |choice: &Choice<'_>| choice.outlay.net.get();
    let next = others
        .iter()
        .min_by(|one, other| net(one).total_cmp(&net(other)))?;
    let what = in_short(proposed.sizing, &proposed.offer.accelerator.name);
    let taken = match chosen.outlay.way {
        Way::Owned | Way::Both => say::costs_own(&what),
        Way::Rented(_) | Way::Api => say::costs_rent(&what),
    };
    let over = say::costs_over_alone(f64::from(sides.months) / YEAR, &dollars(net(chosen)));
    let named = [way(next.outlay.way), hardware(next)].join(text(Msg::ListComma));
    let beside = if net(next) < net(chosen) {
        say::proposal_cheaper(&dollars(net(next)), &named)
    } else {
        say::proposal_next_option(&dollars(net(next)), &named)
    };
    Some([unmarked(&taken), over, beside].join(i18n::language().gap()))
}

/// Whether other hardware is bought than is rented.
pub(super) fn is_other_bought(sides: &Sides) -> bool {
    let sides = sides.rent.as_ref().zip(sides.buy.as_ref());
    sides
        .is_some_and(|(rent, buy)| (&rent.name, rent.accelerators) != (&buy.name, buy.accelerators))
}

/// The prices that the options are paid at.
pub(super) fn prices(sides: &Sides) -> Vec<Price> {
    let all = choices(sides);
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

fn hardware(choice: &Choice<'_>) -> String {
    gpus(choice.side.accelerators, &choice.side.name)
}

/// Whose price it is, and its day.
fn source(choice: &Choice<'_>) -> String {
    let way = choice.outlay.way;
    match choice.side.price_of(way) {
        Some(price) if way == Way::Owned => say::proposal_street(&price.as_of),
        Some(price) if price.as_of.is_empty() => price.label.clone(),
        Some(price) => say::bill_dated(&price.as_of, &price.label),
        None => text(Msg::NotKnown).to_owned(),
    }
}

/// For how long one is bound.
fn commitment(choice: &Choice<'_>) -> String {
    match choice.outlay.way {
        Way::Rented(basis) if term(basis) > 1 => say::proposal_term(f64::from(term(basis))),
        Way::Owned | Way::Both => text(Msg::ProposalPurchase).to_owned(),
        Way::Rented(_) | Way::Api => text(Msg::ProposalNoTerm).to_owned(),
    }
}
