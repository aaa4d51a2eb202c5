//! Which parameters learn: all, or adapters beside a frozen base.

use crate::control::{Chip, Chips, Choice, Select, tick};
use crate::i18n::{Msg, text};
use crate::training::draft::Draft;
use crate::training::fields::{FieldProblem, Number};
use crate::training::state::State;
use crate::training::words;
use estimator::training::error::Field;
use estimator::training::method::{self, Adapter, Base};
use estimator::training::target::{Matrix, Targets};
use leptos::prelude::*;

const FULL: &str = "full";
const LORA: &str = "lora";
const DORA: &str = "dora";
const QLORA: &str = "qlora";

/// The method, and the settings of adapters.
#[component]
pub(super) fn Method() -> impl IntoView {
    let state = State::of_page();
    let choices = || {
        [
            (FULL, Msg::MethodFull),
            (LORA, Msg::MethodLora),
            (QLORA, Msg::MethodQlora),
            (DORA, Msg::MethodDora),
        ]
        .map(|(id, name)| Choice::new(id, text(name)))
        .to_vec()
    };
    let adapted = Memo::new(move |_| {
        state
            .draft
            .with(|draft| draft.chosen.method.adapter().is_some())
    });
    view! {
        <Select
            label=Msg::Method
            id="field-Method"
            choices=Signal::derive(choices)
            chosen=Signal::derive(move || state.draft.with(id_of).to_owned())
            choose=move |id: String| state.choose_task(|draft| choose(draft, &id))
        />
        <p class="aside" role="status" hidden=move || state.moved_now().is_none()>
            {move || state.moved_now().map_or_else(String::new, |(moved, _)| words::moved(moved))}
        </p>
        <div class="disclosed" hidden=move || !adapted.get()>
            <div class="pair">
                <Number field=Field::Rank label=Msg::LoraRank/>
                <Matrices/>
            </div>
            <Chips label=Msg::LoraTargets chips=matrices()/>
            <FieldProblem field=Field::Targets/>
            {of_adapter(Msg::LoraBase, "field-Base", Base::ALL, Base::id, base, |adapter| {
                adapter.base
            }, |adapter, base| adapter.base = base)}
            {tick(
                None,
                Msg::LoraHalf,
                Signal::derive(move || state.draft.with(|draft| draft.adapter.half)),
                Callback::new(move |half| state.choose(|draft| draft.adapter.half = half)),
            )}
        </div>
    }
    .into_any()
}

/// The id of the method.
pub(super) fn id_of(draft: &Draft) -> &'static str {
    if draft.chosen.method == method::Method::Full {
        return FULL;
    }
    match draft.adapter {
        Adapter {
            magnitude: true, ..
        } => DORA,
        Adapter {
            base: Base::Nf4 | Base::Nf4Double,
            ..
        } => QLORA,
        _ => LORA,
    }
}

fn choose(draft: &mut Draft, id: &str) {
    let adapter = &mut draft.adapter;
    let quantised = matches!(adapter.base, Base::Nf4 | Base::Nf4Double);
    match id {
        LORA | DORA => {
            adapter.magnitude = id == DORA;
            if quantised {
                adapter.base = Base::Sixteen;
            }
        }
        QLORA => {
            adapter.magnitude = false;
            if !quantised {
                adapter.base = Base::Nf4Double;
            }
        }
        _ => {}
    }
    draft.chosen.method = if id == FULL {
        method::Method::Full
    } else {
        method::Method::Adapter(draft.adapter)
    };
}

/// Sets of matrices by name, and the one that is chosen where it has none.
#[component]
fn Matrices() -> impl IntoView {
    const NAMED: [(Targets, Msg); 3] = [
        (Targets::QUERY_VALUE, Msg::TargetsQueryValue),
        (Targets::ATTENTION, Msg::TargetsAttention),
        (Targets::LINEAR, Msg::TargetsLinear),
    ];
    let state = State::of_page();
    let chosen = move || state.draft.with(|draft| draft.adapter.targets);
    let choices = move || {
        let own = chosen();
        let named = NAMED.map(|(targets, name)| Choice::new(&targets.id(), text(name)));
        let unnamed = NAMED.iter().all(|(targets, _)| *targets != own);
        let own = unnamed.then(|| Choice::new(&own.id(), own.id()));
        named.into_iter().chain(own).collect::<Vec<_>>()
    };
    view! {
        <Select
            label=Msg::LoraTargets
            id="field-Targets"
            choices=Signal::derive(choices)
            chosen=Signal::derive(move || chosen().id())
            choose=move |id: String| {
                if let Some(targets) = Targets::from_id(&id) {
                    state.choose(|draft| draft.adapter.targets = targets);
                }
            }
        />
    }
    .into_any()
}

/// Each matrix as a button; the last one stays.
fn matrices() -> Vec<Chip> {
    let state = State::of_page();
    let chip = |matrix: Matrix| Chip {
        name: Signal::stored(matrix.id().to_owned()),
        hint: "",
        on: Signal::derive(move || state.draft.with(|draft| draft.adapter.targets.has(matrix))),
        press: Callback::new(move |()| {
            state.choose(|draft| {
                let targets = draft.adapter.targets;
                draft.adapter.targets = targets.toggled(matrix).unwrap_or(targets);
            });
        }),
    };
    Matrix::ALL.iter().copied().map(chip).collect()
}

fn base(base: Base) -> String {
    match base {
        Base::Nf4Double => text(Msg::BaseDouble).to_owned(),
        other => other.id().to_owned(),
    }
}

/// A choice among all values of a part of the adapters.
fn of_adapter<T: Copy + Send + Sync + 'static>(
    label: Msg,
    id: &'static str,
    all: &'static [T],
    id_of: fn(T) -> &'static str,
    name: fn(T) -> String,
    get: fn(&Adapter) -> T,
    set: fn(&mut Adapter, T),
) -> AnyView {
    let state = State::of_page();
    let choices = move || {
        let all = all.iter().copied();
        all.map(|value| Choice::new(id_of(value), name(value)))
            .collect::<Vec<_>>()
    };
    let choose = move |id: String| {
        let mut all = all.iter().copied();
        if let Some(value) = all.find(|value| id_of(*value) == id) {
            state.choose_task(|draft| set(&mut draft.adapter, value));
        }
    };
    let chosen = move || {
        state
            .draft
            .with(|draft| id_of(get(&draft.adapter)).to_owned())
    };
    view! {
        <Select
            label
            id
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose
        />
    }
    .into_any()
}
