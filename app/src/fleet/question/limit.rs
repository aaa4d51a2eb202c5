//! Within what: a limit of money, power or GPUs; and the growth to come.

use crate::control::{Chip, Chips};
use crate::fleet::draft::{Draft, Limit};
use crate::fleet::state::State;
use crate::fleet::typed::Typed;
use crate::i18n::{Msg, t, text};
use estimator::fleet::asked::Field;
use leptos::prelude::*;

/// The kinds, and the unit of each amount.
const KINDS: [(Limit, Msg, Msg); 4] = [
    (Limit::None, Msg::PackUnlimited, Msg::PackUnlimited),
    (Limit::Money, Msg::PackMoney, Msg::PackAMonth),
    (Limit::Power, Msg::PackPower, Msg::PackKilowatts),
    (Limit::Gpus, Msg::PackGpus, Msg::PackGpus),
];

/// The section's fields.
#[component]
pub(super) fn LimitFields() -> impl IntoView {
    let state = State::of_page();
    let kind = Memo::new(move |_| state.draft.with(|draft| draft.limit));
    let chips = KINDS.map(|(one, name, _)| Chip {
        name: Signal::derive(move || text(name).to_owned()),
        hint: "",
        on: Signal::derive(move || kind.get() == one),
        press: Callback::new(move |()| {
            state.choose(|draft| {
                if draft.limit != one {
                    draft.limit = one;
                    draft.amount.clear();
                }
            });
        }),
    });
    let amount = move || {
        let (_, name, unit) = KINDS.into_iter().find(|(one, ..)| *one == kind.get())?;
        (kind.get() != Limit::None).then(|| {
            number(state, "field-Within", name, unit, Field::Within, |draft| {
                &mut draft.amount
            })
        })
    };
    view! {
        <Chips label=Msg::PackWithin chips=chips.to_vec()/>
        {amount}
        {number(state, "field-Growth", Msg::GrowthRate, Msg::PackPercent, Field::Growth, |draft| &mut draft.growth)}
    }
    .into_any()
}

/// A typed number of the fleet.
fn number(
    state: State,
    id: &'static str,
    label: Msg,
    unit: Msg,
    field: Field,
    place: fn(&mut Draft) -> &mut String,
) -> AnyView {
    let typed = move || state.draft.with(|draft| place(&mut draft.clone()).clone());
    view! {
        <Typed
            field=Signal::stored(field)
            id=id.to_owned()
            label
            typed=Signal::derive(typed)
            write=Callback::new(move |text| state.draft.update(|draft| *place(draft) = text))
            unit=view! { {t(unit)} }.into_any()
        />
    }
    .into_any()
}
