//! Of a training run: the launch files of its software, as a job of the cluster.

use super::form::{check, devices, line_box, more, said, select};
use super::problems::{Place, Problems};
use super::typed::{Line, RUN_FORMS, Tick, Typed};
use super::{Given, Outcome, Reasons};
use crate::i18n::Msg;
use crate::module::Trained;
use estimator::kubernetes::manifest::{NoManifest, RunForm, Work, label, write_run};
use estimator::kubernetes::teams::Question;
use estimator::named;
use leptos::prelude::*;

const REASONS: Reasons = Reasons {
    nothing: Msg::ClusterRunEndless,
    gap: Msg::ClusterRunGap,
};

/// Its choices and documents.
pub(super) fn manifests(run: Signal<Option<Trained>>) -> AnyView {
    let typed = RwSignal::new(Typed::default());
    let given = Memo::new(move |_| {
        run.get().map(|run| Given {
            name: label(&run.name),
            namespace: "training",
            model: String::new(),
        })
    });
    let given = Signal::from(given);
    let made = Memo::new_with_compare(
        move |_| {
            let (run, given) = (run.get()?, given.get()?);
            let choices = typed.with(|typed| typed.run_choices(&given));
            let deployed = run.run.map(|run| run.deploy(choices));
            let written = deployed.and_then(|deployed| match &deployed.work {
                Work::Training(training) => Ok(write_run(&deployed, training)),
                Work::Serving(_) => Err(NoManifest::Nothing),
            });
            Some(Outcome::of(written))
        },
        |_, _| true,
    );
    let queue = move || {
        let run = run.get()?;
        let ran = run.run.ok()?;
        let job = ran.job(&named::name(&run.name))?;
        Some(Question::with_run(job, ran.price()))
    };
    view! {
        {super::queue_link(Msg::ClusterRunQueue, queue)}
        {super::manifests(made.into(), given, REASONS, |problems| form(typed, given, problems))}
    }
    .into_any()
}

fn form(typed: RwSignal<Typed>, given: Signal<Option<Given>>, problems: Problems) -> AnyView {
    let line = move |line: Line| line_box(line, typed, given, problems);
    let kueue = move || typed.with(|typed| typed.is_ticked(Tick::Kueue));
    view! {
        <form class="cluster-choices" on:submit=|event| event.prevent_default()>
            {said(problems, Place::Answer)}
            {line(Line::Name)}
            {line(Line::Namespace)}
            {select(
                Msg::ClusterForm,
                "cluster-form",
                &RUN_FORMS,
                form_name,
                typed,
                |typed| &mut typed.run_form,
            )}
            {said(problems, Place::Form)}
            {devices(typed, problems)}
            {check(Msg::ClusterKarpenter, Tick::Karpenter, typed)}
            {said(problems, Place::Karpenter)}
            {check(Msg::ClusterKueue, Tick::Kueue, typed)}
            {move || kueue().then(|| line(Line::Queue))}
            {more(
                Msg::ClusterRunMore,
                view! { {line(Line::Image)} {line(Line::StorageClass)} {line(Line::PullSecret)} }
                    .into_any(),
            )}
        </form>
    }
    .into_any()
}

const fn form_name(form: Option<RunForm>) -> Msg {
    match form {
        None => Msg::ClusterFormAuto,
        Some(RunForm::Job) => Msg::ClusterRunJob,
        Some(RunForm::JobSet) => Msg::ClusterRunSet,
        Some(RunForm::TrainJob) => Msg::ClusterRunTrain,
        Some(RunForm::PyTorchJob) => Msg::ClusterRunTorch,
    }
}
