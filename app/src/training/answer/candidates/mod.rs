//! The table of every accelerator: sortable, filterable, each row with its reason, and
//! opened, with the other counts that were tried.

mod asked;
mod detail;
mod order;
mod reason;
mod row;

use crate::control::table_tools;
use crate::i18n::{Msg, say, t, text};
use crate::training::state::State;
use asked::Wanted;
use estimator::training::question::Limits;
use leptos::prelude::*;
use order::{Column, Order, wanted};
use row::{Row, Standing};

/// The card with the table.
#[component]
pub(super) fn Candidates() -> impl IntoView {
    let state = State::of_page();
    let order = RwSignal::new(Order::FIRST);
    let query = RwSignal::new(String::new());
    let in_time_only = RwSignal::new(false);
    let asked = Memo::new(move |_| {
        let answer = state.details.get();
        Wanted::of(&answer.map_or_else(Limits::default, |answer| answer.limits))
    });
    let first = Signal::derive(move || asked.get().sorted());
    let only = Signal::derive(move || asked.get().only());
    let rows = Memo::new(move |_| {
        let answer = state.details.get();
        answer.map(|answer| Row::all(&answer)).unwrap_or_default()
    });
    let shown = Memo::new(move |_| {
        let mut shown: Vec<Row> = rows.with(|rows| {
            let query = query.get();
            let wanted = |row: &&Row| wanted(row, &query, in_time_only.get());
            rows.iter().filter(wanted).cloned().collect()
        });
        order.get().sort(&mut shown);
        shown
    });
    let sorted = move || {
        let order = order.get();
        if order == Order::FIRST {
            text(first.get()).to_owned()
        } else {
            say::table_sorted(text(order.column.title()))
        }
    };
    let body = move || {
        let selected = state.frame.selected.get();
        shown.with(|rows| {
            let is_open = |row: &Row| selected.as_deref() == Some(row.id.as_str());
            rows.iter()
                .map(|row| one(row, is_open(row), state))
                .collect::<Vec<_>>()
        })
    };
    view! {
        <section class="card candidates" aria-labelledby="candidates-title">
            <header class="card-head">
                <h2 id="candidates-title">{t(Msg::TableTitle)}</h2>
                <p class="aside" role="status">{move || rows.with(|rows| asked.get().counted(rows))}</p>
            </header>
            {table_tools(query, (in_time_only, only), sorted.into_any())}
            <div class="scroll" tabindex="0" role="group" aria-labelledby="candidates-title">
                <table class="candidates-table">
                    <thead>
                        <tr>{Vec::from(Column::ALL.map(|column| heading(column, order, first)))}</tr>
                    </thead>
                    <tbody>{body}</tbody>
                </table>
                <Show when=move || shown.with(Vec::is_empty)>
                    <p class="table-empty">{t(Msg::TableEmpty)}</p>
                </Show>
            </div>
        </section>
    }
    .into_any()
}

/// A heading that sorts; the report's own order is as `first` says.
fn heading(column: Column, order: RwSignal<Order>, first: Signal<Msg>) -> AnyView {
    let view = view! {
        <th scope="col" class=column.class() aria-sort=move || order.get().aria(column)>
            <button
                type="button"
                title=move || text(column.meaning(first.get()))
                on:click=move |_| order.update(|order| *order = order.clicked(column))
            >
                {t(column.title())}
            </button>
        </th>
    };
    view.into_any()
}

/// The row, and below it its details where it is `open`.
fn one(row: &Row, open: bool, state: State) -> AnyView {
    let standing = match row.standing {
        Standing::Meets => "meets",
        Standing::Late => "misses",
        Standing::Cannot => "cannot",
    };
    let id = row.id.clone();
    let toggle = move || state.frame.select((!open).then(|| id.clone()));
    let by_row = toggle.clone();
    let detail_id = format!("candidate-{}", row.id);
    let controls = open.then(|| detail_id.clone());
    let mark = row.unproven.map(crate::serving::answer::doubt);
    let best = row
        .recommended
        .then(|| view! { <span class="badge">{text(Msg::TableRecommended)}</span> });
    let cells: Vec<AnyView> = row
        .cells
        .iter()
        .map(|(class, words)| view! { <td class=*class>{words.clone()}</td> }.into_any())
        .collect();
    let detail = open.then(|| {
        view! {
            <tr class="detail-row" id=detail_id>
                <td colspan=Column::ALL.len().to_string()>{detail::detail(row)}</td>
            </tr>
        }
    });
    view! {
        <tr class=standing class:recommended=row.recommended class:open=open on:click=move |_| by_row()>
            <th scope="row" class="name">
                <button
                    type="button"
                    aria-expanded=if open { "true" } else { "false" }
                    aria-controls=controls
                    on:click=move |event| {
                        event.stop_propagation();
                        toggle();
                    }
                >
                    {row.name.clone()}
                </button>
                {mark}
                {best}
            </th>
            {cells}
            <td class="verdict">{row.reason.clone()}</td>
        </tr>
        {detail}
    }
    .into_any()
}
