//! The verdict: hardware, bill, where it falls over and the room until then; the figures; the
//! runner-up, or what nothing keeps.

use crate::control::{Announcer, emphasised, figure, strong};
use crate::i18n::{self, Msg, dollars, integer, number, percent, say, t, text};
use crate::serving::answer::{
    at, doubt as mark, model_name, price_each, rented_machines, unproven,
};
use crate::sessions::draft::Draft;
use crate::sessions::solve::Answer;
use crate::sessions::state::State;
use crate::sessions::trace::Met;
use crate::sessions::words;
use estimator::quantity::Seconds;
use estimator::serving::report::{Demand, Verdict as Judged};
use estimator::session::Population;
use estimator::session::sizing::report::{Candidate, Sizing};
use leptos::prelude::*;
use std::iter;

/// The answer in a line; reactive.
pub(in crate::sessions) fn in_a_line(state: State) -> String {
    let answer = state.answer.get();
    let said = answer.map_or_else(String::new, |answer| spoken(&answer));
    let all: Vec<String> = iter::once(said).chain(refuted(state)).collect();
    all.join(i18n::language().gap())
}

/// That a log which was replayed does not keep the promise, and what it takes; `None` where it does,
/// or where none was. Reactive.
fn refuted(state: State) -> Option<String> {
    state.study.trace.met.with(|met| match met {
        Met::Done(what, replayed, fewest) if !replayed.met.kept => {
            let refutes = say::sessions_replay_refutes(&percent(replayed.met.good), what);
            Some([refutes.as_str(), fewest].join(i18n::language().gap()))
        }
        _ => None,
    })
}

/// The card.
#[component]
pub(in crate::sessions) fn Verdict() -> impl IntoView {
    let state = State::of_page();
    let content = move || match state.answer.get() {
        Some(answer) => match recommended(&answer) {
            Some((candidate, sizing)) => verdict(state, &answer, candidate, sizing),
            None => nothing(state, &answer),
        },
        None => view! { <h2 class="headline">{t(Msg::AnswerNone)}</h2> }.into_any(),
    };
    let verdict = Signal::derive(move || in_a_line(state));
    let refuted = Memo::new(move |_| refuted(state));
    let warning = move || {
        refuted
            .get()
            .map(|words| view! { <p class="problem">{words}</p> })
    };
    let stale = move || state.is_stale() && state.answer.with(Option::is_some);
    view! {
        <section id="answer" class="card verdict" tabindex="-1" aria-label=t(Msg::Answer)>
            <p class="stale-note" hidden=move || !stale()>{t(Msg::Stale)}</p>
            <div class:stale=stale>{content} {warning}</div>
            <Announcer verdict/>
        </section>
    }
    .into_any()
}

fn recommended(answer: &Answer) -> Option<(&Candidate, &Sizing)> {
    let candidate = answer.report.recommended()?;
    Some((candidate, candidate.best.as_ref()?))
}

/// `16 × H100`.
pub(in crate::sessions) fn in_short(sizing: &Sizing, name: &str) -> String {
    say::gpus_of(&integer(f64::from(sizing.accelerators())), name)
}

fn headline(answer: &Answer) -> String {
    match recommended(answer) {
        Some((candidate, sizing)) => say::sessions_run(
            &words::load(&answer.question().load),
            &model_name(&answer.question().asked.model),
            &strong(&in_short(sizing, answer.name(candidate))),
        ),
        None => text(Msg::SessionsNothing).to_owned(),
    }
}

/// What it costs an hour and a month.
pub(in crate::sessions) fn cost(sizing: &Sizing) -> String {
    match sizing.cost {
        Some(cost) => say::sessions_cost(
            &dollars(cost.per_hour.get()),
            &dollars(cost.per_month.get()),
        ),
        None => text(Msg::VerdictNoPrice).to_owned(),
    }
}

