//! A day or a week drawn by hand: bars that the pointer draws across and the keyboard
//! changes one by one.
//!
//! To assistive technology and the keyboard each hour is a slider; a day is one stop of the
//! tab key. The pointer meets none of them, but a pad above: it draws over many hours at
//! once, which single sliders cannot.

use crate::browser::{self, width_of};
use crate::costs::names::weekday;
use crate::costs::state::State;
use crate::i18n::{Msg, percent, say, t, text};
use estimator::serving::plan::demand::DAY;
use estimator::serving::question::Day;
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::Div;
use leptos::prelude::*;

/// Height of a day's pad in pixels, as `costs.css` has it: of one day, and of each of seven.
const HEIGHTS: (f64, f64) = (112.0, 56.0);

/// Width in pixels until it is laid out.
const FIRST_WIDTH: f64 = 320.0;

/// Percent within which the edge is meant.
const EDGE: f64 = 3.0;

/// Pixels that a finger goes across before it draws: up and down it scrolls the page.
const DELIBERATE: i32 = 8;

/// The days to draw; nothing where none is drawn.
#[component]
pub(super) fn Drawing() -> impl IntoView {
    let state = State::of_page();
    let days = Memo::new(move |_| {
        state.study.asked.with(|asked| match asked.growth.day {
            Day::Drawn(_) => 1,
            Day::Week(_) => 7,
            Day::Even | Day::Like(_) => 0,
        })
    });
    let rows = move || {
        let count = days.get();
        (count > 0).then(|| {
            let rows = (0..count).map(|day| row(state, day, count)).collect_view();
            view! {
                <div class="drawing" class:week=move || { count > 1 }>{rows}</div>
                <p class="aside">{t(Msg::DemandDrawHint)}</p>
            }
        })
    };
    view! { {rows} }.into_any()
}

/// One day.
fn row(state: State, day: usize, count: usize) -> AnyView {
    let week = count > 1;
    let height = if week { HEIGHTS.1 } else { HEIGHTS.0 };
    let place = NodeRef::<Div>::new();
    let width = width_of(place, FIRST_WIDTH);
    // The hour and percent that the pointer was at last, while it draws.
    let last = StoredValue::new(None::<(usize, f64)>);
    // Where a finger came down that has not gone across yet, and its place on the screen.
    let waiting = StoredValue::new(None::<((usize, f64), i32)>);
    // The hour that the tab key goes to.
    let active = RwSignal::new(0_usize);
    let at = move |event: &PointerEvent| {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let hour = x / (width.get_untracked() / DAY as f64);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to the hours of a day"
        )]
        let hour = hour.clamp(0.0, 23.0) as usize;
        let percent = 100.0 * (1.0 - y / height);
        let percent = match percent {
            low if low < EDGE => 0.0,
            high if high > 100.0 - EDGE => 100.0,
            other => other,
        };
        (hour, percent)
    };
    let draw = move |now: (usize, f64)| {
        let before = last.get_value().unwrap_or(now);
        last.set_value(Some(now));
        stroke(state, day, before, now);
    };
    let begin = move |now: (usize, f64)| {
        active.set(now.0);
        browser::focus(&id_of(day, now.0));
        draw(now);
    };
    let down = move |event: PointerEvent| {
        if event.pointer_type() == "touch" {
            waiting.set_value(Some((at(&event), event.client_x())));
        } else {
            event.prevent_default();
            begin(at(&event));
        }
    };
    let go = move |event: PointerEvent| {
        if let Some((first, x)) = waiting.get_value() {
            if (event.client_x() - x).abs() < DELIBERATE {
                return;
            }
            waiting.set_value(None);
            begin(first);
        }
        if event.buttons() & 1 == 1 && last.get_value().is_some() {
            draw(at(&event));
        }
    };
    let end = move |_: PointerEvent| {
        waiting.set_value(None);
        if last.get_value().is_some() {
            last.set_value(None);
            state.frame.commit();
        }
    };
    let name = move || {
        if week {
            say::demand_draw_day(text(weekday(day)))
        } else {
            text(Msg::DayDraw).to_owned()
        }
    };
    let hours = (0..DAY)
        .map(|hour| bar(state, day, hour, week, active))
        .collect_view();
    view! {
        <div class="drawn-day">
            {week.then(|| view! { <span aria-hidden="true">{move || text(weekday(day))}</span> })}
            <div class="drawn-hours" role="group" aria-label=name node_ref=place>
                {hours}
                <div
                    class="drawn-pad"
                    on:pointerdown=down
                    on:pointermove=go
                    on:pointerup=move |event| {
                        // A tap is meant.
                        if let Some((place, _)) = waiting.get_value() {
                            begin(place);
                        }
                        end(event);
                    }
                    on:pointercancel=end
                    on:pointerleave=end
                ></div>
            </div>
            {(!week).then(|| view! {
                <div class="drawn-scale" aria-hidden="true">
                    {[0, 6, 12, 18].map(|hour| view! { <span>{hour}</span> }).collect_view()}
                </div>
            })}
        </div>
    }
    .into_any()
}

