//! An accelerator that the catalogue lacks.

use super::own_prices::PriceRow;
use crate::control::{NumberField, tick};
use crate::i18n::{self, Msg, t, text};
use crate::serving::draft::OWN;
use crate::serving::state::State;
use estimator::error::Field;
use leptos::prelude::*;

/// A button that begins one, or its fields.
#[component]
pub(super) fn OwnAccelerator() -> impl IntoView {
    let state = State::of_page();
    let there = Memo::new(move |_| {
        state
            .draft
            .with(|draft| draft.chosen.fleet.own_accelerator.is_some())
    });
    let add = move |_| {
        let (marks, name) = (i18n::marks(), text(Msg::OwnDefaultName));
        state.choose(|draft| draft.add_own(name, marks));
    };
    view! {
        <button type="button" class="plain" hidden=there on:click=add>{t(Msg::OwnAdd)}</button>
        <div class="disclosed" hidden=move || !there.get()>
            <Fields/>
        </div>
    }
    .into_any()
}

#[component]
fn Fields() -> impl IntoView {
    let state = State::of_page();
    let symbol = |message: Msg| view! { {t(message)} }.into_any();
    view! {
        <NameField/>
        <div class="pair">
            <NumberField field=Field::OwnMemory label=Msg::OwnMemory unit=symbol(Msg::SymbolGb)/>
            <NumberField
                field=Field::OwnBandwidth
                label=Msg::OwnBandwidth
                unit=symbol(Msg::SymbolGbS)
            />
        </div>
        <div class="pair">
            <NumberField
                field=Field::OwnCompute
                label=Msg::OwnCompute
                unit=symbol(Msg::SymbolTflops)
            />
            <NumberField
                field=Field::OwnLink
                label=Msg::OwnLink
                unit=symbol(Msg::SymbolGbS)
                empty=Msg::PcieOnly
            />
        </div>
        <EightBit/>
        <div class="pair">
            <NumberField field=Field::OwnNode label=Msg::OwnNode unit="GPU".into_any()/>
            <PriceRow id=OWN.to_owned()/>
        </div>
        <button type="button" class="plain" on:click=move |_| state.choose(crate::serving::draft::Draft::remove_own)>
            {t(Msg::OwnRemove)}
        </button>
    }
    .into_any()
}

#[component]
fn NameField() -> impl IntoView {
    let state = State::of_page();
    let name = move || {
        state.draft.with(|draft| {
            let own = draft.chosen.fleet.own_accelerator.as_ref();
            own.map(|own| own.name.clone()).unwrap_or_default()
        })
    };
    let rename = move |name: String| {
        state.draft.update(|draft| {
            if let Some(own) = &mut draft.chosen.fleet.own_accelerator {
                own.name = name;
            }
        });
    };
    view! {
        <div class="field">
            <label for="own-name">{t(Msg::OwnName)}</label>
            <div class="box">
                <input
                    id="own-name"
                    type="text"
                    maxlength="60"
                    autocomplete="off"
                    prop:value=name
                    on:input:target=move |event| rename(event.target().value())
                    on:change=move |_| state.frame.commit()
                />
            </div>
        </div>
    }
    .into_any()
}

#[component]
fn EightBit() -> impl IntoView {
    let state = State::of_page();
    let on = move || {
        state.draft.with(|draft| {
            let own = draft.chosen.fleet.own_accelerator.as_ref();
            own.is_some_and(|own| own.peak.fp8.is_some())
        })
    };
    let choose = move |on: bool| {
        state.choose_in_question(|question| {
            if let Some(own) = &mut question.fleet.own_accelerator {
                own.peak.fp8 = own.peak.sixteen.filter(|_| on).map(|rate| rate * 2.0);
            }
        });
    };
    tick(None, Msg::OwnFp8, Signal::derive(on), Callback::new(choose))
}
