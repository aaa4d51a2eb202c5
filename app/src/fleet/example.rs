//! The fleet of a fresh page, its workloads named in the language of the page.

use crate::i18n::{Msg, text};
use estimator::fleet::asked::Question;
use leptos::prelude::untrack;

/// The names of its workloads, in order.
const NAMES: [Msg; 9] = [
    Msg::PackExampleChat,
    Msg::PackExampleCode,
    Msg::PackExampleSearch,
    Msg::PackExampleTranslation,
    Msg::PackExampleGuard,
    Msg::PackExampleTags,
    Msg::PackExampleSummaries,
    Msg::PackExampleMails,
    Msg::PackExampleEvaluation,
];

/// The same now; not reactive, since they are filled in, not shown.
pub(super) fn names() -> Vec<&'static str> {
    untrack(|| NAMES.map(text).to_vec())
}

/// Its question.
pub(super) fn question() -> Question {
    let mut question = Question::default();
    for (workload, name) in question.workloads.iter_mut().zip(names()) {
        name.clone_into(&mut workload.name);
    }
    question
}

#[cfg(test)]
mod tests {
    use super::{NAMES, Question};

    #[test]
    fn every_workload_has_its_name() {
        assert_eq!(Question::default().workloads.len(), NAMES.len());
    }
}
