//! The question that a file is held against: the one that its own model fills in, or the one that
//! came along from another page.

use super::size;
use super::state::State;
use crate::page::carried;
use estimator::named::Named;
use estimator::profile::Group;
use estimator::serving::link;
use estimator::serving::question::Question;
use estimator::training::link::is_training;
use leptos::prelude::*;

/// A question that somebody asked.
pub(super) enum Open {
    /// Of the page about training, by its fragment.
    Training(String),
    /// Of the calculator.
    Serving(Box<Question>),
}

/// The question that a file's changes belong to; `None` where the file names no model, and none
/// came along. Reactive to the address.
pub(super) fn of_file(state: State, facts: &Group) -> Option<Open> {
    let named = size::filled(facts).filter(size::Filled::names_model);
    if let Some(filled) = named {
        return Some(Open::Serving(Box::new(filled.question)));
    }
    brought(&carried::readable(&state.question.get()))
}

/// The question of a fragment that came along, with its price list in it; `None` where that asks nothing.
pub(super) fn brought(fragment: &str) -> Option<Open> {
    if is_training(fragment) {
        return Some(Open::Training(fragment.to_owned()));
    }
    // The version of a link asks nothing by itself.
    let asks = |part: &str| !part.is_empty() && !part.starts_with("v=");
    fragment.split('&').find(|part| asks(part))?;
    Named::of_size("", fragment)?;
    let mut question = link::read(fragment).0.question;
    carried::prune(&mut question.fleet);
    Some(Open::Serving(Box::new(question)))
}

#[cfg(test)]
mod tests {
    use super::{Open, brought};
    use estimator::choice::ModelChoice;

    /// A link of training is one of training, one of the calculator its own; nothing asks nothing.
    #[test]
    fn a_question_is_known_by_its_link() {
        let train = estimator::training::link::write(&estimator::training::link::Link::default());
        assert!(matches!(brought(&train), Some(Open::Training(same)) if same == train));
        let of = |fragment: &str| match brought(fragment) {
            Some(Open::Serving(question)) => Some(question.model),
            _ => None,
        };
        let qwen = ModelChoice::Catalog("Qwen/Qwen3-32B".to_owned());
        assert_eq!(of("v=2&model=Qwen/Qwen3-32B"), Some(qwen));
        assert!(brought("").is_none());
        assert!(brought("v=2").is_none());
        assert!(brought("lang=de").is_none());
    }
}
