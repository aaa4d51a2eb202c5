//! The formats that weights and cache are stored in, as the fields list them.

use crate::control::{Choice, Select};
use crate::i18n::{Msg, text};
use crate::serving::state::State;
use estimator::choice::ModelChoice;
use estimator::engine::Engine;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::serving::command::engine_caches;
use leptos::prelude::*;

/// Headings of the list, in its order. Where a format that the model is published in is
/// known, the format it is released in stands first, and those that nobody publishes last.
const GROUPS: [Msg; 5] = [
    Msg::FormatReleased,
    Msg::FormatsFloat,
    Msg::FormatsInteger,
    Msg::FormatsGguf,
    Msg::FormatUnpublished,
];

/// How the weights are stored; below, the remark on that format.
#[component]
pub(super) fn WeightsField() -> impl IntoView {
    let state = State::of_page();
    let model = Memo::new(move |_| state.draft.with(|draft| listed(&draft.chosen.model)));
    let chosen = Memo::new(move |_| state.draft.with(|draft| draft.chosen.weights));
    let remark = move || model.with(|model| remark_on(chosen.get(), model.as_deref()));
    let choose = move |id: String| {
        if let Some(format) = WeightFormat::from_id(&id) {
            state.choose_in_question(|question| question.weights = format);
        }
    };
    view! {
        <Select
            label=Msg::Weights
            id="field-Weights"
            choices=Signal::derive(move || model.with(|model| choices(model.as_deref())))
            chosen=Signal::derive(move || chosen.get().id().to_owned())
            choose
            remark=Signal::derive(move || remark().map_or("", text).to_owned())
        />
    }
}

/// The formats of a model's weights, under their headings; reactive to the language.
pub(crate) fn weight_choices(model: &ModelChoice) -> Vec<Choice> {
    choices(listed(model).as_deref())
}

/// The id of a model of the catalogue.
fn listed(model: &ModelChoice) -> Option<String> {
    match model {
        ModelChoice::Catalog(id) => Some(id.clone()),
        ModelChoice::Plain(_) | ModelChoice::Custom(_) => None,
    }
}

/// All formats, under their headings.
fn choices(model: Option<&str>) -> Vec<Choice> {
    let grouped: Vec<(Msg, WeightFormat)> = WeightFormat::ALL
        .iter()
        .map(|format| (group_of(*format, model), *format))
        .collect();
    let below = |group: Msg| grouped.iter().filter(move |(known, _)| *known == group);
    GROUPS
        .into_iter()
        .flat_map(below)
        .map(|(group, format)| Choice {
            group: Some(text(*group).to_owned()),
            ..Choice::new(format.id(), format.id())
        })
        .collect()
}

/// The heading that a format stands under.
fn group_of(format: WeightFormat, model: Option<&str>) -> Msg {
    use WeightFormat as W;
    if let Some(remark) = remark_on(format, model) {
        return remark;
    }
    match format {
        _ if format.is_gguf() => Msg::FormatsGguf,
        W::Int8 | W::Int4G128 | W::Int4G64 | W::Int4G32 | W::AwqInt4 | W::GptqInt4 => {
            Msg::FormatsInteger
        }
        _ => Msg::FormatsFloat,
    }
}

/// The remark on a format: that a model is released in it, or that no checkpoint of
/// the model is known in it.
fn remark_on(format: WeightFormat, model: Option<&str>) -> Option<Msg> {
    let model = model?;
    if catalog::native_format(model) == Some(format) {
        Some(Msg::FormatReleased)
    } else if catalog::is_published(model, format) == Some(false) {
        Some(Msg::FormatUnpublished)
    } else {
        None
    }
}

/// The formats of the cache that `engine` has; among them the chosen one, where a link names one
/// that it has not.
pub(crate) fn cache_choices(engine: Engine, chosen: KvFormat) -> Vec<Choice> {
    let all = KvFormat::ALL.iter();
    all.filter(|format| engine_caches(engine, **format) || **format == chosen)
        .map(|format| Choice::new(format.id(), format.id()))
        .collect()
}

/// How the cache is stored.
#[component]
pub(super) fn KvField() -> impl IntoView {
    let state = State::of_page();
    let chosen = Memo::new(move |_| state.draft.with(|draft| draft.chosen.kv_cache));
    let choices = move || {
        let engine = state.draft.with(|draft| draft.chosen.engine.engine);
        cache_choices(engine, chosen.get())
    };
    let choose = move |id: String| {
        if let Some(format) = KvFormat::from_id(&id) {
            state.choose_in_question(|question| question.kv_cache = format);
        }
    };
    view! {
        <Select
            label=Msg::KvCache
            id="field-KvCache"
            choices=Signal::derive(choices)
            chosen=Signal::derive(move || chosen.get().id().to_owned())
            choose
        />
    }
}
