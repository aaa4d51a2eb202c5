//! What is run: the model, and how it is stored.

use super::Section;
use super::import::Import;
use super::models::{detail_of, find, is_verified};
use crate::answer::model_name;
use crate::control::{Choice, Combobox, FieldProblem, Select};
use crate::i18n::{Msg, t, text};
use crate::state::State;
use estimator::decimal;
use estimator::error::Field;
use estimator::import::plain;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::question::ModelChoice;
use leptos::prelude::*;

/// The section.
#[component]
pub(super) fn What() -> impl IntoView {
    view! {
        <Section heading=Msg::WhatHeading>
            <ModelField/>
            <div class="pair">
                <WeightsField/>
                <KvField/>
            </div>
            <Import/>
        </Section>
    }
    .into_any()
}

#[component]
fn ModelField() -> impl IntoView {
    let state = State::of_page();
    let shown = move || {
        state.draft.with(|draft| match &draft.unknown_model {
            Some(name) => name.clone(),
            None => model_name(&draft.chosen.model),
        })
    };
    let pick = move |id: String| {
        state.choose(|draft| {
            draft.unknown_model = None;
            draft.chosen.model = match id.strip_prefix('=').and_then(decimal::parse) {
                Some(billions) => ModelChoice::Plain(billions),
                None => ModelChoice::Catalog(id),
            };
        });
    };
    let left = move |typed: String| {
        let known = catalog::entry(typed.trim());
        state.choose(|draft| match (known, plain::billions(&typed)) {
            (Some(entry), _) => {
                draft.unknown_model = None;
                draft.chosen.model = ModelChoice::Catalog(entry.id.to_owned());
            }
            (None, Some(billions)) => {
                draft.unknown_model = None;
                draft.chosen.model = ModelChoice::Plain(billions);
            }
            (None, None) => draft.unknown_model = Some(crate::draft::shortened(&typed)),
        });
    };
    let detail = move || state.draft.with(|draft| detail_of(&draft.chosen.model));
    let sure = move || state.draft.with(|draft| is_verified(&draft.chosen.model));
    let trailing = view! {
        {detail}
        " "
        <span class="doubt" title=t(Msg::UnverifiedHint) hidden=sure>{t(Msg::Unverified)}</span>
    };
    view! {
        <div class="field">
            <label for="field-Model">{t(Msg::Model)}</label>
            <Combobox
                id="field-Model"
                label=Msg::Model
                shown=Signal::derive(shown)
                hint=Signal::derive(move || text(Msg::ModelHint).to_owned())
                find=find
                pick=pick
                left=Callback::new(left)
                nothing=Msg::ModelNone
                problem="field-Model-problem"
                wrong=Signal::derive(move || state.error_at(Field::Model).is_some())
                trailing=trailing.into_any()
            />
            <FieldProblem field=Field::Model id="field-Model-problem".to_owned()/>
        </div>
    }
    .into_any()
}

#[component]
fn WeightsField() -> impl IntoView {
    let state = State::of_page();
    let choices = || {
        let float = WeightFormat::ALL
            .iter()
            .filter(|format| group_of(**format) == Msg::FormatsFloat);
        let rest = |group: Msg| {
            WeightFormat::ALL
                .iter()
                .filter(move |format| group_of(**format) == group)
        };
        float
            .chain(rest(Msg::FormatsInteger))
            .chain(rest(Msg::FormatsGguf))
            .map(|format| Choice {
                group: Some(text(group_of(*format)).to_owned()),
                ..Choice::new(format.id(), format.id())
            })
            .collect::<Vec<_>>()
    };
    let choose = move |id: String| {
        if let Some(format) = WeightFormat::from_id(&id) {
            state.choose_in_question(|question| question.weights = format);
        }
    };
    view! {
        <Select
            label=Msg::Weights
            id="field-Weights"
            choices=Signal::derive(choices)
            chosen=Signal::derive(move || state.draft.with(|draft| draft.chosen.weights.id().to_owned()))
            choose
        />
    }
}

fn group_of(format: WeightFormat) -> Msg {
    use WeightFormat as W;
    if format.is_gguf() {
        return Msg::FormatsGguf;
    }
    match format {
        W::Int8 | W::Int4G128 | W::Int4G64 | W::Int4G32 | W::AwqInt4 | W::GptqInt4 => {
            Msg::FormatsInteger
        }
        _ => Msg::FormatsFloat,
    }
}

#[component]
fn KvField() -> impl IntoView {
    let state = State::of_page();
    let choices: Vec<Choice> = KvFormat::ALL
        .iter()
        .map(|format| Choice::new(format.id(), format.id()))
        .collect();
    let choose = move |id: String| {
        if let Some(format) = KvFormat::from_id(&id) {
            state.choose_in_question(|question| question.kv_cache = format);
        }
    };
    view! {
        <Select
            label=Msg::KvCache
            id="field-KvCache"
            choices=Signal::stored(choices)
            chosen=Signal::derive(move || state.draft.with(|draft| draft.chosen.kv_cache.id().to_owned()))
            choose
        />
    }
}
