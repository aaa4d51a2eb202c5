//! The command that starts a replica of the answer: of the candidate that is shown, on the
//! engine of the question.

use super::memory::shown;
use super::words::engine_name;
use crate::control::script;
use crate::i18n::{Msg, say, t, text};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::choice::ModelChoice;
use estimator::engine::Engine;
use estimator::offer::Offer;
use estimator::script::File;
use estimator::serving::command::{Asked, Gap, Head, Start, start, version};
use estimator::serving::scenario::Scenario;
use estimator::session::sizing::launch::session_key;
use leptos::prelude::*;

/// The card.
#[component]
pub(super) fn StartCard() -> impl IntoView {
    let state = State::of_page();
    around(move || {
        let answer = state.details.get()?;
        card(&answer, state.frame.selected.get().as_deref())
    })
}

/// The card around commands.
pub(crate) fn around(content: impl Fn() -> Option<AnyView> + Send + 'static) -> AnyView {
    view! {
        <section class="card start" aria-labelledby="start-title">
            <h2 id="start-title">{t(Msg::StartHeading)}</h2>
            {content}
        </section>
    }
    .into_any()
}

/// The sizing that is shown, to be started, and its offer.
pub(crate) fn asked<'a>(
    answer: &'a Answer,
    selected: Option<&str>,
) -> Option<(Asked<'a>, &'a Offer)> {
    let candidate = shown(answer, selected)?;
    let (sizing, offer) = (candidate.best.as_ref()?, answer.offer(candidate)?);
    let scenario = &answer.scenario;
    let (model, quantized) = checkpoint(answer);
    let asked = Asked {
        scenario,
        chip: &offer.accelerator,
        sizing,
        node: sizing.node(scenario, offer),
        model,
        quantized,
        head: head(&answer.question.model),
        host: None,
    };
    Some((asked, offer))
}

fn card(answer: &Answer, selected: Option<&str>) -> Option<AnyView> {
    let (asked, _) = asked(answer, selected)?;
    let (scenario, sizing) = (asked.scenario, asked.sizing);
    let start = start(scenario.engine.engine, &asked);
    Some(commands(scenario, start, (sizing.pools.is_some(), false)))
}

/// The files of a start with what is to be said of them: `pools` where prefill and decode are apart,
/// `routed` where a session keeps to its replica.
pub(crate) fn commands(
    scenario: &Scenario,
    start: Start,
    (pools, routed): (bool, bool),
) -> AnyView {
    let engine = scenario.engine.engine;
    let Start { files, gaps } = start;
    let mut said = vec![say::start_lead(engine_name(engine), version(engine))];
    let yours = variables(&files);
    if !yours.is_empty() {
        said.push(say::start_yours(&yours.join(text(Msg::ListComma))));
    }
    if yours.contains(&MODEL) {
        said.push(say::start_model(scenario.weights.id()));
    }
    if yours.contains(&DEVICES) {
        said.push(text(Msg::StartDevices).to_owned());
    }
    if yours.contains(&WORKERS) {
        said.push(text(Msg::StartWorkers).to_owned());
        said.extend(
            session_key(engine)
                .filter(|_| routed)
                .map(say::start_session_key),
        );
    }
    if pools && !files.is_empty() {
        said.push(text(Msg::StartPools).to_owned());
    }
    said.extend(left_out(engine_name(engine), &gaps));
    view! {
        <p class="aside">{said.join(crate::i18n::language().gap())}</p>
        {files.iter().map(script).collect_view()}
    }
    .into_any()
}

/// The checkpoint, where nobody knows its name.
const MODEL: &str = "MODEL";
/// The accelerators of a replica, where others share its node.
const DEVICES: &str = "DEVICES";
/// The addresses of replicas behind a router.
const WORKERS: &str = "WORKERS";

/// The shell variables of commands, all of which are the reader's to set.
fn variables(files: &[File]) -> Vec<&'static str> {
    const ALL: [&str; 8] = [
        MODEL,
        "DRAFT",
        "ADAPTERS",
        DEVICES,
        "PORT",
        "MASTER_ADDR",
        "NODE_RANK",
        WORKERS,
    ];
    let is_used = |name: &&str| {
        let mut written = "${".to_owned();
        written.push_str(name);
        written.push_str(":?}");
        files.iter().any(|file| file.text.contains(&written))
    };
    ALL.into_iter().filter(is_used).collect()
}

/// The checkpoint on the hub, where that of the question's format is the model's own: the
/// format that it is released in, or one that the engine makes of it as it reads it, which is
/// said beside it. No model is released in files that llama.cpp reads.
pub(crate) fn checkpoint(answer: &Answer) -> (Option<&str>, bool) {
    checkpoint_of(&answer.question.model, &answer.scenario)
}

/// The same of a model and its question.
pub(crate) fn checkpoint_of<'a>(
    model: &'a ModelChoice,
    scenario: &Scenario,
) -> (Option<&'a str>, bool) {
    let ModelChoice::Catalog(id) = model else {
        return (None, false);
    };
    let made = scenario.quantizes();
    let of_format = catalog::native_format(id) == Some(scenario.weights);
    let own = of_format && scenario.engine.engine != Engine::LlamaCpp;
    ((own || made).then_some(id.as_str()), made)
}

/// The kind of head that is known to draft for the model.
pub(crate) fn head(model: &ModelChoice) -> Option<Head> {
    match model {
        ModelChoice::Catalog(id) => Head::from_id(catalog::draft(id)?.kind),
        ModelChoice::Plain(_) | ModelChoice::Custom(_) => None,
    }
}

/// The settings that the engine has no option for, in sentences.
fn left_out(engine: &str, gaps: &[Gap]) -> Vec<String> {
    let name = |gap: &Gap| {
        text(match gap {
            Gap::Nodes => Msg::GapNodes,
            Gap::Pools => Msg::GapPools,
            Gap::Placement => Msg::GapPlacement,
            Gap::Head => Msg::GapDraftHead,
            Gap::Stages => Msg::GapDraftStages,
            Gap::Cache => Msg::GapCacheFormat,
            Gap::Rank => Msg::GapAdapterRank,
            Gap::Memory => Msg::GapMemoryShare,
        })
    };
    let mut said = Vec::new();
    if !gaps.is_empty() {
        let names: Vec<&str> = gaps.iter().map(name).collect();
        said.push(say::start_gaps(engine, &names.join(text(Msg::ListComma))));
    }
    if gaps.iter().any(|gap| gap.stops()) {
        said.push(text(Msg::StartStops).to_owned());
    }
    said
}
