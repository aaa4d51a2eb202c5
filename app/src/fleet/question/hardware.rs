//! On which GPUs: those on offer at their prices, or those that are there; and how they may be
//! shared.

use crate::control::{Chip, Chips, Combobox, Disclosure, FieldProblem};
use crate::fleet::draft::Draft;
use crate::fleet::side::Beside;
use crate::fleet::state::State;
use crate::fleet::typed::Typed;
use crate::fleet::words::{mode, problem};
use crate::i18n::{self, Msg, integer, say, t, text};
use crate::serving::question::currency::CurrencyField;
use crate::serving::question::folded::makers::{ByAccelerator, Sellers};
use crate::serving::question::folded::own_prices::OwnPrices;
use crate::serving::question::pricing::{AreaField, BasisField, Unsold};
use crate::serving::question::with_what::{AcceleratorsField, find, name_of};
use estimator::error;
use estimator::fleet::Mode;
use estimator::fleet::asked::Field;
use estimator::fleet::question::Modes;
use estimator::fleet::served::MOST_CHOICES;
use leptos::prelude::*;

/// The section's fields.
#[component]
pub(super) fn Hardware() -> impl IntoView {
    let state = State::of_page();
    let owned = Memo::new(move |_| state.draft.with(|draft| draft.owned));
    let chips = [(false, Msg::PackRent), (true, Msg::PackHave)].map(|(own, name)| Chip {
        name: Signal::derive(move || text(name).to_owned()),
        hint: "",
        on: Signal::derive(move || owned.get() == own),
        press: Callback::new(move |()| own_or_rent(state, own)),
    });
    let chosen = Memo::new(move |_| {
        state
            .draft
            .with(|draft| !draft.fleet.accelerators.is_empty())
    });
    let usual = move || (!chosen.get()).then(|| say::pack_usual(&integer(MOST_CHOICES as f64)));
    let fields = move || {
        if owned.get() {
            view! {
                <Owned/>
                {restrictions(state, Msg::PackWays)}
            }
            .into_any()
        } else {
            view! {
                <AcceleratorsField/>
                <p class="aside">{usual}</p>
                <div class="pair">
                    <BasisField/>
                    <AreaField/>
                </div>
                <CurrencyField/>
                <Unsold/>
                <Disclosure title=Signal::derive(move || text(Msg::PricesMore).to_owned())>
                    <Sellers/>
                    <ByAccelerator/>
                    <OwnPrices/>
                </Disclosure>
                {restrictions(state, Msg::PackLimits)}
            }
            .into_any()
        }
    };
    view! {
        <Chips label=Msg::PackOn chips=chips.to_vec()/>
        {fields}
        {modes(state)}
    }
    .into_any()
}

/// What can be had of each, once somebody asks; what is wrong with it at once.
fn restrictions(state: State, title: Msg) -> AnyView {
    let found = move || {
        let ids = state.draft.with(Draft::chosen).into_iter();
        let mut wrong = ids.filter_map(|id| {
            let field = Field::Count(id.clone());
            let found = state.problem_at(&field)?;
            Some(format!("{}: {}", name_of(&id), problem(&field, &found)))
        });
        (!state.draft.with(|draft| draft.owned)).then(|| wrong.next())
    };
    view! {
        {Beside::details(title, |side| (side.restrictions)())}
        <p class="problem">{found}</p>
    }
    .into_any()
}

/// Goes over to GPUs that are there, one of each on offer at first, or back.
fn own_or_rent(state: State, own: bool) {
    let marks = i18n::marks();
    state.choose(|draft| {
        draft.owned = own;
        if own && draft.counts.is_empty() {
            let one = i18n::plain(1.0, marks);
            let ids = draft.fleet.accelerators.iter();
            draft.counts = ids.map(|id| (id.clone(), one.clone())).collect();
        }
    });
}

