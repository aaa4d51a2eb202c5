//! The last answer that recommended something, for where nothing answers the question now.

use crate::serving::solve::Answer;
use leptos::prelude::*;
use std::sync::Arc;

/// The last two questions that were answered by something, the newer first: simulated, the newer
/// may come to nothing.
#[derive(Clone, Default)]
pub(super) struct Before {
    newer: Option<Arc<Answer>>,
    older: Option<Arc<Answer>>,
}

impl Before {
    /// Those of `answer` as it changes; reactive.
    pub(super) fn of(answer: Memo<Option<Arc<Answer>>>) -> Memo<Self> {
        let followed = move |last: Option<&Self>| {
            let last = last.cloned().unwrap_or_default();
            let good = answer.get().filter(|answer| answer.recommended().is_some());
            good.map_or_else(|| last.clone(), |good| last.clone().then(good))
        };
        Memo::new_with_compare(followed, |_, _| true)
    }

    /// The same once `answer` stands.
    fn then(self, answer: Arc<Answer>) -> Self {
        let is_same = |newer: &Arc<Answer>| newer.question == answer.question;
        let older = match self.newer.filter(|newer| !is_same(newer)) {
            Some(other) => Some(other),
            None => self.older,
        };
        Self {
            newer: Some(answer),
            older,
        }
    }

    /// The last answer to another question than that of `answer`.
    pub(super) fn other_than(&self, answer: &Answer) -> Option<&Answer> {
        let all = [&self.newer, &self.older].into_iter().flatten();
        let mut others = all.filter(|other| other.question != answer.question);
        others.next().map(Arc::as_ref)
    }
}
