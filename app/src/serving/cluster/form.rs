//! The reader's choices: names, the kind, what the cluster has installed.

use super::Given;
use super::problems::{Place, Problems};
use super::typed::{AUTOSCALERS, DEVICES, FORMS, LONGEST, Line, Tick, Typed, id_of, put};
use crate::control::{Choice, Select};
use crate::i18n::{Msg, t, text};
use estimator::kubernetes::manifest::{Autoscaler, Devices, Form};
use leptos::prelude::*;

/// The form; `given` are the names of the answer.
pub(super) fn form(
    typed: RwSignal<Typed>,
    given: Signal<Option<Given>>,
    problems: Problems,
) -> AnyView {
    let line = move |line: Line| line_box(line, typed, given, problems);
    let keda = move || typed.with(|typed| typed.autoscaler == Autoscaler::Keda);
    let kueue = move || typed.with(|typed| typed.is_ticked(Tick::Kueue));
    let watched = move || {
        typed.with(|typed| typed.is_ticked(Tick::Monitored) || typed.autoscaler != Autoscaler::None)
    };
    view! {
        <form class="cluster-choices" on:submit=|event| event.prevent_default()>
            <p class="problem" role="status">{move || problems.at(Place::Answer)}</p>
            {line(Line::Name)}
            {line(Line::Namespace)}
            {line(Line::Model)}
            {select(Msg::ClusterForm, "cluster-form", &FORMS, form_name, typed, |typed| &mut typed.form)}
            {said(problems, Place::Form)}
            {select(
                Msg::ClusterDevices,
                "cluster-devices",
                &DEVICES,
                devices_name,
                typed,
                |typed| &mut typed.devices,
            )}
            {said(problems, Place::Devices)}
            {select(
                Msg::ClusterAutoscaler,
                "cluster-autoscaler",
                &AUTOSCALERS,
                autoscaler_name,
                typed,
                |typed| &mut typed.autoscaler,
            )}
            {said(problems, Place::Autoscaler)}
            {move || keda().then(|| check(Msg::ClusterZero, Tick::ToZero, typed))}
            {said(problems, Place::ToZero)}
            {check(Msg::ClusterMonitored, Tick::Monitored, typed)}
            {check(Msg::ClusterKarpenter, Tick::Karpenter, typed)}
            {said(problems, Place::Karpenter)}
            {check(Msg::ClusterKueue, Tick::Kueue, typed)}
            {move || kueue().then(|| line(Line::Queue))}
            <details class="disclosure">
                <summary>{t(Msg::ClusterMore)}</summary>
                <div class="disclosed">
                    {line(Line::Image)} {line(Line::StorageClass)} {line(Line::PullSecret)}
                    {move || watched().then(|| [line(Line::Prometheus), line(Line::Release)])}
                </div>
            </details>
        </form>
    }
    .into_any()
}

fn said(problems: Problems, place: Place) -> AnyView {
    view! { <p class="problem" role="status">{move || problems.at(place)}</p> }.into_any()
}

const fn label(line: Line) -> Msg {
    match line {
        Line::Name => Msg::ClusterName,
        Line::Namespace => Msg::ClusterNamespace,
        Line::Model => Msg::ClusterModel,
        Line::Image => Msg::ClusterImage,
        Line::StorageClass => Msg::ClusterStorage,
        Line::PullSecret => Msg::ClusterSecret,
        Line::Queue => Msg::ClusterQueue,
        Line::Prometheus => Msg::ClusterPrometheus,
        Line::Release => Msg::ClusterRelease,
    }
}

fn line_box(
    line: Line,
    typed: RwSignal<Typed>,
    given: Signal<Option<Given>>,
    problems: Problems,
) -> AnyView {
    let id = line.id();
    let problem = format!("{id}-problem");
    let said = Memo::new(move |_| problems.at(Place::Line(line)));
    let empty = move || {
        let given = given.get().unwrap_or_default();
        match Typed::empty(line, &given) {
            none if none.is_empty() => text(Msg::ClusterDefault).to_owned(),
            name => name,
        }
    };
    view! {
        <div class="field">
            <label for=id>{t(label(line))}</label>
            <div class="box" class:wrong=move || said.with(|said| !said.is_empty())>
                <input
                    id=id
                    type="text"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    maxlength=LONGEST.to_string()
                    placeholder=empty
                    prop:value=move || typed.with(|typed| typed.line(line).to_owned())
                    aria-invalid=move || said.with(|said| !said.is_empty()).then_some("true")
                    aria-describedby=problem.clone()
                    on:input:target=move |event| {
                        let value = event.target().value();
                        typed.update(|typed| typed.write(line, &value));
                    }
                />
            </div>
            <p class="problem" id=problem>{said}</p>
        </div>
    }
    .into_any()
}

/// A choice from a short list.
fn select<T: Copy + PartialEq + Send + Sync + 'static>(
    label: Msg,
    id: &'static str,
    all: &'static [(&'static str, T)],
    name: fn(T) -> Msg,
    typed: RwSignal<Typed>,
    of: fn(&mut Typed) -> &mut T,
) -> AnyView {
    let choices = Signal::derive(move || {
        let choice = |(id, one): &(&str, T)| Choice::new(id, text(name(*one)));
        all.iter().map(choice).collect::<Vec<_>>()
    });
    let chosen = Signal::derive(move || {
        let mut typed = typed.get();
        id_of(all, *of(&mut typed)).to_owned()
    });
    let choose = move |id: String| typed.update(|typed| put(of(typed), all, &id));
    view! { <Select label id choices chosen choose=Callback::new(choose)/> }.into_any()
}

const fn form_name(form: Option<Form>) -> Msg {
    match form {
        None => Msg::ClusterFormAuto,
        Some(Form::Deployment) => Msg::ClusterFormDeployment,
        Some(Form::LeaderWorkerSet) => Msg::ClusterFormGroup,
        Some(Form::Kserve) => Msg::ClusterFormKserve,
        Some(Form::InferenceService) => Msg::ClusterFormService,
        Some(Form::ProductionStack) => Msg::ClusterFormStack,
    }
}

const fn devices_name(devices: Devices) -> Msg {
    match devices {
        Devices::Plugin => Msg::ClusterPlugin,
        Devices::Claim => Msg::ClusterClaim,
    }
}

const fn autoscaler_name(autoscaler: Autoscaler) -> Msg {
    match autoscaler {
        Autoscaler::None => Msg::ClusterFixed,
        Autoscaler::Hpa => Msg::ClusterHpa,
        Autoscaler::Keda => Msg::ClusterKeda,
    }
}

fn check(label: Msg, tick: Tick, typed: RwSignal<Typed>) -> AnyView {
    view! {
        <label class="check">
            <input
                id=tick.id()
                type="checkbox"
                prop:checked=move || typed.with(|typed| typed.is_ticked(tick))
                on:change:target=move |event| {
                    let on = event.target().checked();
                    typed.update(|typed| typed.tick(tick, on));
                }
            />
            <span>{t(label)}</span>
        </label>
    }
    .into_any()
}
