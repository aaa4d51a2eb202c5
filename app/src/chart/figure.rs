//! A chart on the page: its heading, the plot at the width there is, its
//! message in a sentence, and its table twin.

use super::drawing::Drawing;
use super::plot::Plot;
use super::twin::{self, Twin};
use crate::browser::{self, kept_filled};
use crate::element::Element;
use crate::i18n::{Msg, say, t, text};
use leptos::html::Div;
use leptos::prelude::*;

/// Width in pixels drawn for until the page has been laid out.
const FIRST_WIDTH: f64 = 480.0;

/// Pixels of a phone that are beside a chart: the page's and the card's margins.
const BESIDE: f64 = 58.0;

/// Windows narrower than this many pixels have one chart a row, between those margins.
const PHONE: f64 = 600.0;

/// Least width in pixels drawn for; below it the chart shrinks as a picture.
const LEAST_WIDTH: f64 = 260.0;

/// The width to begin with: on a phone the one that it will have, so that nothing is drawn twice.
fn first_width() -> f64 {
    let phone = browser::window_width().filter(|width| *width < PHONE);
    phone.map_or(FIRST_WIDTH, |width| width - BESIDE)
}

/// A chart with everything that belongs to it.
#[component]
pub(crate) fn Figure(
    /// Heading.
    #[prop(into)]
    title: Signal<String>,
    /// The chart's message, in a sentence; also read to those who cannot see it.
    #[prop(into)]
    caption: Signal<String>,
    /// Draws it at a width; nothing where there is nothing to draw.
    draw: Callback<f64, Drawing>,
    /// Its values as a table.
    table: Callback<(), Twin>,
    /// Called with the id of a chosen spot. Without it, the spot's row of the table is shown: its
    /// rows are the spots, in their order.
    #[prop(optional)]
    pick: Option<Callback<String>>,
    /// What its colours mean, and what is chosen of it; above the plot.
    #[prop(optional)]
    legend: Option<AnyView>,
) -> impl IntoView {
    let place = NodeRef::<Div>::new();
    let width = browser::width_of(place, first_width());
    let drawing = Memo::new(move |_| draw.run(width.get().max(LEAST_WIDTH).round()));
    let empty = Memo::new(move |_| drawing.with(|drawing| drawing.spots.is_empty()));
    let open = RwSignal::new(false);
    // The row that is shown, by what stands in it.
    let picked = RwSignal::new(None::<Vec<String>>);
    let rows = NodeRef::<Div>::new();
    let choose = Callback::new(move |index: usize| {
        if let Some(pick) = pick {
            let id = drawing.with_untracked(|drawing| drawing.spots.get(index)?.id.clone());
            if let Some(id) = id {
                pick.run(id);
            }
            return;
        }
        let twin = untrack(|| table.run(()));
        picked.set(twin.rows.into_iter().nth(index));
        open.set(true);
        browser::show_picked(rows);
    });
    let twin = move || {
        let twin = table.run(());
        picked.with(|picked| twin::marked(&twin, &title.get(), picked.as_deref()))
    };
    let label = Signal::derive(move || title.get());
    let files = Signal::derive(move || title.with(|title| files(title)));
    view! {
        <figure class="card chart" aria-label=move || title.get()>
            <h2>{move || title.get()}</h2>
            {legend}
            <div class="chart-place" node_ref=place>
                <Show
                    when=move || !empty.get()
                    fallback=move || view! { <p class="chart-empty">{t(Msg::ChartEmpty)}</p> }
                >
                    <Plot drawing label pick=choose/>
                </Show>
            </div>
            <figcaption>{move || caption.get()}</figcaption>
            <p class="chart-files" use:kept_filled=files></p>
            <details class="twin-place" open=move || open.get()>
                <summary on:click=move |event| {
                    event.prevent_default();
                    open.update(|open| *open = !*open);
                }>{t(Msg::AsTable)}</summary>
                <div
                    node_ref=rows
                    class="scroll"
                    tabindex="0"
                    role="group"
                    aria-label=move || title.get()
                >
                    {move || open.get().then(twin)}
                </div>
            </details>
        </figure>
    }
}

/// Buttons that save the chart as a picture, by `public/picture.js`; and the boot
/// script's notice where that fails.
fn files(title: &str) -> Vec<Element> {
    let button = |kind, name| {
        Element::words("button", "quiet", name)
            .with("type", "button")
            .with("data-script", "picture")
            .with("data-kind", kind)
            .with("aria-label", say::chart_save(name, title))
    };
    let failed = Element::words("span", "problem", text(Msg::ExportFailed))
        .with("role", "alert")
        .with("hidden", "hidden");
    vec![button("svg", "SVG"), button("png", "PNG"), failed]
}
