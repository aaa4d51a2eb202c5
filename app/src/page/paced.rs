//! Parts of a page that are made one after another, each in a turn of its own, so that the
//! browser is never busy for long. Those of most pages are all made before their page is shown.
//! The calculator's are made as they come: its larger parts are [`crate::serving::later`]'s, which
//! wait for a reader to come near.

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
    /// Whether parts are made as they come.
    is_eager: bool,
}

impl Pace {
    /// Put where the parts find it, which wait until it is run.
    pub(crate) fn provide() -> Self {
        Self::put(false)
    }

    /// The same for parts that are made as they come, in turns of their own.
    pub(crate) fn provide_eager() -> Self {
        Self::put(true)
    }

    fn put(is_eager: bool) -> Self {
        let pace = Self {
            made: RwSignal::new(0),
            parts: StoredValue::new(0),
            over: StoredValue::new(false),
            is_eager,
        };
        provide_context(pace);
        pace
    }

    /// Makes the next part, in the turns after this one the others, and then goes on to
    /// `done`.
    pub(crate) fn run(self, done: impl FnOnce() + 'static) {
        // The page may have been left by then.
        let Some(made) = self.made.try_get_untracked() else {
            return;
        };
        if made < self.parts.get_value() {
            self.made.set(made + 1);
            browser::next_turn(move || self.run(done));
        } else {
            if !self.is_eager {
                self.over.set_value(true);
            }
            done();
        }
    }

    /// Makes all that is left, and what comes later, at once.
    pub(crate) fn finish(self) {
        self.over.set_value(true);
        self.made.set(self.parts.get_value());
    }

    /// The number of one more part.
    fn part(self) -> usize {
        let number = self.parts.get_value();
        self.parts.set_value(number + 1);
        if self.is_eager && self.made.get_untracked() == number {
            browser::next_turn(move || self.run(|| ()));
        }
        number
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
        let number = pace.part();
        Memo::new(move |_| pace.made.get() > number)
    });
    (move || due.is_none_or(|due| due.get()).then(|| children())).into_any()
}

/// A part of a page that can be made but once, whatever changes that was read meanwhile.
#[component]
pub(crate) fn PacedOnce(
    /// How it is made.
    children: Children,
) -> impl IntoView {
    let children = StoredValue::new_local(Some(children));
    let made = move || {
        let make = children.try_update_value(Option::take).flatten();
        make.map(|make| untrack(make))
    };
    view! { <Paced>{made()}</Paced> }
}
