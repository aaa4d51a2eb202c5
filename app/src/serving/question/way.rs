//! The way to come by the hardware: rent it, buy whole servers, or take what is there.

use super::pricing::{AreaField, BasisField};
use crate::control::{Chip, Chips, NumberField};
use crate::i18n::{Msg, say, t, text};
use crate::page::form::{self, Form};
use crate::serving::answer::taken_for;
use crate::serving::state::State;
use estimator::error::Field;
use leptos::prelude::*;

/// One of the ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// By the hour, or reserved.
    Rent,
    /// Whole servers.
    Buy,
    /// So many accelerators are there.
    Have,
}

impl Way {
    const ALL: [Self; 3] = [Self::Rent, Self::Buy, Self::Have];

    const fn name(self) -> Msg {
        match self {
            Self::Rent => Msg::WayRent,
            Self::Buy => Msg::WayBuy,
            Self::Have => Msg::WayHave,
        }
    }

    /// That of the page's question; `asked` where the count of what is there is yet to be typed.
    fn of(form: &dyn Form, asked: bool) -> Self {
        if asked || !form.text(Field::Owned).is_empty() {
            Self::Have
        } else if form.fleet().bought {
            Self::Buy
        } else {
            Self::Rent
        }
    }
}

/// Makes it the way of the page's question, as one step.
pub(crate) fn choose(way: Way) {
    let form = form::of_page();
    if way != Way::Have {
        form.set_text(Field::Owned, String::new());
    }
    form.choose_fleet(|fleet| fleet.bought = way == Way::Buy);
}

/// The way of the page's question, and a choice of another.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    way: Memo<Way>,
    asked: RwSignal<bool>,
}

impl Chosen {
    pub(super) fn of_page() -> Self {
        let form = form::of_page();
        let asked = RwSignal::new(false);
        // A count that is taken out leaves its field there.
        Effect::new(move |_| {
            if !form.text(Field::Owned).is_empty() {
                asked.set(true);
            }
        });
        Self {
            way: Memo::new(move |_| Way::of(form, asked.get())),
            asked,
        }
    }

    /// Whether it is this way; reactive.
    pub(super) fn is(self, way: Way) -> bool {
        self.way.get() == way
    }

    /// The ways, and the fields that each has of its own.
    pub(super) fn fields(self) -> AnyView {
        let chip = |way: Way| Chip {
            name: Signal::derive(move || text(way.name()).to_owned()),
            hint: "",
            on: Signal::derive(move || self.is(way)),
            press: Callback::new(move |()| {
                self.asked.set(way == Way::Have);
                choose(way);
            }),
        };
        let chips = Way::ALL.map(chip).into();
        // So many of what, nobody said: the answer is of those it shows.
        let state = State::of_page();
        let there = move || {
            let answer = state.simulations.bound.get()?;
            answer.question.limits.owned?;
            let picked = state.frame.selected.get();
            let said = taken_for(&answer, picked.as_deref()).map(say::owned_taken)?;
            Some(view! { <p class="aside">{said}</p> })
        };
        view! {
            <Chips label=Msg::WayLabel chips/>
            <p class="aside" hidden=move || !self.is(Way::Buy)>{t(Msg::WayBuyHint)}</p>
            <div hidden=move || !self.is(Way::Have)>
                <NumberField field=Field::Owned label=Msg::Owned empty=Msg::Off/>
                {there}
            </div>
            <div class="pair">
                <div class="held" hidden=move || self.is(Way::Buy)>
                    <BasisField/>
                </div>
                <AreaField/>
            </div>
        }
        .into_any()
    }
}
