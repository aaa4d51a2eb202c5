//! The start of the run that is shown, in the software's own words: files and commands to
//! copy, the user's parts in them, and the settings that the software lacks. Where that
//! would train something else there are no files.

use crate::control::{Choice, Select, script};
use crate::i18n::{self, Msg, say, t, text};
use crate::training::state::State;
use crate::training::words::{gap_name, stack_name};
use estimator::training::Job;
use estimator::training::launch::{Cluster, Gap, Launch, launch};
use estimator::training::method::Stack;
use leptos::prelude::*;

/// The card: of the candidate that is shown.
#[component]
pub(super) fn LaunchCard() -> impl IntoView {
    let state = State::of_page();
    // The software of the question, until another is chosen.
    let other = RwSignal::new(None::<Stack>);
    let asked = Memo::new(move |_| {
        let answer = state.details.get();
        answer.map_or(Stack::Torchtitan, |answer| answer.job.stack)
    });
    Effect::new(move |_| {
        asked.track();
        other.set(None);
    });
    let chosen = move || other.get().unwrap_or_else(|| asked.get());
    let settings = Memo::new(move |_| {
        let answer = state.details.get()?;
        let candidate = answer.shown(state.frame.selected.get().as_deref())?;
        let offer = answer.offer(candidate)?;
        let run = candidate.best.as_ref()?;
        let job = Job {
            stack: chosen(),
            ..answer.job.clone()
        };
        let chip = &offer.accelerator;
        let node = chip.machine(answer.limits.node(chip));
        let cluster = Cluster::of(chip, node, run);
        Some(launch(&job, &run.estimate.layout, &cluster))
    });
    let choices: Vec<Choice> = Stack::ALL
        .iter()
        .map(|stack| Choice::new(stack.id(), stack_name(*stack)))
        .collect();
    let content = move || {
        settings.with(|settings| {
            let Launch { files, gaps } = settings.as_ref()?;
            let yours =
                (!files.is_empty()).then(|| view! { <p class="aside">{t(Msg::LaunchYours)}</p> });
            let files = files.iter().map(script).collect_view();
            Some(view! {
                <p class="aside" role="status">{left_out(gaps)}</p>
                {yours}
                {files}
            })
        })
    };
    view! {
        <section class="card launch" aria-labelledby="launch-title">
            <h2 id="launch-title">{t(Msg::LaunchHeading)}</h2>
            <Select
                label=Msg::LaunchFor
                id="launch-for"
                choices=Signal::stored(choices)
                chosen=Signal::derive(move || chosen().id().to_owned())
                choose=move |id: String| other.set(Stack::from_id(&id))
            />
            {content}
        </section>
    }
    .into_any()
}

/// The settings that the software lacks, as a sentence.
fn left_out(gaps: &[Gap]) -> String {
    if gaps.is_empty() {
        return String::new();
    }
    if gaps.contains(&Gap::Hardware) {
        return text(Msg::LaunchHardware).to_owned();
    }
    let names: Vec<&str> = gaps.iter().map(|gap| gap_name(*gap)).collect();
    let mut sentences = vec![say::launch_gaps(&names.join(text(Msg::ListComma)))];
    if gaps.contains(&Gap::Configuration) {
        sentences.push(text(Msg::LaunchOwnConfiguration).to_owned());
    }
    if gaps.iter().any(|gap| gap.stops()) {
        sentences.push(text(Msg::LaunchStops).to_owned());
    }
    sentences.join(i18n::language().gap())
}
