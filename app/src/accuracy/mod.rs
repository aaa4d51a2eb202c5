//! "How accurate is this?": every published measurement beside the estimate
//! of exactly that configuration, computed when the page is opened; and how old prices are.

mod ages;
mod filter;
mod held;
mod near;
mod point;
mod scatter;
mod shared;
mod words;

use crate::browser;
use crate::chart::figure::Figure;
use crate::i18n::{Msg, integer, say, t, text};
use crate::page::carried::departing;
use crate::page::footer::Footer;
use crate::page::header::Page;
use crate::page::memo::shared;
use crate::page::notices::Notices;
use crate::page::paced::{Pace, Paced};
use crate::page::shell::Head;
use crate::page::unread::Unread;
use crate::page::work::{Runner, Work};
use crate::serving::solve::seek;
pub(crate) use ages::ASKED as PRICES;
use ages::PriceAges;
use catalog::measured;
use estimator::serving::link;
use estimator::training::link::is_training;
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
    let leads_to_ages = ages::is_asked();
    let begin = move || {
        crate::show_page();
        if leads_to_ages {
            ages::show();
        }
        set_timeout(work, Duration::ZERO);
    };
    let first = Runner::of_page();
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
    let page = Unread::opened(|question| ages::unasked(&question));
    let question = page.question;
    let trains = question.with_untracked(|question| is_training(question));
    let back = move || {
        let (folder, question) = if trains {
            ("training/", page.fragment())
        } else {
            ("", page.shared())
        };
        browser::page_at(folder, &departing(&question))
    };
    // The question's own answer is searched for before the page is made.
    let asked = || question.with_untracked(|question| link::read(question).0.question);
    let asked = (!trains).then(asked);
    let made = move || pace.run(begin);
    set_timeout(move || seek(first, asked, made), Duration::ZERO);
    // All measurements are of serving: no answer of training is near any of them.
    let near = (!trains).then(|| view! { <Paced><NearAnswer fragment=question.into()/></Paced> });
    // Who comes for the ages of prices finds them first: what is above grows while it is estimated.
    let ages_first = leads_to_ages.then(|| view! { <PriceAges/> });
    let ages = (!leads_to_ages).then(|| view! { <Paced><PriceAges/></Paced> });
    let fragment = shared(move || page.shared());
    view! {
        <Head tools=page.tools(|_, _| {}) page=Page::Accuracy fragment/>
        <Notices notices=page.frame.notices/>
        <main id="answer" class="accuracy" tabindex="-1">
            <a class="back" href=back>{t(Msg::AccuracyBack)}</a>
            <h1>{t(Msg::AccuracyTitle)}</h1>
            <p>{t(Msg::AccuracyLead)}</p>
            {ages_first}
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
            {ages}
            <section class="card">
                <h2>{t(Msg::AccuracyLimits)}</h2>
                <ul>{LIMITS.map(|limit| view! { <li>{t(limit)}</li> })}</ul>
            </section>
        </main>
        <Footer/>
    }
    .into_any()
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
    view! { <Figure title caption draw table/> }.into_any()
}
