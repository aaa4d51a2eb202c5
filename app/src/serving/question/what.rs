//! The model, and how it is stored.

use super::formats::{KvField, WeightsField};
use super::import::Import;
use super::models::{detail_of, finder, found, is_verified};
use crate::browser;
use crate::control::{Combobox, FieldProblem};
use crate::i18n::{Msg, t, text};
use crate::page::carried::departing;
use crate::page::form;
use crate::page::sheet::Section;
use crate::serving::address;
use crate::serving::answer::model_name;
use crate::serving::state::State;
use estimator::choice::ModelChoice;
use estimator::error::Field;
use estimator::import::plain;
use leptos::prelude::*;

/// The section.
#[component]
pub(super) fn What() -> impl IntoView {
    let state = State::of_page();
    let others = move || {
        let fragment = address::fragment_of(state).unwrap_or_default();
        browser::page_at("compare/", &departing(&fragment))
    };
    view! {
        <Section heading=Msg::WhatHeading>
            <ModelField/>
            <a class="aside" href=others hidden=browser::is_embedded()>{t(Msg::ModelsCompare)}</a>
            <div class="pair">
                <WeightsField/>
                <KvField/>
            </div>
            <Import/>
        </Section>
    }
    .into_any()
}

/// The model: of the catalogue by a few letters, or a size.
#[component]
pub(crate) fn ModelField() -> impl IntoView {
    let form = form::of_page();
    let shown = move || {
        let (model, unknown) = form.model();
        unknown.unwrap_or_else(|| model_name(&model))
    };
    let pick = move |id: String| {
        form.choose(|asked| {
            *asked.unknown_model = None;
            *asked.model = found(id);
        });
    };
    let left = move |typed: String| {
        let known = catalog::entry(typed.trim());
        form.choose(|asked| match (known, plain::billions(&typed)) {
            (Some(entry), _) => {
                *asked.unknown_model = None;
                *asked.model = ModelChoice::Catalog(entry.id.to_owned());
            }
            (None, Some(billions)) => {
                *asked.unknown_model = None;
                *asked.model = ModelChoice::Plain(billions);
            }
            (None, None) => *asked.unknown_model = Some(crate::serving::draft::shortened(&typed)),
        });
    };
    let detail = move || detail_of(&form.model().0);
    let sure = move || is_verified(&form.model().0);
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
                find=finder(form.takes_encoders())
                pick=pick
                left=Callback::new(left)
                nothing=Msg::ModelNone
                problem="field-Model-problem"
                wrong=Signal::derive(move || form.error_at(Field::Model).is_some())
                trailing=trailing.into_any()
            />
            <FieldProblem field=Field::Model id="field-Model-problem".to_owned()/>
        </div>
    }
    .into_any()
}
