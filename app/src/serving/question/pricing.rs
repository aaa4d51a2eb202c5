//! Which price counts, and where.

use crate::control::{Choice, Select};
use crate::i18n::{Msg, say, text};
use crate::page::form;
use catalog::{Filter, nearest};
use estimator::choice::{Area, PriceBasis};
use leptos::prelude::*;

/// The name of a kind of price.
pub(crate) const fn basis_name(basis: PriceBasis) -> Msg {
    match basis {
        PriceBasis::OnDemand => Msg::BasisOnDemand,
        PriceBasis::Spot => Msg::BasisSpot,
        PriceBasis::Reserved1y => Msg::Basis1y,
        PriceBasis::Reserved3y => Msg::Basis3y,
    }
}

/// By the hour, interruptible, or reserved.
#[component]
pub(crate) fn BasisField() -> impl IntoView {
    let form = form::of_page();
    let choices = move || {
        let all = PriceBasis::ALL.iter();
        all.map(|basis| Choice::new(basis.id(), text(basis_name(*basis))))
            .collect::<Vec<_>>()
    };
    let choose = move |id: String| {
        if let Some(basis) = PriceBasis::from_id(&id) {
            form.choose_fleet(|fleet| fleet.basis = basis);
        }
    };
    let chosen = move || form.fleet().basis.id().to_owned();
    view! {
        <Select
            label=Msg::PriceBasis
            id="price-basis"
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose
        />
    }
}

/// Which part of the world prices are compared in.
#[component]
pub(crate) fn AreaField() -> impl IntoView {
    let form = form::of_page();
    let choices = move || {
        let all = Area::ALL.iter();
        all.map(|area| Choice::new(area.id(), text(area_name(*area))))
            .collect::<Vec<_>>()
    };
    let choose = move |id: String| {
        if let Some(area) = Area::from_id(&id) {
            form.move_to(area);
        }
    };
    let chosen = move || form.fleet().area.id().to_owned();
    view! {
        <Select
            label=Msg::Area
            id="price-area"
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose
        />
    }
}

/// The name of a part of the world.
pub(crate) const fn area_name(area: Area) -> Msg {
    match area {
        Area::Any => Msg::AreaAny,
        Area::Americas => Msg::AreaAmericas,
        Area::Europe => Msg::AreaEurope,
        Area::AsiaPacific => Msg::AreaAsiaPacific,
    }
}

/// That nobody on offer sells within the filters, and a button with the nearest that
/// somebody does; nothing where somebody sells it.
#[component]
pub(crate) fn Unsold() -> impl IntoView {
    let form = form::of_page();
    let lifts = Memo::new(move |_| nearest(&form.fleet()));
    let sentence = move || {
        let fleet = form.fleet();
        say::problem_unsold(text(area_name(fleet.area)), text(basis_name(fleet.basis)))
    };
    let label = move || {
        let names: Vec<&str> =
            lifts.with(|lifts| lifts.iter().map(|lift| lift_name(*lift)).collect());
        names.join(text(Msg::ListComma))
    };
    let lift = move |_| {
        let lifts = lifts.get_untracked();
        form.choose_fleet(|fleet| lifts.iter().for_each(|lift| lift.lift(fleet)));
    };
    let shown = move || {
        (!lifts.with(Vec::is_empty)).then(|| {
            view! {
                <p class="problem" id="unsold">{sentence}</p>
                <div class="chips">
                    <button type="button" class="chip action" on:click=lift>{label}</button>
                </div>
            }
        })
    };
    view! { <div role="status">{shown}</div> }.into_any()
}

/// The name of lifting a filter.
fn lift_name(filter: Filter) -> &'static str {
    text(match filter {
        Filter::Area => Msg::RelaxArea,
        Filter::Basis => Msg::RelaxBasis,
        Filter::Sellers => Msg::RelaxSellers,
        Filter::Accelerators => Msg::RelaxFleet,
    })
}
