//! Makers and sellers to choose among.

use crate::control::{Chip, Chips};
use crate::i18n::{Msg, t, text};
use crate::state::State;
use estimator::hardware::Vendor;
use leptos::prelude::*;

/// Adds a value to a list, or takes it out.
fn toggle<T: PartialEq>(list: &mut Vec<T>, value: T) {
    match list.iter().position(|known| *known == value) {
        Some(at) => {
            list.remove(at);
        }
        None => list.push(value),
    }
}

/// Who makes them; none chosen means all.
#[component]
pub(super) fn Vendors() -> impl IntoView {
    let state = State::of_page();
    let name = |vendor: Vendor| match vendor {
        Vendor::Nvidia => "NVIDIA",
        Vendor::Amd => "AMD",
        Vendor::Intel => "Intel",
        Vendor::Google => "Google",
        Vendor::Aws => "AWS",
        Vendor::Apple => "Apple",
        Vendor::Other => text(Msg::VendorsOther),
    };
    let made = |vendor: &&Vendor| {
        catalog::accelerators()
            .iter()
            .any(|record| record.accelerator.vendor == **vendor)
    };
    let chips = Vendor::ALL
        .iter()
        .filter(made)
        .map(|vendor| Chip {
            name: Signal::derive(move || name(*vendor).to_owned()),
            hint: "",
            on: Signal::derive(move || {
                state
                    .draft
                    .with(|draft| draft.chosen.fleet.vendors.contains(vendor))
            }),
            press: Callback::new(move |()| {
                state.choose_in_question(|question| toggle(&mut question.fleet.vendors, *vendor));
            }),
        })
        .collect();
    view! { <Chips label=Msg::Vendors titled=true chips/> }
}

/// Who sells them; none chosen means all.
#[component]
pub(super) fn Sellers() -> impl IntoView {
    let state = State::of_page();
    let chips = catalog::prices::sellers()
        .iter()
        .map(|(seller, name)| Chip {
            name: Signal::stored((*name).to_owned()),
            hint: "",
            on: Signal::derive(move || {
                let named = |name: &String| name.eq_ignore_ascii_case(seller);
                state
                    .draft
                    .with(|draft| draft.chosen.fleet.providers.iter().any(named))
            }),
            press: Callback::new(move |()| {
                state.choose_in_question(|question| {
                    toggle(&mut question.fleet.providers, (*seller).to_owned());
                });
            }),
        })
        .collect();
    view! { <Chips label=Msg::Sellers titled=true chips/> }
}

/// Whether those not on sale yet count.
#[component]
pub(super) fn Announced() -> impl IntoView {
    let state = State::of_page();
    view! {
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || state.draft.with(|draft| draft.chosen.fleet.announced)
                on:change:target=move |event| {
                    let on = event.target().checked();
                    state.choose_in_question(|question| question.fleet.announced = on);
                }
            />
            <span>{t(Msg::Announced)}</span>
        </label>
    }
    .into_any()
}
