//! The calibration in sentences.

use super::outcome::Outcome;
use super::typed::Wrong;
use crate::control;
use crate::i18n::{self, Msg, compact, integer, number, percent, say, text};
use estimator::calibration::{Fitted, Judged, LeftOut, Quantity, Refusal, Standing};
use estimator::error::{Field, FieldError, Problem};

/// What to do, in one sentence or two.
pub(super) fn verdict(outcome: &Outcome) -> String {
    let says = match outcome {
        Outcome::Nothing => return String::new(),
        Outcome::Wrong(_) => vec![text(Msg::CalibAsk).to_owned()],
        Outcome::Done { fit, .. } => match fit {
            Ok(fitted) => fitting(fitted),
            Err(Refusal::NoRows) => vec![text(Msg::CalibNoRows).to_owned()],
            Err(Refusal::NoNearer) => vec![text(Msg::CalibNoNearer).to_owned()],
            Err(Refusal::Cap(_)) => vec![text(Msg::CalibCap).to_owned()],
        },
    };
    says.join(i18n::language().gap())
}

fn fitting(fitted: &Fitted) -> Vec<String> {
    if !fitted.is_proven() {
        return vec![text(Msg::CalibUnproven).to_owned()];
    }
    let of = |name: Msg, judged: Option<Judged>| {
        let judged = judged?;
        let (before, after) = (percent(judged.errors.before), percent(judged.errors.after));
        Some(if judged.applied {
            say::calib_nearer(&after, &before, text(name))
        } else {
            say::calib_not_nearer(text(name))
        })
    };
    let says = [
        of(Msg::ProfileTpot, fitted.tpot),
        of(Msg::ProfileTtft, fitted.ttft),
    ];
    let mut says: Vec<String> = says.into_iter().flatten().collect();
    says.push(text(Msg::CalibApplySays).to_owned());
    says
}

/// Where the rows stand among published runs, a sentence a quantity.
pub(super) fn standings(standings: &[(Quantity, Standing)]) -> Vec<String> {
    let said = standings.iter().map(|(quantity, standing)| {
        let name = match quantity {
            Quantity::Tpot => Msg::ProfileTpot,
            Quantity::Ttft => Msg::ProfileTtft,
        };
        say::calib_standing(
            text(name),
            &integer((100.0 * standing.percentile).round()),
            &number(standing.efficiency),
            &integer(standing.of as f64),
        )
    });
    said.collect()
}

/// Why a load is left out.
pub(in crate::measure) const fn left_out(why: LeftOut) -> Msg {
    match why {
        LeftOut::Failures => Msg::CalibLeftFailures,
        LeftOut::FewEach => Msg::CalibLeftFewEach,
        LeftOut::Short => Msg::CalibLeftShort,
        LeftOut::ColdStart => Msg::CalibLeftCold,
        LeftOut::NoRoom => Msg::CalibLeftRoom,
        LeftOut::NoRate => Msg::CalibLeftRate,
    }
}

/// What is wrong with a field.
pub(super) fn wrong(wrong: &Wrong) -> String {
    let problem = |field: Field, problem: Problem| control::words(&FieldError { field, problem });
    match wrong {
        Wrong::Choice => text(Msg::ProblemMissing).to_owned(),
        Wrong::Size(file, model) => say::calib_bad_size(&compact(*file), &compact(*model)),
        Wrong::Model(name) => problem(Field::Model, Problem::Unknown { name: name.clone() }),
        // Which of the calculator's numbers it is matters to none of them.
        Wrong::Number(number) => problem(Field::InputTokens, number.clone()),
        Wrong::Replicas => text(Msg::CalibBadCount).to_owned(),
        Wrong::Split => text(Msg::CalibBadSplit).to_owned(),
    }
}
