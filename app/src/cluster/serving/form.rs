//! The choices about a model served: its kind, who sets the replicas, what the cluster has
//! installed.

use crate::cluster::Given;
use crate::cluster::form::{autoscaler, check, devices, line_box, more, said, select};
use crate::cluster::problems::{Place, Problems};
use crate::cluster::typed::{FORMS, Line, Tick, Typed};
use crate::i18n::Msg;
use estimator::kubernetes::manifest::{Autoscaler, Form};
use leptos::prelude::*;

/// The form; `given` are the names of the answer.
pub(super) fn form(
    typed: RwSignal<Typed>,
    given: Signal<Option<Given>>,
    problems: Problems,
) -> AnyView {
    let line = move |line: Line| line_box(line, typed, given, problems);
    let keda = move || typed.with(|typed| typed.autoscaler == Autoscaler::Keda);
    let scaled = move || typed.with(|typed| typed.autoscaler != Autoscaler::None);
    let kueue = move || typed.with(|typed| typed.is_ticked(Tick::Kueue));
    let watched = move || typed.with(Typed::is_watched);
    view! {
        <form class="cluster-choices" on:submit=|event| event.prevent_default()>
            <p class="problem" role="status">{move || problems.at(Place::Answer)}</p>
            {line(Line::Name)}
            {line(Line::Namespace)}
            {line(Line::Model)}
            {select(Msg::ClusterForm, "cluster-form", &FORMS, form_name, typed, |typed| &mut typed.form)}
            {said(problems, Place::Form)}
            {devices(typed, problems)}
            {autoscaler(typed, problems)}
            {move || scaled().then(|| [line(Line::Least), line(Line::Target)])}
            {move || keda().then(|| check(Msg::ClusterZero, Tick::ToZero, typed))}
            {said(problems, Place::ToZero)}
            {check(Msg::ClusterMonitored, Tick::Monitored, typed)}
            {check(Msg::ClusterKarpenter, Tick::Karpenter, typed)}
            {said(problems, Place::Karpenter)}
            {check(Msg::ClusterKueue, Tick::Kueue, typed)}
            {move || kueue().then(|| line(Line::Queue))}
            {more(Msg::ClusterMore, view! {
                {line(Line::Image)} {line(Line::StorageClass)} {line(Line::PullSecret)}
                {move || watched().then(|| [line(Line::Prometheus), line(Line::Release)])}
            }.into_any())}
        </form>
    }
    .into_any()
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
