//! The table of every accelerator: sortable, filterable, each row with its
//! reason, and opened, with the other ways to size it.

mod age;
mod cells;
mod detail;
mod doubted;
mod order;
mod reason;
mod row;

pub(crate) use age::dated;
pub(crate) use reason::reason;

use crate::control::table_tools;
use crate::i18n::{Msg, integer, say, t, text};
use crate::serving::state::State;
use estimator::workload::Percentile;
use leptos::prelude::*;
use order::{Column, Order, wanted};
use row::{Row, Standing};

/// The card with the table.
#[component]
pub(crate) fn Candidates() -> impl IntoView {
    let state = State::of_page();
    let order = RwSignal::new(Order::FIRST);
    let query = RwSignal::new(String::new());
    let meeting_only = RwSignal::new(false);
    let rows = Memo::new(move |_| {
        let answer = state.details.get();
        answer.map(|answer| Row::all(&answer)).unwrap_or_default()
    });
    let shown = Memo::new(move |_| {
        let mut shown: Vec<Row> = rows.with(|rows| {
            let query = query.get();
            let wanted = |row: &&Row| wanted(row, &query, meeting_only.get());
            rows.iter().filter(wanted).cloned().collect()
        });
        order.get().sort(&mut shown);
        shown
    });
    view! {
        <section class="card candidates" aria-labelledby="candidates-title">
            <header class="card-head">
                <h2 id="candidates-title">{t(Msg::TableTitle)}</h2>
                <p class="aside" role="status">
                    {move || rows.with(|rows| counted(rows))}
                </p>
            </header>
            {table_tools(query, (meeting_only, Msg::TableMeetingOnly), (move || {
                        let order = order.get();
                        if order == Order::FIRST {
                            text(Msg::TableSortedFirst).to_owned()
                        } else {
                            say::table_sorted(text(order.column.title()))
                        }
                    }).into_any())}
            <div class="scroll" tabindex="0" role="group" aria-labelledby="candidates-title">
                <table class="candidates-table">
                    <thead>
                        <tr>
                            {Column::ALL
                                .map(|column| heading(column, order))
                                .into_iter()
                                .collect::<Vec<_>>()}
                        </tr>
                    </thead>
                    <tbody>
                        {move || {
                            let selected = state.frame.selected.get();
                            shown
                                .with(|rows| {
                                    rows.iter()
                                        .map(|row| {
                                            let open = selected.as_deref() == Some(row.id.as_str());
                                            cells::row(row, open, state)
                                        })
                                        .collect::<Vec<_>>()
                                })
                        }}
                    </tbody>
                </table>
                <Show when=move || shown.with(Vec::is_empty)>
                    <p class="table-empty">{t(Msg::TableEmpty)}</p>
                </Show>
            </div>
        </section>
    }
}

/// `23 of 41 meet the SLA`.
fn counted(rows: &[Row]) -> String {
    let meeting = rows
        .iter()
        .filter(|row| row.standing == Standing::Meets)
        .count();
    say::table_count(meeting as f64, &integer(rows.len() as f64))
}

/// Which requests a latency speaks of, where it does: ` p95`.
fn percentile(column: Column) -> Option<String> {
    let answer = State::of_page().details.get()?;
    let of = answer.scenario.sla.percentile;
    (column.is_latency() && of != Percentile::Mean).then(|| format!(" {}", of.id()))
}

/// A heading that sorts.
fn heading(column: Column, order: RwSignal<Order>) -> AnyView {
    view! {
        <th
            scope="col"
            class=column.class()
            aria-sort=move || order.get().aria(column)
        >
            <button
                type="button"
                title=t(column.meaning())
                on:click=move |_| order.update(|order| *order = order.clicked(column))
            >
                {t(column.title())}
                {move || percentile(column)}
            </button>
        </th>
    }
    .into_any()
}
