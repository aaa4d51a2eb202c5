//! One optimizer step, part by part: where its time goes.

use crate::i18n::{Msg, integer, percent, say, seconds, t, text};
use crate::training::state::State;
use estimator::quantity::Seconds;
use estimator::training::report::StepParts;
use leptos::prelude::*;

/// The card: of the candidate that is shown.
#[component]
pub(super) fn Step() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.details.get()?;
        let candidate = answer.shown(state.frame.selected.get().as_deref())?;
        let run = candidate.best.as_ref()?;
        let step = run.estimate.speed.as_ref()?.step;
        let lead = say::step_lead(
            &integer(f64::from(answer.job.global_batch)),
            &seconds(step.total),
        );
        let rows: Vec<AnyView> = parts(&step)
            .into_iter()
            .filter(|(_, time)| time.get() > 0.0)
            .map(|(name, time)| row(name, time, time / step.total))
            .collect();
        Some(view! {
            <p class="aside">{lead}</p>
            <table class="parts">
                <thead>
                    <tr>
                        <th scope="col">{t(Msg::TablePart)}</th>
                        <th scope="col">{t(Msg::StepTime)}</th>
                        <th scope="col" colspan="2">{t(Msg::TableShare)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        })
    };
    view! {
        <section class="card" aria-labelledby="step-title">
            <h2 id="step-title">{t(Msg::StepHeading)}</h2>
            {content}
        </section>
    }
    .into_any()
}

fn row(name: Msg, time: Seconds, share: f64) -> AnyView {
    let width = format!("{}%", estimator::decimal::round(100.0 * share, 2));
    view! {
        <tr>
            <th scope="row">{text(name)}</th>
            <td>{seconds(time)}</td>
            <td>{percent(share)}</td>
            <td class="share" aria-hidden="true"><i style:width=width></i></td>
        </tr>
    }
    .into_any()
}

/// The parts by name, in the order of a step.
const fn parts(step: &StepParts) -> [(Msg, Seconds); 14] {
    [
        (Msg::StepLinear, step.linear),
        (Msg::StepAttention, step.attention),
        (Msg::StepElementwise, step.elementwise),
        (Msg::StepHead, step.head),
        (Msg::StepExperts, step.experts),
        (Msg::StepExchange, step.exchange),
        (Msg::StepTensor, step.tensor),
        (Msg::StepContext, step.context),
        (Msg::StepSharding, step.sharding),
        (Msg::StepBubble, step.bubble),
        (Msg::StepOptimizer, step.optimizer),
        (Msg::StepOffload, step.offload),
        (Msg::StepReference, step.reference),
        (Msg::StepFixed, step.fixed),
    ]
}
