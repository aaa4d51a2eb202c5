//! The parts of a proposal, top to bottom: blocks that the page shows and the file holds. All
//! of it is read from the calculator's report and the one about money.

mod alternatives;
mod assumed;
mod certain;
mod costs;
mod prices;
mod question;
mod recommended;

use super::about::About;
use super::door;
use crate::chart::drawing::Drawing;
use crate::costs::solve::{Costs, Found};
use crate::costs::state::State;
use crate::i18n::{Msg, say, text};
use crate::serving::answer::model_name;
use estimator::export::paper::{Block, Heading, Table};
use estimator::offer::Offer;
use estimator::serving::report::{Candidate, Sizing};
use leptos::prelude::{Get, With};

/// A block, and how it is shown.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    /// Its block.
    pub(super) block: Block,
    /// The name of a table for those who cannot see where it stands.
    pub(super) caption: String,
    /// How it is shown.
    pub(super) shown: Shown,
}

/// How a block is shown.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shown {
    /// As it is.
    Block,
    /// Below a picture of it, by its title.
    Below(String, Drawing),
    /// In a picture that says all of it.
    InPicture(String, Drawing),
}

impl From<Block> for Part {
    fn from(block: Block) -> Self {
        Self {
            block,
            caption: String::new(),
            shown: Shown::Block,
        }
    }
}

/// Everything that is proposed.
#[derive(Clone, Copy)]
struct Proposed<'a> {
    costs: &'a Costs,
    found: &'a Found,
    candidate: &'a Candidate,
    sizing: &'a Sizing,
    offer: &'a Offer,
}

/// Title, customer, author and day; reactive.
pub(super) fn head(state: State, about: About) -> Vec<Part> {
    let title = about.title.get();
    let title = if title.trim().is_empty() {
        let model = state.study.asked.with(|asked| model_name(&asked.model));
        say::proposal_default(&model)
    } else {
        title
    };
    let named = |name: String, say: fn(&str) -> String| {
        let name = name.trim();
        (!name.is_empty()).then(|| say(name))
    };
    let facts = [
        named(about.customer.get(), say::proposal_for),
        named(about.author.get(), say::proposal_by),
        named(about.day(), str::to_owned),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    vec![
        Block::Title(title).into(),
        Block::Text(facts.join(" · ")).into(),
    ]
}

/// All below that; `None` where there is nothing to propose. Reactive.
pub(super) fn body(state: State) -> Option<Vec<Part>> {
    let costs = state.answer.get()?;
    let (candidate, sizing, offer) = costs.chosen()?;
    let proposed = Proposed {
        costs: &costs,
        found: costs.found.as_ref()?,
        candidate,
        sizing,
        offer,
    };
    let mut parts = question::parts(&proposed);
    parts.extend(recommended::parts(&proposed));
    parts.extend(alternatives::parts(&proposed));
    parts.extend(costs::parts(&proposed));
    parts.extend(assumed::parts(&proposed));
    parts.extend(prices::parts(&proposed));
    parts.extend(certain::parts(&proposed));
    parts.push(
        Block::Link {
            words: text(Msg::ProposalLink).to_owned(),
            address: door::calculation(state),
        }
        .into(),
    );
    Some(parts)
}

fn heading(name: Msg) -> Part {
    Block::Heading(text(name).to_owned()).into()
}

/// A table under the heading of its section.
fn table(caption: Msg, columns: Vec<Heading>, rows: Vec<Vec<String>>) -> Part {
    Part {
        caption: text(caption).to_owned(),
        ..Block::Table(Table { columns, rows }).into()
    }
}

fn words(name: Msg) -> Heading {
    Heading::words(text(name))
}

fn figures(name: Msg) -> Heading {
    Heading::figures(text(name))
}
