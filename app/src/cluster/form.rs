//! The reader's choices: lines of text, choices of a list, boxes to tick.

use super::Given;
use super::problems::{Place, Problems};
use super::typed::{AUTOSCALERS, DEVICES, LONGEST, Line, Tick, Typed, id_of, put};
use crate::control::{Choice, Select, tick};
use crate::i18n::{Msg, t, text};
use estimator::kubernetes::manifest::{Autoscaler, Devices};
use leptos::prelude::*;

/// The problem at a place.
pub(super) fn said(problems: Problems, place: Place) -> AnyView {
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
        Line::Least => Msg::ClusterLeast,
        Line::Target => Msg::ClusterTarget,
        Line::LocalQueue => Msg::ClusterLocalQueue,
        Line::Cohort => Msg::ClusterCohort,
        Line::Rack => Msg::ClusterRack,
        Line::Block => Msg::ClusterBlock,
    }
}

/// A line of text; what stands in it while it is empty follows from the answer.
pub(super) fn line_box(
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
pub(super) fn select<T: Copy + PartialEq + Send + Sync + 'static>(
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

/// How accelerators are asked for.
pub(super) fn devices(typed: RwSignal<Typed>, problems: Problems) -> AnyView {
    let choices = select(
        Msg::ClusterDevices,
        "cluster-devices",
        &DEVICES,
        devices_name,
        typed,
        |typed| &mut typed.devices,
    );
    view! { {choices} {said(problems, Place::Devices)} }.into_any()
}

/// Who sets the number of replicas.
pub(super) fn autoscaler(typed: RwSignal<Typed>, problems: Problems) -> AnyView {
    let choices = select(
        Msg::ClusterAutoscaler,
        "cluster-autoscaler",
        &AUTOSCALERS,
        autoscaler_name,
        typed,
        |typed| &mut typed.autoscaler,
    );
    view! { {choices} {said(problems, Place::Autoscaler)} }.into_any()
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

/// A box to tick.
pub(super) fn check(label: Msg, which: Tick, typed: RwSignal<Typed>) -> AnyView {
    let on = Signal::derive(move || typed.with(|typed| typed.is_ticked(which)));
    let choose = move |on| typed.update(|typed| typed.tick(which, on));
    tick(Some(which.id()), label, on, Callback::new(choose))
}

/// Choices that most leave as they are.
pub(super) fn more(title: Msg, inside: AnyView) -> AnyView {
    view! {
        <details class="disclosure">
            <summary>{t(title)}</summary>
            <div class="disclosed">{inside}</div>
        </details>
    }
    .into_any()
}
