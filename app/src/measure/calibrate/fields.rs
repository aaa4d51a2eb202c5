//! The fields of what a measurement ran on.

use super::typed::{Part, Typed, Wrong, is_asked};
use super::words;
use crate::control::{Choice, Combobox, NumberBox, Select};
use crate::i18n::{Msg, t, text};
use crate::serving::answer::engine_name;
use crate::serving::question::formats::weight_choices;
use crate::serving::question::models::finder;
use estimator::calibration::Found;
use estimator::choice::ModelChoice;
use estimator::engine::Engine;
use estimator::error::Problem;
use estimator::precision::{KvFormat, WeightFormat};
use leptos::prelude::*;

/// What is asked of some loads. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(in crate::measure) struct Asked {
    /// What was typed.
    pub(in crate::measure) typed: RwSignal<Typed>,
    /// The loads.
    pub(in crate::measure) loads: Signal<Vec<Found>>,
    /// What is wrong.
    pub(in crate::measure) wrong: Signal<Vec<(Part, Wrong)>>,
}

impl Asked {
    fn wrong(self, part: Part) -> Option<Wrong> {
        self.wrong.with(|all| {
            let mut all = all.iter();
            all.find(|(wrong, _)| *wrong == part)
                .map(|(_, why)| why.clone())
        })
    }
}

/// All of them; once a page.
#[component]
pub(in crate::measure) fn Fields(
    /// What they are about.
    of: Asked,
) -> impl IntoView {
    let asks = move |part: Part| of.loads.with(|loads| is_asked(part, loads));
    let beside = move || {
        let parts = [
            (Part::Users, Msg::CalibUsers),
            (Part::Input, Msg::ProfilePrompt),
            (Part::Output, Msg::ProfileAnswer),
        ];
        let parts = parts.into_iter().filter(|(part, _)| asks(*part));
        parts
            .map(|(part, label)| number(of, part, label))
            .collect_view()
    };
    // The fields stay where only the typed text changes.
    let asked = Memo::new(move |_| [Part::Users, Part::Input, Part::Output].map(asks));
    view! {
        <div class="calibrate-fields">
            {model(of)}
            {engine(of)}
            {accelerator(of)}
            {number(of, Part::Count, Msg::CalibCount)}
            {number(of, Part::Tensor, Msg::CalibTensor)}
            {number(of, Part::Data, Msg::CalibData)}
            {number(of, Part::Expert, Msg::CalibExpert)}
            {formats(of)}
            {move || {
                asked.track();
                untrack(beside)
            }}
        </div>
    }
    .into_any()
}

/// Those of accelerators and their number alone; once a page.
#[component]
pub(in crate::measure) fn System(
    /// What they are about.
    of: Asked,
) -> impl IntoView {
    view! {
        <div class="calibrate-fields">
            {accelerator(of)} {number(of, Part::Count, Msg::CalibCount)}
        </div>
    }
    .into_any()
}

/// What is wrong with a field, in words. One that nobody has filled in yet is asked for, no fault.
fn problem(of: Asked, part: Part, id: Option<String>) -> AnyView {
    let said = move || {
        let wrong = of.wrong(part);
        wrong.map_or_else(String::new, |wrong| words::wrong(&wrong))
    };
    let class = move || {
        if is_fault(of, part) {
            "problem"
        } else {
            "aside"
        }
    };
    view! {
        <p class=class id=id>
            {said}
        </p>
    }
    .into_any()
}

/// Whether what stands in a field cannot be.
fn is_fault(of: Asked, part: Part) -> bool {
    of.wrong(part).is_some_and(|wrong| {
        let open = [Wrong::Choice, Wrong::Number(Problem::Missing)];
        !open.contains(&wrong)
    })
}

fn number(of: Asked, part: Part, label: Msg) -> AnyView {
    let id = format!("calibrate-{part:?}");
    let said = problem(of, part, Some(format!("{id}-problem")));
    let optional = matches!(part, Part::Data | Part::Expert);
    view! {
        <NumberBox
            id=id.clone()
            label=Signal::stored(label)
            text=Signal::derive(move || of.typed.with(|typed| typed.text(part)))
            write=Callback::new(move |text| of.typed.update(|typed| typed.set_text(part, text)))
            wrong=Signal::derive(move || is_fault(of, part))
            unit=None
            empty=optional.then(|| Signal::stored("1".to_owned()))
        >
            {said}
        </NumberBox>
    }
    .into_any()
}

