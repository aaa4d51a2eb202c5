//! Every offer: the cheapest placement times replicas that holds the sessions within the promise
//! and before the cliff.
//!
//! Placements are those of the serving search, the best of every count and way to split a replica
//! at the hits of a warm cache. The number of replicas follows from what one bears
//! ([`super::borne`]).

use super::borne::{Borne, GRAIN, counted, many};
use super::report::{Candidate, Fall, Fallen, Found, Report, Sizing};
use super::scenario::Scenario;
use super::task::{Kinds, Task};
use crate::band::Evidence;
use crate::offer::Offer;
use crate::placement::Placement;
use crate::quantity::{Seconds, TokensPerSecond};
use crate::rental::cheapest_rented;
use crate::serving::cost::cost;
use crate::serving::estimate::performance;
use crate::serving::replica::{Point, Replica};
use crate::serving::report::{Demand, Estimate, Miss, Verdict};
use crate::serving::search::placements_of;
use crate::serving::sizing::whole;
use crate::serving::soundness::least_weighed;
use crate::session::cliff::Cliff;
use crate::session::law::{Law, Rhythm};
use crate::session::served::{Answer, Served};
use crate::session::{Population, Sessions};

/// Sizes every offer and ranks them.
#[must_use]
pub fn search(scenario: &Scenario, offers: &[Offer]) -> Report {
    let places = 0..offers.len();
    let all = places.map(|place| candidate(scenario, offers, place));
    Report::ranked(all.collect())
}

/// The answer for one offer.
#[must_use]
pub fn candidate(scenario: &Scenario, offers: &[Offer], index: usize) -> Candidate {
    let found = offers.get(index).map(|offer| sized(scenario, offer));
    let (verdict, best, weighed) = found.unwrap_or((Verdict::Unknown, None, f64::INFINITY));
    Candidate {
        offer: index,
        verdict,
        best,
        weighed,
    }
}

fn sized(scenario: &Scenario, offer: &Offer) -> (Verdict, Option<Sizing>, f64) {
    let placements = match placements_of(&warm(scenario), &scenario.counted, offer) {
        Ok(placements) => placements,
        Err(verdict) => return (verdict, None, f64::INFINITY),
    };
    let mut best: Option<(Sizing, Place)> = None;
    for placement in &placements {
        let borne = Borne {
            scenario,
            chip: &offer.accelerator,
            placement: *placement,
        };
        let below = best.as_ref().map(|(_, place)| *place);
        if let Some(bears) = replicas(&borne, offer, below)
            && let Some(sizing) = sizing(&borne, offer, &bears)
        {
            let place = Place::of(scenario, offer, &sizing);
            if below.is_none_or(|below| place.is_before(&below)) {
                best = Some((sizing, place));
            }
        }
    }
    if let Some((sizing, place)) = best {
        return (Verdict::Meets, Some(sizing), place.weighed);
    }
    let nearest = nearest(scenario, offer, &placements);
    let verdict = nearest
        .as_ref()
        .map_or(Verdict::Unknown, |_| Verdict::Misses);
    (verdict, nearest, f64::INFINITY)
}

/// The calculator's scenario at the hits of a warm cache, by which placements are told apart.
fn warm(scenario: &Scenario) -> crate::serving::scenario::Scenario {
    let load = &scenario.question.load;
    let found = scenario.limit();
    let mut warm = scenario.serving.clone();
    let input = warm.workload.input_tokens.max(1.0);
    let common = (load.shared / input).min(found);
    warm.workload.prefix_hit_rate = common;
    warm.serving.restored = found - common;
    warm
}

/// Where a sizing stands among others of its offer: by its weighed bill, of equal ones by its
/// stages, which gain nothing there, then by its accelerators.
#[derive(Clone, Copy)]
struct Place {
    weighed: f64,
    stages: u32,
    accelerators: u32,
}

