//! The hardware: accelerators, prices, places.

use super::budget::OverBudget;
use super::currency::CurrencyField;
use super::folded::folded;
use super::pricing::Unsold;
use super::way::{Chosen, Way};
use crate::control::{Combobox, Disclosure, FieldProblem, Found, NumberField};
use crate::i18n::{Msg, gb, say, t, text};
use crate::page::form;
use crate::page::sheet::Section;
use crate::serving::answer::engine_name;
use crate::serving::state::State;
use catalog::search::find_accelerators;
use estimator::error::Field;
use leptos::prelude::*;

static SERVING: [Field; 6] = [
    Field::DraftTokens,
    Field::Acceptance,
    Field::Adapters,
    Field::AdapterRank,
    Field::HostHits,
    Field::HostKept,
];

/// The section.
#[component]
pub(super) fn WithWhat() -> impl IntoView {
    let state = State::of_page();
    let engine = move || state.draft.with(|draft| draft.chosen.engine.engine);
    let title = |message: Msg| Signal::derive(move || text(message).to_owned());
    let chosen = Chosen::of_page();
    // Of what is bought nobody asks a price by the hour.
    let bought = move || chosen.is(Way::Buy);
    view! {
        <Section heading=Msg::FleetHeading>
            {chosen.fields()}
            <AcceleratorsField/>
            <div class="pair">
                <CurrencyField/>
                <NumberField
                    field=Field::Budget
                    label=Msg::BudgetMonth
                    unit=view! { {t(Msg::SymbolUsdMonth)} }.into_any()
                    empty=Msg::NoLimit
                />
            </div>
            <OverBudget/>
            <Unsold/>
            <Disclosure title=title(Msg::FleetMore) fields=&[Field::Discount]>
                {folded(|fields| fields.sellers)}
            </Disclosure>
            <div hidden=bought>
                <Disclosure title=title(Msg::PricesMore)>
                    {folded(|fields| fields.prices)}
                </Disclosure>
            </div>
            <Disclosure title=title(Msg::OwnMore)>
                {folded(|fields| fields.accelerator)}
            </Disclosure>
            <Disclosure title=title(Msg::LimitsMore)>
                {folded(|fields| fields.limits)}
            </Disclosure>
            <Disclosure title=Signal::derive(move || say::engine_more(engine_name(engine())))>
                {folded(|fields| fields.engine)}
            </Disclosure>
            <Disclosure title=title(Msg::ServingMore) fields=&SERVING>
                {folded(|fields| fields.serving)}
            </Disclosure>
        </Section>
    }
    .into_any()
}

/// The finds for an accelerator's name.
pub(crate) fn find(typed: &str) -> Vec<Found> {
    find_accelerators(typed, 12)
        .into_iter()
        .map(|record| Found {
            id: record.accelerator.id.clone(),
            name: record.accelerator.name.clone(),
            detail: gb(record.accelerator.marketed_memory),
            unverified: !record.verified,
        })
        .collect()
}

/// The name of an accelerator of the catalogue.
pub(crate) fn name_of(id: &str) -> String {
    let record = catalog::accelerator(id);
    record.map_or_else(|| id.to_owned(), |record| record.accelerator.name.clone())
}

/// Which accelerators; none picked means all on sale.
#[component]
pub(crate) fn AcceleratorsField() -> impl IntoView {
    let form = form::of_page();
    let picked = Memo::new(move |_| form.fleet().accelerators);
    let pick = move |id: String| {
        form.choose_fleet(|fleet| {
            if !fleet.accelerators.contains(&id) {
                fleet.accelerators.push(id);
            }
        });
    };
    let remove = move |id: &str| {
        form.choose_fleet(|fleet| fleet.accelerators.retain(|kept| kept != id));
    };
    let token = move |id: String| {
        let name = name_of(&id);
        let label = name.clone();
        view! {
            <li class="token">
                {name}
                <button
                    type="button"
                    aria-label=move || say::remove(&label)
                    on:click=move |_| remove(&id)
                >"×"</button>
            </li>
        }
    };
    let hint = move || {
        let none = picked.with(Vec::is_empty);
        text(if none {
            Msg::AcceleratorsAll
        } else {
            Msg::AcceleratorsMore
        })
        .to_owned()
    };
    view! {
        <div class="field">
            <label for="field-Fleet">{t(Msg::Accelerators)}</label>
            <ul class="tokens" hidden=move || picked.with(Vec::is_empty)>
                {move || picked.get().into_iter().map(token).collect_view()}
            </ul>
            <Combobox
                id="field-Fleet"
                label=Msg::Accelerators
                shown=Signal::stored(String::new())
                hint=Signal::derive(hint)
                find=find
                pick=pick
                nothing=Msg::TableEmpty
                problem="field-Fleet-problem"
                wrong=Signal::derive(move || form.error_at(Field::Fleet).is_some())
            />
            <FieldProblem field=Field::Fleet id="field-Fleet-problem".to_owned()/>
        </div>
    }
    .into_any()
}
