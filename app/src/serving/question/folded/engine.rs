//! The engine and the settings that change memory or speed.

use crate::control::{Choice, NumberField, Select};
use crate::i18n::{Msg, t};
use crate::serving::answer::engine_name;
use crate::serving::state::State;
use estimator::engine::Engine;
use estimator::error::Field;
use leptos::prelude::*;

/// The fields.
#[component]
pub(super) fn EngineFields() -> impl IntoView {
    let state = State::of_page();
    let engine = move || state.draft.with(|draft| draft.chosen.engine.engine);
    let choices: Vec<Choice> = Engine::ALL
        .iter()
        .map(|engine| Choice::new(engine.id(), engine_name(*engine)))
        .collect();
    let choose = move |id: String| {
        if let Some(engine) = Engine::from_id(&id) {
            state.choose_in_question(|question| question.serve_with(engine));
        }
    };
    let tokens = || view! { {t(Msg::SymbolTokens)} }.into_any();
    view! {
        <div class="pair">
            <Select
                label=Msg::Engine
                id="field-Engine"
                choices=Signal::stored(choices)
                chosen=Signal::derive(move || engine().id().to_owned())
                choose
            />
            <NumberField
                field=Field::MemoryUtilization
                label=Msg::MemoryUtilization
                unit="%".into_any()
                empty=Msg::EngineDefault
            />
        </div>
        <div class="pair">
            <NumberField
                field=Field::MaxModelLen
                label=Msg::MaxModelLen
                unit=tokens()
                empty=Msg::EngineDefault
            />
            <NumberField
                field=Field::MaxNumSeqs
                label=Msg::MaxNumSeqs
                empty=Msg::EngineDefault
            />
        </div>
        <NumberField
            field=Field::MaxBatchedTokens
            label=Msg::MaxBatchedTokens
            empty=Msg::EngineDefault
        />
    }
    .into_any()
}
