//! Who the proposal is for: typed here, shown on the paper, and nowhere else. It is in no
//! link and in no storage, and gone when the page is loaded anew.

use super::logo::{self, MOST, MOST_MIB, Refused};
use super::{door, file};
use crate::browser;
use crate::costs::state::State;
use crate::i18n::{self, Language, Msg, number, say, t, text};
use crate::question::Section;
use leptos::prelude::*;

/// Characters that a field takes.
const LONGEST: usize = 120;

/// What is typed. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct About {
    /// The proposal's own title.
    pub(super) title: RwSignal<String>,
    /// Who it is for.
    pub(super) customer: RwSignal<String>,
    /// Who made it.
    pub(super) author: RwSignal<String>,
    /// Its day; `None` for today, as the language writes it.
    date: RwSignal<Option<String>>,
    /// The logo: its file's name, and the address that holds it.
    pub(super) logo: RwSignal<Option<(String, String)>>,
    /// Why the last file is no logo.
    problem: RwSignal<Option<Problem>>,
}

/// Why a file, by its name, is no logo.
#[derive(Clone, PartialEq)]
struct Problem {
    name: String,
    why: Why,
}

#[derive(Clone, Copy, PartialEq)]
enum Why {
    Refused(Refused),
    /// It begins as a picture, and is none.
    Broken,
    Unreadable,
}

impl About {
    /// Nothing typed yet; put where every component finds it.
    pub(super) fn provide() -> Self {
        let about = Self {
            title: RwSignal::default(),
            customer: RwSignal::default(),
            author: RwSignal::default(),
            date: RwSignal::default(),
            logo: RwSignal::default(),
            problem: RwSignal::default(),
        };
        provide_context(about);
        about
    }

    /// The page's.
    pub(super) fn of_page() -> Self {
        expect_context()
    }

    /// The day as it stands on the paper; reactive.
    pub(super) fn date(self) -> String {
        let typed = self.date.get();
        typed.unwrap_or_else(|| today(i18n::language()))
    }

    /// The logo could not be shown.
    pub(super) fn break_logo(self) {
        if let Some((name, _)) = self.logo.get_untracked() {
            self.logo.set(None);
            self.refuse(name, Why::Broken);
        }
    }

    fn refuse(self, name: String, why: Why) {
        self.problem.set(Some(Problem { name, why }));
    }

    fn take(self, name: String, bytes: &[u8]) {
        match logo::address(bytes) {
            Ok(address) => {
                self.problem.set(None);
                self.logo.set(Some((name, address)));
            }
            Err(refused) => self.refuse(name, Why::Refused(refused)),
        }
    }
}

fn today(language: Language) -> String {
    browser::today_in_words(language)
}

/// The column of fields.
#[component]
pub(super) fn Particulars() -> impl IntoView {
    let state = State::of_page();
    let about = About::of_page();
    let date = Signal::derive(move || about.date());
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
                    <Logo/>
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
    /// What it is called.
    label: Msg,
    /// What stands in it.
    text: Signal<String>,
    /// Called with what is typed.
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

/// The logo: picked, said what is wrong with it, taken off again.
#[component]
fn Logo() -> impl IntoView {
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