/// What is borne within the promise, the room until then as the load counts sessions, and where it
/// falls over.
fn cliff(answer: &Answer, sizing: &Sizing) -> String {
    let population = answer.question().load.population;
    let bears = words::borne(population, sizing.bears);
    let room = words::room(population, sizing.bears);
    let mut sentences = vec![match population {
        Population::AtOnce(_) => say::sessions_bears(&room, &bears),
        Population::PerHour(_) => say::sessions_bears_hourly(&room, &bears),
    }];
    sentences.push(match sizing.fall {
        Some(fall) => say::sessions_falls(&integer(fall.sessions.floor())),
        None => text(Msg::SessionsNoFall).to_owned(),
    });
    if let Some(fallen) = sizing.fallen {
        sentences.push(say::sessions_fallen(
            &percent(fallen.hits),
            &percent(sizing.found.all()),
            &words::time(fallen.ttft),
        ));
    }
    sentences.join(i18n::language().gap())
}

fn spoken(answer: &Answer) -> String {
    let more = recommended(answer).map(|(_, sizing)| {
        let gap = i18n::language().gap();
        [cost(sizing), cliff(answer, sizing)].join(gap)
    });
    let all: Vec<String> = iter::once(headline(answer)).chain(more).collect();
    all.join(i18n::language().gap())
}

