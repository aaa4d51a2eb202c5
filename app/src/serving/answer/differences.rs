//! The answer beside the one that was pinned: a line that says which that is, and the difference of
//! each figure.

use super::verdict::in_a_line;
use crate::browser;
use crate::control::emphasised;
use crate::i18n::{Msg, dollars, number, percent, say, seconds, signed, t};
use crate::serving::address::fragment_to;
use crate::serving::baseline::Baseline;
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::quantity::Seconds;
use leptos::prelude::*;
use std::cmp::Ordering;

/// A figure of the verdict that differences are shown of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Figure {
    /// Dollars an hour.
    Hour,
    /// Dollars a month.
    Month,
    /// What the servers are bought for.
    Purchase,
    /// Dollars per million output tokens.
    Million,
    /// Time to first token.
    First,
    /// Time per output token.
    Token,
    /// Output tokens a second, of all replicas.
    Throughput,
    /// Requests at once in a replica.
    AtOnce,
    /// The load that could still be added, as a share of it.
    Headroom,
}

impl Figure {
    /// Its value of a recommendation, in the unit that it is shown in; `None` where it is not known.
    fn of(self, answer: &Answer) -> Option<f64> {
        let (offer, sizing) = answer.recommended()?;
        let speed = sizing.estimate.performance.as_ref();
        match self {
            Self::Hour => Some(sizing.cost?.per_hour.get()),
            Self::Purchase => Some(sizing.purchase(offer)?.get()),
            Self::Headroom => Some(sizing.headroom.max(0.0)),
            Self::Month => Some(sizing.cost?.per_month.get()),
            Self::Million => Some(sizing.cost?.per_million_output.get()),
            Self::First => Some(speed?.ttft.at_percentile.get()),
            Self::Token => Some(speed?.tpot.at_percentile.get()),
            Self::Throughput => Some(sizing.output()?.get()),
            Self::AtOnce => Some(speed?.concurrency),
        }
    }

    fn shown(self, value: f64) -> String {
        match self {
            Self::Hour | Self::Month | Self::Purchase | Self::Million => dollars(value),
            Self::First | Self::Token => seconds(Seconds::new(value)),
            Self::Throughput | Self::AtOnce => number(value),
            Self::Headroom => percent(value),
        }
    }

    /// Whether more of it is better; `None` where it is neither, as of tokens that are asked for.
    const fn is_more_better(self) -> Option<bool> {
        match self {
            Self::Hour
            | Self::Month
            | Self::Purchase
            | Self::Million
            | Self::First
            | Self::Token => Some(false),
            Self::Headroom => Some(true),
            Self::Throughput | Self::AtOnce => None,
        }
    }
}

/// The difference of a figure to that of the pinned answer.
pub(super) fn difference(figure: Figure, pinned: &Answer, answer: &Answer) -> Option<AnyView> {
    let (now, before) = (figure.of(answer)?, figure.of(pinned)?);
    // What is shown alike is alike.
    let change = if figure.shown(now) == figure.shown(before) {
        0.0
    } else {
        now - before
    };
    let class = match (figure.is_more_better(), change.total_cmp(&0.0)) {
        (None, _) | (_, Ordering::Equal) => "difference",
        (Some(more), by) if more == (by == Ordering::Greater) => "difference better",
        (Some(_), _) => "difference worse",
    };
    let words = signed(change, &figure.shown(change.abs()));
    let title = say::baseline_difference(&figure.shown(before));
    Some(view! { <small class=class title=title>{words}</small> }.into_any())
}

/// The line: the pinned answer, a way back to its question, and one to drop it; where none is
/// pinned, what pins this one.
#[component]
pub(super) fn BaselineLine() -> impl IntoView {
    let state = State::of_page();
    let baseline = Baseline::of_page();
    let content = move || match baseline.get() {
        None => view! {
            <button
                type="button"
                class="plain"
                disabled=move || state.answer.with(Option::is_none) || state.is_stale()
                on:click=move |_| baseline.pin(state)
            >
                {t(Msg::BaselinePin)}
            </button>
        }
        .into_any(),
        Some(pinned) => {
            let line = say::baseline(&in_a_line(&pinned));
            let back = move |_| browser::follow(&fragment_to(state, &pinned));
            view! {
                <span>{emphasised(&line)}</span>
                " "
                <button type="button" class="plain" on:click=back>{t(Msg::BaselineBack)}</button>
                " "
                <button type="button" class="plain" on:click=move |_| baseline.set(None)>
                    {t(Msg::BaselineDrop)}
                </button>
            }
            .into_any()
        }
    };
    view! { <p class="baseline">{content}</p> }.into_any()
}
