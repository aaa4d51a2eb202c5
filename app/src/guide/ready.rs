//! After the last question: the choices with their reasons, and the way to the answer.

use super::address::Asked;
use super::state::{HEADING, State};
use super::words;
use crate::browser;
use crate::i18n::{Msg, t, text};
use catalog::guide::{Filled, QUESTIONS, fill};
use estimator::serving::link;
use estimator::training;
use leptos::prelude::*;

/// The way to a question that is filled in, on the page that asks it.
pub(super) fn address_of(filled: Filled, asked: &Asked) -> String {
    let view = asked.view();
    match filled {
        Filled::Serving(question) => {
            let fragment = link::write(&link::Link {
                question: *question,
                view,
                frame: None,
            });
            browser::page_at("", &fragment)
        }
        Filled::Training(question) => {
            let fragment = training::link::write(&training::link::Link {
                question: *question,
                view,
            });
            browser::page_at("training/", &fragment)
        }
    }
}

/// All answers with their reasons.
#[component]
pub(super) fn Ready(
    /// The state of the page.
    state: State,
) -> impl IntoView {
    let address = move || {
        let asked = state.seen();
        fill(&asked.answers).map(|filled| address_of(filled, &asked))
    };
    let lead = move || {
        let filled = state.asked.with(|asked| fill(&asked.answers));
        text(match filled {
            Some(Filled::Training(_)) => Msg::GuideReadyTraining,
            _ => Msg::GuideReadyServing,
        })
    };
    let rows = (0..QUESTIONS).map(|question| {
        let name = move || {
            let task = state.asked.with(|asked| asked.answers.task());
            words::question(question, task)
        };
        let said = move || {
            state.asked.with(|asked| {
                let (task, id) = (asked.answers.task()?, asked.answers.id(question)?);
                let (answer, about) = words::answer(question, Some(task), id);
                let about = if question == 3 { about } else { String::new() };
                let reason = words::reason(question, task, id);
                Some(view! {
                    <b>{answer}</b>
                    <small>{about} " " {reason}</small>
                })
            })
        };
        let label = move || format!("{}: {}", text(Msg::GuideChange), name());
        view! {
            <li>
                <span class="aside">{name}</span>
                <span class="picked">{said}</span>
                <button type="button" aria-label=label on:click=move |_| state.go(question)>
                    {t(Msg::GuideChange)}
                </button>
            </li>
        }
    });
    view! {
        <section class="card ask">
            <h2 id=HEADING tabindex="-1">{t(Msg::GuideReady)}</h2>
            <p>{lead}</p>
            <ol class="chosen">{rows.collect_view()}</ol>
            <p class="aside">{t(Msg::GuideAny)}</p>
            <div class="ways">
                <button type="button" on:click=move |_| state.go(QUESTIONS - 1)>
                    {t(Msg::GuideBack)}
                </button>
                <a class="main" href=address>{t(Msg::GuideOpen)}</a>
            </div>
        </section>
    }
    .into_any()
}
