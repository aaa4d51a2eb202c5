//! Other models for the task of the first column: the same question, in the format that each is
//! released in.

use super::state::State;
use crate::control::Combobox;
use crate::i18n::{Msg, t, text};
use crate::page::carried;
use crate::serving::answer::model_name;
use crate::serving::question::models::{finder, found};
use estimator::choice::ModelChoice;
use estimator::named::Named;
use estimator::serving::link;
use leptos::prelude::*;

/// A model of the catalogue by a few letters, or a size, as another column.
#[component]
pub(super) fn Models() -> impl IntoView {
    let state = State::of_page();
    let said = RwSignal::new(String::new());
    let pick = move |id: String| {
        said.set(match untrack(|| with_model(state, found(id))) {
            Some(column) => state.add(vec![column]),
            None => text(Msg::CompareLong).to_owned(),
        });
    };
    view! {
        <h2>{t(Msg::CompareModels)}</h2>
        <div class="field">
            <label for="compared-model">{t(Msg::Model)}</label>
            <Combobox
                id="compared-model"
                label=Msg::Model
                shown=Signal::stored(String::new())
                hint=Signal::derive(|| text(Msg::CompareModelsHint).to_owned())
                find=finder(false)
                pick=pick
                nothing=Msg::TableEmpty
            />
            <p class="aside" role="status">{said}</p>
        </div>
    }
    .into_any()
}

/// The first column's question of another model, named after it; the default question where there
/// is no column yet.
fn with_model(state: State, model: ModelChoice) -> Option<Named> {
    let first = state.scenarios.with(|all| all.first().cloned());
    let fragment = first.map_or_else(String::new, |first| first.fragment().to_owned());
    let (mut link, _) = link::read(&carried::readable(&fragment));
    let name = model_name(&model);
    link.question.model = model;
    catalog::fit_weights(&mut link.question);
    Named::new(&name, &link::write(&link))
}
