//! The stretch of a recording that is judged alone: dragged on the strip, chosen by its ends, or a
//! step.

use super::strips::Strips;
use crate::browser;
use crate::control::{Choice, Select};
use crate::i18n::{Msg, integer, say, t, text};
use crate::measure::read;
use crate::measure::state::State;
use crate::measure::unit::time;
use leptos::ev::PointerEvent;
use leptos::prelude::*;

/// Positions of the two ends, over the whole recording.
const PLACES: u32 = 240;
/// Pixels that a pointer goes at least where it drags.
const LEAST: f64 = 6.0;

/// Step and ends of the stretch, and the way back to the whole.
pub(super) fn choices(state: State, strips: &Strips) -> AnyView {
    let course = &strips.course;
    let span = course.span_s;
    let at = move |place: f64| span * place / f64::from(PLACES);
    let (begun, ended) = strips.stretch.unwrap_or((0.0, span));
    let place = move |seconds: f64| f64::from(PLACES) * seconds / span.max(f64::MIN_POSITIVE);
    let (from, to) = (
        RwSignal::new(place(begun).round()),
        RwSignal::new(place(ended).round()),
    );
    let judge =
        move |_| read::judge_stretch(state, at(from.get_untracked()), at(to.get_untracked()));
    let empty = move || to.get() <= from.get();
    let end = |label: Msg, place: RwSignal<f64>| {
        view! {
            <label>
                <span aria-hidden="true">{t(label)}</span>
                <input
                    type="range"
                    min="0"
                    max=PLACES.to_string()
                    aria-label=t(label)
                    prop:value=move || place.get().to_string()
                    aria-valuetext=move || time(at(place.get()))
                    on:input:target=move |event| {
                        if let Ok(value) = event.target().value().parse() {
                            place.set(value);
                        }
                    }
                />
                <span class="aside" aria-hidden="true">
                    {move || time(at(place.get()))}
                </span>
            </label>
        }
    };
    let steps = (!course.steps.is_empty()).then(|| steps(state, strips));
    let whole = move |_| {
        state.stretch.set(None);
        // The button that had it is gone.
        browser::focus("profile-stretch");
    };
    let part = strips.stretch.is_some();
    let says = strips.stretch.map_or_else(
        || text(Msg::ProfileStretchSays).to_owned(),
        |(from, to)| say::profile_stretch_shown(&time(from), &time(to)),
    );
    view! {
        <div class="stretch" role="group" aria-label=text(Msg::ProfileStretch)>
            {steps} {end(Msg::ProfileFrom, from)} {end(Msg::ProfileTo, to)}
            <button
                id="profile-stretch"
                type="button"
                class="tool"
                prop:disabled=empty
                on:click=judge
            >
                {text(Msg::ProfileStretchJudge)}
            </button>
            <button type="button" class="tool" hidden=!part on:click=whole>
                {text(Msg::ProfileWholeRun)}
            </button>
            <p class="aside" role="status">{says}</p>
        </div>
    }
    .into_any()
}

/// The step that is judged alone.
fn steps(state: State, strips: &Strips) -> AnyView {
    let course = &strips.course;
    let ends: Vec<(f64, f64)> = course
        .steps
        .iter()
        .map(|step| (step.at * course.span_s, step.until * course.span_s))
        .collect();
    let now = ends.iter().position(|ends| strips.stretch == Some(*ends));
    let mut choices = vec![Choice::new("", text(Msg::ProfileWholeRun).to_owned())];
    let named = course.steps.iter().enumerate();
    choices.extend(named.map(|(at, step)| Choice::new(&at.to_string(), integer(step.number))));
    let chosen = now.map_or_else(String::new, |at| at.to_string());
    let choose = move |id: String| {
        let ends = id.parse().ok().and_then(|at: usize| ends.get(at).copied());
        match ends {
            Some((from, to)) => read::judge_stretch(state, from, to),
            None => state.stretch.set(None),
        }
    };
    view! {
        <Select
            label=Msg::ProfileStretchStep
            id="profile-step"
            choices=Signal::stored(choices)
            chosen=Signal::stored(chosen)
            choose=choose
        />
    }
    .into_any()
}

/// A strip on which a stretch can be dragged: from where a pointer goes down to where it goes up.
pub(super) fn dragged(state: State, strip: AnyView) -> AnyView {
    let begun = StoredValue::new(None::<(f64, f64)>);
    let seconds = move |event: &PointerEvent| -> Option<(f64, f64)> {
        let measured = state.measured.get_untracked()?;
        let course = measured.timeline.clone()?;
        let (x, width) = browser::along(event, "pointed")?;
        let strips = Strips {
            course,
            stretch: None,
        };
        Some((strips.time_at(x, width)?, x))
    };
    let down = move |event: PointerEvent| begun.set_value(seconds(&event));
    let up = move |event: PointerEvent| {
        let began = begun.try_update_value(Option::take).flatten();
        let Some(((from, left), (to, right))) = began.zip(seconds(&event)) else {
            return;
        };
        // A press in place asks for what stands there.
        if (left - right).abs() >= LEAST {
            read::judge_stretch(state, from.min(to), from.max(to));
        }
    };
    view! { <div class="dragged" on:pointerdown=down on:pointerup=up>{strip}</div> }.into_any()
}
