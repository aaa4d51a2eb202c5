//! A training run, whose page fills this in.

use crate::control::{Choice, Disclosure, Select};
use crate::costs::fields::{ChoiceProblem, Number};
use crate::costs::state::State;
use crate::i18n::{Msg, t, text};
use estimator::money::Input;
use estimator::money::error::Field;
use leptos::prelude::*;

/// Its numbers.
const INPUTS: [Input; 3] = [Input::RunAccelerators, Input::RunHours, Input::RunTokens];

/// The choice of no run.
const NONE: &str = "";

/// The fields, folded away where no run is asked for.
#[component]
pub(super) fn Run() -> impl IntoView {
    let state = State::of_page();
    let chosen = move || {
        let run = state.draft.with(|draft| draft.chosen.run.clone());
        run.unwrap_or_default()
    };
    let choices = move || {
        let own = state.study.asked.with(|asked| {
            let own = asked.fleet.own_accelerator.as_ref();
            own.map(|own| Choice::new(&own.id, own.name.clone()))
        });
        let known = catalog::accelerators().iter();
        let known = known.map(|record| &record.accelerator);
        let known = known.map(|chip| Choice::new(&chip.id, chip.name.clone()));
        std::iter::once(Choice::new(NONE, text(Msg::ApiNone)))
            .chain(own)
            .chain(known)
            .collect::<Vec<_>>()
    };
    let choose = move |id: String| {
        state.choose(|draft| draft.chosen.run = (id != NONE).then_some(id));
    };
    let wrong = Signal::derive(move || {
        let fields = INPUTS.map(Field::Input);
        let mut fields = fields.into_iter().chain([Field::Run]);
        fields.any(|field| state.error_at(&field).is_some())
    });
    view! {
        <Disclosure
            title=Signal::derive(|| text(Msg::RunCostsHeading).to_owned())
            open=untrack(move || !chosen().is_empty())
            wrong
        >
            <Select
                label=Msg::RunOn
                id="cost-run"
                choices=Signal::derive(choices)
                chosen=Signal::derive(chosen)
                choose
            />
            <ChoiceProblem field=Field::Run/>
            {INPUTS.map(|input| view! { <Number input/> }).collect_view()}
            <p class="aside">{t(Msg::RunHint)}</p>
        </Disclosure>
    }
    .into_any()
}
