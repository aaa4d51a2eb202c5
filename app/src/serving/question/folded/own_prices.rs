//! The user's own prices: negotiated ones, for instance.

use crate::control::{Combobox, words};
use crate::i18n::{self, Msg, say, t, text};
use crate::page::form;
use crate::serving::draft::price;
use crate::serving::question::with_what::{find, name_of};
use estimator::error::{Field, FieldError};
use leptos::prelude::*;

/// The list of prices, and a field that adds to it.
#[component]
pub(crate) fn OwnPrices() -> impl IntoView {
    let form = form::of_page();
    // Rows stay while their texts change, so that the focus stays too.
    let priced = Memo::new(move |_| {
        let listed = form.prices().into_iter().map(|(id, _)| id);
        listed
            .filter(|id| id != crate::serving::draft::OWN)
            .collect::<Vec<String>>()
    });
    let add = move |id: String| {
        form.choose(|asked| {
            if !asked.prices.iter().any(|(known, _)| *known == id) {
                asked.prices.push((id, String::new()));
            }
        });
    };
    view! {
        <p class="aside">{t(Msg::PricesHint)}</p>
        {move || priced.get().into_iter().map(|id| view! { <PriceRow id/> }).collect_view()}
        <div class="field">
            <label for="price-add">{t(Msg::PricesAdd)}</label>
            <Combobox
                id="price-add"
                label=Msg::PricesAdd
                shown=Signal::stored(String::new())
                hint=Signal::derive(|| text(Msg::AcceleratorsMore).to_owned())
                find=find
                pick=add
                nothing=Msg::TableEmpty
            />
        </div>
    }
    .into_any()
}

/// The price of one accelerator.
#[component]
pub(super) fn PriceRow(
    /// Which accelerator.
    id: String,
) -> impl IntoView {
    let form = form::of_page();
    let name = {
        let id = id.clone();
        Signal::derive(move || {
            if id == crate::serving::draft::OWN {
                text(Msg::OwnPrice).to_owned()
            } else {
                name_of(&id)
            }
        })
    };
    // An own accelerator takes its price along when it goes.
    let own = id == crate::serving::draft::OWN;
    let control = format!("price-{id}");
    let problem_id = format!("{control}-problem");
    let typed = {
        let id = id.clone();
        Memo::new(move |_| {
            let mut rows = form.prices().into_iter();
            let row = rows.find(|(known, _)| *known == id);
            row.map(|(_, text)| text).unwrap_or_default()
        })
    };
    let problem = Memo::new(move |_| {
        let marks = i18n::language().marks();
        let problem = price(&typed.get(), marks, Some(i18n::currency())).err()?;
        Some(words(&FieldError {
            field: Field::OwnPrice,
            problem,
        }))
    });
    let retype = {
        let id = id.clone();
        move |text: String| {
            form.change(&mut |asked| {
                if let Some(row) = asked.prices.iter_mut().find(|(known, _)| *known == id) {
                    row.1.clone_from(&text);
                }
            });
        }
    };
    let remove = move |_| form.choose(|asked| asked.prices.retain(|(known, _)| *known != id));
    view! {
        <div class="field money">
            <label for=control.clone()>{name}</label>
            <div class="row">
                <div class="box" class:wrong=move || problem.get().is_some()>
                    <input
                        id=control
                        type="text"
                        inputmode="decimal"
                        autocomplete="off"
                        prop:value=typed
                        aria-invalid=move || problem.get().is_some().then_some("true")
                        aria-describedby=problem_id.clone()
                        on:input:target=move |event| retype(event.target().value())
                        on:change=move |_| form.commit()
                    />
                    <span class="unit">{t(Msg::SymbolUsdHour)}</span>
                </div>
                <button
                    type="button"
                    class="quiet"
                    hidden=own
                    aria-label=move || say::remove(&name.get())
                    on:click=remove
                >"×"</button>
            </div>
            <p class="problem" id=problem_id>{problem}</p>
        </div>
    }
    .into_any()
}
