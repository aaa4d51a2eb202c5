//! What sellers take off for the user: percent, by seller.

use crate::control::{self, Choice, Select};
use crate::costs::state::State;
use crate::form;
use crate::i18n::{self, Marks, Msg, parse, plain, say, t, text};
use catalog::prices::sellers;
use estimator::decimal::round;
use estimator::error::{Field, FieldError, Problem};
use estimator::listed::MOST_DISCOUNT;
use leptos::prelude::*;
use std::collections::BTreeSet;

/// A seller's id and the percentage as typed.
type Row = (String, String);

/// A share from percent as typed.
fn read(text: &str, marks: Marks) -> Result<f64, Problem> {
    let text = text.trim();
    let text = text.strip_suffix('%').unwrap_or(text).trim_end();
    if text.is_empty() {
        return Err(Problem::Missing);
    }
    match parse(text, marks) {
        None => Err(Problem::NotANumber {
            text: crate::draft::shortened(text),
        }),
        Some(percent) if percent < 0.0 => Err(Problem::TooSmall { least: 0.0 }),
        Some(percent) if percent > most() => Err(Problem::TooLarge { most: most() }),
        Some(percent) => Ok(round(percent / 100.0, 12)),
    }
}

/// The most that is taken off, percent.
fn most() -> f64 {
    round(MOST_DISCOUNT * 100.0, 9)
}

/// What is wrong with a percentage, as a sentence.
fn problem(text: &str) -> Option<String> {
    let marks = i18n::language().marks();
    let problem = read(text, marks).err()?;
    Some(match problem {
        Problem::TooLarge { most } => say::problem_discount(&plain(most, marks)),
        problem => control::words(&FieldError {
            field: Field::Discount,
            problem,
        }),
    })
}

/// All rows as discounts; `None` while one is wrong.
fn discounts(rows: &[Row], marks: Marks) -> Option<Vec<(String, f64)>> {
    let read = |(seller, text): &Row| Some((seller.clone(), read(text, marks).ok()?));
    rows.iter().map(read).collect()
}

/// A seller's own name for itself.
fn name(seller: &str) -> String {
    let mut known = sellers().iter();
    let known = known.find(|(id, _)| *id == seller);
    known.map_or(seller, |(_, name)| *name).to_owned()
}

/// The rows, and a field that adds to them.
#[component]
pub(super) fn Discounts() -> impl IntoView {
    let state = State::of_page();
    let rows = RwSignal::new(Vec::<Row>::new());
    let asked = Memo::new(move |_| state.asked.with(|asked| asked.fleet.discounts.clone()));
    Effect::new(move |_| {
        let asked = asked.get();
        let marks = i18n::marks();
        if rows.with_untracked(|rows| discounts(rows, marks)).as_ref() != Some(&asked) {
            let shown = |share: f64| plain(round(share * 100.0, 9), marks);
            let asked = asked.into_iter();
            rows.set(
                asked
                    .map(|(seller, share)| (seller, shown(share)))
                    .collect(),
            );
        }
    });
    Effect::new(move |old: Option<Marks>| {
        let marks = i18n::language().marks();
        if let Some(old) = old.filter(|old| *old != marks) {
            rows.update(|rows| {
                for (_, text) in rows {
                    if let Some(percent) = parse(text, old) {
                        *text = plain(percent, marks);
                    }
                }
            });
        }
        marks
    });
    let apply = Callback::new(move |()| {
        let read = rows.with_untracked(|rows| discounts(rows, i18n::marks()));
        if let Some(read) = read.filter(|read| asked.with_untracked(|asked| asked != read)) {
            state.asked.update(|asked| asked.fleet.discounts = read);
        }
    });
    let listed = Memo::new(move |_| {
        rows.with(|rows| {
            let ids = rows.iter().map(|(seller, _)| seller.clone());
            ids.collect::<Vec<String>>()
        })
    });
    let choices = move || {
        let none = Choice::new("", text(Msg::DiscountsAdd));
        let known = sellers().iter().map(|(id, _)| (*id).to_owned());
        let mut all: BTreeSet<String> = known.collect();
        state.asked.with(|asked| {
            let rows = asked.fleet.listed.iter();
            all.extend(rows.map(|row| row.provider.clone()));
        });
        let taken = listed.get();
        let free = all.into_iter();
        let free = free.filter(|id| !id.is_empty() && !taken.contains(id));
        let free = free.map(|id| Choice::new(&id, name(&id)));
        std::iter::once(none).chain(free).collect::<Vec<_>>()
    };
    let add = move |id: String| {
        if !id.is_empty() {
            rows.update(|rows| rows.push((id, String::new())));
        }
    };
    view! {
        <p class="aside">{t(Msg::DiscountsHint)}</p>
        {move || {
            let ids = listed.get().into_iter();
            ids.map(|seller| view! { <Discount seller rows apply/> }).collect_view()
        }}
        <Select
            label=Msg::DiscountsAdd
            id="cost-discount"
            choices=Signal::derive(choices)
            chosen=Signal::stored(String::new())
            choose=add
        />
    }
    .into_any()
}

/// What one seller takes off.
#[component]
fn Discount(
    /// Id of the seller.
    seller: String,
    /// All rows.
    rows: RwSignal<Vec<Row>>,
    /// Called with every change.
    apply: Callback<()>,
) -> impl IntoView {
    let shown = name(&seller);
    let (id, spoken) = (format!("off-{seller}"), shown.clone());
    let problem_id = format!("{id}-problem");
    let typed = {
        let seller = seller.clone();
        Memo::new(move |_| {
            rows.with(|rows| {
                let mut rows = rows.iter();
                let row = rows.find(|(known, _)| *known == seller);
                row.map(|(_, text)| text.clone()).unwrap_or_default()
            })
        })
    };
    let wrong = Memo::new(move |_| problem(&typed.get()));
    let retype = {
        let seller = seller.clone();
        move |text: String| {
            rows.update(|rows| {
                if let Some(row) = rows.iter_mut().find(|(known, _)| *known == seller) {
                    row.1 = text;
                }
            });
            apply.run(());
        }
    };
    let remove = move |_| {
        rows.update(|rows| rows.retain(|(known, _)| *known != seller));
        apply.run(());
        form::of_page().commit();
    };
    view! {
        <div class="field">
            <label for=id.clone()>{shown}</label>
            <div class="row">
                <div class="box" class:wrong=move || wrong.with(Option::is_some)>
                    <input
                        id=id
                        type="text"
                        inputmode="decimal"
                        autocomplete="off"
                        prop:value=typed
                        aria-invalid=move || wrong.with(Option::is_some).then_some("true")
                        aria-describedby=problem_id.clone()
                        on:input:target=move |event| retype(event.target().value())
                        on:change=move |_| form::of_page().commit()
                    />
                    <span class="unit">"%"</span>
                </div>
                <button
                    type="button"
                    class="quiet"
                    aria-label=move || say::remove(&spoken)
                    on:click=remove
                >"×"</button>
            </div>
            <p class="problem" id=problem_id>{wrong}</p>
        </div>
    }
    .into_any()
}
