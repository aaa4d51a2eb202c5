//! Discounts at the sellers that were chosen, in percent of their prices.

use crate::control::{NumberBox, words};
use crate::i18n::{self, Msg, say, text};
use crate::serving::draft::discount;
use crate::serving::state::State;
use catalog::prices::{seller_name, sellers};
use estimator::error::{Field, FieldError};
use leptos::prelude::*;

/// A field for each seller that was chosen or takes something off.
#[component]
pub(super) fn Discounts() -> impl IntoView {
    let state = State::of_page();
    let shown = Memo::new(move |_| {
        state.draft.with(|draft| {
            let chosen = &draft.chosen.fleet.providers;
            let is_chosen = |id: &str| chosen.iter().any(|name| name.eq_ignore_ascii_case(id));
            let is_begun = |id: &str| draft.discounts.iter().any(|(begun, _)| begun == id);
            let is_known = |id: &str| sellers().iter().any(|(known, _)| *known == id);
            // In one order, whatever is begun first: a row that is typed into stays where it is.
            let known = sellers().iter().map(|(id, _)| *id);
            let known = known.filter(|id| is_chosen(id) || is_begun(id));
            let begun = draft.discounts.iter().map(|(id, _)| id.as_str());
            let others = begun.filter(|id| !is_known(id));
            let all = known.chain(others).map(str::to_owned);
            all.collect::<Vec<String>>()
        })
    });
    // Rows stay while their texts change, so that the focus stays, too; their names are in the
    // language of the page.
    move || {
        let _ = i18n::language();
        let rows = shown.get().into_iter().map(|seller| row(state, seller));
        rows.collect_view()
    }
}

fn row(state: State, seller: String) -> AnyView {
    let name = say::discount_at(seller_name(&seller));
    // Sellers of a list are called anything, and an id has no spaces.
    let slug = seller.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let id = format!("discount-{slug}");
    let problem_id = format!("{id}-problem");
    let of = seller.clone();
    let typed = Memo::new(move |_| {
        state.draft.with(|draft| {
            let mut rows = draft.discounts.iter();
            let row = rows.find(|(known, _)| *known == of);
            row.map(|(_, text)| text.clone()).unwrap_or_default()
        })
    });
    let problem = Memo::new(move |_| {
        let marks = i18n::language().marks();
        let problem = typed.with(|text| {
            let empty = text.trim().is_empty();
            (!empty).then(|| discount(text, marks).err()).flatten()
        })?;
        Some(words(&FieldError {
            field: Field::Discount,
            problem,
        }))
    });
    let write = move |text: String| {
        state
            .draft
            .update(|draft| draft.set_discount(&seller, text));
    };
    view! {
        <NumberBox
            id
            label=Signal::stored(Msg::Discounts)
            text=typed.into()
            write=Callback::new(write)
            wrong=Signal::derive(move || problem.get().is_some())
            unit=Some(view! { "%" }.into_any())
            empty=Some(Signal::derive(|| text(Msg::Off).to_owned()))
            own_name=name
        >
            <p class="problem" id=problem_id>{problem}</p>
        </NumberBox>
    }
    .into_any()
}
