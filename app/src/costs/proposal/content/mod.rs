//! The parts of a proposal, top to bottom: blocks that the page shows and the file holds. All
//! of it is read from the calculator's report and the one about money.

mod alternatives;
mod assumed;
mod certain;
mod costs;
mod next;
mod options;
mod prices;
mod question;
mod recommended;

use super::about::About;
use super::code::Code;
use super::door;
use super::topic::Topic;
use crate::browser;
use crate::chart::drawing::Drawing;
use crate::costs::beside::ways_beside;
use crate::costs::solve::{Costs, Found};
use crate::costs::state::State;
use crate::i18n::{Msg, say, text};
use crate::serving::answer::model_name;
use crate::serving::sides::Sides;
use estimator::export::paper::{Block, Heading, Table};
use estimator::offer::Offer;
use estimator::serving::report::{Candidate, Sizing};
use leptos::prelude::*;
use std::sync::Arc;

/// A block, and how it is shown.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    /// Its block.
    pub(super) block: Block,
    /// The name of a table for those who cannot see where it stands.
    pub(super) caption: String,
    /// How it is shown.
    pub(super) shown: Shown,
    /// Its topic and its place there, where its sentences can be typed anew.
    pub(super) typed: Option<(Topic, usize)>,
}

/// How a block is shown.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shown {
    /// As it is.
    Block,
    /// With a column for each of what it compares.
    Columns,
    /// Below a picture of it, by its title.
    Below(String, Pictures),
    /// Beside a code that machines read.
    Coded(Code),
    /// In a picture that says all of it.
    InPicture(String, Pictures),
}

/// A picture as wide as paper is, and as narrow as a phone is.
pub(super) type Pictures = [Drawing; 2];

/// The widths of both, in pixels.
const WIDTHS: [f64; 2] = [660.0, 300.0];

impl From<Block> for Part {
    fn from(block: Block) -> Self {
        Self {
            block,
            caption: String::new(),
            shown: Shown::Block,
            typed: None,
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

/// Where a proposal comes from: the answer, what was typed, the ways beside it.
#[derive(Clone, Copy)]
pub(super) struct Given {
    state: State,
    about: About,
    sides: Memo<Option<Arc<Sides>>>,
}

impl Given {
    /// What a file of it is about.
    pub(super) fn file_about(self) -> Vec<String> {
        self.state.about("proposal")
    }

    /// Put where every component finds it.
    pub(super) fn provide(state: State, about: About) -> Self {
        let given = Self {
            state,
            about,
            sides: ways_beside(state),
        };
        provide_context(given);
        given
    }

    /// The page's.
    pub(super) fn of_page() -> Self {
        expect_context()
    }

    /// Title, customer, author and day, the author's own words; reactive.
    pub(super) fn head(self) -> Vec<Part> {
        let about = self.about;
        let title = about.title.get();
        let title = if title.trim().is_empty() {
            let model = self
                .state
                .study
                .asked
                .with(|asked| model_name(&asked.model));
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
            named(about.last_day(), say::proposal_valid_until),
        ];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        let mut parts = vec![
            Block::Title(title).into(),
            Block::Text(facts.join(" · ")).into(),
        ];
        parts.extend(paragraphs(&about.introduction.get()));
        parts
    }

    /// All below that; `None` where there is nothing to propose. Reactive.
    pub(super) fn body(self) -> Option<Vec<Part>> {
        let topics = Topic::ALL.into_iter().map(|topic| self.topic(topic));
        let parts: Option<Vec<Vec<Part>>> = topics.chain([self.link()]).collect();
        Some(parts?.concat())
    }

    /// What stands of a topic: nothing where it is left out, `None` where there is nothing to
    /// propose. Reactive to no more than the topic says.
    pub(super) fn topic(self, topic: Topic) -> Option<Vec<Part>> {
        let own = self.own(topic)?;
        if self.about.holds(topic) {
            Some(self.about.wording().edited(topic, own))
        } else {
            Some(Vec::new())
        }
    }

    /// What the page says of a topic; `None` where there is nothing to propose. Reactive.
    pub(super) fn own(self, topic: Topic) -> Option<Vec<Part>> {
        let (state, about) = (self.state, self.about);
        let costs = state.answer.get()?;
        let (candidate, sizing, offer) = costs.chosen()?;
        let proposed = Proposed {
            costs: &costs,
            found: costs.found.as_ref()?,
            candidate,
            sizing,
            offer,
        };
        let sides = self.sides.get();
        let sides = sides.as_deref();
        Some(match topic {
            Topic::Question => question::parts(&proposed),
            Topic::Options => {
                let parts = |sides| options::parts(&proposed, sides);
                sides.map(parts).unwrap_or_default()
            }
            Topic::Recommendation => recommended::parts(&proposed, sides),
            Topic::Alternatives => alternatives::parts(&proposed),
            Topic::Costs => costs::parts(&proposed, sides),
            Topic::Assumptions => assumed::parts(&proposed),
            Topic::Prices => prices::parts(&proposed),
            Topic::Certainty => certain::parts(&proposed),
            Topic::Next => next::parts(about),
        })
    }

    /// The link, and its code; `None` where there is nothing to propose. Reactive.
    pub(super) fn link(self) -> Option<Vec<Part>> {
        self.state
            .answer
            .with(|costs| costs.as_ref()?.chosen().map(|_| ()))?;
        let address = door::calculation(self.state);
        let code = Code::of(&address);
        Some(vec![Part {
            block: Block::Link {
                words: text(Msg::ProposalLink).to_owned(),
                address,
            },
            caption: String::new(),
            shown: code.map_or(Shown::Block, Shown::Coded),
            typed: None,
        }])
    }

    /// Prices on the paper that should be read anew, in words; reactive.
    pub(super) fn old_prices(self) -> Vec<String> {
        let (sides, costs) = (self.sides.get(), self.state.answer.get());
        let today = browser::today();
        let both = costs.iter().zip(&sides);
        let old = both.flat_map(|(costs, sides)| options::prices(costs, sides));
        let old = old.filter(|price| today.is_some_and(|today| price.is_stale(today)));
        old.map(|price| match price.purchase {
            Some(_) => say::proposal_street(&price.as_of),
            None => say::bill_dated(&price.as_of, &price.label),
        })
        .collect()
    }
}

/// The author's own words as typed: a blank line parts paragraphs, lines stay lines.
fn paragraphs(words: &str) -> Vec<Part> {
    let mut lines = words.lines().map(str::trim).peekable();
    let mut found = Vec::new();
    while lines.peek().is_some() {
        let paragraph: Vec<String> = lines
            .by_ref()
            .take_while(|line| !line.is_empty())
            .map(str::to_owned)
            .collect();
        if !paragraph.is_empty() {
            found.push(Block::Lines(paragraph).into());
        }
    }
    found
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
