//! The field of the logo: the file is picked, its problem told, the logo taken off again.

use super::about::{About, Problem, Why};
use super::logo::{MOST, MOST_MIB, Refused};
use crate::browser;
use crate::i18n::{Msg, number, say, t, text};
use leptos::prelude::*;

/// The field.
#[component]
pub(super) fn LogoField() -> impl IntoView {
    let about = About::of_page();
    let pick = move |file| {
        leptos::task::spawn_local(async move {
            // One byte more tells a file that is too large.
            match browser::read_start(file, MOST as f64 + 1.0).await {
                Some((name, bytes)) => about.take(name, &bytes),
                None => about.refuse(String::new(), Why::Unreadable),
            }
        });
    };
    let problem = move || about.problem.get().as_ref().map(words);
    let taken = move || {
        about
            .logo
            .with(|logo| logo.as_ref().map(|(name, _)| name.clone()))
    };
    view! {
        <div class="field">
            <p class="label">{t(Msg::ProposalLogo)}</p>
            <label class="plain file">
                <span>{t(Msg::ProposalLogoPick)}</span>
                <input
                    id="logo"
                    type="file"
                    accept=".png,.jpg,.jpeg,.svg,image/png,image/jpeg,image/svg+xml"
                    aria-describedby="logo-hint logo-problem"
                    on:change:target=move |event| {
                        if let Some(file) = browser::picked_file(&event.target()) {
                            pick(file);
                        }
                    }
                />
            </label>
            <p class="problem" id="logo-problem" role="status">{problem}</p>
            {move || {
                taken()
                    .map(|name| {
                        view! {
                            <p class="aside taken">
                                {name} " "
                                <button type="button" class="plain" on:click=move |_| about.logo.set(None)>
                                    {t(Msg::ProposalLogoRemove)}
                                </button>
                            </p>
                        }
                    })
            }}
            <p class="aside" id="logo-hint">
                {move || say::proposal_logo_hint(&most())}
            </p>
        </div>
    }
    .into_any()
}

fn most() -> String {
    say::unit_mib(&number(f64::from(MOST_MIB)))
}

/// A problem as a sentence.
fn words(problem: &Problem) -> String {
    let name = problem.name.as_str();
    match problem.why {
        Why::Refused(Refused::Large) => say::proposal_logo_large(&most(), name),
        Why::Refused(Refused::Kind) => say::proposal_logo_kind(name),
        Why::Broken => say::proposal_logo_broken(name),
        Why::Unreadable => text(Msg::ImportUnreadable).to_owned(),
    }
}
