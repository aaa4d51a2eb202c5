//! Makers and sellers to choose among.

use crate::control::{Chip, Chips, tick};
use crate::i18n::{Msg, text};
use crate::page::form;
use estimator::choice::Fleet;
use estimator::hardware::Vendor;
use leptos::prelude::*;

/// Adds a value to a list, or takes it out.
pub(crate) fn toggle<T: PartialEq>(list: &mut Vec<T>, value: T) {
    match list.iter().position(|known| *known == value) {
        Some(at) => {
            list.remove(at);
        }
        None => list.push(value),
    }
}

/// The name of a maker; reactive.
pub(crate) fn vendor_name(vendor: Vendor) -> &'static str {
    match vendor {
        Vendor::Nvidia => "NVIDIA",
        Vendor::Amd => "AMD",
        Vendor::Intel => "Intel",
        Vendor::Google => "Google",
        Vendor::Aws => "AWS",
        Vendor::Apple => "Apple",
        Vendor::Other => text(Msg::VendorsOther),
    }
}

/// Who makes them; none chosen means all.
#[component]
pub(crate) fn Vendors() -> impl IntoView {
    let form = form::of_page();
    let made = |vendor: &&Vendor| {
        catalog::accelerators()
            .iter()
            .any(|record| record.accelerator.vendor == **vendor)
    };
    let chips = Vendor::ALL
        .iter()
        .filter(made)
        .map(|vendor| Chip {
            name: Signal::derive(move || vendor_name(*vendor).to_owned()),
            hint: "",
            on: Signal::derive(move || form.fleet().vendors.contains(vendor)),
            press: Callback::new(move |()| {
                form.choose_fleet(|fleet| toggle(&mut fleet.vendors, *vendor));
            }),
        })
        .collect();
    view! { <Chips label=Msg::Vendors titled=true chips/> }
}

/// Who sells them; none chosen means all.
#[component]
pub(crate) fn Sellers() -> impl IntoView {
    let form = form::of_page();
    let chips = catalog::prices::sellers()
        .iter()
        .map(|(seller, name)| Chip {
            name: Signal::stored((*name).to_owned()),
            hint: "",
            on: Signal::derive(move || {
                let named = |name: &String| name.eq_ignore_ascii_case(seller);
                form.fleet().providers.iter().any(named)
            }),
            press: Callback::new(move |()| {
                form.choose_fleet(|fleet| toggle(&mut fleet.providers, (*seller).to_owned()));
            }),
        })
        .collect();
    view! { <Chips label=Msg::Sellers titled=true chips/> }
}

/// Whether those not on sale yet count.
#[component]
pub(crate) fn Announced() -> impl IntoView {
    check(Msg::Announced, |fleet| &mut fleet.announced)
}

/// Whether accelerators are paid for one by one.
#[component]
pub(crate) fn ByAccelerator() -> impl IntoView {
    check(Msg::ByAccelerator, |fleet| &mut fleet.by_accelerator)
}

/// A box for something of the fleet that holds or does not.
fn check(label: Msg, of: fn(&mut Fleet) -> &mut bool) -> AnyView {
    let form = form::of_page();
    let on = Signal::derive(move || *of(&mut form.fleet()));
    let choose = move |on| form.choose_fleet(|fleet| *of(fleet) = on);
    tick(None, label, on, Callback::new(choose))
}