impl Place {
    fn of(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Self {
        Self {
            weighed: sizing.weighed(scenario, offer),
            stages: sizing.estimate.placement.pipeline,
            accelerators: sizing.accelerators(),
        }
    }

    fn is_before(&self, other: &Self) -> bool {
        let rest = (self.stages, self.accelerators) < (other.stages, other.accelerators);
        self.weighed < other.weighed || (self.weighed <= other.weighed && rest)
    }
}

/// Replicas, what they bear, and where they fall over.
struct Bears {
    working: u32,
    many: f64,
    cliff: Option<Cliff>,
}

/// The fewest replicas of a placement; `None` where none bear the load, or where they cannot stand
/// before `below`.
fn replicas(borne: &Borne<'_>, offer: &Offer, below: Option<Place>) -> Option<Bears> {
    let scenario = borne.scenario;
    let placement = borne.placement;
    let each = placement.accelerators();
    let spares = scenario.question.asked.limits.spare_replicas;
    // Whatever its evidence is, it weighs no less.
    let is_behind = |replicas: u32| {
        let replicas = replicas.saturating_add(spares);
        let measured = Evidence::Measured;
        let least = Place {
            weighed: least_weighed(&scenario.serving, offer, (replicas, each), measured),
            stages: placement.pipeline,
            accelerators: replicas.saturating_mul(each),
        };
        below.is_some_and(|below| below.is_before(&least))
    };
    if is_behind(1) {
        return None;
    }
    let population = scenario.question.load.population;
    let asked = many(population);
    let first = borne.fewest(asked, |replicas| borne.within_promise(replicas))?;
    if is_behind(first) {
        return None;
    }
    let bears = |working: u32| {
        let kept = borne.within_promise(working);
        let cliff = borne.cliff(working);
        let fall = cliff.map(|cliff| counted(&cliff, population));
        Bears {
            working,
            many: fall.map_or(kept, |fall| kept.min(fall)),
            cliff,
        }
    };
    let least = bears(first);
    if least.many >= asked {
        return Some(least);
    }
    let more = borne.fewest(asked, |working| bears(working).many)?;
    Some(bears(more))
}

fn sizing(borne: &Borne<'_>, offer: &Offer, bears: &Bears) -> Option<Sizing> {
    let (scenario, working) = (borne.scenario, bears.working);
    let spares = scenario.question.asked.limits.spare_replicas;
    let replicas = working.saturating_add(spares);
    let served = borne.served(working)?;
    let answer = served.answer()?;
    let (replica, point) = (&answer.replica, &answer.point);
    let load = served.load();
    let times = f64::from(working);
    let warm = &answer.balance.warm;
    let turns = point.rate * times;
    let each = borne.placement.accelerators();
    let node = scenario.serving.limits.node(&offer.accelerator);
    let fallen = answer.balance.cold.and_then(|cold| {
        let (_, point, _) = served.at(&cold.shares)?;
        Some(Fallen {
            hits: cold.shares.found(),
            turns: point.rate * times,
            ttft: Seconds::new(point.ttft),
        })
    });
    let output = TokensPerSecond::new(turns * load.answer);
    let input = TokensPerSecond::new(turns * load.mean_input());
    Some(Sizing {
        replicas,
        spares,
        estimate: Estimate {
            placement: borne.placement,
            memory: replica.memory(point.users_at_percentile),
            performance: Some(performance(replica, point)),
        },
        cost: cheapest_rented(replicas, each, offer.prices(), node)
            .map(|(price, bill)| cost(bill, price, output, input, output)),
        misses: misses(scenario, replica, point),
        found: found(scenario, &served, &answer),
        fallen,
        fall: bears.cliff.map(|cliff| Fall {
            sessions: cliff.sessions,
            turns: cliff.rate * load.mean_turns(),
            hits: cliff.hits,
        }),
        bears: bears.many,
        present: load.present(warm.serves.latency),
        running: point.users * times,
        turns,
        task: task(load, &answer, turns),
    })
}

fn found(scenario: &Scenario, served: &Served<'_>, answer: &Answer) -> Found {
    let load = served.load();
    let warm = &answer.balance.warm;
    let rhythm = Rhythm {
        wait: warm.serves.wait,
        ..Rhythm::of(load)
    };
    let question = served.question();
    let routed = (question.routing, question.replicas);
    let law = Law::routed(
        load,
        load.rate(warm.serves.latency),
        rhythm,
        question.block,
        routed,
    );
    Found {
        accelerator: warm.shares.accelerator,
        host: warm.shares.host,
        limit: scenario.limit(),
        pool: question.tiers.accelerator,
        free: warm.free,
        host_pool: question.tiers.host,
        token_bytes: served.token(),
        footprint: law.footprint(load.delay.p90.get() + rhythm.wait),
        survival: warm.survival,
        within: warm.within,
        wait: rhythm.wait,
        restore: served
            .restore()
            .map(|restore| [restore.copied, restore.computed]),
    }
}

/// A finished session, with the time of a replica that its turns take.
fn task(load: &Sessions, answer: &Answer, turns: f64) -> Task {
    let point = &answer.point;
    let each = load.mean_turns();
    let whole = 1.0 / point.rate.max(f64::MIN_POSITIVE);
    // What others wait for it, since stages of a pipeline read side by side.
    let read = point.outcome.prompt.marginal;
    let written = load.answer * point.outcome.decode_step / point.outcome.running.max(1.0);
    // Reading and writing overlap where a replica is busy: together they take no more than all.
    let busy = (read + written).max(f64::MIN_POSITIVE);
    let less = (whole / busy).min(1.0);
    let shares = answer.balance.warm.shares;
    let input = load.mean_input() * each;
    Task {
        turns: each,
        tokens: Kinds {
            fresh: input * (1.0 - shares.found()),
            cached: input * shares.accelerator,
            restored: input * shares.host,
            answer: load.answer * each,
        },
        seconds: [read * less, written * less, (whole - busy * less).max(0.0)],
        finished: turns / each,
    }
}

fn misses(scenario: &Scenario, replica: &Replica, point: &Point) -> Vec<Miss> {
    let sla = &scenario.serving.sla;
    let (ttft, tpot) = replica.margins(point, sla);
    let latencies = [
        (Demand::Ttft, ttft * point.ttft_at_percentile, sla.ttft),
        (Demand::Tpot, tpot * point.tpot_at_percentile, sla.tpot),
    ];
    let missed = latencies.into_iter().filter_map(|(demand, value, limit)| {
        let limit = limit?;
        (value > limit.get() * GRAIN).then_some(Miss {
            demand,
            value: Seconds::new(value),
            limit,
        })
    });
    missed.collect()
}

/// Where no number of replicas keeps the promise: the placement that comes nearest with few
/// sessions a replica.
fn nearest(scenario: &Scenario, offer: &Offer, placements: &[Placement]) -> Option<Sizing> {
    let population = scenario.question.load.population;
    let present = match population {
        Population::AtOnce(many) => many,
        Population::PerHour(_) => scenario.question.load.present(0.0),
    };
    let mut best: Option<(Sizing, f64)> = None;
    for placement in placements {
        let borne = Borne {
            scenario,
            chip: &offer.accelerator,
            placement: *placement,
        };
        // A session a replica waits for nobody.
        let alone = Bears {
            working: whole(present),
            many: 0.0,
            cliff: None,
        };
        let Some(sizing) = sizing(&borne, offer, &alone) else {
            continue;
        };
        let over = sizing.misses.iter().map(|miss| miss.value / miss.limit);
        let over = over.fold(1.0, f64::max);
        if best.as_ref().is_none_or(|(_, known)| over < *known) {
            best = Some((sizing, over));
        }
    }
    best.map(|(sizing, _)| sizing)
}
