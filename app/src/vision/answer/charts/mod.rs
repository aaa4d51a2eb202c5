//! The charts: time and throughput over the batch with the limit, seconds over resolution and
//! steps, tokens and the tower over images, the phases of one generation. Plain data read from the
//! answer, drawn by [`crate::chart`].

mod curve;
mod phases;

use crate::chart::figure::Figure;
use crate::i18n::{Msg, say, text};
use crate::vision::state::State;
use curve::{Chart, Curve};
use estimator::vision::sizing::Kind;
use estimator::vision::sizing::curve::Along;
use leptos::prelude::*;
use phases::Phases;

/// All charts of the answer.
#[component]
pub(super) fn Charts() -> impl IntoView {
    let state = State::of_page();
    let charts = [
        Chart::Time(Along::Batch),
        Chart::Rate(Along::Batch),
        Chart::Time(Along::Resolution),
        Chart::Time(Along::Steps),
        Chart::Time(Along::Images),
        Chart::Rate(Along::Images),
    ];
    let figures = Vec::from(charts.map(|chart| of_curve(state, chart)));
    view! {
        <section class="charts">{of_phases(state)} {figures}</section>
    }
    .into_any()
}

fn of_curve(state: State, chart: Chart) -> AnyView {
    let data = Memo::new(move |_| {
        let answer = state.answer.get()?;
        let selected = state.frame.selected.get();
        Curve::read(&answer, selected.as_deref(), chart)
    });
    let there = Memo::new(move |_| data.with(Option::is_some));
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
    let title = Signal::derive(move || text(Curve::title(chart)).to_owned());
    let pick = Callback::new(|_: String| {});
    (move || {
        there
            .get()
            .then(|| view! { <Figure title caption draw table pick/> })
    })
    .into_any()
}

fn of_phases(state: State) -> AnyView {
    let data = Memo::new(move |_| {
        let answer = state.answer.get()?;
        let selected = state.frame.selected.get();
        Phases::read(&answer, selected.as_deref())
    });
    let draw = Callback::new(move |width| {
        data.with(|data| data.as_ref().map(|data| data.draw(width)))
            .unwrap_or_default()
    });
    let table = Callback::new(move |()| {
        data.with(|data| data.as_ref().map(Phases::table))
            .unwrap_or_default()
    });
    let caption = Signal::derive(move || {
        data.with(|data| {
            data.as_ref()
                .map(|data| say::vision_caption_phases(&data.name))
        })
        .unwrap_or_default()
    });
    let title = Signal::derive(move || {
        let kind = data.with(|data| data.as_ref().map(|data| data.kind));
        let trains = state.draft.with(|draft| draft.chosen.trains());
        text(match kind.filter(|_| !trains) {
            Some(Kind::Pictures | Kind::Clips) => Msg::VisionChartGeneration,
            Some(Kind::Speech) => Msg::VisionChartWindow,
            Some(Kind::Prompts) => Msg::VisionChartRequest,
            _ => Msg::VisionChartOne,
        })
        .to_owned()
    });
    let pick = Callback::new(|_: String| {});
    view! { <Figure title caption draw table pick/> }.into_any()
}
