//! What to change, as changes of a question: each asked by itself, with the price of its answer and
//! the page that opens with it filled in. Nothing of another change is in a price, so that no two are
//! ever added.

use super::suited::{is_fewer, is_served, is_trained, picked};
use super::trained;
use crate::browser;
use crate::i18n::{Msg, dollars, integer, say, t, text};
use crate::measure::advice::{self, Wanted};
use crate::measure::open::{self, Open};
use crate::measure::size;
use crate::measure::state::State;
use crate::page::beside::Beside;
use crate::page::work::{Ready, Runner};
use crate::serving::answer::{change_name, model_name};
use crate::serving::solve;
use crate::training::answer::lever_name;
use crate::training::solve::{Answer, Search};
use crate::training::words::{cost, duration};
use estimator::serving::lever as serving;
use estimator::serving::question::Question;
use estimator::training;
use estimator::training::lever::{Resolved, levers};
use estimator::training::link;
use leptos::prelude::*;
use std::sync::Arc;

/// A change with its price, in words, and the page that opens with it.
#[derive(Clone, PartialEq)]
struct Priced {
    says: String,
    address: String,
    open: Msg,
}

/// The list; nothing where no change of a question would do what is to do.
pub(super) fn list() -> AnyView {
    let state = State::of_page();
    let Some(measured) = state.measured.get_untracked() else {
        return ().into_any();
    };
    let Some(open) = open::of_file(state, &measured.facts) else {
        return view! { <p class="aside">{t(Msg::ProfileAgainstAsk)}</p> }.into_any();
    };
    let found = RwSignal::new(None::<Vec<Priced>>);
    let runner = Runner::of_page();
    let kept = Arc::clone(&measured);
    let done = move |all: Vec<Priced>| {
        let says = all.iter().map(|one| one.says.clone()).collect();
        state.told().changes.set(Some((Arc::clone(&kept), says)));
        let _ = found.try_set(Some(all));
    };
    let wanted = advice::wanted(&measured.facts);
    let model = match open {
        Open::Serving(question) => {
            let model = model_name(&question.model);
            browser::after_paint(move || of_serving(state, &question, &wanted, runner, done));
            model
        }
        Open::Training(fragment) => {
            let (question, selected) = trained::read(&fragment);
            let model = model_name(&question.model);
            of_training(state, question, selected, wanted, runner, done);
            model
        }
    };
    let working = move || {
        if found.with(Option::is_none) {
            text(Msg::ProfileAgainstWorking)
        } else {
            ""
        }
    };
    let items = move || {
        let all = found.get().unwrap_or_default().into_iter();
        let items = all.map(|one| {
            let label = format!("{}: {}", text(one.open), one.says);
            view! {
                <li>
                    {one.says} " "
                    <a class="plain" href=one.address aria-label=label>{text(one.open)}</a>
                </li>
            }
        });
        items.collect_view()
    };
    // The question as it is says nothing without a change of it.
    let nothing =
        Memo::new(move |_| found.with(|found| found.as_ref().is_some_and(|all| all.len() < 2)));
    view! {
        <div hidden=nothing>
            <h3>{t(Msg::ProfileAgainstChanges)}</h3>
            <p class="aside">{move || say::profile_against_of(&model)}</p>
            <p role="status">{working}</p>
            <ul>{items}</ul>
        </div>
    }
    .into_any()
}

/// Asks the calculator for the question as it is, and for every change of it.
fn of_serving(
    state: State,
    question: &Question,
    wanted: &[Wanted],
    runner: Runner,
    done: impl FnOnce(Vec<Priced>) + 'static,
) {
    let changed = picked(wanted, serving::levers(question), is_served);
    let changed = changed
        .into_iter()
        .map(|(lever, question)| (change_name(lever, &question), question));
    let first = (text(Msg::ProfileAgainstNow).to_owned(), question.clone());
    let all = std::iter::once(first).chain(changed).collect();
    let Some(turn) = runner.begin() else {
        return;
    };
    let begin = |(_, question): &(String, Question)| Some(Ready(solve::beside(question.clone())));
    let asked = Beside::new(all, begin, |ready| ready.0);
    asked.run(runner, turn, move |ended| {
        let priced = ended
            .into_iter()
            .filter_map(|((change, question), answer)| {
                let answer = answer??;
                let (offer, sizing) = answer.recommended()?;
                let cost = dollars(sizing.cost.as_ref()?.per_hour.get());
                let boards = integer(f64::from(sizing.accelerators()));
                let boards = say::gpus_of(&boards, &offer.accelerator.name);
                Some(Priced {
                    says: say::profile_against_hour(&boards, &change, &cost),
                    address: untrack(|| size::address(state, question)),
                    open: Msg::ProfileSizeOpen,
                })
            });
        done(priced.collect());
    });
}

