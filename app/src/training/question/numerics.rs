//! Number formats, optimizer, software, loss, attention.

use super::select;
use crate::control::Disclosure;
use crate::i18n::{Msg, say, text};
use crate::training::fields::FieldProblem;
use crate::training::state::State;
use crate::training::words::{optimizer_name, precision_name, stack_name};
use estimator::training::error::Field;
use estimator::training::method::{Kernel, Loss, Optimizer, Precision, Stack};
use leptos::prelude::*;

/// The disclosure; its title names the choices.
#[component]
pub(super) fn Numerics() -> impl IntoView {
    let state = State::of_page();
    let title = move || {
        state.draft.with(|draft| {
            let question = &draft.chosen;
            say::numerics_more(
                &optimizer_name(question.optimizer),
                &precision_name(question.precision),
                stack_name(question.stack),
            )
        })
    };
    view! {
        <Disclosure title=Signal::derive(title) wrong=state.is_wrong([Field::Stack])>
            <div class="pair">
                {select(Msg::Precision, "field-Precision", Precision::ALL, Precision::id, precision_name, |question| {
                    question.precision
                }, |question, precision| question.precision = precision)}
                {select(Msg::Optimizer, "field-Optimizer", Optimizer::ALL, Optimizer::id, optimizer_name, |question| {
                    question.optimizer
                }, |question, optimizer| question.optimizer = optimizer)}
            </div>
            <div class="pair">
                {select(Msg::Stack, "field-Stack", Stack::ALL, Stack::id, |stack| {
                    stack_name(stack).to_owned()
                }, |question| question.stack, |question, stack| question.stack = stack)}
                {select(Msg::Loss, "field-Loss", Loss::ALL, Loss::id, loss, |question| {
                    question.loss
                }, |question, loss| question.loss = loss)}
            </div>
            <FieldProblem field=Field::Stack/>
            {select(Msg::StepAttention, "field-Attention", Kernel::ALL, Kernel::id, kernel, |question| {
                question.attention
            }, |question, kernel| question.attention = kernel)}
        </Disclosure>
    }
    .into_any()
}

fn kernel(kernel: Kernel) -> String {
    text(match kernel {
        Kernel::Flash => Msg::AttentionFlash,
        Kernel::Plain => Msg::AttentionPlain,
    })
    .to_owned()
}

fn loss(loss: Loss) -> String {
    text(match loss {
        Loss::Plain => Msg::LossPlain,
        Loss::Fused => Msg::LossFused,
        Loss::Chunked => Msg::LossChunked,
    })
    .to_owned()
}
