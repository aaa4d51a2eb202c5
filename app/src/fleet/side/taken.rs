//! Questions of the calculator as workloads: the one that came along, saved ones, or a link; and
//! those of another fleet.

use crate::browser;
use crate::fleet::state::State;
use crate::i18n::{self, Msg, t, text};
use crate::page::carried::readable;
use crate::page::saved;
use crate::serving::answer::model_name;
use estimator::fleet::asked::{Workload, link as fleet};
use estimator::fleet::question::Isolation;
use estimator::serving::link;
use leptos::prelude::*;

/// The field of a link.
const LINK: &str = "field-Taken";

/// What can be taken over.
pub(super) fn taken() -> AnyView {
    choices(State::of_page(), RwSignal::new(false))
}

fn choices(state: State, failed: RwSignal<bool>) -> AnyView {
    let present = move || {
        let fragment = state.study.size.get();
        (!fragment.is_empty()).then(|| {
            let take = move |_| take(state, None, &fragment);
            view! {
                <button type="button" class="chip action" on:click=take>{t(Msg::PackPresent)}</button>
            }
        })
    };
    let saved = saved::all();
    let none = saved.is_empty();
    let saved = saved.into_iter().map(|saved| {
        let name = saved.named.name().to_owned();
        let shown = name.clone();
        let take = move |_| take(state, Some(&name), saved.named.fragment());
        view! { <button type="button" class="chip action" on:click=take>{shown}</button> }
    });
    let saved = saved.collect_view();
    let paste = move |_| {
        let typed = browser::value_of(LINK).unwrap_or_default();
        let fragment = typed
            .split_once('#')
            .map(|(_, fragment)| fragment.to_owned());
        failed.set(fragment.is_none());
        if let Some(fragment) = fragment {
            take(state, None, &fragment);
        }
    };
    view! {
        <div class="chips">{present} {saved}</div>
        <p class="aside" hidden=!none>{t(Msg::PackNoneSaved)}</p>
        <div class="field">
            <label for=LINK>{t(Msg::PackLink)}</label>
            <div class="box" class:wrong=failed>
                <input
                    id=LINK
                    type="text"
                    inputmode="url"
                    autocomplete="off"
                    aria-invalid=move || failed.get().then_some("true")
                    aria-describedby="field-Taken-problem"
                />
            </div>
            <p class="problem" id="field-Taken-problem">
                {move || failed.get().then(|| text(Msg::PackNoLink))}
            </p>
            <button type="button" class="chip action" on:click=paste>{t(Msg::PackTakeLink)}</button>
        </div>
    }
    .into_any()
}

/// A question of the calculator as one more workload, open to be changed; of another fleet all its
/// workloads.
fn take(state: State, called: Option<&str>, fragment: &str) {
    if fleet::is_fleet(fragment) {
        let (link, _) = fleet::read(&readable(fragment));
        let marks = i18n::marks();
        state.choose(|draft| {
            for mut workload in link.question.workloads {
                workload.name = draft.free(&workload.name);
                draft.add(workload, marks);
            }
        });
        return;
    }
    let (asked, _) = link::read(&readable(fragment));
    let question = asked.question;
    let marks = i18n::marks();
    state.choose(|draft| {
        let name = called.map_or_else(|| model_name(&question.model), str::to_owned);
        let workload = Workload {
            serving: question,
            isolation: Isolation::None,
            ..Workload::of(&draft.free(&name), "")
        };
        let key = draft.add(workload, marks);
        state.study.open.set(Some(key));
    });
    set_timeout(|| browser::focus("field-Name"), std::time::Duration::ZERO);
}
