//! What can be had of each accelerator: how many, as a quota or a stock allows, and how it may be
//! shared.

use crate::control::{Chip, Chips};
use crate::fleet::draft::{Draft, Restricted};
use crate::fleet::state::State;
use crate::fleet::typed::Typed;
use crate::fleet::words::mode;
use crate::i18n::{Msg, t, text};
use crate::serving::question::with_what::name_of;
use estimator::fleet::Mode;
use estimator::fleet::asked::Field;
use estimator::fleet::question::Modes;
use leptos::prelude::*;

/// A row of each accelerator that was chosen.
pub(super) fn restrictions() -> AnyView {
    let state = State::of_page();
    let ids = Memo::new(move |_| state.draft.with(Draft::chosen));
    let said = move || {
        text(if ids.with(Vec::is_empty) {
            Msg::PackLimitsNone
        } else {
            Msg::PackLimitsHint
        })
    };
    view! {
        <p class="aside">{said}</p>
        {move || ids.get().iter().map(|id| row(state, id)).collect_view()}
    }
    .into_any()
}

/// The count and the ways to share of one.
fn row(state: State, id: &str) -> AnyView {
    let name = name_of(id);
    let owned = state.draft.with_untracked(|draft| draft.owned);
    let count = (!owned).then(|| most(state, id));
    let sharable = catalog::accelerator(id)
        .map(|record| catalog::sharable(&record.accelerator))
        .unwrap_or_default();
    let ways = Mode::ALL.into_iter().skip(1);
    let ways: Vec<Mode> = ways.filter(|one| sharable.has(*one)).collect();
    let shared = if ways.is_empty() {
        view! { <p class="aside">{t(Msg::PackWholeOnly)}</p> }.into_any()
    } else {
        let chips = ways.into_iter().map(|one| way(state, id.to_owned(), one));
        let chips: Vec<Chip> = chips.collect();
        view! { <Chips label=Msg::PackShared chips/> }.into_any()
    };
    view! {
        <fieldset class="restricted">
            <legend>{name}</legend>
            {count}
            {shared}
        </fieldset>
    }
    .into_any()
}

/// How many there are at most.
fn most(state: State, id: &str) -> AnyView {
    let (read, written) = (id.to_owned(), id.to_owned());
    let typed = move || of(state, &read, |one| one.most.clone());
    let write = move |text: String| {
        state.draft.update(|draft| {
            change(&mut draft.restricted, &written, |one| one.most = text);
        });
    };
    view! {
        <Typed
            field=Signal::stored(Field::Count(id.to_owned()))
            id=format!("most-{id}")
            label=Msg::PackAtMost
            typed=Signal::derive(typed)
            write=Callback::new(write)
            empty=Msg::NoLimit
        />
    }
    .into_any()
}

/// A way to share it, of those that all may use.
fn way(state: State, id: String, one: Mode) -> Chip {
    let read = id.clone();
    Chip {
        name: Signal::derive(move || text(mode(one)).to_owned()),
        hint: "",
        on: Signal::derive(move || {
            let common = state.draft.with(|draft| draft.modes.has(one));
            let modes = of(state, &read, |restricted| restricted.modes);
            common && modes.is_none_or(|modes| modes.has(one))
        }),
        press: Callback::new(move |()| {
            state.choose(|draft| {
                let (all, common) = (Modes::of(&Mode::ALL), draft.modes.has(one));
                // What is pressed here is wanted here, and nowhere else.
                if !common {
                    draft.modes = draft.modes.with(one);
                    let chosen = draft.chosen();
                    for other in chosen.iter().filter(|other| **other != id) {
                        change(&mut draft.restricted, other, |restricted| {
                            restricted.modes = Some(without(restricted.modes.unwrap_or(all), one));
                        });
                    }
                }
                change(&mut draft.restricted, &id, |restricted| {
                    let had = restricted.modes.unwrap_or(all);
                    let next = if common && had.has(one) {
                        without(had, one)
                    } else {
                        had.with(one)
                    };
                    restricted.modes = (next != all).then_some(next);
                });
            });
        }),
    }
}

/// The set without one of it.
fn without(modes: Modes, one: Mode) -> Modes {
    let kept = Mode::ALL.into_iter();
    let kept = kept.filter(|other| *other != one && modes.has(*other));
    kept.fold(Modes::default(), Modes::with)
}

/// Something that is said of an accelerator; reactive. Nothing where nothing is.
fn of<T: Default>(state: State, id: &str, read: impl FnOnce(&Restricted) -> T) -> T {
    state.draft.with(|draft| {
        let found = draft.restricted.iter().find(|one| one.id == id);
        found.map(read).unwrap_or_default()
    })
}

/// Changes what is said of an accelerator.
fn change(all: &mut Vec<Restricted>, id: &str, change: impl FnOnce(&mut Restricted)) {
    let place = all.iter().position(|one| one.id == id);
    let place = place.unwrap_or_else(|| {
        all.push(Restricted {
            id: id.to_owned(),
            most: String::new(),
            modes: None,
        });
        all.len() - 1
    });
    if let Some(one) = all.get_mut(place) {
        change(one);
    }
}
