//! A result of `MLPerf` inference beside the estimate of the same system: what the summary does not
//! say is asked for.

use super::calibrate::fields::{Asked, Fields};
use super::calibrate::typed::{Ready, Typed};
use super::calibrate::words::left_out;
use super::sheet::plain;
use super::size;
use super::state::State;
use super::table::table;
use super::unit::Unit;
use crate::browser::filled;
use crate::i18n::{self, Msg, number, say, t, text};
use estimator::calibration::{
    Beside, Compared, LeftOut, Sending, Setup, Submitted, accelerators_of, submitted,
};
use estimator::choice::ModelChoice;
use estimator::decimal;
use estimator::export::paper::{Heading, Table};
use estimator::profile::{Group, board};
use estimator::serving::question::{Question, Traffic};
use leptos::prelude::*;

/// What comes of the fields: a setup with its figures, or what is wrong with them.
type Outcome = Result<(Ready, Result<Vec<Beside>, LeftOut>), ()>;

/// The card of a result; nothing for other files.
pub(super) fn card(state: State, facts: &Group) -> Option<AnyView> {
    let result = submitted(facts)?;
    let typed = RwSignal::new(begun(facts));
    let loads = vec![result.found()];
    let read = {
        let loads = loads.clone();
        Memo::new(move |_| typed.with(|typed| typed.read(&loads, i18n::marks())))
    };
    let asked = Asked {
        typed,
        loads: Signal::stored(loads),
        wrong: Signal::derive(move || read.with(|read| read.clone().err().unwrap_or_default())),
    };
    let outcome = Memo::new(move |_| -> Outcome {
        let (setup, asked) = read.get().map_err(|_| ())?;
        let lengths = (asked.1, result.answer.unwrap_or(asked.2));
        let beside = setup.beside(&result, lengths);
        Ok(((setup, asked), beside))
    });
    let verdict = move || outcome.with(|outcome| verdict(outcome));
    let rows = move || {
        let inside = outcome.with(|outcome| match outcome {
            Ok((_, Ok(all))) => Some(table(&plain(Msg::ProfileBeside, compared(all)))),
            _ => None,
        });
        inside.map(|inside| {
            let label = text(Msg::ProfileBeside);
            view! {
                <div class="scroll wrapping" tabindex="0" role="group" aria-label=label>
                    <table use:filled=inside></table>
                </div>
            }
        })
    };
    let address = Memo::new(move |_| {
        let question = outcome.with(|outcome| {
            let ((setup, asked), _) = outcome.as_ref().ok()?;
            Some(question(&result, setup, *asked))
        })?;
        Some(size::address(state, question))
    });
    let open = move || {
        let address = address.get()?;
        Some(view! { <a class="plain" href=address>{text(Msg::ProfileSizeOpen)}</a> })
    };
    let invalid = result.valid == Some(false);
    Some(
        view! {
            <section class="card calibrate">
                <h2>{t(Msg::ProfileBeside)}</h2>
                <p class="calibrate-says" role="status">{verdict}</p>
                <p class="stale-note" hidden=!invalid>{t(Msg::ProfileBesideInvalid)}</p>
                <Fields of=asked/>
                {rows}
                <p class="aside">{t(Msg::ProfileBesideSays)}</p>
                {open}
            </section>
        }
        .into_any(),
    )
}

/// What the summary says of its system, to be confirmed.
fn begun(facts: &Group) -> Typed {
    let mut typed = Typed::default();
    let Some(system) = facts.words("system") else {
        return typed;
    };
    let records = catalog::accelerators().iter();
    let found = board(system, None, records.map(|record| &record.accelerator));
    typed.accelerator = found.map(|board| board.id.clone());
    typed.count(accelerators_of(system));
    typed
}

/// How near the first figure is, in a sentence.
fn verdict(outcome: &Outcome) -> String {
    match outcome {
        Err(()) => text(Msg::CalibAsk).to_owned(),
        Ok((_, Err(why))) => text(left_out(*why)).to_owned(),
        Ok((_, Ok(all))) => {
            let Some(first) = all.first() else {
                return String::new();
            };
            let (unit, _) = look(first.figure);
            let (estimated, measured) = (unit.shown(first.estimated), unit.shown(first.measured));
            let times = number(first.ratio());
            if first.is_inside() {
                say::profile_beside_inside(&estimated, &measured, &times)
            } else {
                say::profile_beside_outside(&estimated, &measured, &times)
            }
        }
    }
}

fn look(figure: Compared) -> (Unit, Msg) {
    match figure {
        Compared::Output => (Unit::Tokens, Msg::ProfileFullOutput),
        Compared::Requests => (Unit::Requests, Msg::ProfileFullRequests),
        Compared::Ttft => (Unit::Time, Msg::ProfileTtft),
        Compared::Tpot => (Unit::Time, Msg::ProfileTpot),
        Compared::Request => (Unit::Time, Msg::ProfileE2e),
    }
}

/// A row a figure.
fn compared(all: &[Beside]) -> Table {
    let columns = [
        Msg::ProfileOfResult,
        Msg::ProfileOfEstimate,
        Msg::ProfileBand,
        Msg::ProfileRatio,
    ];
    let heads = columns.map(|name| Heading::figures(text(name)));
    let rows = all.iter().map(|beside| {
        let (unit, name) = look(beside.figure);
        let ends =
            [beside.band.low, beside.band.high].map(|end| unit.shown(beside.estimated * end));
        vec![
            text(name).to_owned(),
            unit.shown(beside.measured),
            unit.shown(beside.estimated),
            ends.join(" – "),
            number(beside.ratio()),
        ]
    });
    let first = Heading::words(text(Msg::ProfileFigure));
    Table {
        columns: std::iter::once(first).chain(heads).collect(),
        rows: rows.collect(),
    }
}

/// The question of the calculator about the same system.
fn question(result: &Submitted, setup: &Setup, asked: (f64, f64, f64)) -> Question {
    let whole = |tokens: f64| tokens.round().max(1.0);
    let mut question = Question {
        model: ModelChoice::Catalog(setup.model.id.clone()),
        weights: setup.weights,
        kv_cache: setup.kv_cache,
        input_tokens: whole(asked.1),
        output_tokens: whole(result.answer.unwrap_or(asked.2)),
        traffic: match result.sending {
            Sending::SingleStream => Traffic::Users(1.0),
            Sending::Offline | Sending::Server => Traffic::Rate(decimal::round(result.requests, 3)),
        },
        ..Question::default()
    };
    question.engine.engine = setup.engine;
    question.fleet.accelerators = vec![setup.chip.id.clone()];
    question
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A system's name fills in its accelerator and their number; `PySUT` nothing.
    #[test]
    fn a_system_is_known_by_its_name() {
        let of = |system: &str| {
            let facts = Group::from_json(&format!(r#"{{"system":"{system}"}}"#)).expect("facts");
            let typed = begun(&facts);
            (
                typed.accelerator.clone(),
                typed.text(super::super::calibrate::typed::Part::Count),
            )
        };
        let (board, count) = of("B200-SXM-180GBx8_TRT");
        assert_eq!(board.as_deref(), Some("nvidia-b200-sxm"));
        assert_eq!(count, "8");
        assert_eq!(of("PySUT"), (None, String::new()));
    }
}
