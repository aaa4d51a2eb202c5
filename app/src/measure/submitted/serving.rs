//! A result of `MLPerf` inference beside the estimate of the same system: what the summary does not
//! say is asked for.

use super::training::of_rows;
use super::{begun, ends, nearness};
use crate::browser::filled;
use crate::i18n::{self, Msg, number, t, text};
use crate::measure::calibrate::fields::{Asked, Fields};
use crate::measure::calibrate::typed::Ready;
use crate::measure::calibrate::words::left_out;
use crate::measure::sheet::plain;
use crate::measure::size;
use crate::measure::state::State;
use crate::measure::table::table;
use crate::measure::unit::Unit;
use estimator::calibration::{Beside, Compared, LeftOut, Sending, Setup, Submitted, submitted};
use estimator::choice::ModelChoice;
use estimator::decimal;
use estimator::export::paper::Table;
use estimator::profile::Group;
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
    let verdict = move || outcome.with(verdict);
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
    // Latencies that the result has and the estimate has not.
    let overrun = Memo::new(move |_| {
        outcome.with(|outcome| match outcome {
            Ok((_, Ok(all))) => {
                let timed =
                    |beside: &Beside| matches!(beside.figure, Compared::Ttft | Compared::Tpot);
                let measured = result.ttft.or(result.tpot).is_some();
                result.sending == Sending::Server && measured && !all.iter().any(timed)
            }
            _ => false,
        })
    });
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
                <p class="aside" hidden=move || !overrun.get()>{t(Msg::ProfileBesideOverrun)}</p>
                <p class="aside">{t(Msg::ProfileBesideSays)}</p>
                {open}
            </section>
        }
        .into_any(),
    )
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
            let pair = (first.estimated, first.measured);
            nearness(pair, first.band, look(first.figure).0)
        }
    }
}

/// How a figure is written, and its name.
fn look(figure: Compared) -> (fn(f64) -> String, Msg) {
    let time = |value| Unit::Time.shown(value);
    match figure {
        Compared::Output => (|value| Unit::Tokens.shown(value), Msg::ProfileFullOutput),
        Compared::Requests => (
            |value| Unit::Requests.shown(value),
            Msg::ProfileFullRequests,
        ),
        Compared::Ttft => (time, Msg::ProfileTtft),
        Compared::Tpot => (time, Msg::ProfileTpot),
        Compared::Request => (time, Msg::ProfileE2e),
    }
}

/// A row a figure.
fn compared(all: &[Beside]) -> Table {
    let rows = all.iter().map(|beside| {
        let (shown, name) = look(beside.figure);
        vec![
            text(name).to_owned(),
            shown(beside.measured),
            shown(beside.estimated),
            ends(beside.estimated, beside.band, shown),
            number(beside.ratio()),
        ]
    });
    of_rows(rows.collect())
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
