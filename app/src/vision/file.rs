//! The answer as a file.

use super::state::State;
use super::words::model;
use crate::browser;
use estimator::decimal::round;
use estimator::export::{Format, file_name};
use estimator::serving::question::Traffic;
use estimator::vision::sizing::export::{Document, write};
use estimator::vision::sizing::{Kind, Load, Question};
use leptos::prelude::GetUntracked;

/// Saves the answer in a format; `None` where there is none, or the browser refuses.
pub(super) fn save(state: State, format: Format, address: &str) -> Option<()> {
    let answer = state.answer.get_untracked()?;
    let question = answer.question();
    let text = write(
        format,
        &Document {
            question,
            offers: &answer.offers,
            report: &answer.report,
            link: Some(address),
        },
    );
    let about = [model(&question.model), load(question)];
    browser::save(&file_name(format, &about), format.mime(), &text)
}

/// The load as part of a file's name: `40-cameras`, `500-hours-a-day`.
fn load(question: &Question) -> String {
    let count = |amount: f64, of: &str| format!("{}-{of}", round(amount, 3));
    let items = |of: &str| count(question.items.unwrap_or(0.0), of);
    match (question.kind, question.load) {
        (_, Load::Cameras) => count(f64::from(question.cameras), "cameras"),
        (_, Load::Training) => count(f64::from(question.epochs), "epochs"),
        (Kind::Images, Load::Library) => items("images"),
        (Kind::Texts, _) if question.rate <= 0.0 => items("documents"),
        (Kind::Images | Kind::Texts | Kind::Prompts, _) => Traffic::Rate(question.rate).slug(),
        (Kind::Pictures, _) => count(question.daily, "images-a-day"),
        (Kind::Clips, _) => count(question.daily, "clips-a-day"),
        (Kind::Speech, Load::Streams) => count(f64::from(question.streams), "streams"),
        (Kind::Speech, _) => count(question.daily, "hours-a-day"),
    }
}
