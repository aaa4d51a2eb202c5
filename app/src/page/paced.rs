//! Parts of a page that are made one after another, each in a turn of its own, so that the
//! browser is never busy for long. The calculator's own are [`crate::serving::later`]'s, which
//! wait for a reader to come near; these are all made before their page is shown.

use crate::browser;
use leptos::prelude::*;

/// How far the parts of a page are.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    /// How many are made.
    made: RwSignal<usize>,
    /// How many are known of; making one may add to them.
    parts: StoredValue<usize>,
    /// Whether all were made: what comes later is made at once.
    over: StoredValue<bool>,
}

impl Pace {
    /// Put where the parts find it.
    pub(crate) fn provide() -> Self {
        let pace = Self {
            made: RwSignal::new(0),
            parts: StoredValue::new(0),
            over: StoredValue::new(false),
        };
        provide_context(pace);
        pace
    }

    /// Makes the next part, in the turns after this one the others, and then goes on to
    /// `done`.
    pub(crate) fn run(self, done: impl FnOnce() + 'static) {
        let made = self.made.get_untracked();
        if made < self.parts.get_value() {
            self.made.set(made + 1);
            browser::next_turn(move || self.run(done));
        } else {
            self.over.set_value(true);
            done();
        }
    }
}

/// A part of a page; see the module. Outside such a page, and once that is shown, it is there at
/// once.
#[component]
pub(crate) fn Paced(
    /// How it is made.
    children: ChildrenFn,
) -> impl IntoView {
    let pace = use_context::<Pace>().filter(|pace| !pace.over.get_value());
    let due = pace.map(|pace| {
        let number = pace.parts.get_value();
        pace.parts.set_value(number + 1);
        Memo::new(move |_| pace.made.get() > number)
    });
    (move || due.is_none_or(|due| due.get()).then(|| children())).into_any()
}
