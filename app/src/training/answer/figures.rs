//! The five figures of the verdict, each with its limit or its range.

use crate::control::figure;
use crate::i18n::{Msg, about, dollars, gib, number, percent, say, text};
use crate::training::solve::Answer;
use crate::training::words::{cost, duration, duration_chosen};
use estimator::training::report::Run;
use leptos::prelude::*;

/// The row of figures.
pub(super) fn figures(answer: &Answer, run: &Run) -> AnyView {
    let limit = answer.limits.deadline.map_or_else(
        || text(Msg::NoLimit).to_owned(),
        |limit| say::of_limit(&duration_chosen(limit)),
    );
    let memory = &run.estimate.memory;
    let speed = run.estimate.speed.as_ref();
    let range = speed.map(|speed| {
        let band = speed.band;
        // The start has no speed.
        let start = run.start.total();
        let at = |factor: f64| duration(start + (run.wall - start) / factor);
        say::range(&at(band.low), &at(band.high))
    });
    let hours = say::figure_hours(&about(run.accelerator_hours));
    let paid = match answer.limits.budget {
        Some(budget) => say::of_limit(&dollars(budget.get())),
        None => hours,
    };
    let rate = speed.map(|speed| {
        let each = speed.tokens.get();
        let range = |factor| number(each * factor);
        figure(
            text(Msg::FigureEach).to_owned(),
            number(each),
            text(Msg::TokensPerSecond).to_owned(),
            Some(say::range(&range(speed.band.high), &range(speed.band.low))),
        )
    });
    let mfu = speed.map(|speed| {
        figure(
            text(Msg::FigureMfu).to_owned(),
            percent(speed.utilization),
            text(Msg::FigureMfuOf).to_owned(),
            None,
        )
    });
    view! {
        <dl class="figures">
            {figure(text(Msg::FigureWall).to_owned(), duration(run.wall), limit, range)}
            {figure(text(Msg::FigureCost).to_owned(), cost(run.cost), paid, None)}
            {rate}
            {mfu}
            {figure(
                text(Msg::FigureMemory).to_owned(),
                gib(memory.needed()),
                say::of_limit(&gib(memory.capacity)),
                None,
            )}
        </dl>
    }
    .into_any()
}
