//! Discounts of sellers for the user: percent, by seller.

use super::currency::typing;
use crate::control::{self, Choice, NumberBox, Select};
use crate::costs::state::State;
use crate::i18n::{self, Marks, Msg, plain, say, t};
use crate::serving::draft::{discount as discount_of, percent};
use catalog::prices::{seller_name, sellers};
use estimator::error::{Field, FieldError, Problem};
use leptos::prelude::*;

/// A seller's id and the percentage as typed.
type Row = (String, RwSignal<String>);

/// The problem of a percentage, as a sentence.
fn problem(text: &str) -> Option<String> {
    let marks = i18n::language().marks();
    let problem = discount_of(text, marks).err()?;
    Some(match problem {
        Problem::TooLarge { most } => say::problem_discount(&plain(most, marks)),
        problem => control::words(&FieldError {
            field: Field::Discount,
            problem,
        }),
    })
}

/// All rows as discounts; a wrong one stays as it was, if it was anything.
fn discounts(rows: &[Row], marks: Marks, before: &[(String, f64)]) -> Vec<(String, f64)> {
    let was = |seller: &str| before.iter().find(|(known, _)| known == seller);
    let read = |(seller, text): &Row| {
        let share = text.with_untracked(|text| discount_of(text, marks)).ok();
        let share = share.or_else(|| Some(was(seller)?.1));
        Some((seller.clone(), share?))
    };
    rows.iter().filter_map(read).collect()
}

/// The base of the rows: the discounts asked, in which marks, at which reading of the
/// address.
type Asked = (Vec<(String, f64)>, Marks, usize);

/// The rows, and a field that adds to them.
#[component]
pub(super) fn Discounts() -> impl IntoView {
    let state = State::of_page();
    let rows = RwSignal::new(Vec::<Row>::new());
    // A link, or Back, may change them; a language has marks of its own.
    Effect::new(move |last: Option<Asked>| {
        let asked = state
            .study
            .asked
            .with(|asked| asked.fleet.discounts.clone());
        let now = (asked, i18n::language().marks(), state.study.readings.get());
        // A text being typed stays while something else changes.
        if last.as_ref() != Some(&now) {
            let (asked, marks, readings) = &now;
            let anew = last.is_some_and(|(_, _, last)| last != *readings);
            if anew || rows.with_untracked(|rows| discounts(rows, *marks, asked)) != *asked {
                let shown = |share: f64| RwSignal::new(percent(share, *marks));
                let asked = asked.iter();
                let asked = asked.map(|(seller, share)| (seller.clone(), shown(*share)));
                rows.set(asked.collect());
            }
        }
        now
    });
    Effect::new(move |_| {
        let is_wrong = |(_, text): &Row| text.with(|text| problem(text).is_some());
        let wrong = rows.with(|rows| rows.iter().any(is_wrong));
        state.study.unread.update(|[_, unread]| *unread = wrong);
    });
    let apply = Callback::new(move |()| {
        state.study.asked.update(|asked| {
            let before = &asked.fleet.discounts;
            asked.fleet.discounts =
                rows.with_untracked(|rows| discounts(rows, i18n::marks(), before));
        });
    });
    let choices = move || {
        let none = Choice::new("", "–");
        let mut all: Vec<String> = sellers().iter().map(|(id, _)| (*id).to_owned()).collect();
        state.study.asked.with(|asked| {
            for row in &asked.fleet.listed {
                if !row.provider.is_empty() && !all.contains(&row.provider) {
                    all.push(row.provider.clone());
                }
            }
        });
        rows.with(|rows| all.retain(|id| !rows.iter().any(|(known, _)| known == id)));
        let free = all.iter().map(|id| Choice::new(id, seller_name(id)));
        std::iter::once(none).chain(free).collect::<Vec<_>>()
    };
    let add = move |id: String| {
        if !id.is_empty() {
            rows.update(|rows| rows.push((id, RwSignal::new(String::new()))));
        }
    };
    view! {
        <p class="aside">{t(Msg::DiscountsHint)}</p>
        {move || {
            let all = rows.get().into_iter();
            all.map(|row| discount(state, row, rows, apply)).collect_view()
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

/// The discount of one seller.
fn discount(state: State, row: Row, rows: RwSignal<Vec<Row>>, apply: Callback<()>) -> AnyView {
    let (seller, typed) = row;
    let shown = seller_name(&seller).to_owned();
    // Sellers of a list are called anything, and an id has no spaces.
    let slug = seller.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let (id, spoken) = (format!("off-{slug}"), shown.clone());
    let problem_id = format!("{id}-problem");
    let problem = move || typed.with(|text| problem(text)).unwrap_or_default();
    let remove = move |_| {
        rows.update(|rows| rows.retain(|(known, _)| *known != seller));
        apply.run(());
        state.frame.commit();
    };
    let unit = view! {
        "%"
        <button
            type="button"
            class="quiet"
            aria-label=move || say::remove(&spoken)
            on:click=remove
        >"×"</button>
    };
    view! {
        <NumberBox
            id
            label=Signal::stored(Msg::Discounts)
            text=typed.into()
            write=typing(typed, apply)
            wrong=Signal::derive(move || !problem().is_empty())
            unit=Some(unit.into_any())
            empty=None
            own_name=shown
        >
            <p class="problem" id=problem_id>{problem}</p>
        </NumberBox>
    }
    .into_any()
}
