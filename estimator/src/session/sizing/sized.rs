//! The answer for an offer of which a placement and its replicas were found: the caches' balance,
//! latencies, the bill and a finished task.

use super::borne::{Borne, GRAIN};
use super::chosen::Chosen;
use super::report::{Fall, Fallen, Found, Sizing};
use super::scenario::Scenario;
use super::task::{Kinds, Task};
use crate::offer::Offer;
use crate::quantity::{Seconds, TokensPerSecond};
use crate::rental::cheapest_rented;
use crate::serving::cost::cost;
use crate::serving::estimate::performance;
use crate::serving::replica::{Point, Replica};
use crate::serving::report::{Demand, Estimate, Miss};
use crate::session::Sessions;
use crate::session::law::{Law, Rhythm};
use crate::session::served::{Answer, Served};

/// The sizing; `None` where the chip lacks a rate that is needed.
pub(super) fn sizing(borne: &Borne<'_>, offer: &Offer, chosen: &Chosen) -> Option<Sizing> {
    let (scenario, working) = (borne.scenario, chosen.working);
    let spares = scenario.question.asked.limits.spare_replicas;
    let replicas = working.saturating_add(spares);
    let served = borne.served(working)?;
    let answer = served.answer()?;
    let replica = &answer.replica;
    let sla = &scenario.serving.sla;
    let met = chosen.met.map(|met| met.on(&answer.point, sla));
    // Latencies are those of single turns where these were met.
    let point = met.as_ref().unwrap_or(&answer.point);
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
        fall: chosen.cliff.map(|cliff| Fall {
            sessions: cliff.sessions,
            turns: cliff.rate * load.mean_turns(),
            hits: cliff.hits,
        }),
        bears: chosen.bears.unwrap_or(0.0),
        present: load.present(warm.serves.latency),
        met: chosen.met,
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
