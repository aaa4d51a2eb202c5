//! The calibration beside the answer: what it is made of, whether it counts for what is shown, and
//! the ways to turn it off, on, or drop it.

use super::shown;
use super::words::engine_name;
use crate::browser;
use crate::i18n::{Msg, percent, say, t, text};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::calibration::{Errors, Record, is_beyond, matches};
use leptos::prelude::*;

/// Whether the calibration counts for what is shown, and the load lies beyond what was measured.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Counts {
    here: bool,
    beyond: bool,
}

/// The chip; nothing where nothing was measured.
#[component]
pub(super) fn Calibrated() -> impl IntoView {
    let state = State::of_page();
    let record = Memo::new(move |_| state.draft.with(|draft| draft.chosen.calibration.clone()));
    let counts = Memo::new(move |_| {
        let record = record.get()?;
        let answer = state.answer.get()?;
        counts(&record, &answer, state.frame.selected.get().as_deref())
    });
    let any = Memo::new(move |_| record.with(Option::is_some));
    move || any.get().then(|| chip(state, record, counts))
}

fn counts(record: &Record, answer: &Answer, selected: Option<&str>) -> Option<Counts> {
    let candidate = shown(answer, selected)?;
    let chip = &answer.offer(candidate)?.accelerator;
    let scenario = &answer.scenario;
    let estimate = &candidate.best.as_ref()?.estimate;
    let here = matches(record, scenario, chip);
    let users = estimate.performance.as_ref()?.concurrency;
    Some(Counts {
        here,
        beyond: here && is_beyond(record, scenario, estimate.placement, users),
    })
}

fn chip(state: State, record: Memo<Option<Box<Record>>>, counts: Memo<Option<Counts>>) -> AnyView {
    let is =
        move |told: fn(&Record) -> bool| record.with(|record| record.as_deref().is_some_and(told));
    let off = move || is(|record| record.off);
    let beyond = move || counts.get().is_some_and(|counts| counts.beyond);
    let about = move || {
        record.with(|record| {
            let record = record.as_deref();
            record.map_or_else(String::new, |record| what(record, beyond()))
        })
    };
    let title = move || match counts.get() {
        _ if off() => text(Msg::CalibratedOff).to_owned(),
        Some(Counts { here: false, .. }) => text(Msg::CalibratedElsewhere).to_owned(),
        _ => say::calibrated(&about()),
    };
    let turn = move |_| {
        state.choose_in_question(|question| {
            if let Some(record) = &mut question.calibration {
                record.off = !record.off;
            }
        });
    };
    let turning = move || {
        text(if off() {
            Msg::CalibratedTurnOn
        } else {
            Msg::CalibratedTurnOff
        })
    };
    let drop = move |_| {
        state.choose_in_question(|question| question.calibration = None);
        // The button that had it is gone.
        browser::focus("answer");
    };
    view! {
        <details class="disclosure evidence calibrated">
            <summary>
                <b>{title}</b>
            </summary>
            <p>{move || say::calibrated_only(&about())}</p>
            <p hidden=move || !is(Record::is_unproven)>{t(Msg::CalibratedUnproven)}</p>
            <p hidden=move || !beyond()>{t(Msg::CalibratedBeyond)}</p>
            <button type="button" class="plain" on:click=turn>
                {turning}
            </button>
            " "
            <button type="button" class="plain" on:click=drop>
                {t(Msg::CalibratedDrop)}
            </button>
        </details>
    }
    .into_any()
}

/// What it is made of: engine, accelerator, model, rows, errors before and after; `beyond` what was
/// measured those of a whole level of users left out.
pub(crate) fn what(record: &Record, beyond: bool) -> String {
    let key = &record.key;
    let chip = catalog::accelerator(&key.accelerator);
    let chip = chip.map_or(key.accelerator.as_str(), |known| &known.accelerator.name);
    let model = catalog::entry(&key.model).map_or(key.model.as_str(), |entry| entry.name);
    let formats: Vec<&str> = record.weights.iter().map(|format| format.id()).collect();
    let error = |name: &str, errors: Option<Errors>| {
        let errors = errors?;
        let after = errors.beyond.filter(|_| beyond).unwrap_or(errors.after);
        Some(format!(
            "{name} {} → {}",
            percent(errors.before),
            percent(after)
        ))
    };
    let parts = [
        Some(engine_name(key.engine).to_owned()),
        Some(chip.to_owned()),
        Some(format!("{model} {}", formats.join("/"))),
        Some(say::calibrated_rows(f64::from(record.rows))),
        error("TPOT", record.tpot),
        error("TTFT", record.ttft),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(text(Msg::ListComma))
}
