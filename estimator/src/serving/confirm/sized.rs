//! What the simulation of a sizing comes to.

use super::{Confirmed, apart};
use crate::offer::Offer;
use crate::quantity::Seconds;
use crate::serving::queue::Simulated;
use crate::serving::queue::replica::Arrivals;
use crate::serving::replica::disaggregated::{Pools, needing};
use crate::serving::replica::{Point, Replica};
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::serving::sizing::{Draft, Total, complete_at, draft, filled, most_evenly, told_apart};
use crate::workload::{Certainty, Load, Sla, thinned};

/// What one of `working` replicas meets.
pub(super) fn share(scenario: &Scenario, replica: &Replica, working: u32) -> Option<Arrivals> {
    let work = &scenario.workload;
    let turn = replica.stay_alone() + work.think.get();
    let parts = f64::from(working);
    let variation = thinned(work.variation.arrivals, parts.recip());
    Arrivals::of(work.load.over(parts), variation, turn)
}

/// Whether a run on one of `working` replicas keeps `sla`, as sure as that asks: by the margins of
/// the sizing that it comes to.
pub(super) fn keeps(
    scenario: &Scenario,
    replica: &Replica,
    sla: &Sla,
    (simulated, working): (&Simulated, u32),
) -> bool {
    let (point, _) = met(scenario, replica, (simulated, working), None);
    simulated.keeps(sla, simulated.within, replica.margins(&point, sla))
}

/// A sizing with the replicas and the latencies of its simulation. Where the run has no
/// latencies to give, it is the closed form's: of a line that never ends it says how long
/// the run was, and one that was given up says nothing against the closed form.
pub(super) fn sized(
    scenario: &Scenario,
    offer: &Offer,
    replica: &Replica,
    closed_form: Draft,
    one: &Confirmed,
) -> Option<Sizing> {
    if one.simulated.given_up {
        let mut sizing = filled(scenario, offer, replica, &closed_form);
        sizing.simulated = Some(one.simulated);
        return Some(sizing);
    }
    let draft = match closed_form.pools {
        Some(_) => apart::redrafted(scenario, replica, closed_form, one),
        None => redrafted(scenario, replica, closed_form, (one.needed, one.working)),
    };
    let even = evenly(scenario, replica, &draft, one);
    if !one.simulated.steady {
        let point = match &draft.pools {
            Some(pools) => replica.apart(scenario.workload.load, pools),
            None => {
                share(scenario, replica, one.working).map(|_| standing(scenario, replica, one))?
            }
        };
        let mut sizing = complete_at(scenario, offer, replica, (&draft, &even), &point);
        sizing.simulated = Some(one.simulated);
        sizing.estimate.performance = None;
        sizing.headroom = 0.0;
        sizing.even_headroom = 0.0;
        sizing.chance = None;
        return Some(sizing);
    }
    let pools = draft.pools.as_ref();
    let (point, tpot) = met(scenario, replica, (&one.simulated, one.working), pools);
    let mut new = complete_at(scenario, offer, replica, (&draft, &even), &point);
    if let Some(performance) = &mut new.estimate.performance {
        performance.tpot.mean = Seconds::new(tpot);
        performance.request_latency = Seconds::new(one.simulated.latency.mean);
    }
    new.simulated = Some(one.simulated);
    Some(told_apart(scenario, offer, one.needed, new))
}

/// Where one of the working replicas stands by the closed form.
fn standing(scenario: &Scenario, replica: &Replica, one: &Confirmed) -> Point {
    let working = f64::from(one.working.max(1));
    match scenario.workload.load {
        Load::Poisson(rate) => {
            let most = replica.capacity();
            let users = replica.users_at_rate(rate / working, most).unwrap_or(most);
            replica.at(users, true)
        }
        load => match Total::of(load) {
            Total::Users(users) if replica.thinks() => {
                let most = replica.capacity();
                replica.at(replica.users_of_population(users / working, most), false)
            }
            Total::Users(users) => replica.at((users / working).ceil().max(1.0), false),
            Total::Rate(_) | Total::Anything => replica.at(1.0, false),
        },
    }
}

/// The most that a replica carries at even chances.
fn evenly(scenario: &Scenario, replica: &Replica, drafted: &Draft, one: &Confirmed) -> Point {
    let sla = &scenario.sla;
    if sla.certainty == Certainty::Even || drafted.pools.is_some() {
        return most_evenly(scenario, replica, drafted);
    }
    let even = draft(replica, scenario.workload.load, &sla.evenly());
    redrafted(scenario, replica, even, (one.even, one.working)).at_most
}

/// A draft with the replicas of its simulation: the fewest that keep the demands, and those that
/// work. What one carries within the demands is the closed form's, as far as the fewest are not one
/// too many or too few for that.
fn redrafted(
    scenario: &Scenario,
    replica: &Replica,
    draft: Draft,
    (needed, working): (u32, u32),
) -> Draft {
    let needed = f64::from(needed.max(1));
    let most = draft.at_most;
    let (asked, carried) = match Total::of(scenario.workload.load) {
        Total::Rate(rate) => (rate, most.rate),
        Total::Users(users) => (users, replica.population(most.users, most.rate)),
        Total::Anything => return draft,
    };
    let fuller = needing(carried, asked, needed) / carried.max(f64::MIN_POSITIVE);
    Draft {
        replicas: working,
        most: draft.most * fuller,
        at_most: Point {
            users: most.users * fuller,
            rate: most.rate * fuller,
            ..most
        },
        ..draft
    }
}

/// Seconds that the mean request stays.
pub(super) fn stay(replica: &Replica, simulated: &Simulated) -> f64 {
    simulated.ttft.mean + replica.lengths.output * simulated.tpot.mean
}

/// Where the simulated replica stands, and its mean time per token. Requests at once are
/// as many as Little's law makes of the rate and the mean latencies, or the rate is what
/// it makes of the users who wait.
fn met(
    scenario: &Scenario,
    replica: &Replica,
    (simulated, working): (&Simulated, u32),
    pools: Option<&Pools>,
) -> (Point, f64) {
    let percentile = scenario.sla.percentile;
    let (ttft, tpot) = (simulated.ttft.mean, simulated.tpot.mean);
    let stay = stay(replica, simulated);
    let each = f64::from(working);
    let (users, rate, open) = match scenario.workload.load {
        Load::Poisson(rate) => (rate / each * stay, rate / each, true),
        Load::Steady(users) => {
            let turn = stay + scenario.workload.think.get();
            (users / each * stay / turn, users / each / turn, false)
        }
        // Nothing else is simulated.
        _ => (simulated.users, simulated.rate, false),
    };
    let point = Point {
        users,
        rate,
        ttft,
        ttft_at_percentile: simulated.ttft.at(percentile),
        tpot_at_percentile: simulated.tpot.at(percentile),
        ..match pools {
            Some(pools) => replica.apart(scenario.workload.load, pools),
            None => replica.at(users, open),
        }
    };
    (point, tpot)
}
