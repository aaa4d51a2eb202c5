//! "How accurate is this?": every published measurement beside the estimate
//! of exactly that configuration, computed when the page is opened.

mod filter;
mod held;
mod near;
mod point;
mod scatter;
mod shared;
mod words;

use crate::browser;
use crate::chart::figure::Figure;
use crate::i18n::{self, Language, Msg, Switched, integer, say, t, text};
use crate::page::carried::without;
use crate::page::footer::Footer;
use crate::page::language_menu::LanguageMenu;
use crate::page::paced::{Pace, Paced};
use crate::page::work::{Runner, Work};
use catalog::measured;
use estimator::serving::link;
use estimator::training;
use filter::{Filter, Filters, Shown};
use held::EverythingHeld;
use leptos::prelude::*;
use near::NearAnswer;
pub(crate) use near::Nearest;
use point::Point;
use shared::SharedHeld;
use std::sync::Arc;
use std::time::Duration;

/// Measurements estimated in one step: a millisecond or two of work.
const STEP: usize = 10;

/// Limits of the model, most important first.
const LIMITS: [Msg; 6] = [
    Msg::AccuracyLimitQueue,
    Msg::AccuracyLimitMixture,
    Msg::AccuracyLimitFusion,
    Msg::AccuracyLimitSparse,
    Msg::AccuracyLimitVersion,
    Msg::AccuracyLimitLinks,
];

/// Where the records were published.
const SOURCES: [(&str, &str); 2] = [
    (
        "ai-dynamo/aiconfigurator",
        "https://github.com/ai-dynamo/aiconfigurator",
    ),
    (
        "SemiAnalysisAI/InferenceX",
        "https://github.com/SemiAnalysisAI/InferenceX",
    ),
];

/// Estimates all measurements, of which `done` counts those that are.
struct Estimating {
    made: Vec<Point>,
    done: RwSignal<usize>,
}

impl Work for Estimating {
    fn advance(&mut self) -> bool {
        let rows = measured();
        let from = self.done.get_untracked();
        let next = rows.len().min(from + STEP);
        let step = rows.iter().take(next).skip(from);
        self.made.extend(step.filter_map(Point::of));
        self.done.set(next);
        next < rows.len()
    }
}

/// The page.
#[component]
pub(crate) fn Accuracy() -> impl IntoView {
    browser::title(|| text(Msg::AccuracyTitle).to_owned());
    let done = RwSignal::new(0);
    let points = RwSignal::new(Arc::new(Vec::new()));
    let pace = Pace::provide();
    let runner = Runner::of_page();
    let work = move || {
        let made = Vec::new();
        if let Some(turn) = runner.begin() {
            let put = move |all: Estimating, _| points.set(Arc::new(all.made));
            runner.run(turn, Duration::ZERO, Estimating { made, done }, put);
        }
    };
    let begin = move || {
        crate::show_page();
        set_timeout(work, Duration::ZERO);
    };
    set_timeout(move || pace.run(begin), Duration::ZERO);
    let filter = Filter::new();
    let shown = Memo::new(move |_| points.with(|points| filter.pick(points)));
    let total = measured().len();
    // Read out once, not at every step.
    let progress = move || {
        let so_far = done.get();
        let working = || say::accuracy_working(&integer(so_far as f64), &integer(total as f64));
        (so_far < total).then(working)
    };
    let said = move || {
        let is_done = done.get() == total;
        let errors = is_done.then(|| shown.with(|shown| words::errors(shown)));
        errors.map(|errors| errors.unwrap_or_else(|| text(Msg::ChartEmpty).to_owned()))
    };
    // The question of the page that led here stands behind the `#`, to go back with.
    let fragment = RwSignal::new(browser::fragment());
    let choose = Callback::new(move |(language, failed): (Language, Callback<()>)| {
        i18n::switch(language, move |ended| match ended {
            Switched::From(_) => {
                browser::remember("language", language.id());
                let written = in_language(&fragment.get_untracked(), language);
                browser::replace_fragment(&written);
                fragment.set(written);
            }
            Switched::Failed => failed.run(()),
            Switched::Overtaken => {}
        });
    });
    let trains = training::link::is_training(&fragment.get_untracked());
    let folder = if trains { "training/" } else { "" };
    let back = move || fragment.with(|fragment| browser::page_at(folder, fragment));
    // All measurements are of serving: no answer of training is near any of them.
    let near = (!trains).then(|| view! { <Paced><NearAnswer fragment=fragment.into()/></Paced> });
    view! {
        <header class="header">
            <a class="brand" href=back>"right"<b>"size"</b></a>
            <nav class="tools"><LanguageMenu choose/></nav>
        </header>
        <main class="accuracy">
            <a class="back" href=back>{t(Msg::AccuracyBack)}</a>
            <h1>{t(Msg::AccuracyTitle)}</h1>
            <p>{t(Msg::AccuracyLead)}</p>
            <Filters filter points=points.into()/>
            <p class="errors">{progress}</p>
            <p class="errors" role="status">{said}</p>
            <Scatter points=points.into() shown/>
            <p class="aside">
                {t(Msg::AccuracySources)}" "
                {SOURCES
                    .map(|(name, address)| {
                        view! { <a href=address rel="noopener" target="_blank">{name}</a> " " }
                    })}
            </p>
            {near}
            <Paced><EverythingHeld/></Paced>
            <Paced><SharedHeld/></Paced>
            <section class="card">
                <h2>{t(Msg::AccuracyLimits)}</h2>
                <ul>{LIMITS.map(|limit| view! { <li>{t(limit)}</li> })}</ul>
            </section>
        </main>
        <Footer/>
    }
    .into_any()
}

/// The question behind a `#`, of either task, with the language of its page; parts that
/// this page does not understand go along.
fn in_language(fragment: &str, language: Language) -> String {
    let mut text = without(fragment, "lang=");
    if text.is_empty() {
        text = link::write(&link::Link::default());
    }
    text + "&lang=" + language.id()
}

#[component]
fn Scatter(
    /// All measurements.
    points: Signal<Arc<Vec<Point>>>,
    /// Those that are drawn.
    shown: Memo<Vec<Shown>>,
) -> impl IntoView {
    let draw = Callback::new(move |width: f64| {
        points.with(|points| shown.with(|shown| scatter::draw(points, shown, width)))
    });
    let table = Callback::new(move |()| {
        points.with(|points| shown.with(|shown| scatter::table(points, shown)))
    });
    let title = Signal::derive(|| {
        let (estimated, measured) = (text(Msg::AccuracyEstimated), text(Msg::AccuracyMeasured));
        format!("{estimated} / {measured}")
    });
    let caption = Signal::derive(|| text(Msg::AccuracyCaption).to_owned());
    view! { <Figure title caption draw table pick=Callback::new(|_| {})/> }.into_any()
}
