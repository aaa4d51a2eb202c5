//! Why this hit rate: pool, footprint, survival, and the share of gaps that are shorter; what a
//! tier in main memory is worth.

use crate::i18n::{self, Msg, about, compact, percent, say, t, text};
use crate::sessions::state::State;
use crate::sessions::words::time;
use estimator::quantity::Seconds;
use estimator::session::Sessions;
use estimator::session::sizing::report::{Found, Sizing};
use leptos::prelude::*;

/// The least share of the input that is worth a sentence.
const LEAST: f64 = 0.005;

/// The card.
#[component]
pub(super) fn Why() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.answer.get()?;
        let selected = state.frame.selected.get();
        let (candidate, sizing) = answer.shown(selected.as_deref())?;
        let load = answer.question().load;
        Some(told(answer.name(candidate), &load, sizing))
    };
    view! {
        <section class="card why-hits" aria-labelledby="why-hits-title">
            <h2 id="why-hits-title">{t(Msg::SessionsWhy)}</h2>
            {content}
        </section>
    }
    .into_any()
}

fn gigabytes(found: &Found, tokens: f64) -> String {
    say::unit_gb(&about(tokens * found.token_bytes / 1e9))
}

/// How much of the input comes back from main memory, or would at the most: what an endless cache
/// finds beyond the accelerators.
fn restored(found: &Found) -> String {
    let more = (found.limit - found.accelerator).max(0.0);
    match (found.host_pool > 0.0, found.host >= LEAST, more >= LEAST) {
        (true, true, _) => say::sessions_restore_some(&percent(found.host)),
        (true, false, _) => text(Msg::SessionsRestoreIdle).to_owned(),
        (false, _, true) => say::sessions_restore_most(&percent(more)),
        (false, ..) => text(Msg::SessionsRestoreNothing).to_owned(),
    }
}

fn told(name: &str, load: &Sessions, sizing: &Sizing) -> AnyView {
    let found = &sizing.found;
    let wait = Seconds::new(found.wait);
    let tail = load.delay.p90.get() + found.wait;
    let survives = say::sessions_survives(
        &time(Seconds::new(tail)),
        &time(Seconds::new(found.survival)),
        &percent(found.within),
    );
    let row = |label: Msg, value: String, beside: String| {
        view! {
            <tr>
                <th scope="row">{text(label)}</th>
                <td class="figure">{value}</td>
                <td class="figure">{beside}</td>
            </tr>
        }
    };
    let tokens = |label: Msg, tokens: f64| row(label, compact(tokens), gigabytes(found, tokens));
    let host = (found.host_pool > 0.0).then(|| tokens(Msg::SessionsWhyHost, found.host_pool));
    let restore = found.restore.map(|[copied, computed]| {
        let is_faster = copied < computed;
        let each = |seconds: f64| time(Seconds::new(seconds * 1000.0));
        let verdict = if is_faster {
            let faster = say::sessions_restore_pays(&each(computed), &each(copied));
            [faster, restored(found)].join(i18n::language().gap())
        } else {
            say::sessions_restore_not(&each(computed), &each(copied))
        };
        view! { <p class="aside">{verdict}</p> }
    });
    view! {
        <p class="lead">{survives}</p>
        <table class="facts">
            <caption class="aside">{say::sessions_why_of(name)}</caption>
            <tbody>
                {tokens(Msg::SessionsWhyPool, found.pool)}
                {tokens(Msg::SessionsWhyRunning, (found.pool - found.free).max(0.0))}
                {tokens(Msg::SessionsWhyFree, found.free)}
                {tokens(Msg::SessionsWhyFootprint, found.footprint)}
                {host}
                {row(Msg::SessionsWhyWait, time(wait), String::new())}
                {row(Msg::SessionsWhyLimit, percent(found.limit), String::new())}
            </tbody>
        </table>
        {restore}
    }
    .into_any()
}
