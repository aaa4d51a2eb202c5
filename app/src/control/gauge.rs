//! A time against its limit, on one track: the range it lies in, a dot for the value, a mark for
//! the limit. All of it is in words, too.

use crate::element::length;
use crate::i18n::{Msg, say, seconds, seconds_chosen, t};
use estimator::band::Band;
use estimator::decimal::round;
use estimator::quantity::Seconds;
use leptos::prelude::*;

/// How far the track goes on behind the limit, and behind the range.
const BEHIND: (f64, f64) = (1.35, 1.05);

/// A time, its range and the most that is wanted; `shown` is the value on the
/// page, with `behind` after it.
pub(crate) fn gauge(
    name: &str,
    shown: AnyView,
    behind: AnyView,
    value: Seconds,
    band: Band,
    limit: Option<Seconds>,
) -> AnyView {
    let (low, high) = (value * band.low, value * band.high);
    let (limited, ranged) = BEHIND;
    let ends = [
        limit.unwrap_or_default().get() * limited,
        high.get() * ranged,
    ];
    let end = ends.into_iter().fold(value.get(), f64::max);
    let at = |time: Seconds| length(time.get() / end);
    let span = |from: Seconds, to: Seconds| length((to.get() - from.get()) / end);
    let range = say::gauge_range(&seconds(high), &seconds(low));
    let is_over = limit.is_some_and(|limit| value > limit);
    let spare = limit.map(|limit| {
        if is_over {
            say::gauge_over(&seconds(value - limit))
        } else {
            say::gauge_spare(&seconds(limit - value))
        }
    });
    let most = limit.map(|limit| say::gauge_limit(&seconds_chosen(limit)));
    // Where a gauge is narrow it stands beside the value, not below its mark.
    let beside = limit.map(|limit| format!("≤ {}", seconds_chosen(limit)));
    let no_limit = most.is_none().then(|| t(Msg::NoLimit));
    let said = match &most {
        Some(most) => say::gauge_said(most, name, &range, &seconds(value)),
        None => format!("{name}: {}", seconds(value)),
    };
    let mark = limit.zip(most).map(|(limit, most)| {
        // Words end where they begin to leave the track.
        let class = if limit.get() > 0.6 * end {
            "limit late"
        } else {
            "limit"
        };
        view! { <span class=class style:left=at(limit)><span>{most}</span></span> }
    });
    let wanted = limit.map(|limit| view! { <i class="wanted" style:width=at(limit)></i> });
    view! {
        <div class="gauge" class:over=is_over>
            <p class="gauge-name">
                {name.to_owned()} <span class="gauge-range">" · " {range}</span>
            </p>
            <p class="gauge-value">
                <b>{shown}</b>
                " "
                {behind}
                <small class="most" aria-hidden="true">
                    {beside}
                </small>
                <small class="spare">{spare} {no_limit}</small>
            </p>
            <div
                class="track"
                role="meter"
                aria-label=name.to_owned()
                aria-valuemin="0"
                aria-valuemax=round(end, 4)
                aria-valuenow=round(value.get(), 4)
                aria-valuetext=said
            >
                {wanted}
                <i class="band" style:left=at(low) style:width=span(low, high)></i>
                <i class="dot" style:left=at(value)></i>
                {mark}
            </div>
        </div>
    }
    .into_any()
}
