//! The autoscaler among the choices is a part of the question: the plan, the costs and the proposal
//! go by it, and links carry it.

use super::tried::Ground;
use crate::cluster::typed::Typed;
use crate::serving::state::State;
use estimator::kubernetes::autoscale::Settings;
use estimator::serving::autoscaling::{Autoscaling, Pace};
use leptos::prelude::*;

/// Settings that a link says were tried, until the day is known that they were tried on.
pub(super) type Waiting = RwSignal<Option<Settings>>;

fn asked(state: State) -> Option<Autoscaling> {
    let chosen = |question: &estimator::serving::question::Question| question.growth.scaling;
    state.draft.with(|draft| chosen(&draft.chosen).autoscaler)
}

/// Puts the question's autoscaler into the choices, now and where the question becomes another.
pub(super) fn keep(state: State, typed: RwSignal<Typed>) -> Waiting {
    let waiting = RwSignal::new(None);
    let take = move |asked: Option<Autoscaling>| {
        let tried = asked.and_then(|asked| {
            let Pace { window, up } = asked.pace?;
            Some(Settings {
                target: f64::from(asked.target?),
                window: window.into(),
                up,
                least: asked.least?,
            })
        });
        waiting.set(tried);
        typed.update(|typed| typed.take(asked));
    };
    take(untrack(|| asked(state)));
    let now = Memo::new(move |_| asked(state));
    Effect::new(move |_| {
        let asked = now.get();
        let (typed, tried) = (typed.get_untracked(), waiting.get_untracked());
        if tried.is_none() && typed.with_pace() != asked {
            take(asked);
        }
    });
    waiting
}

/// Puts the choices about the autoscaler into the question. Tried settings are its own as long as
/// the day is theirs.
pub(super) fn follow(state: State, typed: RwSignal<Typed>, waiting: Waiting, ground: Memo<Ground>) {
    Effect::new(move |_| {
        let day = ground.with(|ground| match ground {
            Ground::Day(trial) => Some(trial.tried.day),
            Ground::None | Ground::Even => None,
        });
        match (day, waiting.get()) {
            (Some(day), Some(settings)) => {
                waiting.set(None);
                typed.update(|typed| typed.tried = Some((day, settings)));
            }
            // The answer comes later.
            (None, Some(_)) => {}
            (day, None) => {
                let forgotten = typed.with(|typed| match (day, typed.tried) {
                    (Some(day), Some((tried, _))) => tried != day,
                    _ => false,
                });
                if forgotten {
                    typed.update(|typed| typed.tried = None);
                    return;
                }
                let (now, is_right) = typed.with(|typed| (typed.with_pace(), typed.is_counted()));
                if is_right && untrack(|| asked(state)) != now {
                    let change = |scaling: &mut estimator::serving::question::Scaling| {
                        scaling.autoscaler = now;
                    };
                    state
                        .draft
                        .update(|draft| change(&mut draft.chosen.growth.scaling));
                    state.frame.commit();
                }
            }
        }
    });
}
