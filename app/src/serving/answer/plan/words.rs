//! The plan in sentences, and its steps as a table.

use super::{Autoscaled, Planned};
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, dollars, integer, percent, say, text};
use crate::serving::answer::phrase::{load_in_words, scaled};
use estimator::serving::plan::{DayPlan, Path, Step};
use estimator::serving::question::Traffic;

/// Steps told in a sentence; the table has them all.
const TOLD: usize = 4;

/// The steps of the plan, and their cost.
pub(super) fn growth(planned: &Planned, path: &Path, facts: &mut Vec<String>) {
    facts.push(say::plan_steps(&planned.name, &told(&path.steps)));
    match (path.in_steps, path.at_once) {
        (Some(steps), Some(once)) => {
            facts.push(say::plan_costs(
                f64::from(path.once.months),
                &dollars(once.bound().get()),
                &count(path.once.replicas),
                &dollars(steps.bound().get()),
            ));
            if let Some((amount, share)) = path.saved() {
                facts.push(say::plan_saves(&dollars(amount.get()), &percent(share)));
            }
            if planned.term > 1 {
                facts.push(say::plan_beyond(
                    &dollars(once.beyond.get()),
                    &dollars(steps.beyond.get()),
                ));
            }
        }
        _ => facts.push(text(Msg::VerdictNoPrice).to_owned()),
    }
    if let Some([steps, once]) = &planned.cheapest {
        facts.push(say::plan_cheapest_steps(
            &dollars(steps.cost),
            &steps.hardware,
        ));
        facts.push(say::plan_cheapest_once(&dollars(once.cost), &once.hardware));
    }
    if let Some(month) = path.too_much {
        facts.push(say::plan_too_much(&month.to_string()));
    }
}

/// Today's replicas, and the steps that follow: the first ones and the last.
fn told(steps: &[Step]) -> String {
    let mut words = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let last = index + 1 == steps.len();
        if index == 0 {
            words.push(say::plan_now(f64::from(step.replicas)));
        } else if index < TOLD - 1 || last {
            words.push(say::plan_from(
                &step.month.to_string(),
                &count(step.replicas),
            ));
        } else if index == TOLD - 1 {
            words.push("…".to_owned());
        }
    }
    words.join(text(Msg::ListComma))
}

fn count(replicas: u32) -> String {
    integer(f64::from(replicas))
}

/// The same under the autoscaler of the question, where it could be tried.
pub(super) fn autoscaled(autoscaled: Option<Autoscaled>, facts: &mut Vec<String>) {
    let Some(Autoscaled { gpu_hours, month }) = autoscaled else {
        return;
    };
    let hours = integer(gpu_hours);
    facts.push(match month {
        Some(month) => say::plan_day_autoscaled(&dollars(month.get()), &hours),
        None => say::plan_day_scaled(&hours),
    });
}

/// The saving of following demand.
pub(super) fn day(planned: &Planned, day: &DayPlan, facts: &mut Vec<String>) {
    if day.most_started == 0 {
        facts.push(text(Msg::PlanDayFlat).to_owned());
        return;
    }
    facts.push(say::plan_day_idle(&percent(day.idle)));
    facts.push(say::plan_day_follow(
        &integer(day.static_hours),
        &integer(day.followed_hours),
    ));
    if planned.term > 1 {
        facts.push(text(Msg::PlanDayCommitted).to_owned());
    } else if let (Some(followed), Some(fixed)) = (day.followed_cost, day.static_cost) {
        facts.push(say::plan_day_cost(
            &dollars(fixed.get()),
            &dollars(followed.get()),
        ));
    }
    facts.push(say::plan_day_start(f64::from(day.most_started)));
}

/// The month, or that it is today.
pub(super) fn month(month: u32) -> String {
    if month == 0 {
        text(Msg::PlanToday).to_owned()
    } else {
        month.to_string()
    }
}

/// The same where nothing else says that it is a month.
pub(super) fn month_named(month: u32) -> String {
    if month == 0 {
        text(Msg::PlanToday).to_owned()
    } else {
        say::plan_month_named(&month.to_string())
    }
}

/// A load in units of today's, as the user counts it.
pub(super) fn load(planned: &Planned, load: f64) -> String {
    // Part of a user is one that must be served.
    load_in_words(match planned.traffic {
        Traffic::Users(users) => Traffic::Users((users * load - 1e-6).ceil().max(1.0)),
        other => scaled(other, load),
    })
}

/// The table of steps.
pub(super) fn steps(planned: &Planned, path: &Path) -> Twin {
    let row = |step: &Step| {
        vec![
            month(step.month),
            load(planned, step.load),
            count(step.replicas),
            count(step.accelerators),
            count(step.nodes),
            count(step.stranded),
            step.per_month
                .map_or_else(String::new, |cost| dollars(cost.get())),
        ]
    };
    let titles = [
        Msg::PlanLoad,
        Msg::WhyReplicas,
        Msg::PlanGpus,
        Msg::PlanNodes,
        Msg::PlanStranded,
        Msg::FigureMonth,
    ];
    let figures = titles.map(|title| Column::figures(text(title)));
    Twin {
        columns: std::iter::once(Column::words(text(Msg::PlanMonth)))
            .chain(figures)
            .collect(),
        rows: path.steps.iter().map(row).collect(),
    }
}
