//! The plan: when to add what as the load grows, and what following a day's demand saves.

mod day;
mod growth;
mod words;

use super::memory::shown;
use super::phrase::name;
use crate::chart::drawing::Drawing;
use crate::chart::figure::Figure;
use crate::chart::twin::{self, Twin};
use crate::i18n::{Msg, say, t, text};
use crate::state::State;
use estimator::plan::{Choice, DayPlan, Path, Replicas, cheapest, path, term};
use estimator::question::{Day, Traffic};
use leptos::prelude::*;

/// What the card shows: figures and names, words come in when it is shown.
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
}

/// Hardware for the horizon, and what one is bound to pay for it.
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
    let data = Memo::new(move |_| read(state));
    let has = move |part: fn(&Planned) -> bool| {
        Memo::new(move |_| data.with(|data| data.as_ref().is_some_and(part)))
    };
    let growing = has(|planned| planned.path.is_some());
    let following = has(|planned| planned.day.is_some());
    let growth = move || {
        growing.get().then(|| {
            figure(
                data,
                Msg::ChartPlanTitle,
                Msg::ChartPlanCaption,
                growth::draw,
                growth::table,
            )
        })
    };
    let day = move || {
        following.get().then(|| {
            figure(
                data,
                Msg::ChartDayTitle,
                Msg::ChartDayCaption,
                day::draw,
                day::table,
            )
        })
    };
    view! {
        <div class="charts">
            <section class="card plan" aria-labelledby="plan-title">
                <header class="card-head">
                    <h2 id="plan-title">{t(Msg::PlanTitle)}</h2>
                </header>
                {move || data.with(|data| data.as_ref().map(card))}
            </section>
            {growth}
            {day}
        </div>
    }
    .into_any()
}

fn read(state: State) -> Option<Planned> {
    let answer = state.details.get()?;
    let growth = state.growth();
    let candidate = state
        .selected
        .with(|selected| shown(&answer, selected.as_deref()))?;
    let (sizing, offer) = (candidate.best.as_ref()?, answer.offer(candidate)?);
    let question = &answer.question;
    let term = term(question.fleet.basis);
    let meets = candidate.meets();
    let kind = |most| Replicas::of(&answer.scenario, offer, sizing, most);
    let changes = growth.per_year != 0.0;
    let path = (meets && changes).then(|| {
        let most = estimator::plan::growth::most(&growth);
        path(kind(most), &growth, term)
    });
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
        .map(|hours| estimator::plan::day(&kind(1.0), hours, term));
    Some(Planned {
        name: name(&answer, candidate).to_owned(),
        traffic: question.traffic,
        meets,
        term,
        path,
        cheapest,
        day,
    })
}

fn card(planned: &Planned) -> AnyView {
    if !planned.meets {
        return view! { <p class="aside">{say::plan_misses(&planned.name)}</p> }.into_any();
    }
    if planned.path.is_none() && planned.day.is_none() {
        let section = text(Msg::GrowthMore);
        return view! { <p class="aside">{say::plan_none(section)}</p> }.into_any();
    }
    let mut facts = Vec::new();
    if let Some(path) = &planned.path {
        words::growth(planned, path, &mut facts);
    }
    if let Some(day) = &planned.day {
        words::day(planned, day, &mut facts);
    }
    let facts = facts
        .into_iter()
        .map(|fact| view! { <li>{fact}</li> })
        .collect_view();
    let steps = planned.path.as_ref().map(|path| {
        let table = twin::table(&words::steps(planned, path), text(Msg::PlanTitle));
        view! {
            <div class="scroll" tabindex="0" role="group" aria-labelledby="plan-title">
                {table}
            </div>
        }
    });
    view! {
        <ul class="facts">{facts}</ul>
        {steps}
    }
    .into_any()
}

/// One of the charts.
fn figure(
    data: Data,
    title: Msg,
    caption: Msg,
    draw: fn(&Planned, f64) -> Drawing,
    table: fn(&Planned) -> Twin,
) -> AnyView {
    let draw = Callback::new(move |width| {
        data.with(|data| data.as_ref().map(|data| draw(data, width)))
            .unwrap_or_default()
    });
    let table = Callback::new(move |()| {
        data.with(|data| data.as_ref().map(table))
            .unwrap_or_default()
    });
    view! {
        <Figure
            title=Signal::derive(move || text(title).to_owned())
            caption=Signal::derive(move || text(caption).to_owned())
            draw
            table
            pick=Callback::new(|_| ())
        />
    }
    .into_any()
}
