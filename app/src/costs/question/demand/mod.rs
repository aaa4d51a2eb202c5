//! Demand over a day and a week, its growth, and how replicas follow it. The calculator's
//! link carries them; a change here searches nothing again.

mod draw;
mod profile;
mod typed;

pub(in crate::costs) use profile::name as day_name;
pub(in crate::costs) use typed::Typed;

use crate::control::{Choice, Disclosure, FieldProblem, NumberBox, Select, id_of};
use crate::costs::names::scaled_by;
use crate::costs::state::State;
use crate::i18n::{self, Msg, t, text};
use crate::page::sheet::Section;
use estimator::error::Field;
use estimator::serving::autoscaling::{Autoscaling, Controller};
use estimator::serving::question::Day;
use leptos::prelude::*;

/// The choice of no autoscaler.
const PLANNED: &str = "plan";

/// How replicas follow: a field, its name, its unit.
const SCALING: [(Field, Msg, Unit); 6] = [
    (
        Field::LeastReplicas,
        Msg::ScalingLeast,
        Unit::Word(Msg::SymbolReplicas),
    ),
    (
        Field::Cooldown,
        Msg::ScalingCooldown,
        Unit::Word(Msg::SymbolMin),
    ),
    (Field::Ahead, Msg::ScalingAhead, Unit::Word(Msg::SymbolMin)),
    (
        Field::MachineStart,
        Msg::ScalingMachine,
        Unit::Word(Msg::SymbolMin),
    ),
    (
        Field::Interruptions,
        Msg::ScalingInterruptions,
        Unit::Percent,
    ),
    (Field::Confidence, Msg::ScalingConfidence, Unit::Percent),
];

/// Those fields.
const SCALING_FIELDS: [Field; 6] = [
    Field::LeastReplicas,
    Field::Cooldown,
    Field::Ahead,
    Field::MachineStart,
    Field::Interruptions,
    Field::Confidence,
];

/// The unit behind a number.
#[derive(Clone, Copy)]
enum Unit {
    Word(Msg),
    Percent,
}

/// The section.
#[component]
pub(super) fn Demand() -> impl IntoView {
    let state = State::of_page();
    // A drawn week has its own weekend.
    let weekend = Memo::new(move |_| {
        state
            .study
            .asked
            .with(|asked| !matches!(asked.growth.day, Day::Week(_)))
    });
    let weekend = move || {
        weekend.get().then(|| {
            let standing = Signal::derive(move || {
                let day = state.study.asked.with(|asked| asked.growth.day.clone());
                let percent = 100.0 * catalog::traffic::weekend(&day);
                i18n::plain(percent.round(), i18n::language().marks())
            });
            number(
                Field::Weekend,
                Msg::DemandWeekend,
                Unit::Percent,
                Some(standing),
            )
        })
    };
    let scaling = SCALING
        .into_iter()
        .map(|(field, label, unit)| number(field, label, unit, None))
        .collect_view();
    view! {
        <Section heading=Msg::DemandHeading>
            {number(Field::Growth, Msg::GrowthRate, Unit::Percent, None)}
            <p class="aside">{t(Msg::DemandGrowthHint)}</p>
            <profile::Profile/>
            <draw::Drawing/>
            {weekend}
            <Disclosure
                title=Signal::derive(|| text(Msg::ScalingHeading).to_owned())
                fields=&SCALING_FIELDS
            >
                {autoscaler()}
                <p class="aside">{t(Msg::ScalingByHint)}</p>
                <div class="pairs">{scaling}</div>
                <p class="aside">{t(Msg::ScalingHint)}</p>
            </Disclosure>
        </Section>
    }
    .into_any()
}

/// Who sets the replicas.
fn autoscaler() -> AnyView {
    let state = State::of_page();
    let choices = || {
        let planned = Choice::new(PLANNED, text(Msg::ScalingByPlan));
        let by = |by: &Controller| Choice::new(by.id(), text(scaled_by(Some(*by))));
        let all = Controller::ALL.iter().map(by);
        std::iter::once(planned).chain(all).collect::<Vec<_>>()
    };
    let chosen = move || {
        let growth = state.study.asked.with(|asked| asked.growth.scaling);
        let by = growth.autoscaler.map_or(PLANNED, |chosen| chosen.by.id());
        by.to_owned()
    };
    // Settings that were tried by another controller are not its own.
    let choose = move |id: String| {
        let by = Controller::from_id(&id);
        state.choose_growth(|growth| growth.scaling.autoscaler = by.map(Autoscaling::ruled));
    };
    view! {
        <Select
            label=Msg::ScalingAutoscaler
            id="scaling-autoscaler"
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose=Callback::new(choose)
        />
    }
    .into_any()
}

/// A number of growth or demand, and its problem.
fn number(field: Field, label: Msg, unit: Unit, empty: Option<Signal<String>>) -> AnyView {
    let state = State::of_page();
    let id = id_of(field);
    let problem = format!("{id}-problem");
    let unit = match unit {
        Unit::Word(word) => view! { {t(word)} }.into_any(),
        Unit::Percent => "%".into_any(),
    };
    let write = move |text: String| {
        let marks = i18n::marks();
        // A readable number changes the question; the text stays as it is either way.
        let mut growth = untrack(|| state.study.asked.with(|asked| asked.growth.clone()));
        let mut typed = untrack(|| state.study.typed.get());
        typed.write(field, text, &mut growth, marks);
        state.study.typed.set(typed);
        if untrack(|| state.study.asked.with(|asked| asked.growth != growth)) {
            state.study.asked.update(|asked| asked.growth = growth);
        }
    };
    view! {
        <NumberBox
            id=id
            label=Signal::stored(label)
            text=Signal::derive(move || state.study.typed.with(|typed| typed.text(field).to_owned()))
            write=Callback::new(write)
            wrong=Signal::derive(move || crate::page::form::of_page().error_at(field).is_some())
            unit=Some(unit)
            empty
        >
            <FieldProblem field id=problem/>
        </NumberBox>
    }
    .into_any()
}
