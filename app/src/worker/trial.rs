//! An autoscaler, tried on a day in turns: between two, messages are heard, and the next question
//! ends this one.

use super::Asked;
use super::message::Reply;
use estimator::kubernetes::autoscale::{Trial, Trying};
use estimator::parcel::Parcel;
use wasm_bindgen_futures::spawn_local;

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
        if !request
            .work(BETWEEN, &mut trying, Trying::advance, say)
            .await
        {
            return;
        }
    }
    request.say(Reply::End { number });
}