fn id_of(day: usize, hour: usize) -> String {
    format!("drawn-{day}-{hour}")
}

/// Percent of an hour; 0 where it is not drawn.
fn drawn(state: State, day: usize, hour: usize) -> u8 {
    let percent = state.study.asked.with(|asked| match &asked.growth.day {
        Day::Drawn(percent) => percent.get(hour).copied(),
        Day::Week(percent) => percent.get(day * DAY + hour).copied(),
        Day::Even | Day::Like(_) => None,
    });
    percent.unwrap_or_default()
}

/// Sets hours of a day to the values of `percent`.
fn set(
    state: State,
    day: usize,
    hours: std::ops::RangeInclusive<usize>,
    percent: impl Fn(usize) -> u8,
) {
    state.study.asked.update(|asked| {
        let (all, first): (&mut [u8], usize) = match &mut asked.growth.day {
            Day::Drawn(all) => (all, 0),
            Day::Week(all) => (all.as_mut_slice(), day * DAY),
            Day::Even | Day::Like(_) => return,
        };
        for hour in hours {
            if let Some(place) = all.get_mut(first + hour) {
                *place = percent(hour).min(100);
            }
        }
    });
}

/// Draws a line from one hour to another.
fn stroke(state: State, day: usize, (from, low): (usize, f64), (to, high): (usize, f64)) {
    let ((first, begin), (last, end)) = if from <= to {
        ((from, low), (to, high))
    } else {
        ((to, high), (from, low))
    };
    let long = last.saturating_sub(first) as f64;
    set(state, day, first..=last, |hour| {
        let way = hour.saturating_sub(first) as f64;
        // A stroke within an hour ends where the pointer is.
        let value = if long > 0.0 {
            begin + (end - begin) * way / long
        } else {
            high
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to percent"
        )]
        let value = value.round().clamp(0.0, 100.0) as u8;
        value
    });
}

/// An hour: its bar, and the slider that stands for it.
fn bar(state: State, day: usize, hour: usize, week: bool, active: RwSignal<usize>) -> AnyView {
    let value = move || drawn(state, day, hour);
    let name = move || {
        if week {
            say::demand_when(text(weekday(day)), &hour.to_string())
        } else {
            say::day_hour(&hour.to_string())
        }
    };
    let typed = move |text: String| {
        if let Ok(value) = text.parse::<u8>() {
            set(state, day, hour..=hour, |_| value);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let next = match event.key().as_str() {
            "ArrowLeft" => hour.saturating_sub(1),
            "ArrowRight" => (hour + 1).min(DAY - 1),
            _ => return,
        };
        event.prevent_default();
        active.set(next);
        browser::focus(&id_of(day, next));
    };
    view! {
        <label class="drawn-hour">
            <i style:height=move || format!("{}%", value()) aria-hidden="true"></i>
            <input
                id=id_of(day, hour)
                type="range"
                min="0"
                max="100"
                tabindex=move || if active.get() == hour { "0" } else { "-1" }
                aria-label=name
                aria-valuetext=move || percent(f64::from(value()) / 100.0)
                aria-describedby="field-Day-problem"
                prop:value=move || value().to_string()
                on:keydown=on_key
                on:focus=move |_| {
                    active.set(hour);
                    // What is changed here is a step of its own for Back.
                    state.frame.commit();
                }
                on:input:target=move |event| typed(event.target().value())
                on:change=move |_| state.frame.commit()
            />
        </label>
    }
    .into_any()
}
