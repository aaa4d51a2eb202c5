//! The model, of the catalogue by a few letters: those of the kind first. One of another kind
//! changes the kind.

use crate::control::{Combobox, Found};
use crate::i18n::{self, Msg, number, say, t, text};
use crate::page::study::typed;
use crate::vision::own;
use crate::vision::state::State;
use crate::vision::words;
use catalog::vision::{encoders, kind_of, listeners, networks, pipelines, reads};
use estimator::error;
use estimator::vision::sizing::{Field, Kind};
use leptos::prelude::*;

/// How many finds are listed.
const FINDS: usize = 60;

/// A model: its id, name, kind, parameters, and whether its counts were checked.
type Known = (&'static str, String, Kind, f64);

/// Every model that the page can size.
fn all() -> Vec<Known> {
    let mut all: Vec<Known> = Vec::new();
    let mut put = |id: &'static str, kind: Kind, parameters: f64| {
        all.push((id, words::model(id), kind, parameters));
    };
    for record in networks() {
        put(record.about.id, Kind::Images, record.network.parameters);
    }
    for record in encoders() {
        put(record.about.id, Kind::Texts, record.encoder.parameters);
    }
    for record in pipelines() {
        let model = &record.pipeline;
        let kind = if model.video {
            Kind::Clips
        } else {
            Kind::Pictures
        };
        put(record.about.id, kind, model.denoiser.parameters);
    }
    for record in listeners() {
        put(record.about.id, Kind::Speech, record.listener.parameters);
    }
    for entry in catalog::models() {
        if reads(entry.id).is_some() {
            put(entry.id, Kind::Prompts, entry.parameters);
        }
    }
    all
}

/// The finds for a text: every word of it in the id or the name.
fn find(typed: &str) -> Vec<Found> {
    let typed = i18n::lowered(typed);
    let wanted: Vec<&str> = typed.split_whitespace().collect();
    let fits = |known: &&Known| {
        let text = i18n::lowered(&format!("{} {}", known.0, known.1));
        wanted.iter().all(|word| text.contains(word))
    };
    let all = all();
    let found = all.iter().filter(fits).take(FINDS);
    found
        .map(|(id, name, kind, parameters)| {
            let size = say::vision_parameters(&number(parameters / 1e6));
            Found {
                id: (*id).to_owned(),
                name: name.clone(),
                detail: format!("{} · {size}", text(words::kind(*kind))),
                unverified: false,
            }
        })
        .collect()
}

/// The field.
#[component]
pub(super) fn ModelField() -> impl IntoView {
    const MODEL: Field = Field::Shared(error::Field::Model);
    let state = State::of_page();
    let shown = move || {
        state.draft.with(|draft| {
            let unknown = draft.unknown_model.clone();
            unknown.unwrap_or_else(|| words::model(&draft.chosen.model))
        })
    };
    let pick = move |id: String| {
        state.choose(|draft| {
            draft.unknown_model = None;
            draft.choose_model(&id, i18n::marks());
        });
    };
    let left = move |typed: String| {
        let id = typed.trim().to_owned();
        let mut strange = false;
        state.choose(|draft| {
            // A file may be called as a model of the catalogue is.
            if draft.chosen.own.is_some() && id == words::model(&draft.chosen.model) {
                draft.unknown_model = None;
            } else if kind_of(&id).is_some() {
                draft.unknown_model = None;
                draft.choose_model(&id, i18n::marks());
            } else if id != words::model(&draft.chosen.model) {
                strange = true;
            }
        });
        if strange {
            own::look_up(state, &id);
        }
    };
    view! {
        <div class="field">
            <label for="field-Model">{t(Msg::Model)}</label>
            <Combobox
                id="field-Model"
                label=Msg::Model
                shown=Signal::derive(shown)
                hint=Signal::derive(move || text(Msg::VisionModelHint).to_owned())
                find=find
                pick=pick
                left=Callback::new(left)
                nothing=Msg::VisionModelNone
                problem="field-Model-problem"
                wrong=Signal::derive(move || state.error_at(&MODEL).is_some())
            />
            {typed::problem(state, MODEL)}
        </div>
    }
    .into_any()
}
