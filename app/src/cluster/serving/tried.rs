//! The autoscaler tried on the answer's day: replicas as they are asked for and as they take load,
//! what that costs, who waits, and the settings that cost least. The worker tries them.

mod day;
mod rows;
mod search;

use crate::browser::filled;
use crate::chart::drawing::Drawing;
use crate::chart::figure::Figure;
use crate::chart::twin::Twin;
use crate::cluster::typed::Typed;
use crate::i18n::{Msg, dollars, number, percent, say, seconds, t, text};
use estimator::decimal::round;
use estimator::kubernetes::autoscale::{self, Caution, Outcome, Sleep, Way};
use estimator::quantity::{Seconds, Usd};
use estimator::serving::plan::demand::DAYS;
use estimator::serving::plan::{Following, Level, Replicas};
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

/// What is tried, and the prices of what runs on its day.
#[derive(Clone, PartialEq)]
pub(super) struct Trial {
    /// The day, and the settings that the manifests have by their rules.
    pub(super) tried: autoscale::Trial,
    /// Its replicas, as they are sold.
    pub(super) kind: Replicas,
    /// How they are paid for.
    pub(super) following: Following,
    /// Months that are paid for at the least: what is shut down within them is paid for.
    pub(super) term: u32,
}

impl Trial {
    /// How long in the week each number of replicas is paid for.
    fn paid(&self, way: &Way) -> Vec<Level> {
        self.following.held(&self.kind, &way.week)
    }

    /// A month of such weeks; `None` without a price.
    fn month(&self, way: &Way) -> Option<Usd> {
        let most = Level {
            replicas: self.tried.day.peak,
            hours: 0.0,
        };
        let most = self.following.held(&self.kind, &[most]);
        let most = most.first().map_or(0, |level| level.replicas);
        self.kind.month(&self.paid(way), most, self.term)
    }

    /// What a month of such sleep saves; `None` without a price, or where the term pays for it.
    fn saved(&self, way: &Way) -> Option<Usd> {
        let asleep = way.week.iter().filter(|level| level.replicas == 0);
        let hours: f64 = asleep.map(|level| level.hours).sum();
        let one = f64::from(self.kind.sold(1)) * hours / DAYS / 24.0;
        let saved = self.kind.cost_of_accelerators(one);
        saved.filter(|_| self.term <= 1)
    }
}

/// What is known of a trial.
#[derive(Clone, PartialEq)]
struct Known {
    trial: Arc<Trial>,
    outcome: Outcome,
}

impl Known {
    /// The day under the settings that the manifests have.
    fn written(&self, typed: RwSignal<Typed>) -> &Way {
        let day = &self.trial.tried.day;
        let taken = typed.with(|typed| typed.tried_on(day)).is_some();
        let found = self.outcome.found.as_ref().filter(|_| taken);
        found.unwrap_or(&self.outcome.ruled)
    }
}

/// Replicas by which the load grows during a start, below which nothing is said of it: nobody acts
/// on less.
const LEAST: f64 = 0.1;

/// How far the search is.
#[derive(Clone, PartialEq)]
enum Searched {
    /// There is nothing to search.
    Nothing,
    /// Nothing is known yet.
    Begun,
    /// So much is known.
    Known(Arc<Known>),
    /// The worker cannot be had.
    Failed,
}

/// The part below the choices; nothing while there is no autoscaler.
pub(crate) fn try_autoscaler(Trying { ground, typed }: Trying) -> AnyView {
    let searched = search::begin(ground);
    // Those of the search stand in the manifests once they are taken over.
    let drawn = move || match searched.get() {
        Searched::Known(known) => {
            Some(day::Drawn::of(&known.trial.tried.day, known.written(typed)))
        }
        Searched::Nothing | Searched::Begun | Searched::Failed => None,
    };
    let draw = Callback::new(move |width| {
        drawn().map_or_else(Drawing::default, |drawn| drawn.draw(width))
    });
    let table = Callback::new(move |()| drawn().map_or_else(Twin::default, |drawn| drawn.table()));
    let result = move || match searched.get() {
        Searched::Nothing => ().into_any(),
        Searched::Begun => searching(0.0),
        Searched::Failed => {
            view! { <p class="problem" role="status">{t(Msg::TriedFailed)}</p> }.into_any()
        }
        Searched::Known(known) => whole(&known, typed),
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

/// How much of the search is done.
fn searching(share: f64) -> AnyView {
    let words = say::tried_searching(&percent(share));
    view! { <p class="aside" role="status">{words}</p> }.into_any()
}

/// The table, sentences beside it, and the button, once the search is at its end.
fn whole(known: &Known, typed: RwSignal<Typed>) -> AnyView {
    let searched = known.outcome.searched;
    let over = searched >= 1.0;
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label=text(Msg::TriedTitle) use:filled=vec![rows::table(known)]></div>
        {if over { told(known, typed) } else { searching(searched) }}
        {over.then(|| apply(known, typed))}
    }
    .into_any()
}

/// Sentences beside the table.
fn told(Known { trial, outcome }: &Known, typed: RwSignal<Typed>) -> AnyView {
    let day = trial.tried.day;
    let mut said = Vec::new();
    if day.lag() >= LEAST {
        let start = seconds(Seconds::new(day.start));
        said.push(say::tried_lag(&number(round(day.lag(), 1)), &start));
    }
    match &outcome.found {
        None => said.push(text(Msg::TriedNone).to_owned()),
        Some(found) => {
            let fixed = &outcome.fixed;
            let fewer = found.tried.replica_hours < fixed.tried.replica_hours;
            let cost = trial.month(found);
            if fewer && cost.is_some() && cost == trial.month(fixed) {
                said.push(text(Msg::TriedWhole).to_owned());
            }
        }
    }
    let taken = typed.with(|typed| typed.tried_on(&day));
    let cautions = day.cautions(taken.unwrap_or(trial.tried.ruled));
    said.extend(cautions.into_iter().map(caution));
    if let Some(sleep) = day.sleep() {
        let taken = taken.and(outcome.found.as_ref());
        said.extend(slept(trial, sleep, taken.unwrap_or(&outcome.ruled)));
    }
    let said = said.into_iter().map(|words| view! { <li>{words}</li> });
    view! { <ul class="findings">{said.collect_view()}</ul> }.into_any()
}

/// A risk of the settings that the manifests have.
fn caution(caution: Caution) -> String {
    match caution {
        Caution::SlowUp(replicas) => say::tried_slow_up(&number(replicas)),
        Caution::LongStart(replicas) => say::tried_long_start(&number(replicas)),
        Caution::ShortWindow => text(Msg::TriedShortWindow).to_owned(),
    }
}

/// What it saves that the last replica may go, and who waits for that.
fn slept(trial: &Trial, sleep: Sleep, way: &Way) -> Vec<String> {
    /// Hours of a day below which it is awake: three minutes.
    const NONE: f64 = 0.05;
    let wait = seconds(Seconds::new(sleep.wait));
    if sleep.hours < NONE {
        return vec![say::tried_awake(&wait)];
    }
    let mut said = vec![say::tried_sleep(
        &number(sleep.hours),
        &wait,
        &number(sleep.wakes),
    )];
    let saved = trial.saved(way);
    said.extend(saved.map(|saved| say::tried_sleep_saves(&dollars(saved.get()))));
    said
}

/// The button that puts the found settings into the manifests, or takes them out again.
fn apply(Known { trial, outcome }: &Known, typed: RwSignal<Typed>) -> Option<AnyView> {
    let found = outcome.found.as_ref()?.tried.settings;
    let day = trial.tried.day;
    if found == trial.tried.ruled {
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
