//! The autoscaler tried on the answer's day: replicas as they are asked for and as they take load,
//! what that costs, who waits, and the settings that cost least.

mod day;
mod rows;
mod search;

use crate::chart::drawing::Drawing;
use crate::chart::figure::Figure;
use crate::chart::twin::{self, Twin};
use crate::cluster::typed::Typed;
use crate::i18n::{Msg, number, percent, say, seconds, t, text};
use estimator::kubernetes::autoscale::{Day, Settings, Tried};
use estimator::quantity::{Seconds, Usd};
use estimator::serving::plan::Replicas;
use leptos::prelude::*;
use std::sync::Arc;

/// The ground that an autoscaler is tried on.
#[derive(Clone, PartialEq)]
pub(super) enum Ground {
    /// There is no autoscaler, or nothing to scale.
    None,
    /// The reader has chosen no day.
    Even,
    /// A day.
    Day(Arc<Trial>),
}

/// What is tried, and the choices that found settings go into.
#[derive(Clone, Copy)]
pub struct Trying {
    pub(super) ground: Memo<Ground>,
    pub(super) typed: RwSignal<Typed>,
}

/// The day, and the prices of what runs on it.
#[derive(Clone, PartialEq)]
pub(super) struct Trial {
    /// The day.
    pub(super) day: Day,
    /// The settings that the manifests have by their rules.
    pub(super) ruled: Settings,
    /// The price of its replicas; `None` without one.
    pub(super) monthly: Option<Monthly>,
}

/// The price of replicas: whole instances, as they are sold.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Monthly {
    pub(super) kind: Replicas,
    /// Months that are paid for at the least: what is shut down within them is paid for.
    pub(super) term: u32,
}

impl Trial {
    /// A day that was tried, and its cost.
    fn way(&self, tried: Tried) -> Way {
        let cost = self.monthly.and_then(|Monthly { kind, term }| {
            let sold = |replicas: u32| f64::from(kind.sold(replicas));
            let mean = if term > 1 {
                sold(self.day.peak)
            } else {
                self.day.mean(tried.settings, sold)
            };
            kind.cost_of_accelerators(mean)
        });
        Way { tried, cost }
    }
}

/// The day under three settings.
#[derive(Clone, PartialEq)]
struct Outcome {
    trial: Arc<Trial>,
    /// With the peak's replicas all day.
    fixed: Way,
    /// As the manifests' rules have it.
    ruled: Way,
    /// The cheapest that keeps the promise.
    found: Option<Way>,
}

/// The day under some settings, and the cost of a month of such days.
#[derive(Clone, Copy, PartialEq)]
struct Way {
    tried: Tried,
    cost: Option<Usd>,
}

/// How far the search is.
#[derive(Clone, PartialEq)]
enum Searched {
    /// There is nothing to search.
    Nothing,
    /// So much is done, 0 to 1.
    Part(f64),
    /// All of it.
    Whole(Arc<Outcome>),
}

/// The part below the choices; nothing while there is no autoscaler.
pub(crate) fn try_autoscaler(Trying { ground, typed }: Trying) -> AnyView {
    let searched = search::begin(ground);
    let drawn = move || match searched.get() {
        Searched::Whole(outcome) => {
            let Trial { day, ruled, .. } = &*outcome.trial;
            let taken = typed.with(|typed| typed.tried_on(day));
            Some(day::Drawn::of(day, taken.unwrap_or(*ruled)))
        }
        Searched::Nothing | Searched::Part(_) => None,
    };
    let draw = Callback::new(move |width| {
        drawn().map_or_else(Drawing::default, |drawn| drawn.draw(width))
    });
    let table = Callback::new(move |()| drawn().map_or_else(Twin::default, |drawn| drawn.table()));
    let result = move || match searched.get() {
        Searched::Nothing => ().into_any(),
        Searched::Part(share) => {
            let words = say::tried_searching(&percent(share));
            view! { <p class="aside" role="status">{words}</p> }.into_any()
        }
        Searched::Whole(outcome) => whole(&outcome, typed),
    };
    let content = move || match ground.get() {
        Ground::None => ().into_any(),
        Ground::Even => view! { <p class="aside">{t(Msg::TriedEven)}</p> }.into_any(),
        Ground::Day(_) => {
            let title = Signal::stored(text(Msg::TriedChart).to_owned());
            let caption = Signal::stored(text(Msg::TriedCaption).to_owned());
            let pick = Callback::new(|_| ());
            view! {
                <section class="cluster-tried" aria-labelledby="tried-title">
                    <h3 id="tried-title">{t(Msg::TriedTitle)}</h3>
                    <p class="aside">{t(Msg::TriedLead)}</p>
                    <div class="cluster-outcome">{result}</div>
                    <Figure title caption draw table pick/>
                </section>
            }
            .into_any()
        }
    };
    view! { <div>{content}</div> }.into_any()
}

/// The table, sentences beside it, and the button.
fn whole(outcome: &Outcome, typed: RwSignal<Typed>) -> AnyView {
    let title = text(Msg::TriedTitle);
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label=title>
            {twin::table(&rows::table(outcome), title)}
        </div>
        {told(outcome)}
        {apply(outcome, typed)}
    }
    .into_any()
}

/// Sentences beside the table.
fn told(outcome: &Outcome) -> AnyView {
    let day = &outcome.trial.day;
    let mut said = vec![say::tried_lag(
        &number(day.lag()),
        &seconds(Seconds::new(day.start)),
    )];
    match outcome.found {
        None => said.push(text(Msg::TriedNone).to_owned()),
        Some(found) => {
            let fewer = found.tried.replica_hours < outcome.fixed.tried.replica_hours;
            if fewer && found.cost.is_some() && found.cost == outcome.fixed.cost {
                said.push(text(Msg::TriedWhole).to_owned());
            }
        }
    }
    if let (Some(keda), 0) = (day.keda, day.night) {
        let wait = Seconds::new(keda.polling as f64 / 2.0 + day.start);
        said.push(say::tried_wake(&seconds(wait)));
    }
    let said = said.into_iter().map(|words| view! { <li>{words}</li> });
    view! { <ul class="findings">{said.collect_view()}</ul> }.into_any()
}

/// The button that puts the found settings into the manifests, or takes them out again.
fn apply(outcome: &Outcome, typed: RwSignal<Typed>) -> Option<AnyView> {
    let found = outcome.found?.tried.settings;
    let day = outcome.trial.day;
    if found == outcome.trial.ruled {
        return None;
    }
    let applied = typed.with(|typed| typed.tried_on(&day)).is_some();
    let put = move |_| {
        typed.update(|typed| typed.tried = (!applied).then_some((day, found)));
    };
    let words = text(if applied {
        Msg::TriedUndo
    } else {
        Msg::TriedApply
    });
    Some(view! { <button type="button" class="tool" on:click=put>{words}</button> }.into_any())
}
