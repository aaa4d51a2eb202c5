//! Images and sound in prompts: their tokens, the tower that reads them, what a request costs, and
//! the way to the calculator with the longer prompt.

use crate::browser::{self, filled};
use crate::element::Element;
use crate::i18n::{Msg, dollars, gib, integer, say, t, text};
use crate::page::carried::departing;
use crate::vision::solve::Answer;
use crate::vision::state::State;
use crate::vision::words::{self, time};
use estimator::serving;
use estimator::vision::sizing::report::{Candidate, Part, Phase, Sizing};
use estimator::vision::sizing::unit::Unit;
use estimator::vision::sizing::{Reader, Task, reader};
use leptos::prelude::*;

/// The card; nothing for other kinds.
#[component]
pub(super) fn Prompts() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.answer.get()?;
        let Task::Reader(of) = &answer.scenario.task else {
            return None;
        };
        let (candidate, sizing) = answer.shown(state.frame.selected.get().as_deref())?;
        Some(card(state, &answer, of, (candidate, sizing)))
    };
    view! { {content} }.into_any()
}

fn card(
    state: State,
    answer: &Answer,
    of: &Reader,
    (candidate, sizing): (&Candidate, &Sizing),
) -> AnyView {
    let question = answer.question();
    let prompt = of.prompt(question);
    let mut facts: Vec<(Msg, String)> = Vec::new();
    if let Some(count) = of.count {
        facts.push((Msg::VisionTokensImage, integer(count.tokens as f64)));
        if count.tiles > 1 {
            facts.push((Msg::VisionTiles, integer(count.tiles as f64)));
        }
    }
    if of.heard > 0 {
        facts.push((Msg::VisionTokensSound, integer(of.heard as f64)));
    }
    facts.push((Msg::VisionTokensPrompt, integer(prompt)));
    let tower = sizing
        .phases
        .iter()
        .find(|(phase, _)| *phase == Phase::Tower);
    if let Some((_, seconds)) = tower {
        facts.push((Msg::VisionTowerTime, time(*seconds)));
    }
    let memory = sizing.fullest().and_then(|moment| {
        let mut parts = moment.parts.iter();
        parts.find(|(part, _)| *part == Part::Tower)
    });
    if let Some((_, bytes)) = memory {
        facts.push((Msg::VisionTowerMemory, gib(*bytes)));
    }
    let request = sizing.units.iter().find(|one| one.unit == Unit::Request);
    if let Some(one) = request {
        facts.push((words::unit(question.kind, one), dollars(one.cost.get())));
    }
    let rows = facts.into_iter().map(|(name, value)| {
        Element::of(
            "tr",
            [
                Element::heading("row", text(name)),
                Element::words("td", "figure", value),
            ],
        )
    });
    let inside = vec![Element::of("tbody", rows)];
    let asked = reader::serving(question, prompt);
    let view = state.frame.view();
    let link = serving::link::write(&serving::link::Link {
        question: asked,
        view,
        frame: None,
    });
    let address = browser::page_at("", &departing(&link));
    view! {
        <section class="card prompts" aria-labelledby="prompts-title">
            <header class="card-head">
                <h2 id="prompts-title">{say::vision_prompts(answer.name(candidate))}</h2>
            </header>
            <table class="facts" use:filled=inside></table>
            <p><a class="plain" href=address>{t(Msg::VisionOpenCalculator)}</a></p>
            <p class="aside">{say::vision_family(of.family.source)}</p>
        </section>
    }
    .into_any()
}