/// A question of training with the name of its change.
type Trained = (String, training::question::Question);

/// Asks for the run as it is, then for every change of it: how many accelerators are half of it is
/// known once it is.
fn of_training(
    state: State,
    question: training::question::Question,
    selected: Option<String>,
    wanted: Vec<Wanted>,
    runner: Runner,
    done: impl FnOnce(Vec<Priced>) + 'static,
) {
    let Some(turn) = runner.begin() else {
        return;
    };
    let now = (text(Msg::ProfileAgainstNow).to_owned(), question);
    let asked = Beside::new(vec![now], begin, Search::into_answer);
    asked.run(runner, turn, move |ended| {
        let Some((now, Some(answer))) = ended.into_iter().next() else {
            return done(Vec::new());
        };
        let changes = changes(&answer, selected.as_deref(), &wanted);
        let first = run(state, &now, &answer, selected.as_deref());
        let asked = Beside::new(changes, begin, Search::into_answer);
        asked.run(runner, turn, move |ended| {
            let changed = ended
                .into_iter()
                .filter_map(|(change, answer)| run(state, &change, &answer?, selected.as_deref()));
            done(first.into_iter().chain(changed).collect());
        });
    });
}

fn begin((_, question): &Trained) -> Option<Search> {
    trained::search(question)
}

/// The changes of an answered question that do what is to do.
fn changes(answer: &Answer, selected: Option<&str>, wanted: &[Wanted]) -> Vec<Trained> {
    let asked = Resolved::new(&answer.question, &answer.job, &answer.limits);
    let picked = picked(wanted, levers(asked), is_trained);
    let picked = picked
        .into_iter()
        .map(|(lever, question)| (lever_name(lever), question));
    let shown = trained::shown(answer, selected);
    let half = shown.map(|(_, run)| run.estimate.layout.accelerators / 2);
    let fewer = half
        .filter(|half| *half > 0 && wanted.iter().any(|one| is_fewer(*one)))
        .map(|half| {
            let mut question = (*answer.question).clone();
            question.fixed.accelerators = Some(half);
            (
                say::profile_against_fewer(&integer(f64::from(half))),
                question,
            )
        });
    fewer.into_iter().chain(picked).collect()
}

/// The price of a run.
fn run(
    state: State,
    (change, question): &Trained,
    answer: &Answer,
    selected: Option<&str>,
) -> Option<Priced> {
    let (candidate, run) = trained::shown(answer, selected)?;
    run.cost?;
    let boards = trained::boards(answer, candidate, run);
    let mut view = untrack(|| state.frame.view());
    view.selected = selected.map(ToOwned::to_owned);
    let fragment = link::write(&link::Link {
        question: question.clone(),
        view,
    });
    Some(Priced {
        says: say::profile_against_run(&boards, change, &cost(run.cost), &duration(run.wall)),
        address: browser::page_at("training/", &fragment),
        open: Msg::ProfileTrainOpen,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::profile::Group;
    use estimator::training::report::Verdict;

    fn facts(json: &str) -> Group {
        Group::from_json(json).expect("facts")
    }

    /// A run bound by communication is asked for on half of its accelerators, and costs something.
    #[test]
    fn fewer_ranks_are_asked_for() {
        let mut question = training::question::Question::default();
        question.fixed.accelerators = Some(16);
        question.deadline = training::question::Deadline::None;
        question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
        let (job, site, limits, offers) =
            catalog::resolve_training(&question, None).expect("facts");
        let report = training::search::search(&job, &site, &limits, &question.fixed, &offers);
        let answer = Answer {
            question: Arc::new(question),
            job,
            site,
            limits,
            offers,
            report,
        };
        let best = answer.shown(None).expect("a candidate");
        assert_eq!(best.verdict, Verdict::Meets);
        let wanted = advice::wanted(&facts(
            r#"{"findings":[{"id":"communication","gain":0.4}]}"#,
        ));
        let changes = changes(&answer, None, &wanted);
        let (_, first) = changes.first().expect("a change");
        assert_eq!(first.fixed.accelerators, Some(8));
    }
}
