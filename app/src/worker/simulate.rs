//! The answer and its levers, simulated. A simulation is given up when another is asked for.

use super::message::{LeverOutcome, Reply};
use super::{Asked, turn};
use crate::browser::today;
use estimator::offer::Offer;
use estimator::serving::confirm::{Confirmation, Confirmed};
use estimator::serving::lever::levers;
use estimator::serving::link;
use estimator::serving::report::Report;
use estimator::serving::search::search;
use gloo::timers::future::TimeoutFuture;
use wasm_bindgen_futures::spawn_local;

/// How long an answer rests before its levers are asked, in milliseconds: each is a whole
/// search, and nobody reads them while typing.
const REST: u32 = 500;

/// Simulates the answer to a request, in turns of its own.
pub(crate) fn begin(asked: Asked) {
    spawn_local(simulate(asked));
}

/// Simulates the answer to a request, and replies unless another comes before: between
/// the runs of a simulation, messages are heard.
async fn simulate(request: Asked) {
    let number = request.number;
    let overtaken = || request.is_overtaken();
    turn::next().await;
    if overtaken() {
        return;
    }
    let (asked, _) = link::read(&request.question);
    let question = asked.question;
    let mut numbers = Vec::new();
    let mut least = f64::INFINITY;
    let resolved = catalog::resolve_on(&question, today()).ok();
    let mut asked = resolved
        .as_ref()
        .map(|(scenario, offers)| (Confirmation::new(scenario, offers), offers));
    if let Some((confirmation, _)) = &mut asked {
        // What is recommended is shown before what stands beside it.
        if !advanced(confirmation, &request, |confirmation| {
            confirmation.is_settled()
        })
        .await
        {
            return;
        }
        let settled = written(confirmation);
        if !settled.is_empty() {
            request.say(Reply::Settled {
                number,
                numbers: settled,
            });
        }
        if !advanced(confirmation, &request, |_| false).await {
            return;
        }
        numbers = written(confirmation);
    }
    request.say(Reply::Simulated { number, numbers });
    if let Some((mut confirmation, _)) = asked {
        let bound_cost = cost(confirmation.closed_form());
        let simulated = cost(&confirmation.into_report());
        // Where nothing keeps the demands, any answer is worth simulating.
        if let Some((bound, simulated)) = bound_cost.zip(simulated) {
            least = bound.max(simulated);
        }
    }
    TimeoutFuture::new(REST).await;
    if overtaken() {
        return;
    }
    let mut turned = question.clone();
    turned.fleet = question.fleet.turned();
    let mut numbers = Vec::new();
    if let Ok((scenario, offers)) = catalog::resolve_on(&turned, today()) {
        let mut confirmation = Confirmation::new(&scenario, &offers);
        if !advanced(&mut confirmation, &request, |_| false).await {
            return;
        }
        numbers = written(&confirmation);
    }
    request.say(Reply::Turned { number, numbers });
    for (index, (_, changed)) in levers(&question).iter().enumerate() {
        turn::next().await;
        if overtaken() {
            return;
        }
        let Ok((scenario, offers)) = catalog::resolve_on(changed, today()) else {
            continue;
        };
        let bound = search(&scenario, &offers);
        let mut found = outcome(index, &bound, &offers);
        // A lever that seems to save is simulated like the answer: the reply has its final figure.
        if found.cost.is_some_and(|cost| cost < least) {
            let mut confirmation = Confirmation::after(&scenario, &offers, bound);
            if !advanced(&mut confirmation, &request, |_| false).await {
                return;
            }
            found = outcome(index, &confirmation.into_report(), &offers);
        }
        request.say(Reply::Lever {
            number,
            outcome: found,
        });
    }
    request.say(Reply::End { number });
}

/// What was simulated, in numbers.
fn written(confirmation: &Confirmation<'_>) -> Vec<f64> {
    let confirmed = confirmation.confirmed().iter();
    confirmed.flat_map(Confirmed::numbers).collect()
}

/// Simulates to the end, or until it is `enough`; false once something else is wanted.
async fn advanced(
    confirmation: &mut Confirmation<'_>,
    request: &Asked,
    enough: impl Fn(&Confirmation<'_>) -> bool,
) -> bool {
    let step =
        |confirmation: &mut Confirmation<'_>| !confirmation.advance() || enough(confirmation);
    request
        .work(f64::INFINITY, confirmation, step, |_| ())
        .await
}

/// Dollars an hour of a report's recommendation; `None` where there is none, or no price.
fn cost(report: &Report) -> Option<f64> {
    let cost = report.recommended()?.best.as_ref()?.cost?;
    Some(cost.per_hour.get())
}

/// A report's recommendation as the outcome of a lever; without accelerators where there is none.
fn outcome(index: usize, report: &Report, offers: &[Offer]) -> LeverOutcome {
    let mut outcome = LeverOutcome {
        index,
        cost: None,
        accelerators: 0,
        name: String::new(),
        label: String::new(),
        as_of: String::new(),
    };
    let recommended = report.recommended().and_then(|candidate| {
        let offer = offers.get(candidate.offer)?;
        Some((offer, candidate.best.as_ref()?))
    });
    if let Some((offer, sizing)) = recommended {
        outcome.cost = cost(report);
        outcome.accelerators = sizing.accelerators();
        outcome.name.clone_from(&offer.accelerator.name);
        if let Some(price) = sizing.price(offer) {
            outcome.label.clone_from(&price.label);
            outcome.as_of.clone_from(&price.as_of);
        }
    }
    outcome
}
