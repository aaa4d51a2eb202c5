//! What comes next, in the author's words, and whom to ask.

use super::{Part, heading};
use crate::costs::proposal::about::About;
use crate::i18n::{Msg, say};
use estimator::export::paper::Block;
use leptos::prelude::Get;

/// The section; reactive. Nothing where nothing is to come.
pub(super) fn parts(about: About) -> Vec<Part> {
    let steps = about.next_steps();
    let steps = steps.lines().map(str::trim).filter(|step| !step.is_empty());
    let steps: Vec<String> = steps.map(str::to_owned).collect();
    let contact = about.contact.get();
    let contact = Some(contact.trim()).filter(|contact| !contact.is_empty());
    if steps.is_empty() && contact.is_none() {
        return Vec::new();
    }
    let mut parts = vec![heading(Msg::ProposalSteps)];
    if !steps.is_empty() {
        parts.push(Block::List(steps).into());
    }
    parts.extend(contact.map(|contact| Block::Text(say::proposal_contact_is(contact)).into()));
    parts
}
