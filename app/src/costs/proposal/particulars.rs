//! The fields beside the paper.

use super::about::About;
use super::content::Given;
use super::edits::edits;
use super::logo_field::LogoField;
use super::topic::Topic;
use super::{door, file};
use crate::browser;
use crate::control::tick;
use crate::costs::state::State;
use crate::i18n::{Msg, integer, say, t, text};
use crate::page::said::Said;
use crate::page::sheet::Section;
use estimator::price_age::STALE_AFTER;
use leptos::prelude::*;

/// Characters that a field takes.
const LONGEST: usize = 120;

/// Characters that some lines take.
const MOST: usize = 1200;

/// The column of fields.
#[component]
pub(super) fn Particulars() -> impl IntoView {
    let state = State::of_page();
    let about = About::of_page();
    let given = Given::of_page();
    let date = Signal::derive(move || about.day());
    let valid = Signal::derive(move || about.last_day());
    let steps = Signal::derive(move || about.next_steps());
    let said = Said::new();
    let copy = move |_| said.copy(&door::calculation(state));
    // Whoever sends it answers for its prices.
    let old = move || {
        let old = given.old_prices();
        let days = integer(f64::from(STALE_AFTER));
        (!old.is_empty()).then(|| say::proposal_check(&days, &old.join(text(Msg::ListComma))))
    };
    view! {
        <form class="question open" autocomplete="off" on:submit=|event| event.prevent_default()>
            <div class="question-body" role="group" aria-label=t(Msg::ProposalAbout)>
                <Section heading=Msg::ProposalAbout>
                    {field("title", Msg::ProposalName, about.title.into(), about.title.write_only())}
                    {field(
                        "customer",
                        Msg::ProposalCustomer,
                        about.customer.into(),
                        about.customer.write_only(),
                    )}
                    {field(
                        "author",
                        Msg::ProposalAuthor,
                        about.author.into(),
                        about.author.write_only(),
                    )}
                    <Field
                        id="date"
                        label=Msg::ProposalDate
                        text=date
                        write=Callback::new(move |typed: String| about.date.set(Some(typed)))
                    />
                    <Field
                        id="valid"
                        label=Msg::ProposalValid
                        text=valid
                        write=Callback::new(move |typed: String| about.valid.set(Some(typed)))
                    />
                    {field(
                        "contact",
                        Msg::ProposalContact,
                        about.contact.into(),
                        about.contact.write_only(),
                    )}
                    <LogoField/>
                </Section>
                <Section heading=Msg::ProposalHolds>
                    <Lines
                        id="introduction"
                        label=Msg::ProposalIntroduction
                        text=about.introduction.into()
                        write=Callback::new(move |typed| about.introduction.set(typed))
                    />
                    <Lines
                        id="steps"
                        label=Msg::ProposalSteps
                        hint=Msg::ProposalStepsHint
                        text=steps
                        write=Callback::new(move |typed| about.steps.set(Some(typed)))
                    />
                    {Topic::ALL.map(|topic| held(about, topic)).into_iter().collect_view()}
                    {edits(about.wording(), given)}
                </Section>
                {tick(
                    None,
                    Msg::ProposalKeep,
                    about.kept.into(),
                    Callback::new(move |on| about.kept.set(on)),
                )}
                <p class="aside">{t(Msg::ProposalPrivate)}</p>
                <p class="problem" role="status">{old}</p>
                <p class="ways">
                    <button type="button" class="tool strong" on:click=|_| browser::print()>
                        {t(Msg::ProposalPrint)}
                    </button>
                    <button type="button" class="tool" on:click=move |_| file::save(given)>
                        {t(Msg::ExportMarkdown)}
                    </button>
                    <button type="button" class="tool" on:click=copy>{t(Msg::ShareLink)}</button>
                    <a class="plain" href=move || door::back(state)>{t(Msg::ProposalBack)}</a>
                </p>
                {said.view()}
            </div>
        </form>
    }
    .into_any()
}

/// Whether a topic stands on the paper.
fn held(about: About, topic: Topic) -> AnyView {
    let on = Signal::derive(move || about.holds(topic));
    let put = move |on| about.put(topic, on);
    tick(None, topic.name(), on, Callback::new(put))
}

fn field(
    id: &'static str,
    label: Msg,
    text: Signal<String>,
    write: WriteSignal<String>,
) -> AnyView {
    view! { <Field id label text write=Callback::new(move |typed| write.set(typed))/> }.into_any()
}

/// A line of text.
#[component]
fn Field(
    /// The `id` of the control.
    id: &'static str,
    /// Its label.
    label: Msg,
    /// Its text.
    text: Signal<String>,
    /// Called with the typed text.
    write: Callback<String>,
) -> impl IntoView {
    let typed = move |text: String| write.run(text.chars().take(LONGEST).collect());
    view! {
        <div class="field">
            <label for=id>{t(label)}</label>
            <div class="box">
                <input
                    id=id
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    maxlength=LONGEST.to_string()
                    prop:value=text
                    on:input:target=move |event| typed(event.target().value())
                />
            </div>
        </div>
    }
    .into_any()
}

/// Some lines of text.
#[component]
fn Lines(
    /// The `id` of the control.
    id: &'static str,
    /// Its label.
    label: Msg,
    /// What is said beside it.
    #[prop(optional, into)]
    hint: Option<Msg>,
    /// Its text.
    text: Signal<String>,
    /// Called with the typed text.
    write: Callback<String>,
) -> impl IntoView {
    let typed = move |text: String| write.run(text.chars().take(MOST).collect());
    let described = format!("{id}-hint");
    let hint_id = described.clone();
    view! {
        <div class="field">
            <label for=id>{t(label)}</label>
            <textarea
                id=id
                rows="4"
                autocomplete="off"
                spellcheck="false"
                maxlength=MOST.to_string()
                aria-describedby=hint.map(|_| described)
                prop:value=text
                on:input:target=move |event| typed(event.target().value())
            ></textarea>
            {hint.map(|hint| view! { <p class="aside" id=hint_id>{t(hint)}</p> })}
        </div>
    }
    .into_any()
}
