//! Names of questions and answers.

use crate::i18n::{Msg, compact, integer, number, say, seconds_chosen, text};
use crate::serving::answer::model_name;
use catalog::guide::{Family, Pace, TOKENS_A_PAGE, Task, amounts, models, paces};
use catalog::traffic;
use estimator::choice::ModelChoice;
use estimator::workload::Sla;

/// A question; the first has no task yet.
pub(super) fn question(question: usize, task: Option<&Task>) -> &'static str {
    let family = task.map(|task| task.family);
    let learns = matches!(family, Some(Family::Tuning | Family::Training));
    text(match (question, family) {
        (0, _) => Msg::GuideAskTask,
        (1, _) if learns => Msg::GuideAskSizeLearns,
        (1, _) => Msg::GuideAskSize,
        (2, _) if learns => Msg::GuideAskTokens,
        (2, Some(Family::Batch)) => Msg::GuideAskTexts,
        (2, _) => Msg::GuideAskPeople,
        (3, Some(Family::Serving)) => Msg::GuideAskPace,
        (3, _) => Msg::GuideAskTime,
        _ => Msg::GuideAskPlace,
    })
}

/// Help with the answer.
pub(super) fn hint(question: usize, task: Option<&Task>) -> Option<String> {
    let family = task?.family;
    Some(match (question, family) {
        (1, _) => text(Msg::GuideHintSize).to_owned(),
        (2, Family::Serving) => text(Msg::GuideHintPeople).to_owned(),
        (2, Family::Tuning | Family::Training) => say::guide_hint_tokens(&integer(TOKENS_A_PAGE)),
        _ => return None,
    })
}

/// An answer's name, and its meaning in a sentence; empty where the name says it all.
pub(super) fn answer(question: usize, task: Option<&Task>, id: &str) -> (String, String) {
    let family = task.map_or(Family::Serving, |task| task.family);
    match question {
        0 => both(TASKS, id),
        1 => {
            let (name, about) = both(SIZES, id);
            let of_model = of(models(family), id).map_or_else(String::new, model);
            let served = matches!(family, Family::Serving | Family::Batch);
            let about = if served {
                about + " " + &of_model
            } else {
                of_model
            };
            (name, about)
        }
        2 => {
            let count = of(amounts(family), id).unwrap_or(0.0);
            (amount(family, count), imagined(family, id, count))
        }
        3 => pace(id, of(paces(family), id).unwrap_or(Pace::Days(None))),
        _ => both(PLACES, id),
    }
}

/// The reason for a value of the question that is filled in.
pub(super) fn reason(question: usize, task: &Task, id: &str) -> String {
    let family = task.family;
    match (question, family) {
        (0, Family::Tuning) => text(Msg::GuideWhyTune).to_owned(),
        (0, Family::Training) => text(Msg::GuideWhyTrain).to_owned(),
        (0, _) => traffic::kind(task.id).map_or_else(String::new, |kind| {
            say::guide_why_trace(&number(kind.input), &number(kind.output), kind.source)
        }),
        (1, _) => {
            of(models(family), id).map_or_else(String::new, |id| say::guide_why_size(&name_of(id)))
        }
        (2, Family::Serving) => text(Msg::GuideWhyPeople).to_owned(),
        (2, Family::Batch) => text(Msg::GuideWhyTexts).to_owned(),
        (2, _) => text(Msg::GuideWhyTokens).to_owned(),
        (3, Family::Serving) => text(match id {
            "instant" | "patient" => Msg::GuideWhyMlperf,
            "fluent" => Msg::GuideWhyUsual,
            _ => Msg::GuideWhyWhenever,
        })
        .to_owned(),
        (3, _) => text(Msg::GuideWhyTime).to_owned(),
        _ => both(PLACES, id).1,
    }
}

/// How much of it, in its own unit.
pub(super) fn amount(family: Family, count: f64) -> String {
    match family {
        Family::Serving => say::guide_people(count),
        Family::Batch => say::guide_texts(count),
        Family::Tuning | Family::Training => say::guide_tokens(&compact(count)),
    }
}

/// A name of the catalogue.
pub(super) fn name_of(id: &str) -> String {
    model_name(&ModelChoice::Catalog(id.to_owned()))
}

fn model(id: &str) -> String {
    let billions = catalog::entry(id).map_or(0.0, |entry| entry.parameters / 1e9);
    say::guide_model(&number(billions), &name_of(id))
}

