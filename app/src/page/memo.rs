//! What the pages keep: of questions and answers another one is told by its pointer, since
//! comparing contents would cost more than asking or showing it again.

use leptos::prelude::*;
use std::sync::Arc;

/// The last result of `read`, anew where that is another one. Reactive as `read` is.
pub(crate) fn kept<T: Send + Sync + 'static>(
    read: impl Fn() -> Option<Arc<T>> + Send + Sync + 'static,
) -> Memo<Option<Arc<T>>> {
    Memo::new_with_compare(
        move |_| read(),
        |old, new| match (old, new) {
            (Some(Some(old)), Some(Some(new))) => !Arc::ptr_eq(old, new),
            (Some(None), Some(None)) => false,
            _ => true,
        },
    )
}

/// What `read` returns, found out once for all who ask: every link of a page does. Reactive as `read`
/// is.
pub(crate) fn shared<T: Clone + PartialEq + Send + Sync + 'static>(
    read: impl Fn() -> T + Send + Sync + 'static,
) -> Signal<T> {
    Memo::new(move |_| read()).into()
}
