//! The commands that start the sizing that is shown, in its engine's own words: to copy or to
//! save, with what each setting says, or why there are none.

use super::memory::shown;
use super::told;
use super::words::engine_name;
use crate::control::script;
use crate::element::Element;
use crate::i18n::{self, Msg, integer, say, t, text};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use catalog::checkpoints::names;
use estimator::choice::ModelChoice;
use estimator::engine::Engine;
use estimator::serving::command::{
    Figure, File, Launch, Problem, Process, Remark, Value, launch, version,
};
use leptos::prelude::*;

/// The card: of the candidate that is selected, or else the recommended one.
#[component]
pub(super) fn Commands() -> impl IntoView {
    let state = State::of_page();
    let written = Memo::new(move |_| {
        let answer = state.details.get()?;
        written(&answer, state.frame.selected.get().as_deref())
    });
    let content = move || {
        written.with(|written| {
            let (engine, result) = written.as_ref()?;
            Some(match result {
                Ok(launch) => commands(launch),
                Err(problems) => none(*engine, problems),
            })
        })
    };
    view! {
        <section class="card launch" aria-labelledby="commands-title">
            <h2 id="commands-title">{t(Msg::CommandTitle)}</h2>
            {content}
        </section>
    }
    .into_any()
}

/// The commands of what is shown, or why there are none.
fn written(
    answer: &Answer,
    selected: Option<&str>,
) -> Option<(Engine, Result<Launch, Vec<Problem>>)> {
    let candidate = shown(answer, selected)?;
    let (sizing, offer) = (candidate.best.as_ref()?, answer.offer(candidate)?);
    let scenario = &answer.scenario;
    // An alias may have checkpoints of its own.
    let id = match &answer.question.model {
        ModelChoice::Catalog(id) => id,
        _ => &scenario.model.id,
    };
    let names = names(id, scenario.weights);
    let launch = launch(scenario, offer, sizing, &names);
    Some((scenario.engine.engine, launch))
}

fn none(engine: Engine, problems: &[Problem]) -> AnyView {
    let name = engine_name(engine);
    let lead = say::command_none(name, version(engine));
    let reasons = problems.iter().map(|problem| reason(engine, *problem));
    vec![told::aside(lead), told::facts(reasons.collect())].into_any()
}

fn commands(launch: &Launch) -> AnyView {
    let lead = say::command_version(engine_name(launch.engine), launch.version);
    let files = launch.files();
    let mut parts = vec![told::aside(lead), told::facts(remarks(launch, &files))];
    for file in files {
        parts.push(script(file.name, file.text));
    }
    if let Some(first) = launch.processes.first() {
        parts.push(settings(first));
    }
    parts.into_any()
}

/// What there is to say beside, a sentence each.
fn remarks(launch: &Launch, files: &[File]) -> Vec<String> {
    let mut all = Vec::new();
    for remark in &launch.remarks {
        all.push(match remark {
            Remark::Yours => say::command_yours(&launch.yours().join(text(Msg::ListComma))),
            Remark::Replicas => {
                all.extend(replicas(launch, files));
                continue;
            }
            Remark::QuantisedAtStart => text(Msg::CommandQuantised).to_owned(),
            Remark::CacheOfCheckpoint => text(Msg::CommandCacheOfCheckpoint).to_owned(),
            Remark::ContextCut => text(Msg::CommandContextCut).to_owned(),
            Remark::NoContext => text(Msg::CommandNoContext).to_owned(),
            Remark::NoMemoryShare => text(Msg::CommandNoMemoryShare).to_owned(),
            Remark::GgufPlugin => text(Msg::CommandGguf).to_owned(),
            Remark::NameAdapters => text(Msg::CommandNameAdapters).to_owned(),
            Remark::Router => text(Msg::CommandRouter).to_owned(),
            Remark::OtherRelease => text(Msg::CommandOtherRelease).to_owned(),
            Remark::Series => text(Msg::CommandSeries).to_owned(),
        });
    }
    all
}

/// How often each is started: a replica's commands together, by the name of the first.
fn replicas(launch: &Launch, files: &[File]) -> Vec<String> {
    let commands = files.iter().filter(|file| file.name.ends_with(".sh"));
    let started = commands.zip(&launch.processes);
    started
        .filter(|(_, process)| process.node == 0)
        .map(|(file, process)| {
            let count = f64::from(process.replicas);
            say::command_replicas(count, &file.name)
        })
        .collect()
}

/// What each setting says, folded away.
fn settings(process: &Process) -> AnyView {
    let titles = [Msg::CommandOption, Msg::CommandValue, Msg::CommandSays];
    let heads = titles.map(|title| Element::heading("col", text(title)));
    let row = |option: &str, value: Option<&Value>, figure: Figure| {
        let value = value.map_or_else(|| text(Msg::CommandSwitch).to_owned(), Value::shown);
        Element::new("tr")
            .and(Element::heading("row", option.to_owned()))
            .and(Element::new("td").say(value))
            .and(Element::new("td").say(text(says(figure))))
    };
    let arguments = process.arguments.iter();
    let arguments = arguments.map(|one| row(one.option, one.value.as_ref(), one.figure));
    let config = process.config.iter();
    let config = config.map(|one| row(one.path, Some(&one.value), one.figure));
    let rows = arguments.chain(config).collect();
    let table = Element::table("percentiles", heads.into(), rows);
    view! {
        <details class="disclosure">
            <summary id="commands-settings">{t(Msg::CommandSettings)}</summary>
            <div class="disclosed">{told::table("commands-settings", table)}</div>
        </details>
    }
    .into_any()
}

/// The figure of the question or of the answer that a setting says.
const fn says(figure: Figure) -> Msg {
    match figure {
        Figure::Model => Msg::Model,
        Figure::Tensor | Figure::Pipeline | Figure::Copies | Figure::Experts => Msg::Parallelism,
        Figure::Weights => Msg::Weights,
        Figure::Cache => Msg::KvCache,
        Figure::Context => Msg::MaxModelLen,
        Figure::Sequences => Msg::MaxNumSeqs,
        Figure::Batched => Msg::MaxBatchedTokens,
        Figure::MemoryShare => Msg::MemoryUtilization,
        Figure::PrefixHits => Msg::PrefixHits,
        Figure::Draft => Msg::LeverSpeculation,
        Figure::Adapters => Msg::Adapters,
        Figure::HostCache => Msg::HostHits,
        Figure::Pools => Msg::LeverDisaggregation,
        Figure::Nodes => Msg::CommandNodes,
        Figure::Address => Msg::CommandAddress,
    }
}

/// Why there is no command, as a sentence.
fn reason(engine: Engine, problem: Problem) -> String {
    let name = engine_name(engine);
    let count = |most: u32| integer(f64::from(most));
    match problem {
        Problem::NoRoom => text(Msg::CommandNoRoom).to_owned(),
        Problem::Weights(format) => say::command_no_weights(name, format.id()),
        Problem::Cache(format) => say::command_no_cache(name, format.id()),
        Problem::Split => say::command_no_split(name),
        Problem::Nodes => say::command_no_nodes(name),
        Problem::Context { most } => say::command_no_such_context(&count(most)),
        Problem::Sequences { most } => say::command_no_sequences(&count(most), name),
        Problem::Draft => say::command_no_draft(name),
        Problem::DraftStages => say::command_no_draft_stages(name),
        Problem::AdapterRank { most } => say::command_no_rank(&count(most), name),
        Problem::Pools => say::command_no_pools(name),
    }
}
