//! A finished task by kind of token: what it costs here, and at an API; and files of the load.

use crate::i18n::{Msg, about, compact, dollars, percent, say, t, text};
use crate::sessions::file;
use crate::sessions::solve::Answer;
use crate::sessions::state::State;
use estimator::session::sizing::report::Sizing;
use estimator::session::sizing::task::Kinds;
use leptos::prelude::*;

/// The card.
#[component]
pub(super) fn TaskCard() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.answer.get()?;
        let selected = state.frame.selected.get();
        let (candidate, sizing) = answer.shown(selected.as_deref())?;
        Some(table(&answer, answer.name(candidate), sizing))
    };
    view! {
        <section class="card task" aria-labelledby="task-title">
            <h2 id="task-title">{t(Msg::SessionsTaskTitle)}</h2>
            {content}
            <div class="chips">
                <button
                    type="button"
                    class="chip action"
                    on:click=move |_| {
                        file::save_load(state);
                    }
                >
                    {t(Msg::SessionsSaveLoad)}
                </button>
                <button
                    type="button"
                    class="chip action"
                    on:click=move |_| {
                        file::save_curve(state);
                    }
                >
                    {t(Msg::SessionsSaveCurve)}
                </button>
            </div>
            <p class="aside">{t(Msg::SessionsSaveHint)}</p>
        </section>
    }
    .into_any()
}

fn table(answer: &Answer, name: &str, sizing: &Sizing) -> AnyView {
    let task = &sizing.task;
    let own = sizing.cost.and_then(|cost| task.on(cost.per_hour));
    let api = answer
        .api
        .map(|(_, prices)| task.at(&prices, sizing.found.limit));
    let money = |kinds: Option<Kinds>, get: fn(&Kinds) -> f64| {
        kinds.map_or_else(
            || text(Msg::NotKnown).to_owned(),
            |kinds| dollars(get(&kinds)),
        )
    };
    let row = |label: Msg, get: fn(&Kinds) -> f64| {
        view! {
            <tr>
                <th scope="row">{text(label)}</th>
                <td class="figure">{compact(get(&task.tokens))}</td>
                <td class="figure">{money(own, get)}</td>
                {answer.api.map(|_| view! { <td class="figure">{money(api, get)}</td> })}
            </tr>
        }
    };
    // Without an API there is no column of one.
    let api_head = answer.api.map(|(api, _)| {
        view! { <th scope="col" class="figure">{say::sessions_api_of(api.host)}</th> }
    });
    let source = answer.api.map(|(api, prices)| {
        let cached = prices.cached.map_or_else(
            || text(Msg::SessionsApiNoCache).to_owned(),
            |cached| say::sessions_api_cached(&dollars(cached), &percent(sizing.found.limit)),
        );
        let prices = say::sessions_api_prices(
            &dollars(prices.answer),
            api.as_of,
            api.host,
            &dollars(prices.input),
            api.name,
        );
        format!("{prices} {cached}")
    });
    let source = source.unwrap_or_else(|| text(Msg::SessionsNoApi).to_owned());
    view! {
        <p>{say::sessions_task_is(&compact(task.tokens.sum()), &about(task.turns))}</p>
        <div class="scroll" tabindex="0" role="group" aria-labelledby="task-title">
            <table class="facts kinds">
                <thead>
                    <tr>
                        <th scope="col">{text(Msg::SessionsKind)}</th>
                        <th scope="col" class="figure">{text(Msg::SymbolTokens)}</th>
                        <th scope="col" class="figure">{name.to_owned()}</th>
                        {api_head}
                    </tr>
                </thead>
                <tbody>
                    {row(Msg::SessionsFresh, |kinds| kinds.fresh)}
                    {row(Msg::SessionsCached, |kinds| kinds.cached)}
                    {row(Msg::SessionsRestored, |kinds| kinds.restored)}
                    {row(Msg::SessionsAnswers, |kinds| kinds.answer)}
                    {row(Msg::SessionsSum, Kinds::sum)}
                </tbody>
            </table>
        </div>
        <p class="aside">{text(Msg::SessionsTaskHint)} " " {source}</p>
    }
    .into_any()
}
