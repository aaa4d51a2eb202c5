//! An autoscaler, tried on a day in turns: between two, messages are heard, and the next question
//! ends this one.

use super::message::Reply;
use super::{Asked, turn};
use estimator::kubernetes::autoscale::{Trial, Trying};
use estimator::parcel::Parcel;
use wasm_bindgen_futures::spawn_local;

/// How long a turn is, in milliseconds.
const TURN: f64 = 12.0;
/// Milliseconds between two replies while the search goes on.
const BETWEEN: f64 = 150.0;

/// Tries the autoscaler of a request, in turns of its own.
pub(crate) fn begin(asked: Asked<Parcel>) {
    spawn_local(attempt(asked));
}

async fn attempt(request: Asked<Parcel>) {
    let number = request.number;
    let trial = Trial::of(&request.question);
    if let Some(mut trying) = trial.and_then(|trial| Trying::new(&trial)) {
        let say = |trying: &Trying| {
            let parcel = trying.outcome().parcel();
            request.say(Reply::Tried { number, parcel });
        };
        say(&trying);
        let pace = turn::Pace {
            next: turn::next,
            clock: turn::now,
            is_overtaken: || request.is_overtaken(),
            turn: TURN,
            between: BETWEEN,
        };
        if !pace.work(&mut trying, Trying::advance, say).await {
            return;
        }
    }
    request.say(Reply::End { number });
}
