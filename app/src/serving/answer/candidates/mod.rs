//! The table of every accelerator: what can be had instead of the recommendation, at which
//! price, how fast, and by what evidence; each row opens its details.

mod age;
mod cells;
mod column;
mod detail;
mod doubted;
mod evidence;
mod filters;
mod machine;
mod order;
mod reason;
mod row;
mod view;

pub(super) use age::Age;
pub(crate) use age::dated;
pub(super) use cells::speed;
pub(crate) use doubted::names as doubt_names;
pub(super) use evidence::{Backed, badge};
pub(super) use machine::{seller, sold};
pub(crate) use reason::reason;

use super::trust::About;
use crate::i18n::{Msg, integer, say, t, text};
use crate::serving::draft::Pace;
use crate::serving::state::State;
use column::Column;
use estimator::workload::Percentile;
use leptos::prelude::*;
use order::{Group, Order, few};
use row::{Row, Standing};
use view::View;

/// The card with the table.
#[component]
pub(crate) fn Candidates() -> impl IntoView {
    let state = State::of_page();
    let view = View::of_program();
    let pace = Memo::new(move |_| state.draft.with(|draft| draft.pace));
    let rows = Memo::new(move |_| {
        let answer = state.details.get();
        answer.map(|answer| Row::all(&answer)).unwrap_or_default()
    });
    let groups = Memo::new(move |_| {
        let (view, pace) = (view.get(), pace.get());
        rows.with(|rows| {
            let recommended = rows.iter().find(|row| row.recommended);
            let shown = rows.iter().filter(|row| view.shows(row)).cloned();
            let cost = recommended.and_then(Row::per_hour);
            view.order.arranged(shown.collect(), cost, pace)
        })
    });
    let sorted = move || {
        let order = view.with(|view| view.order);
        if order == Order::FIRST {
            text(Msg::TableSortedFirst).to_owned()
        } else {
            say::table_sorted(text(order.column.title(pace.get())))
        }
    };
    view! {
        <section class="card candidates sizings" aria-labelledby="candidates-title">
            <header class="card-head">
                <h2 id="candidates-title">{t(Msg::TableTitle)}</h2>
                <p class="aside" role="status">
                    {move || rows.with(|rows| counted(rows))}
                </p>
            </header>
            {filters::filters(view, rows, pace, Signal::derive(sorted))}
            <div class="scroll" tabindex="0" role="group" aria-labelledby="candidates-title">
                <table class="candidates-table">
                    <thead>
                        <tr>
                            {move || {
                                let columns = view.with(View::columns).into_iter();
                                columns
                                    .map(|column| heading(column, view, pace))
                                    .collect::<Vec<_>>()
                            }}
                        </tr>
                    </thead>
                    {move || bodies(state, view, groups, pace.get())}
                </table>
                <Show when=move || groups.with(|groups| counted_in(groups) == 0)>
                    <p class="table-empty">{t(Msg::TableEmpty)}</p>
                </Show>
            </div>
            {foot(view, rows, groups)}
        </section>
    }
}

/// The groups of rows, as far as they are shown; reactive.
fn bodies(
    state: State,
    view: RwSignal<View>,
    groups: Memo<Vec<Group>>,
    pace: Pace,
) -> Vec<AnyView> {
    let selected = state.frame.selected.get();
    let (columns, whole) = view.with(|view| (view.columns(), view.whole));
    groups.with(|groups| {
        let few = few(groups);
        let bodies = groups.iter().zip(few).map(|(group, few)| {
            let shown = group.rows.iter().enumerate().filter_map(|(place, row)| {
                let open = selected.as_deref() == Some(row.id.as_str());
                let shown = whole || open || place < few;
                shown.then(|| cells::row(row, &columns, pace, open))
            });
            let shown: Vec<AnyView> = shown.collect();
            let title = group.title.filter(|_| !shown.is_empty());
            let span = columns.len().to_string();
            let title = title.map(|title| {
                view! {
                    <tr class="group">
                        <th scope="rowgroup" colspan=span>{text(title)}</th>
                    </tr>
                }
            });
            view! { <tbody>{title} {shown}</tbody> }.into_any()
        });
        bodies.collect()
    })
}

/// Below the rows: the way to more of them, those left out, and what prices mean.
fn foot(view: RwSignal<View>, rows: Memo<Vec<Row>>, groups: Memo<Vec<Group>>) -> AnyView {
    let state = State::of_page();
    let more = Memo::new(move |_| {
        let selected = state.frame.selected.get();
        let beyond = |groups: &Vec<Group>| {
            let groups = groups.iter().zip(few(groups));
            let rows = groups.flat_map(|(group, few)| group.rows.iter().skip(few));
            let closed = rows.filter(|row| selected.as_deref() != Some(row.id.as_str()));
            closed.count()
        };
        if view.with(|view| view.whole) {
            0
        } else {
            groups.with(beyond)
        }
    });
    let button = move || {
        (more.get() > 0).then(|| {
            view! {
                <button
                    type="button"
                    class="plain more"
                    on:click=move |_| view.update(|view| view.whole = true)
                >
                    {say::table_more(more.get() as f64)}
                </button>
            }
        })
    };
    let hidden = move || {
        let hidden =
            view.with(|view| rows.with(|rows| rows.iter().filter(|row| view.hides(row)).count()));
        (hidden > 0).then(|| view! { <span>{say::table_hidden(hidden as f64)}</span> })
    };
    view! {
        <div class="table-foot">
            {button}
            <p class="aside">{hidden} " " <span class="money">{t(Msg::TableNote)}</span></p>
            <p class="aside">
                {explained(About::Estimates, Column::Evidence)} " "
                {explained(About::Prices, Column::Age)}
            </p>
        </div>
    }
    .into_any()
}

/// Leads to what explains a column: its badges are no links, but that of the open row.
fn explained(about: About, column: Column) -> AnyView {
    let state = State::of_page();
    let title = move || about.name(text(column.title(Pace::Millis)));
    view! { <a href=move || about.address(state)>{title}</a> }.into_any()
}

fn counted_in(groups: &[Group]) -> usize {
    groups.iter().map(|group| group.rows.len()).sum()
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
fn heading(column: Column, view: RwSignal<View>, pace: Memo<Pace>) -> AnyView {
    view! {
        <th
            scope="col"
            class=column.class()
            aria-sort=move || view.with(|view| view.order.aria(column))
        >
            <button
                type="button"
                title=move || text(column.meaning(pace.get()))
                on:click=move |_| {
                    let pace = pace.get_untracked();
                    view.update(|view| view.order = view.order.clicked(column, pace));
                }
            >
                {move || text(column.title(pace.get()))}
                {move || percentile(column)}
            </button>
        </th>
    }
    .into_any()
}
