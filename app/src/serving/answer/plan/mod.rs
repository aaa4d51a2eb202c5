//! The plan: the steps as the load grows, and the saving of following a day's demand.

mod day;
mod growth;
mod words;

use super::memory::shown;
use super::phrase::name;
use super::told;
use crate::chart::drawing::Drawing;
use crate::chart::figure::Figure;
use crate::chart::twin::{self, Twin};
use crate::element::Element;
use crate::i18n::{Msg, say, t, text};
use crate::serving::state::State;
use crate::serving::weeks::Weeks;
use estimator::money::Followed;
use estimator::quantity::Usd;
use estimator::serving::plan::demand::DAYS;
use estimator::serving::plan::{
    Choice, DayPlan, Following, Path, Replicas, cheapest, commitment, path, scaled_week,
};
use estimator::serving::question::{Day, Traffic};
use leptos::prelude::*;

/// The data of the card: figures and names, words come in when it is shown.
#[derive(Clone, PartialEq)]
struct Planned {
    /// Of which accelerator.
    name: String,
    /// The load, as the user counts it.
    traffic: Traffic,
    /// Whether the accelerator keeps the demands today.
    meets: bool,
    /// Months that are paid for at the least.
    term: u32,
    /// Where the load changes.
    path: Option<Path>,
    /// The cheapest in steps and at once.
    cheapest: Option<[Way; 2]>,
    /// Where demand changes over the day.
    day: Option<DayPlan>,
    /// The same under the autoscaler of the question, where it could be tried.
    autoscaled: Option<Autoscaled>,
}

/// The week under the autoscaler.
#[derive(Clone, Copy, PartialEq)]
struct Autoscaled {
    /// Hours of accelerators of a mean day, as they are sold, those of replicas that start included.
    gpu_hours: f64,
    /// A month of such weeks; `None` without a price.
    month: Option<Usd>,
}

/// Hardware for the horizon, and the dollars that one is bound to pay for it.
#[derive(Clone, PartialEq)]
struct Way {
    hardware: String,
    cost: f64,
}

type Data = Memo<Option<Planned>>;

/// The card and its charts: of the candidate that is selected, or else the recommended
/// one.
#[component]
pub(super) fn PlanCard() -> impl IntoView {
    let state = State::of_page();
    let weeks = Weeks::of(state);
    let data = Memo::new(move |_| read(state, weeks));
    let growth = figure(
        data,
        |planned| planned.path.is_some(),
        (Msg::ChartPlanTitle, Msg::ChartPlanCaption),
        growth::draw,
        growth::table,
    );
    let day = figure(
        data,
        |planned| planned.day.is_some(),
        (Msg::ChartDayTitle, Msg::ChartDayCaption),
        day::draw,
        day::table,
    );
    view! {
        <div class="charts">
            <section class="card plan" aria-labelledby="plan-title">
                <header class="card-head">
                    <h2 id="plan-title">{t(Msg::PlanTitle)}</h2>
                </header>
                {move || data.with(|data| {
                    data.as_ref().map(card)
                })}
            </section>
            {growth}
            {day}
        </div>
    }
    .into_any()
}

fn read(state: State, weeks: Weeks) -> Option<Planned> {
    let answer = state.details.get()?;
    let growth = state.growth();
    let candidate = state
        .frame
        .selected
        .with(|selected| shown(&answer, selected.as_deref()))?;
    let (sizing, offer) = (candidate.best.as_ref()?, answer.offer(candidate)?);
    let question = &answer.question;
    let term = commitment(&question.fleet);
    let meets = candidate.meets();
    let kind = Replicas::of(&answer.scenario, offer, sizing);
    let changes = growth.per_year != 0.0;
    let path = (meets && changes).then(|| path(kind, &growth, term));
    let way = |choice: &Choice| {
        let candidate = answer.report.candidates.get(choice.candidate)?;
        let each = choice.sizing.estimate.placement.accelerators();
        let (replicas, name) = (choice.replicas, name(&answer, candidate));
        Some(Way {
            hardware: format!("{replicas}\u{a0}×\u{a0}{each}\u{a0}×\u{a0}{name}"),
            cost: choice.bill.bound().get(),
        })
    };
    let cheapest = path.as_ref().and_then(|_| {
        let (offers, report) = (&answer.offers, &answer.report);
        let found = cheapest(&answer.scenario, offers, report, &growth, term)?;
        Some([way(&found.in_steps)?, way(&found.at_once)?])
    });
    let day = catalog::traffic::hours(&growth.day)
        .filter(|_| meets && growth.day != Day::Even)
        .map(|hours| estimator::serving::plan::day(&kind, hours, term));
    let autoscaled = day.as_ref().and_then(|_| {
        let (scaling, scenario) = (growth.scaling, &answer.scenario);
        let loads = catalog::traffic::week(&growth)?;
        let week = Followed {
            loads,
            scaling: &scaling,
        };
        let tried = weeks.tried_with(&scaling)?;
        let tried = tried(scenario, offer, sizing, week)?.ok()?;
        let basis = question.fleet.basis;
        let following = Following::of(scenario, offer, sizing, scaling, basis);
        let plan = scaled_week(&kind, loads, &following, tried.scaled());
        Some(Autoscaled {
            gpu_hours: plan.followed_hours / DAYS,
            month: if term > 1 {
                plan.static_cost
            } else {
                plan.followed_cost
            },
        })
    });
    Some(Planned {
        name: name(&answer, candidate).to_owned(),
        traffic: question.traffic,
        meets,
        term,
        path,
        cheapest,
        day,
        autoscaled,
    })
}

fn card(planned: &Planned) -> AnyView {
    if !planned.meets {
        return told::aside(say::plan_misses(&planned.name));
    }
    if planned.path.is_none() && planned.day.is_none() {
        let section = text(Msg::GrowthMore);
        return told::aside(say::plan_none(section));
    }
    let mut facts = Vec::new();
    if let Some(path) = &planned.path {
        words::growth(planned, path, &mut facts);
    }
    if let Some(day) = &planned.day {
        words::day(planned, day, &mut facts);
        words::autoscaled(planned.autoscaled, &mut facts);
    }
    let mut parts = vec![told::facts(facts)];
    if let Some(path) = &planned.path {
        let inside = twin::inside(&words::steps(planned, path), text(Msg::PlanTitle));
        parts.push(told::table("plan-title", Element::of("table", inside)));
    }
    parts.into_any()
}

/// One of the charts, while the plan `has` its data.
fn figure(
    data: Data,
    has: fn(&Planned) -> bool,
    (title, caption): (Msg, Msg),
    draw: fn(&Planned, f64) -> Drawing,
    table: fn(&Planned) -> Twin,
) -> AnyView {
    let shown = Memo::new(move |_| data.with(|data| data.as_ref().is_some_and(has)));
    let draw = Callback::new(move |width| {
        data.with(|data| data.as_ref().map(|data| draw(data, width)))
            .unwrap_or_default()
    });
    let table = Callback::new(move |()| {
        data.with(|data| data.as_ref().map(table))
            .unwrap_or_default()
    });
    let words = |message| Signal::derive(move || text(message).to_owned());
    let (title, caption) = (words(title), words(caption));
    let view = move || {
        shown
            .get()
            .then(|| view! { <Figure title caption draw table/> }.into_any())
    };
    view.into_any()
}
