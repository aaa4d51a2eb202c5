//! The charts: how time and efficiency go with the number of accelerators, and cost
//! against time. Each is plain data read from the answer, drawn by [`crate::chart`].

mod cost;
mod efficiency;
mod scaling;

use super::super::solve::Answer;
use super::Part;
use crate::chart::drawing::Drawing;
use crate::chart::figure::Figure;
use crate::chart::twin::Twin;
use crate::training::state::State;
use leptos::prelude::*;

/// The content of a chart, read from an answer. It holds figures and names; words come in when
/// it is drawn, in the language of that moment.
trait Chart: Clone + PartialEq + Send + Sync + 'static {
    /// Reads it from the answer; `selected` is the accelerator whose details the reader
    /// asked for. `None` where there is nothing to show.
    fn read(answer: &Answer, selected: Option<&str>) -> Option<Self>;
    /// Heading.
    fn title() -> String;
    /// Its message, in a sentence.
    fn caption(&self) -> String;
    /// Draws it.
    fn draw(&self, width: f64) -> Drawing;
    /// Its table twin.
    fn table(&self) -> Twin;
}

/// All charts of the answer.
#[component]
pub(super) fn Charts() -> impl IntoView {
    view! {
        <section class="charts">
            {Part::Scaling.on_its_tab(figure::<scaling::Scaling>)}
            {Part::Efficiency.on_its_tab(figure::<efficiency::Efficiency>)}
            {Part::Cost.on_its_tab(figure::<cost::Cost>)}
        </section>
    }
    .into_any()
}

fn figure<C: Chart>() -> AnyView {
    let state = State::of_page();
    let data = Memo::new(move |_| {
        let answer = state.details.get()?;
        state
            .frame
            .selected
            .with(|selected| C::read(&answer, selected.as_deref()))
    });
    let draw = Callback::new(move |width| {
        data.with(|data| data.as_ref().map(|data| data.draw(width)))
            .unwrap_or_default()
    });
    let table = Callback::new(move |()| {
        data.with(|data| data.as_ref().map(Chart::table))
            .unwrap_or_default()
    });
    let caption = Signal::derive(move || {
        data.with(|data| data.as_ref().map(Chart::caption))
            .unwrap_or_default()
    });
    let title = Signal::derive(C::title);
    let pick = Callback::new(move |id| state.frame.select(Some(id)));
    view! { <Figure title caption draw table pick/> }.into_any()
}