/// The GPUs that are there: an accelerator and a count each.
#[component]
fn Owned() -> impl IntoView {
    let state = State::of_page();
    let ids = Memo::new(move |_| {
        state.draft.with(|draft| {
            draft
                .counts
                .iter()
                .map(|(id, _)| id.clone())
                .collect::<Vec<_>>()
        })
    });
    let pick = move |id: String| {
        let one = i18n::plain(1.0, i18n::marks());
        state.choose(|draft| {
            if !draft.counts.iter().any(|(known, _)| *known == id) {
                draft.counts.push((id, one));
            }
        });
    };
    view! {
        {move || ids.get().into_iter().map(|id| count(state, id)).collect_view()}
        <div class="field">
            <label for="field-Fleet">{t(Msg::Accelerators)}</label>
            <Combobox
                id="field-Fleet"
                label=Msg::Accelerators
                shown=Signal::stored(String::new())
                hint=Signal::derive(|| text(Msg::AcceleratorsMore).to_owned())
                find=find
                pick=pick
                nothing=Msg::TableEmpty
                problem="field-Fleet-problem"
                wrong=Signal::derive(move || state.problem_at(&Field::Fleet(error::Field::Fleet)).is_some())
            />
            <FieldProblem field=error::Field::Fleet id="field-Fleet-problem".to_owned()/>
        </div>
    }
    .into_any()
}

/// How many there are of one.
fn count(state: State, id: String) -> AnyView {
    let name = name_of(&id);
    let label = say::remove(&name);
    let (read, written, field) = (id.clone(), id.clone(), Field::Count(id.clone()));
    let control = format!("count-{id}");
    let typed = move || {
        state.draft.with(|draft| {
            let mut counts = draft.counts.iter();
            let found = counts.find(|(known, _)| *known == read);
            found.map(|(_, text)| text.clone()).unwrap_or_default()
        })
    };
    let write = move |text: String| {
        state.draft.update(|draft| {
            let mut counts = draft.counts.iter_mut();
            if let Some((_, count)) = counts.find(|(known, _)| *known == written) {
                *count = text;
            }
        });
    };
    let remove = move |_| state.choose(|draft| draft.counts.retain(|(known, _)| *known != id));
    let button = view! {
        <button type="button" class="quiet" aria-label=label on:click=remove>"×"</button>
    };
    view! {
        <Typed
            field=Signal::stored(field)
            id=control
            label=Msg::PackCount
            own_name=name
            typed=Signal::derive(typed)
            write=Callback::new(write)
            unit=button.into_any()
        />
    }
    .into_any()
}

/// How they may be shared; a licence where guests need one.
fn modes(state: State) -> AnyView {
    let on = move |one: Mode| state.draft.with(|draft| draft.modes.has(one));
    let chips = Mode::ALL.into_iter().skip(1).map(|one| Chip {
        name: Signal::derive(move || text(mode(one)).to_owned()),
        hint: "",
        on: Signal::derive(move || on(one)),
        press: Callback::new(move |()| {
            state.choose(|draft| {
                let had = draft.modes;
                let others = Mode::ALL
                    .into_iter()
                    .filter(|other| *other != one || !had.has(one));
                let kept = others.filter(|other| *other == one || had.has(*other));
                draft.modes = kept.fold(Modes::default(), Modes::with);
            });
        }),
    });
    let equal = Chip {
        name: Signal::derive(|| text(Msg::PackEqual).to_owned()),
        hint: "",
        on: Signal::derive(move || state.draft.with(|draft| draft.equal_parts)),
        press: Callback::new(move |()| {
            state.choose(|draft| draft.equal_parts = !draft.equal_parts);
        }),
    };
    let chips: Vec<Chip> = chips.chain([equal]).collect();
    let vgpu = Memo::new(move |_| on(Mode::Vgpu));
    let licence = move || {
        vgpu.get().then(|| {
            view! {
                <Typed
                    field=Signal::stored(Field::Licence)
                    id="field-Licence".to_owned()
                    label=Msg::PackLicence
                    typed=Signal::derive(move || state.draft.with(|draft| draft.licence.clone()))
                    write=Callback::new(move |text| state.draft.update(|draft| draft.licence = text))
                    unit=view! { {t(Msg::PackAMonth)} }.into_any()
                />
            }
        })
    };
    view! {
        <Chips label=Msg::PackShared titled=true chips/>
        {licence}
    }
    .into_any()
}
