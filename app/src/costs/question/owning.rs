//! The inputs of owning: purchase, running, people, finance; each group folded away.

use crate::control::Disclosure;
use crate::costs::fields::Number;
use crate::costs::state::State;
use crate::i18n::{Msg, text};
use crate::page::sheet::Section;
use estimator::money::Input;
use estimator::money::error::Field;
use leptos::prelude::*;

/// Inputs of the purchase.
const PURCHASE: [Input; 6] = [
    Input::Chassis,
    Input::Network,
    Input::Spares,
    Input::Storage,
    Input::Rack,
    Input::Cooling,
];
/// Inputs of running it.
const RUNNING: [Input; 7] = [
    Input::Electricity,
    Input::Pue,
    Input::Colocation,
    Input::Overhead,
    Input::Node,
    Input::LoadDraw,
    Input::IdleDraw,
];
/// Inputs of people and software.
const PEOPLE: [Input; 4] = [
    Input::Salary,
    Input::PerPerson,
    Input::Licence,
    Input::Support,
];
/// How it is paid for.
const FINANCE: [Input; 3] = [Input::Years, Input::Residual, Input::Capital];

/// The section.
#[component]
pub(super) fn Owning() -> impl IntoView {
    view! {
        <Section heading=Msg::CostsOwnHeading>
            <Number input=Input::Accelerator/>
            {group(Msg::OwnPurchase, &PURCHASE)}
            {group(Msg::OwnRunning, &RUNNING)}
            {group(Msg::OwnPeople, &PEOPLE)}
            {group(Msg::OwnFinance, &FINANCE)}
        </Section>
    }
    .into_any()
}

fn group(title: Msg, inputs: &'static [Input]) -> AnyView {
    let state = State::of_page();
    let fields = inputs
        .iter()
        .map(|input| view! { <Number input=*input/> })
        .collect_view();
    view! {
        <Disclosure
            title=Signal::derive(move || text(title).to_owned())
            wrong=is_wrong(state, inputs)
        >
            {fields}
        </Disclosure>
    }
    .into_any()
}

/// Whether one of these is wrong; reactive.
pub(super) fn is_wrong(state: State, inputs: &'static [Input]) -> Signal<bool> {
    Signal::derive(move || {
        let mut inputs = inputs.iter();
        inputs.any(|input| state.error_at(&Field::Input(*input)).is_some())
    })
}
