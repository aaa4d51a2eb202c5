//! The verdict: one sentence with the recommendation, its cost, what it keeps, who sells it; the
//! figures, each with its limit or its range; the runner-up.

use crate::browser;
use crate::control::{Announcer, emphasised, figure, strong};
use crate::i18n::{self, Msg, dollars, gib, integer, percent, say, t, text};
use crate::page::carried::{departing, unseen};
use crate::serving::answer::{doubt as mark, price_each, rented_machines, unproven};
use crate::vision::draft::Draft;
use crate::vision::solve::Answer;
use crate::vision::state::State;
use crate::vision::words::{self, time, time_chosen};
use estimator::band::Evidence;
use estimator::fleet::asked::{self, Workload, link as fleet};
use estimator::fleet::figures::Figures;
use estimator::quantity::Seconds;
use estimator::vision::sizing::report::{Candidate, Sizing, Verdict as Judged};
use estimator::vision::sizing::{Kind, beside};
use leptos::prelude::*;
use std::iter;

/// The answer in a line; reactive.
pub(in crate::vision) fn in_a_line(state: State) -> String {
    let answer = state.answer.get();
    answer.map_or_else(String::new, |answer| spoken(&answer))
}

/// The card.
#[component]
pub(in crate::vision) fn Verdict() -> impl IntoView {
    let state = State::of_page();
    let content = move || match state.answer.get() {
        Some(answer) => match recommended(&answer) {
            Some((candidate, sizing)) => verdict(state, &answer, candidate, sizing),
            None => nothing(state, &answer),
        },
        None => view! { <h2 class="headline">{t(Msg::VisionNoAnswer)}</h2> }.into_any(),
    };
    let verdict = Signal::derive(move || in_a_line(state));
    let stale = move || state.is_stale() && state.answer.with(Option::is_some);
    view! {
        <section id="answer" class="card verdict" tabindex="-1" aria-label=t(Msg::Answer)>
            <p class="stale-note" hidden=move || !stale()>{t(Msg::Stale)}</p>
            <div class:stale=stale>{content}</div>
            <Announcer verdict/>
        </section>
    }
    .into_any()
}

fn recommended(answer: &Answer) -> Option<(&Candidate, &Sizing)> {
    let candidate = answer.report.recommended()?;
    Some((candidate, candidate.best.as_ref()?))
}

/// `16 × L40S`: the boards that are paid for, as the table counts them.
fn in_short(sizing: &Sizing, name: &str) -> String {
    say::gpus_of(&integer(f64::from(sizing.accelerators())), name)
}

/// Those of them that nothing runs on.
fn stranded(sizing: &Sizing) -> Option<String> {
    let rent = sizing.rent.filter(|rent| rent.rented.stranded > 0)?;
    Some(say::vision_stranded(f64::from(rent.rented.stranded)))
}

/// The recommendation as a sentence, its subject marked.
fn headline(answer: &Answer) -> String {
    match recommended(answer) {
        Some((candidate, sizing)) => say::vision_run(
            &words::model(&answer.question().model),
            &strong(&in_short(sizing, answer.name(candidate))),
        ),
        None => text(Msg::VisionNothing).to_owned(),
    }
}

/// What it costs, as sentences.
fn cost(answer: &Answer, sizing: &Sizing) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(rent) = sizing.rent {
        sentences.push(say::vision_cost(
            &dollars(rent.rented.per_hour.get()),
            &dollars(rent.rented.per_month.get()),
        ));
    } else if sizing.replicas > 0 {
        sentences.push(text(Msg::VerdictNoPrice).to_owned());
    }
    if let Some(once) = sizing.once {
        let takes = time(once.takes);
        let boards = f64::from(once.replicas);
        let what = match answer.question().kind {
            Kind::Texts => Msg::VisionTheDocuments,
            _ if answer.question().trains() => Msg::VisionTheTraining,
            _ => Msg::VisionTheLibrary,
        };
        sentences.push(match once.bill {
            Some((_, cost)) => say::vision_once(boards, &dollars(cost.get()), &takes, text(what)),
            None => say::vision_once_unpriced(boards, &takes, text(what)),
        });
    }
    sentences
}

