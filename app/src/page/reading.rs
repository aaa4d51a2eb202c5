//! A draft as a question: the last one that can be answered, and the errors of the present one.

use std::sync::Arc;

/// One reading of a draft.
pub(crate) struct Reading<Q, E> {
    /// The last good question; `None` only where there never was one.
    pub(crate) asked: Option<Arc<Q>>,
    /// The errors now; none where the question is good.
    pub(crate) errors: Arc<Vec<E>>,
}

impl<Q, E> Default for Reading<Q, E> {
    fn default() -> Self {
        Self {
            asked: None,
            errors: Arc::default(),
        }
    }
}

impl<Q, E> Reading<Q, E> {
    /// What a draft reads as, after the `last` reading: its question stays while a field is wrong.
    pub(crate) fn after(last: Option<&Self>, read: Result<Q, Vec<E>>) -> Self {
        match read {
            Ok(question) => Self {
                asked: Some(Arc::new(question)),
                errors: Arc::default(),
            },
            Err(errors) => Self {
                asked: last.and_then(|last| last.asked.clone()),
                errors: Arc::new(errors),
            },
        }
    }
}
