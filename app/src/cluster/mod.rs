//! Kubernetes manifests of the answer that is shown: the reader's choices on the left, the
//! documents on the right. Parts of their own, one for each page's answer, loaded once a reader opens
//! the card there; each has its own choices.

mod archive;
mod documents;
mod fleet;
mod form;
mod problems;
mod serving;
mod teams;
mod training;
mod typed;
mod words;

pub use serving::Trying;
pub(crate) use serving::try_autoscaler;

use crate::browser;
use crate::i18n::{self, Msg, t, text};
use crate::module::Source;
use documents::documents;
use estimator::currency::Code;
use estimator::kubernetes::FieldError;
use estimator::kubernetes::manifest::{NoManifest, Set};
use estimator::kubernetes::teams::Question;
use estimator::kubernetes::teams::link::{self, Link};
use estimator::link::View;
use leptos::prelude::*;
use problems::Problems;
use std::sync::Arc;

/// Names where nobody has typed one: they follow from the answer.
#[derive(Clone, PartialEq, Default)]
struct Given {
    /// The workload's.
    name: String,
    /// The namespace's.
    namespace: &'static str,
    /// The checkpoint's, on the hub or below `/models`.
    model: String,
}

/// The documents of an answer, or why there are none.
#[derive(Clone)]
enum Outcome {
    /// Of the choices as they are.
    Written(Arc<Set>),
    /// Choices that cannot be.
    Refused(Arc<Vec<FieldError>>),
    /// No choice would help.
    Nothing(NoManifest),
}

/// What a page says where there is nothing to write.
#[derive(Clone, Copy)]
struct Reasons {
    /// Nothing of the answer runs.
    nothing: Msg,
    /// Software lacks a setting of it.
    gap: Msg,
}

impl Outcome {
    /// Of what was written, if anything could be.
    fn of(written: Result<Result<Set, Vec<FieldError>>, NoManifest>) -> Self {
        match written {
            Ok(Ok(set)) => Self::Written(Arc::new(set)),
            Ok(Err(errors)) => Self::Refused(Arc::new(errors)),
            Err(reason) => Self::Nothing(reason),
        }
    }
}

/// The part of the calculator's answer, and each of another page's below: one makes nothing of a
/// source that is not its own.
pub(crate) fn of_serving(source: Source) -> AnyView {
    match source {
        Source::Serving => serving::manifests(),
        Source::Training(_) | Source::Fleet(_) | Source::Teams(_) => ().into_any(),
    }
}

/// Of a training run.
pub(crate) fn of_run(source: Source) -> AnyView {
    match source {
        Source::Training(run) => training::manifests(run),
        Source::Serving | Source::Fleet(_) | Source::Teams(_) => ().into_any(),
    }
}

/// Of a packed fleet.
pub(crate) fn of_fleet(source: Source) -> AnyView {
    match source {
        Source::Fleet(packed) => fleet::manifests(packed),
        Source::Serving | Source::Training(_) | Source::Teams(_) => ().into_any(),
    }
}

/// Of teams.
pub(crate) fn of_teams(source: Source) -> AnyView {
    match source {
        Source::Teams(teams) => teams::manifests(teams),
        Source::Serving | Source::Training(_) | Source::Fleet(_) => ().into_any(),
    }
}

/// A link to the page about teams, with a queue to begin with; none where there is none.
fn queue_link(words: Msg, queue: impl Fn() -> Option<Question> + Send + Sync + 'static) -> AnyView {
    let address = Memo::new(move |_| {
        let currency = Some(i18n::currency()).filter(|known| known.code() != Code::USD);
        let fragment = link::write(&Link {
            question: Question {
                currency,
                ..queue()?
            },
            view: View {
                language: Some(i18n::language().id().to_owned()),
                ..View::default()
            },
            size: String::new(),
        });
        Some(browser::page_at("queue/", &fragment))
    });
    let link = move || {
        let address = address.get()?;
        Some(view! { <a class="aside" href=address>{t(words)}</a> })
    };
    view! { {link} }.into_any()
}

/// Choices and documents; `made` are those of the choices, once there is an answer.
fn manifests(
    made: Signal<Option<Outcome>>,
    given: Signal<Option<Given>>,
    reasons: Reasons,
    form: impl FnOnce(Problems) -> AnyView,
) -> AnyView {
    let errors = Signal::derive(move || match made.get() {
        Some(Outcome::Refused(errors)) => errors,
        _ => Arc::default(),
    });
    let problems = Problems::new(errors);
    // The last good documents stay while a choice is mended.
    let set = Memo::new_with_compare(
        move |last: Option<&Option<Arc<Set>>>| match made.get() {
            Some(Outcome::Written(set)) => Some(set),
            Some(Outcome::Refused(_)) => last.cloned().flatten(),
            Some(Outcome::Nothing(_)) | None => None,
        },
        |_, _| true,
    );
    let reason = move || match made.get() {
        Some(Outcome::Nothing(NoManifest::Vendor)) => text(Msg::ClusterVendor),
        Some(Outcome::Nothing(NoManifest::Nothing)) => text(reasons.nothing),
        Some(Outcome::Nothing(NoManifest::Gap)) => text(reasons.gap),
        Some(Outcome::Written(_) | Outcome::Refused(_)) | None => "",
    };
    view! {
        <p class="aside">{t(Msg::ClusterLead)}</p>
        <p class="problem" role="status">{reason}</p>
        <div class="cluster">
            {form(problems)}
            <div class="cluster-documents" class:stale=move || problems.any()>
                {documents(set.into(), given)}
            </div>
        </div>
    }
    .into_any()
}