/// The headline and its cost, as they are read out.
fn spoken(answer: &Answer) -> String {
    let cost = recommended(answer).map(|(_, sizing)| cost(answer, sizing));
    let all = iter::once(headline(answer)).chain(cost.into_iter().flatten());
    let sentences: Vec<String> = all.collect();
    sentences.join(i18n::language().gap())
}

fn verdict(state: State, answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> AnyView {
    let offer = answer.offer(candidate);
    let doubt = offer.and_then(|offer| unproven(offer, answer.price(candidate)));
    let doubt = doubt.map(mark);
    let evidence = text(evidence(sizing.trust.evidence));
    let cost = cost(answer, sizing).join(i18n::language().gap());
    view! {
        <h2 class="headline">
            {emphasised(&headline(answer))} <br/> <span>{cost} " " {doubt}</span>
        </h2>
        <p class="lead">{lead(answer, sizing)} " " <span class="badge evidence">{evidence}</span></p>
        {gauge(answer, sizing)}
        <p class="bill">{bill(answer, candidate, sizing)}</p>
        {figures(answer, candidate, sizing)}
        <div class="others">{runner_up(state, answer)}</div>
        {to_fleet(state)}
    }
    .into_any()
}

/// A way to the page about fleets, with this as a workload there; none of what stands on several
/// boards, or arrives never.
fn to_fleet(state: State) -> AnyView {
    let go = move |_| {
        let answer = untrack(|| state.answer.get().zip(state.fragment()));
        if let Some((answer, from)) = answer {
            let on = beside::figures(
                &answer.scenario,
                &answer.offers,
                &answer.boards,
                &answer.report,
            );
            let name = words::model(&answer.question().model);
            let workload = Workload::by(
                &name,
                Figures {
                    on,
                    from: unseen(&from),
                },
            );
            let question = asked::Question {
                workloads: vec![workload],
                fleet: answer.question().fleet.clone(),
                ..asked::Question::nothing()
            };
            let fragment = fleet::write(&fleet::Link {
                question,
                view: state.frame.view(),
                size: String::new(),
            });
            browser::load(&browser::page_at("fleet/", &departing(&fragment)));
        }
    };
    let none = move || {
        let some = state.answer.with(|answer| {
            let sizing = recommended(answer.as_ref()?)?.1;
            (sizing.replicas > 0 && sizing.each == 1).then_some(())
        });
        some.is_none()
    };
    view! {
        <p hidden=none>
            <button type="button" class="plain" on:click=go>{t(Msg::VisionToFleet)}</button>
        </p>
    }
    .into_any()
}

/// The badge of an evidence.
pub(super) const fn evidence(evidence: Evidence) -> Msg {
    match evidence {
        Evidence::Measured => Msg::VisionMeasured,
        Evidence::Interpolated => Msg::VisionInterpolated,
        Evidence::Unmeasured => Msg::VisionUnmeasured,
    }
}

/// What it keeps: the load, the time at the percentile.
fn lead(answer: &Answer, sizing: &Sizing) -> String {
    let question = answer.question();
    let mut sentences = vec![say::vision_carries(&words::load(question))];
    if let Some(latency) = sizing.latency {
        let share = percent(question.percentile);
        sentences.push(match question.limit {
            Some(limit) => say::vision_keeps(&time_chosen(limit), &share, &time(latency)),
            None => say::vision_keeps_open(&share, &time(latency)),
        });
    }
    sentences.join(i18n::language().gap())
}

/// How much of the promise is used.
fn gauge(answer: &Answer, sizing: &Sizing) -> Option<AnyView> {
    let (limit, latency) = (answer.question().limit?, sizing.latency?);
    let used = (latency / limit).clamp(0.0, 1.0);
    let width = format!("{}%", estimator::decimal::round(100.0 * used, 1));
    let name = say::vision_gauge(&percent(used));
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

/// The machines, who sells them, the price of which day.
fn bill(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> String {
    let Some(price) = answer.price(candidate) else {
        return String::new();
    };
    let once = sizing.once.and_then(|once| once.bill);
    let rent = sizing.rent.or(once.map(|(rent, _)| rent));
    let machines = rent.map(|rent| rented_machines(price, &rent.rented));
    let all = [machines, stranded(sizing), Some(price_each(price))];
    let all: Vec<String> = all.into_iter().flatten().collect();
    all.join(i18n::language().gap())
}

/// The row of figures.
fn figures(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> AnyView {
    let question = answer.question();
    let trust = sizing.trust;
    let around = |value: Seconds| say::range(&time(value * trust.time), &time(value / trust.time));
    let limit = question.limit.map_or_else(
        || text(Msg::NoLimit).to_owned(),
        |limit| say::of_limit(&time_chosen(limit)),
    );
    let latency = sizing.latency.map(|latency| {
        figure(
            say::vision_at(
                &percent(question.percentile),
                text(words::promised(question.kind)),
            ),
            time(latency),
            limit,
            Some(around(latency)),
        )
    });
    let (unit, each) = words::rate(answer, sizing.capacity);
    let (_, low) = words::rate(answer, sizing.capacity / trust.time);
    let (_, high) = words::rate(answer, sizing.capacity * trust.time);
    let memory = sizing
        .fullest()
        .zip(answer.offer(candidate))
        .map(|(moment, offer)| {
            figure(
                text(Msg::ColMemory).to_owned(),
                gib(moment.total()),
                say::of_limit(&gib(offer.accelerator.memory)),
                None,
            )
        });
    let money = sizing.units.iter().take(2).map(|one| {
        figure(
            text(words::unit(question.kind, one)).to_owned(),
            dollars(one.cost.get()),
            String::new(),
            None,
        )
    });
    view! {
        <dl class="figures">
            {latency}
            {figure(
                text(Msg::VisionEach).to_owned(),
                each,
                text(unit).to_owned(),
                Some(say::range(&high, &low)),
            )}
            {memory}
            {money.collect_view()}
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
    let all: Vec<String> = cost(answer, sizing)
        .into_iter()
        .chain(stranded(sizing))
        .collect();
    let words = all.join(i18n::language().gap());
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
    let why = nearest.map(super::candidates::reason);
    let name = nearest
        .map_or("", |candidate| answer.name(candidate))
        .to_owned();
    let relax = nearest.and_then(|candidate| match candidate.verdict {
        Judged::Misses { least, .. } => Some(least),
        _ => None,
    });
    let relax = relax.map(|least| {
        // Half as much again, so that arrivals may wait for each other.
        let limit = rounded_up(least.get() * 1.5);
        let label = say::vision_allow(&time_chosen(Seconds::new(limit)));
        let choose = move |_| {
            state.choose(|draft| {
                let marks = i18n::marks();
                let mut question = draft
                    .question(marks)
                    .unwrap_or_else(|_| draft.chosen.clone());
                question.limit = Some(Seconds::new(limit));
                *draft = Draft::new(question, marks);
            });
        };
        view! { <button type="button" class="chip action" on:click=choose>{label}</button> }
    });
    let why = why.map(|why| say::vision_nearest(&name, &why));
    view! {
        <h2 class="headline">{t(Msg::VisionNothing)}</h2>
        <p class="lead">{why}</p>
        <div class="chips">{relax}</div>
    }
    .into_any()
}

/// Two significant digits, upwards.
fn rounded_up(value: f64) -> f64 {
    let step = 10f64.powf(value.max(1e-6).log10().floor() - 1.0);
    (value / step).ceil() * step
}
