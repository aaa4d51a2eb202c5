//! Demand and capacity in sentences.

use crate::costs::names::{basis, scaler};
use crate::i18n::{
    Msg, about, dollars, figures, integer, number, percent, say, seconds_chosen, text,
};
use estimator::choice::PriceBasis;
use estimator::kubernetes::manifest::Untried;
use estimator::money::Autoscaled;
use estimator::money::Report;
use estimator::money::demand::{Capacity, Demand, Unsaved, Zero};
use estimator::quantity::Seconds;
use estimator::serving::plan::NotZero;

/// Seconds of a minute.
const MINUTE: f64 = 60.0;

/// A share in percent, and that it is little where it would be none.
pub(super) fn share(share: f64) -> String {
    if share > 0.0 && share < 0.005 {
        format!("<\u{a0}{}", percent(0.01))
    } else {
        percent(share)
    }
}

/// The saving of following demand.
pub(super) fn lead(demand: &Demand) -> String {
    if let Some((on, month, saved, of)) = demand.saves() {
        return say::demand_saves(
            basis(on),
            &dollars(month.get()),
            &dollars(saved.get()),
            &percent(of),
        );
    }
    let why = demand.unsaved().map(|why| match why {
        Unsaved::Unpriced => Msg::DemandUnpriced,
        Unsaved::Committed => Msg::DemandSavesCommitted,
        Unsaved::Even => Msg::DemandSavesEven,
        Unsaved::Replicas => Msg::DemandSavesReplicas,
        Unsaved::Kept => Msg::DemandSavesKept,
        Unsaved::Instances => Msg::DemandSavesInstances,
    });
    why.map_or_else(String::new, |why| text(why).to_owned())
}

/// The sentences beside the table.
pub(super) fn facts(report: &Report) -> Vec<String> {
    let demand = &report.demand;
    let mut facts = vec![start(demand)];
    match &demand.autoscaled {
        Some(tried) => facts.extend(autoscaled(tried)),
        None if demand.saves().is_some() => facts.push(at_risk(demand)),
        None => {}
    }
    facts.extend(demand.untried.map(|why| {
        let words = match why {
            Untried::Even => Msg::DemandUntriedEven,
            Untried::Pools => Msg::DemandUntriedPools,
            Untried::Range => Msg::DemandUntriedRange,
        };
        text(words).to_owned()
    }));
    facts.push(zero(demand));
    let mut ways = demand.ways.iter();
    let spot_with_spares = |way: &&Capacity| way.basis == PriceBasis::Spot && way.spares > 0;
    facts.extend(ways.find(spot_with_spares).map(spot));
    if report.rents.iter().any(|rent| !rent.is_by_the_hour()) {
        facts.push(text(Msg::DemandCommitted).to_owned());
    }
    if demand.stranded > 0 {
        facts.push(say::demand_instances(
            f64::from(demand.stranded),
            &integer(f64::from(demand.instance)),
        ));
    }
    facts
}

/// Seconds, and minutes where there are two or more.
fn duration(time: Seconds) -> String {
    let minutes = time.get() / MINUTE;
    if minutes < 2.0 {
        seconds_chosen(time)
    } else {
        format!("{}\u{a0}{}", number(minutes), text(Msg::SymbolMin))
    }
}

fn start(demand: &Demand) -> String {
    let start = &demand.start;
    say::demand_start(
        &duration(start.all),
        &duration(start.engine),
        &duration(start.machine),
        &duration(start.weights),
    )
}

/// What was counted of the autoscaler, and with which settings.
pub(in crate::costs) fn autoscaled(tried: &Autoscaled) -> [String; 2] {
    let settings = &tried.settings;
    [
        say::demand_scaled(
            &integer(f64::from(settings.least)),
            scaler(tried.by),
            &duration(tried.start),
            &integer(settings.target),
            &integer(f64::from(settings.up)),
            &duration(Seconds::new(settings.window as f64)),
        ),
        say::demand_scaled_hours(
            &figures(tried.most_hours),
            &figures(tried.replica_hours),
            &share(tried.late),
            &figures(tried.least_hours),
            &duration(tried.waiting),
        ),
    ]
}

fn at_risk(demand: &Demand) -> String {
    let week = &demand.week;
    if week.at_risk.get() <= 0.0 {
        return text(Msg::DemandSafe).to_owned();
    }
    say::demand_at_risk(
        &integer((week.at_risk.get() / MINUTE).round()),
        &share(week.requests_at_risk),
        &integer((demand.start.all.get() / MINUTE).ceil()),
    )
}

/// Whether going to zero pays, and why not.
fn zero(demand: &Demand) -> String {
    match demand.zero {
        Zero::Pays {
            hours,
            waiting,
            saved,
        } => {
            let say = if demand.always == 0 {
                say::demand_zero_pays
            } else {
                say::demand_zero_would
            };
            let saved = super::known(saved, |saved| dollars(saved.get()));
            say(&about(f64::from(hours)), &saved, &share(waiting))
        }
        Zero::Not(NotZero::Busy) => text(Msg::DemandZeroBusy).to_owned(),
        Zero::Not(NotZero::Demands) => text(Msg::DemandZeroDemands).to_owned(),
        Zero::Not(NotZero::Uncounted) => text(Msg::DemandZeroUncounted).to_owned(),
        Zero::Useless => text(Msg::DemandZeroUseless).to_owned(),
        Zero::Kept => text(Msg::DemandZeroKept).to_owned(),
    }
}

fn spot(way: &Capacity) -> String {
    say::demand_spot(f64::from(way.spares), &share(way.short))
}