fn verdict(state: State, answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> AnyView {
    let offer = answer.offer(candidate);
    let doubt = offer.and_then(|offer| unproven(offer, answer.price(candidate)));
    let doubt = doubt.map(mark);
    let performance = sizing.estimate.performance.as_ref();
    let evidence = performance.map_or(Msg::EvidenceNone, |performance| {
        words::evidence(performance.tpot.band.evidence)
    });
    view! {
        <h2 class="headline">
            {emphasised(&headline(answer))} <br/> <span>{cost(sizing)} " " {doubt}</span>
        </h2>
        <p class="lead">
            {cliff(answer, sizing)} " " <span class="badge evidence">{text(evidence)}</span>
        </p>
        {gauge(answer, sizing)}
        <p class="bill">{bill(answer, candidate, sizing)}</p>
        {figures(answer, sizing)}
        <div class="others">{runner_up(state, answer)}</div>
    }
    .into_any()
}

/// How far it is to where it falls over, or to the end of the promise.
fn gauge(answer: &Answer, sizing: &Sizing) -> Option<AnyView> {
    let load = answer.question().load;
    let (Population::AtOnce(asked) | Population::PerHour(asked)) = load.population;
    let used = (asked / sizing.bears).clamp(0.0, 1.0);
    if !used.is_finite() {
        return None;
    }
    let width = format!("{}%", estimator::decimal::round(100.0 * used, 1));
    let name = say::sessions_gauge(&percent(used));
    Some(
        view! {
            <div class="gauge" role="img" aria-label=name.clone() title=name.clone()>
                <i style:width=width></i>
            </div>
            <p class="aside">{name}</p>
        }
        .into_any(),
    )
}

/// The machines, how a replica is split, who sells them, the price of which day.
fn bill(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> String {
    let split = say::sessions_split(
        f64::from(sizing.replicas),
        &integer(f64::from(sizing.each())),
        &crate::serving::answer::split(sizing.estimate.placement),
    );
    let price = answer.price(candidate);
    let machines = price.zip(sizing.cost);
    let machines = machines.map(|(price, cost)| rented_machines(price, &cost.bill));
    let all = [Some(split), machines, price.map(price_each)];
    let all: Vec<String> = all.into_iter().flatten().collect();
    all.join(i18n::language().gap())
}

/// The row of figures.
fn figures(answer: &Answer, sizing: &Sizing) -> AnyView {
    let sla = answer.question().asked.sla;
    let limit = |limit: Option<Seconds>| {
        limit.map_or_else(
            || text(Msg::NoLimit).to_owned(),
            |limit| say::of_limit(&words::time(limit)),
        )
    };
    let at = at(sla.percentile);
    let found = &sizing.found;
    let tiers = if found.host_pool > 0.0 {
        say::sessions_tiers(&percent(found.accelerator), &percent(found.host))
    } else {
        say::sessions_of_most(&percent(found.limit))
    };
    let speeds = sizing.estimate.performance.as_ref().map(|speed| {
        let around = |latency: estimator::serving::report::Latency| {
            let middle = latency.at_percentile;
            let band = latency.band;
            // Of the true value over the estimate: the higher, the sooner.
            say::range(
                &words::time(middle * band.high),
                &words::time(middle * band.low),
            )
        };
        view! {
            {figure(
                say::figure_ttft(at),
                words::time(speed.ttft.at_percentile),
                limit(sla.ttft),
                Some(around(speed.ttft)),
            )}
            {figure(
                say::figure_tpot(at),
                words::time(speed.tpot.at_percentile),
                limit(sla.tpot),
                Some(around(speed.tpot)),
            )}
        }
    });
    let task = sizing
        .cost
        .and_then(|cost| sizing.task.cost(cost.per_hour))
        .map(|cost| {
            let beside = answer.api.map_or_else(String::new, |(api, prices)| {
                let at = sizing.task.at(&prices, found.limit).sum();
                say::sessions_at_api(&dollars(at), api.host)
            });
            figure(
                text(Msg::SessionsTask).to_owned(),
                dollars(cost.get()),
                beside,
                None,
            )
        });
    view! {
        <dl class="figures">
            {figure(text(Msg::SessionsHits).to_owned(), percent(found.all()), tiers, None)}
            {speeds}
            {figure(
                text(Msg::SessionsThroughput).to_owned(),
                integer(sizing.tokens()),
                say::sessions_tasks_hour(&number(sizing.task.finished * 3600.0)),
                None,
            )}
            {task}
        </dl>
    }
    .into_any()
}

/// The next one, as a button that opens its details.
fn runner_up(state: State, answer: &Answer) -> Option<AnyView> {
    let candidate = answer.report.candidates.get(answer.report.runner_up?)?;
    let sizing = candidate.best.as_ref()?;
    let id = answer.offer(candidate)?.accelerator.id.clone();
    let name = in_short(sizing, answer.name(candidate));
    let words = cost(sizing);
    let select = move |_| state.frame.select(Some(id.clone()));
    Some(
        view! {
            <button type="button" class="other" on:click=select>
                <b>{text(Msg::RunnerUp)} ": " {name}</b>
                {words}
            </button>
        }
        .into_any(),
    )
}

/// Where nothing on offer keeps the promise: the nearest, and a button with what would.
fn nothing(state: State, answer: &Answer) -> AnyView {
    let nearest = answer.report.candidates.first();
    let name = nearest
        .map_or("", |candidate| answer.name(candidate))
        .to_owned();
    let misses = nearest
        .filter(|candidate| candidate.verdict == Judged::Misses)
        .and_then(|candidate| candidate.best.as_ref())
        .map(|sizing| sizing.misses.clone())
        .unwrap_or_default();
    let relax = (!misses.is_empty()).then(|| {
        let allowed: Vec<(Demand, Seconds)> = misses
            .iter()
            .map(|miss| {
                (
                    miss.demand,
                    Seconds::new(words::rounded(1.5 * miss.value.get())),
                )
            })
            .collect();
        let label: Vec<String> = allowed
            .iter()
            .map(|(demand, limit)| match demand {
                Demand::Ttft => say::relax_ttft(&words::time(*limit)),
                Demand::Tpot => say::relax_tpot(&words::time(*limit)),
            })
            .collect();
        let choose = move |_| {
            let allowed = allowed.clone();
            state.choose(|draft| {
                let marks = i18n::marks();
                let question = draft.question(marks);
                let mut question = question.unwrap_or_else(|_| draft.chosen.clone());
                for (demand, limit) in allowed {
                    match demand {
                        Demand::Ttft => question.asked.sla.ttft = Some(limit),
                        Demand::Tpot => question.asked.sla.tpot = Some(limit),
                    }
                }
                *draft = Draft::new(question, marks);
            });
        };
        let label = label.join(text(Msg::ListComma));
        view! { <button type="button" class="chip action" on:click=choose>{label}</button> }
    });
    let why = nearest
        .map(|candidate| say::sessions_nearest(&name, &super::candidates::reason(candidate)));
    view! {
        <h2 class="headline">{t(Msg::SessionsNothing)}</h2>
        <p class="lead">{why}</p>
        <div class="chips">{relax}</div>
    }
    .into_any()
}
