//! A whole task: the sum of the first whole numbers. This is all that is its own.

use crate::i18n::{Marks, parse, plain};
use crate::page::frame::Frame;
use crate::page::header::Page;
use crate::page::share;
use crate::page::shell::Shell;
use crate::page::study::{Opened, Studied, Study};
use crate::page::undoing::undoing_row;
use crate::page::work::Work;
use crate::worker::message::Document;
use estimator::export::Format;
use estimator::link::{Notice, View};
use leptos::prelude::*;
use std::sync::Arc;

/// The task.
#[derive(Clone, Copy)]
struct Sum;

/// Numbers that are added up, so many of them, and the sum so far.
struct Adding {
    count: f64,
    next: f64,
    sum: f64,
}

impl Work for Adding {
    fn advance(&mut self) -> bool {
        self.next += 1.0;
        self.sum += self.next;
        self.next < self.count
    }
}

impl Study for Sum {
    type Draft = String;
    type Question = f64;
    type Answer = f64;
    type Error = &'static str;
    type Field = &'static str;
    type Work = Adding;

    fn read(self, fragment: &str) -> Opened<String> {
        let pairs = fragment.split('&').filter(|pair| !pair.is_empty());
        let (own, others): (Vec<&str>, Vec<&str>) =
            pairs.partition(|pair| pair.starts_with("count="));
        let unknown = |name: &str| Notice::UnknownKey { name: name.into() };
        let count = own.first().map_or("1", |pair| &pair["count=".len()..]);
        Opened {
            draft: count.to_owned(),
            view: View::default(),
            notices: others.into_iter().map(unknown).collect(),
        }
    }

    fn write(self, count: &f64, _: View) -> String {
        format!("count={count}")
    }

    fn fresh() -> String {
        Sum.write(&1.0, View::default())
    }

    fn question(self, draft: &String, marks: Marks, _: Frame) -> Result<f64, Vec<&'static str>> {
        let whole = parse(draft, marks).filter(|number| number.fract() == 0.0 && *number > 0.0);
        whole.ok_or(vec!["count"])
    }

    fn rewrite(self, draft: &mut String, old: Marks, new: Marks) {
        if let Some(number) = parse(draft, old) {
            *draft = plain(number, new);
        }
    }

    fn begin(count: Arc<f64>) -> Result<Adding, Vec<&'static str>> {
        let (next, sum) = (0.0, 0.0);
        let count = *count;
        Ok(Adding { count, next, sum })
    }

    fn finish(adding: Adding) -> f64 {
        adding.sum
    }

    fn field(error: &&'static str) -> &'static str {
        error
    }

    fn save(_: Studied<Self>, format: Format, fragment: String, failed: Callback<()>) {
        share::write(Document::Toy, format, fragment, None, Vec::new(), failed);
    }
}

/// The file, as the worker writes it.
pub(crate) fn file(format: Format, fragment: &str, address: &str) -> Option<String> {
    let draft = Sum.read(fragment).draft;
    let mut adding = Sum::begin(Arc::new(draft.parse().ok()?)).ok()?;
    while adding.advance() {}
    let sum = Sum::finish(adding);
    (format == Format::Csv).then(|| format!("{draft},{sum},{address}"))
}

/// Its page.
#[component]
pub(super) fn Toy() -> impl IntoView {
    let (state, history) = Studied::open(Sum);
    state.start();
    let fragment = Signal::derive(move || state.fragment().unwrap_or_default());
    view! {
        <Shell frame=state.frame tools=state.tools() page=Page::Proposal fragment>
            <main>
                {undoing_row(history, move || state.is_unread(), move || state.show())}
                <input
                    id="count"
                    prop:value=move || state.draft.get()
                    aria-invalid=move || state.error_at(&"count").map(|_| "true")
                    on:input:target=move |event| state.draft.set(event.target().value())
                    on:change=move |_| state.frame.commit()
                />
                <b id="sum" class:stale=move || state.is_stale()>
                    {move || state.answer.get().map(|sum| sum.to_string())}
                </b>
            </main>
        </Shell>
    }
}
