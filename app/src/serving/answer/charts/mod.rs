//! The three charts: cost per million tokens, cost and speed, and throughput
//! against concurrency. Each is plain data read from the answer, drawn by
//! [`crate::chart`].

mod cost;
mod frontier;
mod throughput;
mod value;

use crate::chart::drawing::Drawing;
use crate::chart::figure::Figure;
use crate::chart::twin::Twin;
use crate::serving::draft::Pace;
use crate::serving::embedded::shows;
use crate::serving::later::{Later, Part};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::link::Section;
use leptos::prelude::*;
use std::any::Any;
use std::sync::Arc;

/// The data of a chart, read from an answer. It holds figures and names; words
/// come in when it is drawn, in the language of that moment.
trait Chart: Clone + PartialEq + Send + Sync + 'static {
    /// Reads it from the answer, as it is looked at. `None` where there is nothing to show.
    fn read(answer: &Answer, looked: Looked<'_>) -> Option<Self>;
    /// Heading.
    fn title(data: Option<&Self>) -> String;
    /// Its message, in a sentence.
    fn caption(&self) -> String;
    /// Draws it.
    fn draw(&self, width: f64) -> Drawing;
    /// Its table twin.
    fn table(&self) -> Twin;
}

/// A chart of any kind: the page handles all of them by one piece of code.
trait AnyChart: Send + Sync {
    fn caption(&self) -> String;
    fn draw(&self, width: f64) -> Drawing;
    fn table(&self) -> Twin;
    /// Whether `other` shows the same.
    fn equals(&self, other: &dyn AnyChart) -> bool;
    fn as_any(&self) -> &dyn Any;
}

impl<C: Chart> AnyChart for C {
    fn caption(&self) -> String {
        Chart::caption(self)
    }

    fn draw(&self, width: f64) -> Drawing {
        Chart::draw(self, width)
    }

    fn table(&self) -> Twin {
        Chart::table(self)
    }

    fn equals(&self, other: &dyn AnyChart) -> bool {
        other.as_any().downcast_ref::<C>() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// How an answer is looked at.
#[derive(Clone, Copy)]
struct Looked<'a> {
    /// The accelerator whose details the reader asked for.
    selected: Option<&'a str>,
    /// How the limit on speed is typed.
    pace: Pace,
}

/// Reads a kind of chart.
type Read = fn(&Answer, Looked<'_>) -> Option<Arc<dyn AnyChart>>;
/// The heading.
type Title = fn(Option<&dyn AnyChart>) -> String;

/// The functions of a kind of chart before there is one.
struct Kind {
    read: Read,
    title: Title,
}

impl Kind {
    const fn of<C: Chart>() -> Self {
        Self {
            read: |answer, looked| {
                let chart = C::read(answer, looked)?;
                Some(Arc::new(chart))
            },
            title: |chart| C::title(chart.and_then(|chart| chart.as_any().downcast_ref())),
        }
    }
}

/// All charts of the answer.
#[component]
pub(crate) fn Charts() -> impl IntoView {
    let of = |part: Part, kind: Kind| {
        let Kind { read, title } = kind;
        let class = match part {
            Part::Value | Part::Cost => "chart-part money",
            _ => "chart-part",
        };
        view! { <div class=class><Later part>{figure(read, title)}</Later></div> }
    };
    view! {
        <section class="charts" hidden=|| !shows(Section::Charts)>
            {of(Part::Value, Kind::of::<value::Value>())}
            {of(Part::Cost, Kind::of::<cost::Cost>())}
            {of(Part::Throughput, Kind::of::<throughput::Throughput>())}
        </section>
    }
}

fn figure(read: Read, title: Title) -> AnyView {
    let state = State::of_page();
    let pace = Memo::new(move |_| state.draft.with(|draft| draft.pace));
    let data = Memo::new_with_compare(
        move |_| {
            let answer = state.details.get()?;
            state.frame.selected.with(|selected| {
                let selected = selected.as_deref();
                let pace = pace.get();
                read(&answer, Looked { selected, pace })
            })
        },
        |old, new| match (old, new) {
            (Some(Some(old)), Some(Some(new))) => !old.equals(new.as_ref()),
            (Some(None), Some(None)) => false,
            _ => true,
        },
    );
    let draw = Callback::new(move |width| {
        data.with(|data| data.as_ref().map(|data| data.draw(width)))
            .unwrap_or_default()
    });
    let table = Callback::new(move |()| {
        data.with(|data| data.as_ref().map(|data| data.table()))
            .unwrap_or_default()
    });
    let caption = Signal::derive(move || {
        data.with(|data| data.as_ref().map(|data| data.caption()))
            .unwrap_or_default()
    });
    let title = Signal::derive(move || data.with(|data| title(data.as_deref())));
    let pick = Callback::new(move |id| state.frame.select(Some(id)));
    view! { <Figure title caption draw table pick/> }.into_any()
}