fn imagined(family: Family, id: &str, count: f64) -> String {
    match (family, id) {
        (Family::Serving, _) => both(PEOPLE, id).0,
        (Family::Batch, _) => String::new(),
        _ => say::guide_pages(&compact(count / TOKENS_A_PAGE)),
    }
}

fn pace(id: &str, pace: Pace) -> (String, String) {
    match pace {
        Pace::Limits(Sla {
            ttft: Some(first),
            tpot: Some(next),
            ..
        }) => {
            let about = say::guide_about_limits(&seconds_chosen(first), &seconds_chosen(next));
            (both(PACES, id).0, about)
        }
        Pace::Hours(hours) => (say::guide_hours(hours), String::new()),
        Pace::Days(Some(days)) => (say::guide_days(days), String::new()),
        Pace::Limits(_) | Pace::Days(None) => both(PACES, "whenever"),
    }
}

/// An answer's id, its name, its meaning.
type Named = (&'static str, Msg, Option<Msg>);

const TASKS: &[Named] = &[
    ("chat", Msg::GuideTaskChat, Some(Msg::GuideAboutChat)),
    ("rag", Msg::GuideTaskRag, Some(Msg::GuideAboutRag)),
    ("code", Msg::GuideTaskCode, Some(Msg::GuideAboutCode)),
    (
        "summarise",
        Msg::GuideTaskSummarise,
        Some(Msg::GuideAboutSummarise),
    ),
    ("agents", Msg::GuideTaskAgents, Some(Msg::GuideAboutAgents)),
    ("batch", Msg::GuideTaskBatch, Some(Msg::GuideAboutBatch)),
    ("tune", Msg::GuideTaskTune, Some(Msg::GuideAboutTune)),
    ("train", Msg::GuideTaskTrain, Some(Msg::GuideAboutTrain)),
];

const SIZES: &[Named] = &[
    ("small", Msg::GuideSizeSmall, Some(Msg::GuideAboutSmall)),
    ("medium", Msg::GuideSizeMedium, Some(Msg::GuideAboutMedium)),
    ("large", Msg::GuideSizeLarge, Some(Msg::GuideAboutLarge)),
    (
        "frontier",
        Msg::GuideSizeFrontier,
        Some(Msg::GuideAboutFrontier),
    ),
];

const PEOPLE: &[Named] = &[
    ("1", Msg::GuidePeople1, None),
    ("10", Msg::GuidePeople10, None),
    ("100", Msg::GuidePeople100, None),
    ("1000", Msg::GuidePeople1000, None),
];

const PACES: &[Named] = &[
    ("instant", Msg::GuidePaceInstant, None),
    ("fluent", Msg::GuidePaceFluent, None),
    ("patient", Msg::GuidePacePatient, None),
    (
        "whenever",
        Msg::GuidePaceWhenever,
        Some(Msg::GuideAboutWhenever),
    ),
];

const PLACES: &[Named] = &[
    ("price", Msg::GuidePlacePrice, Some(Msg::GuideAboutPrice)),
    ("year", Msg::GuidePlaceYear, Some(Msg::GuideAboutYear)),
    ("cloud", Msg::GuidePlaceCloud, Some(Msg::GuideAboutCloud)),
    ("europe", Msg::GuidePlaceEurope, Some(Msg::GuideAboutEurope)),
];

/// Name and meaning by id.
fn both(named: &[Named], id: &str) -> (String, String) {
    let row = named.iter().find(|(known, ..)| *known == id);
    row.map_or_else(Default::default, |(_, name, about)| {
        let about = about.map_or("", text);
        (text(*name).to_owned(), about.to_owned())
    })
}

fn of<T: Copy>(rows: &[(&str, T)], id: &str) -> Option<T> {
    let row = rows.iter().find(|(known, _)| *known == id);
    row.map(|(_, value)| *value)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use catalog::guide;

    /// No answer is offered that has no name.
    #[test]
    fn every_answer_has_a_name() {
        let has = |named: &[Named], id: &str| named.iter().any(|(known, ..)| *known == id);
        for task in guide::TASKS {
            assert!(has(TASKS, task.id), "{}", task.id);
            assert!(models(task.family).iter().all(|(id, _)| has(SIZES, id)));
            for (id, pace) in paces(task.family) {
                let named = has(PACES, id);
                assert!(named || !matches!(pace, Pace::Limits(_)), "{id}");
            }
            if task.family == Family::Serving {
                assert!(amounts(task.family).iter().all(|(id, _)| has(PEOPLE, id)));
            }
        }
        assert!(guide::PLACES.iter().all(|place| has(PLACES, place.id)));
    }
}
