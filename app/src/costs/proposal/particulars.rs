//! The fields beside the paper.

use super::about::About;
use super::logo_field::LogoField;
use super::{door, file};
use crate::browser;
use crate::costs::state::State;
use crate::i18n::{Msg, t};
use crate::serving::question::Section;
use leptos::prelude::*;

/// Characters that a field takes.
const LONGEST: usize = 120;

/// The column of fields.
#[component]
pub(super) fn Particulars() -> impl IntoView {
    let state = State::of_page();
    let about = About::of_page();
    let date = Signal::derive(move || about.day());
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
                    <LogoField/>
                    <p class="aside">{t(Msg::ProposalPrivate)}</p>
                </Section>
                <p class="ways">
                    <button type="button" class="tool strong" on:click=|_| browser::print()>
                        {t(Msg::ProposalPrint)}
                    </button>
                    <button type="button" class="tool" on:click=move |_| file::save(state, about)>
                        {t(Msg::ExportMarkdown)}
                    </button>
                    <a class="plain" href=move || door::back(state)>{t(Msg::ProposalBack)}</a>
                </p>
            </div>
        </form>
    }
    .into_any()
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
