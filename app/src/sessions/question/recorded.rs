//! A log of one's own: dropped or chosen, its facts in short, and a click that fills its seven
//! numbers in.

use super::replay::Replay;
use crate::browser;
use crate::control::DropTarget;
use crate::i18n::{Msg, about, compact, number, percent, say, t, text};
use crate::sessions::state::State;
use crate::sessions::trace::{self, Phase};
use crate::sessions::words;
use estimator::quantity::Seconds;
use estimator::session::sizing::strip::{Refused, Strip};
use estimator::trace::Doublings;
use leptos::prelude::*;

/// The section.
#[component]
pub(super) fn Recorded() -> impl IntoView {
    let state = State::of_page();
    let phase = state.study.trace.phase;
    let share = Memo::new(move |_| match phase.get() {
        Phase::Reading(_, share) => Some(share),
        _ => None,
    });
    let progress = move || say::sessions_reading(&percent(share.get().unwrap_or(0.0)));
    let stop = move |_| {
        trace::cancel(state);
        browser::focus("trace-file");
    };
    let strip = Memo::new(move |_| match phase.get() {
        Phase::Done(name, strip) => Some((name, strip)),
        _ => None,
    });
    view! {
        <DropTarget says=Msg::SessionsDropHere take=move |file| trace::take(state, file)/>
        <section class="asked recorded" aria-label=t(Msg::SessionsTrace)>
            <h2>{t(Msg::SessionsTrace)}</h2>
            <p class="aside">{t(Msg::SessionsTraceHint)}</p>
            <label class="pick file">
                <span>{t(Msg::SessionsTraceChoose)}</span>
                <input
                    id="trace-file"
                    type="file"
                    aria-describedby="trace-problem"
                    on:change:target=move |event| {
                        if let Some(file) = browser::picked_file(&event.target()) {
                            trace::take(state, file);
                        }
                    }
                />
            </label>
            <div class="progress" hidden=move || share.get().is_none()>
                <p>{progress}</p>
                <progress max="1" prop:value=move || share.get().unwrap_or(0.0) aria-label=progress>
                </progress>
                <button type="button" class="tool" on:click=stop>{t(Msg::SessionsCancel)}</button>
            </div>
            <p class="problem" id="trace-problem" role="alert">{move || problem(&phase.get())}</p>
            <div role="status">
                {move || strip.get().map(|(name, strip)| facts(state, &name, &strip))}
            </div>
            <Replay/>
        </section>
    }
    .into_any()
}

/// Why a file was not read, as a sentence.
fn problem(phase: &Phase) -> String {
    let Phase::Failed(name, refused) = phase else {
        return String::new();
    };
    match refused {
        None => text(Msg::SessionsNoReader).to_owned(),
        Some(Refused::Unread) => say::sessions_bad_unread(name),
        Some(Refused::Unknown) => say::sessions_bad_unknown(name),
        Some(Refused::Nothing) => say::sessions_bad_nothing(name),
        Some(Refused::TooLarge) => say::sessions_bad_large(name),
    }
}

/// Bars side by side, each with what it says where it is pointed at; the row's words say what is
/// most of it.
fn bars(each: Vec<(f64, String)>) -> Option<AnyView> {
    let most = each.iter().map(|(value, _)| *value).reduce(f64::max)?;
    let one = |(value, says): (f64, String)| {
        let height = estimator::decimal::round(100.0 * value / most.max(f64::MIN_POSITIVE), 1);
        view! { <i title=says style:height=format!("{height}%")></i> }
    };
    let each: Vec<_> = each.into_iter().map(one).collect();
    Some(view! { <span class="bars" aria-hidden="true">{each}</span> }.into_any())
}

/// Shares by doublings of a length.
fn lengths(of: &Doublings) -> Option<AnyView> {
    let mut from = of.from;
    let each = of.shares.iter().map(|share| {
        let tokens = say::range(&compact(2.0 * from), &compact(from));
        from *= 2.0;
        (*share, say::sessions_bar(&percent(*share), &tokens))
    });
    bars(each.collect())
}

/// The facts, warnings, and the button.
fn facts(state: State, name: &str, strip: &Strip) -> AnyView {
    let drawn = |label: Msg, value: String, bars: Option<AnyView>| {
        view! {
            <tr>
                <th scope="row">{text(label)}</th>
                <td class="figure">{value} {bars}</td>
            </tr>
        }
    };
    let row = |label: Msg, value: String| drawn(label, value, None);
    let pair = |[mean, most]: [f64; 2]| say::sessions_mean_most(&compact(mean), &compact(most));
    let gap = strip.gap.map(|[half, tail]| {
        let time = |seconds| words::time(Seconds::new(seconds));
        row(
            Msg::SessionsFactGap,
            say::sessions_gap(&time(half), &time(tail)),
        )
    });
    let turns = strip
        .turns
        .map(|turns| row(Msg::SessionsFactTurns, about(turns)));
    let found = strip
        .unlimited
        .map(|share| row(Msg::SessionsFactFound, percent(share)));
    let most = strip.shape.rate.iter().copied().reduce(f64::max);
    let rate = most.map(|most| {
        let each = strip.shape.rate.iter();
        let each = each.map(|rate| (*rate, number(*rate))).collect();
        let most = say::sessions_at_most(&number(most));
        drawn(Msg::SessionsFactRate, most, bars(each))
    });
    let warnings = strip.warnings.iter();
    let warnings = warnings.map(|warning| view! { <li>{text(words::warning(*warning))}</li> });
    let load = strip.load;
    let fill = load.map(|load| {
        view! {
            <button type="button" class="chip action" on:click=move |_| trace::fill(state, load)>
                {text(Msg::SessionsUse)}
            </button>
        }
    });
    let none = load.is_none().then(|| text(Msg::SessionsNoSessions));
    let read = say::sessions_read(
        name,
        &number(strip.per_minute),
        &compact(strip.requests),
        &words::time(Seconds::new(strip.hours * 3600.0)),
    );
    view! {
        <p class="read">{read}</p>
        <table class="facts">
            <tbody>
                {row(Msg::SessionsFactFormat, words::format(strip.format).to_owned())}
                {rate}
                {drawn(Msg::SessionsFactInput, pair(strip.input), lengths(&strip.shape.input))}
                {drawn(Msg::SessionsFactAnswer, pair(strip.answer), lengths(&strip.shape.answer))}
                {turns}
                {gap}
                {found}
            </tbody>
        </table>
        <ul class="warnings">{warnings.collect_view()}</ul>
        <div class="chips">
            {fill}
            <button
                type="button"
                class="chip action"
                on:click=move |_| {
                    trace::replay(state);
                }
            >
                {text(Msg::SessionsReplay)}
            </button>
        </div>
        <p class="aside">{text(Msg::SessionsReplayHint)}</p>
        <p class="aside">{none}</p>
    }
    .into_any()
}