/// A choice from a list, in which nothing may be chosen yet.
fn chosen(
    of: Asked,
    (part, label, id): (Part, Msg, &'static str),
    choices: impl Fn() -> Vec<Choice> + Send + Sync + 'static,
    get: fn(&Typed) -> Option<String>,
    choose: fn(&mut Typed, String),
) -> AnyView {
    let said = problem(of, part, None);
    let choices = move || {
        let mut all = vec![Choice::new("", text(Msg::CalibChoose))];
        all.extend(choices());
        all
    };
    view! {
        <div>
            <Select
                label=label
                id=id
                choices=Signal::derive(choices)
                chosen=Signal::derive(move || of.typed.with(|typed| get(typed).unwrap_or_default()))
                choose=Callback::new(move |id| of.typed.update(|typed| choose(typed, id)))
            />
            {said}
        </div>
    }
    .into_any()
}

fn engine(of: Asked) -> AnyView {
    let choices = || {
        let engines = Engine::ALL.iter();
        engines
            .map(|engine| Choice::new(engine.id(), engine_name(*engine)))
            .collect()
    };
    chosen(
        of,
        (Part::Engine, Msg::Engine, "calibrate-engine"),
        choices,
        |typed| Some(typed.engine?.id().to_owned()),
        |typed, id| typed.engine = Engine::from_id(&id),
    )
}

fn accelerator(of: Asked) -> AnyView {
    let choices = || {
        let mut all: Vec<Choice> = catalog::accelerators()
            .iter()
            .map(|record| Choice::new(&record.accelerator.id, record.accelerator.name.clone()))
            .collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    };
    chosen(
        of,
        (
            Part::Accelerator,
            Msg::CalibAccelerator,
            "calibrate-accelerator",
        ),
        choices,
        |typed| typed.accelerator.clone(),
        |typed, id| typed.accelerator = Some(id).filter(|id| !id.is_empty()),
    )
}

fn formats(of: Asked) -> AnyView {
    let weights = move || {
        let model = of.typed.with(|typed| typed.model.clone());
        weight_choices(&ModelChoice::Catalog(model.unwrap_or_default()))
    };
    let caches: Vec<Choice> = KvFormat::ALL
        .iter()
        .map(|format| Choice::new(format.id(), format.id()))
        .collect();
    let weigh = move |id: String| {
        if let Some(format) = WeightFormat::from_id(&id) {
            of.typed.update(|typed| typed.weights = format);
        }
    };
    let cache = move |id: String| {
        if let Some(format) = KvFormat::from_id(&id) {
            of.typed.update(|typed| typed.kv_cache = format);
        }
    };
    view! {
        <Select
            label=Msg::Weights
            id="calibrate-weights"
            choices=Signal::derive(weights)
            chosen=Signal::derive(move || of.typed.with(|typed| typed.weights.id().to_owned()))
            choose=weigh
        />
        <Select
            label=Msg::KvCache
            id="calibrate-cache"
            choices=Signal::stored(caches)
            chosen=Signal::derive(move || of.typed.with(|typed| typed.kv_cache.id().to_owned()))
            choose=cache
        />
    }
    .into_any()
}

fn model(of: Asked) -> AnyView {
    let shown = move || {
        of.typed.with(|typed| {
            let id = typed.model.as_deref();
            let name = id
                .and_then(catalog::entry)
                .map(|entry| entry.name.to_owned());
            typed.unknown.clone().or(name).unwrap_or_default()
        })
    };
    let take = move |id: String| {
        of.typed.update(|typed| match catalog::entry(id.trim()) {
            Some(entry) => {
                typed.model = Some(entry.id.to_owned());
                typed.unknown = None;
            }
            None => typed.unknown = Some(crate::serving::draft::shortened(&id)),
        });
    };
    let said = problem(of, Part::Model, Some("calibrate-model-problem".to_owned()));
    view! {
        <div class="field">
            <label for="calibrate-model">{t(Msg::Model)}</label>
            <Combobox
                id="calibrate-model"
                label=Msg::Model
                shown=Signal::derive(shown)
                hint=Signal::derive(|| text(Msg::CalibChoose).to_owned())
                find=finder(false)
                pick=Callback::new(take)
                left=Callback::new(take)
                nothing=Msg::ModelNone
                problem="calibrate-model-problem"
                wrong=Signal::derive(move || is_fault(of, Part::Model))
            />
            {said}
        </div>
    }
    .into_any()
}
