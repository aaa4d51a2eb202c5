//! The charts: hits against the size of the cache, and the sweep of sessions.

mod hits;
mod sweep;

use crate::chart::figure::Figure;
use crate::i18n::{Msg, text};
use crate::page::turns::{Turn, Turns};
use crate::sessions::solve::Answer;
use crate::sessions::state::State;
use estimator::session::sweep::{Sweep, Swept};
use hits::Hits;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;
use sweep::Curve;

/// How long the answer must rest before it is swept, and between two points.
const REST: Duration = Duration::from_millis(150);
const BETWEEN: Duration = Duration::from_millis(4);

thread_local! {
    /// Answers that were swept.
    static SWEPT: Turns = const { Turns::new() };
}

/// Both.
#[component]
pub(super) fn Charts() -> impl IntoView {
    let state = State::of_page();
    view! {
        <section class="charts">{of_hits(state)} {of_sweep(state)}</section>
    }
    .into_any()
}

fn of_hits(state: State) -> AnyView {
    let data = Memo::new(move |_| {
        let answer = state.answer.get()?;
        Hits::read(&answer, state.frame.selected.get().as_deref())
    });
    let draw = Callback::new(move |width| {
        data.with(|data| data.as_ref().map(|data| data.draw(width)))
            .unwrap_or_default()
    });
    let table = Callback::new(move |()| {
        data.with(|data| data.as_ref().map(Hits::table))
            .unwrap_or_default()
    });
    let caption = Signal::derive(move || {
        data.with(|data| data.as_ref().map(Hits::caption))
            .unwrap_or_default()
    });
    let title = Signal::derive(|| text(Msg::SessionsChartHits).to_owned());
    let pick = Callback::new(move |id: String| state.frame.select(Some(id)));
    view! { <Figure title caption draw table pick/> }.into_any()
}

fn of_sweep(state: State) -> AnyView {
    let points = RwSignal::new(Vec::<Swept>::new());
    Effect::new(move |_| {
        let answer = state.answer.get();
        let selected = state.frame.selected.get();
        let turn = SWEPT.with(Turns::begin);
        let Some(answer) = answer else {
            return;
        };
        let begin = move || {
            let shown = answer.shown(selected.as_deref());
            let rest = shown.map(|(_, sizing)| sizing.swept()).unwrap_or_default();
            let sweeping = Sweeping {
                rest,
                answer: Arc::clone(&answer),
                selected,
                found: Vec::new(),
            };
            sweeping.go_on(turn, points);
        };
        set_timeout(begin, REST);
    });
    let data = Memo::new(move |_| {
        let answer = state.answer.get()?;
        let selected = state.frame.selected.get();
        points.with(|points| Curve::read(&answer, selected.as_deref(), points))
    });
    let draw = Callback::new(move |width| {
        data.with(|data| data.as_ref().map(|data| data.draw(width)))
            .unwrap_or_default()
    });
    let table = Callback::new(move |()| {
        data.with(|data| data.as_ref().map(Curve::table))
            .unwrap_or_default()
    });
    let caption = Signal::derive(move || {
        data.with(|data| data.as_ref().map(Curve::caption))
            .unwrap_or_default()
    });
    let title = Signal::derive(|| text(Msg::SessionsChartSweep).to_owned());
    let pick = Callback::new(|_: String| {});
    view! { <Figure title caption draw table pick/> }.into_any()
}

/// A sweep under way.
struct Sweeping {
    answer: Arc<Answer>,
    selected: Option<String>,
    /// Numbers of sessions, the next at the end.
    rest: Vec<f64>,
    found: Vec<Swept>,
}

impl Sweeping {
    /// Works out one point more, unless another answer is swept.
    fn go_on(mut self, turn: Turn, points: RwSignal<Vec<Swept>>) {
        if !SWEPT.with(|turns| turns.is_latest(turn)) {
            return;
        }
        let Some(sessions) = self.rest.pop() else {
            self.found.reverse();
            return points.set(self.found);
        };
        let shown = self.answer.shown(self.selected.as_deref());
        let served = shown.and_then(|(candidate, sizing)| {
            sizing.served(&self.answer.scenario, self.answer.offer(candidate)?)
        });
        if let Some(served) = served {
            let mut sweep = Sweep::new(served, &[sessions]);
            while sweep.advance() {}
            self.found.extend_from_slice(sweep.points());
        }
        set_timeout(move || self.go_on(turn, points), BETWEEN);
    }
}
