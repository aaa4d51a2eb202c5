//! The bar at the top: the places, saved questions, the guide, language, colours, ways out.

use crate::browser;
use crate::i18n::{self, Language, Msg, t};
use crate::page::carried::departing;
use crate::page::language_menu::LanguageMenu;
use crate::page::saved_menu::{Asked, SavedMenu};
use crate::page::share::{ShareMenu, link_to};
use estimator::export::Format;
use estimator::link::Theme;
use leptos::prelude::*;

/// The actions of the bar's buttons, on any page.
#[derive(Clone, Copy)]
pub(crate) struct Tools {
    /// Colours that were chosen; `None` follows the system.
    pub(crate) theme: RwSignal<Option<Theme>>,
    /// Told the language that is chosen, and a callback for where it cannot be had.
    pub(crate) choose: Callback<(Language, Callback<()>)>,
    /// Makes every part of the page that is not there yet.
    pub(crate) complete: Callback<()>,
    /// The link to exactly this page.
    pub(crate) link: Callback<(), String>,
    /// Saves the answer as a file; told a callback for where that fails.
    pub(crate) save: Callback<(Format, Callback<()>)>,
    /// The page's question, where that can be saved by name.
    pub(crate) asked: Option<Asked>,
}

impl Tools {
    /// The actions on a page whose parts are all rendered at once: `choose` changes the language,
    /// `fragment` is the question's, and `save` writes the answer to it as a file.
    pub(crate) fn of(
        theme: RwSignal<Option<Theme>>,
        choose: impl Fn(Language, Callback<()>) + Send + Sync + 'static,
        fragment: impl Fn() -> Option<String> + Copy + Send + Sync + 'static,
        save: impl Fn(Format, Option<String>, Callback<()>) + Send + Sync + 'static,
    ) -> Self {
        let fragment = move || untrack(fragment);
        Self {
            theme,
            choose: Callback::new(move |(language, failed)| choose(language, failed)),
            complete: Callback::new(|()| {}),
            link: Callback::new(move |()| link_to(fragment())),
            save: Callback::new(move |(format, failed)| save(format, fragment(), failed)),
            asked: None,
        }
    }
}

/// A page that has the bar, those with a link in the order of these.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    /// The calculator.
    Serving,
    /// Training and fine-tuning.
    Training,
    /// Models that are no language models.
    Vision,
    /// Workloads that share GPUs.
    Fleet,
    /// Measurements.
    Measure,
    /// Costs, of the calculator's answer.
    Costs,
    /// The proposal, of the same.
    Proposal,
    /// Sessions, a load of the calculator's.
    Sessions,
    /// Teams that queue for GPUs, beside a fleet.
    Queue,
    /// Scenarios side by side, which the saved ones lead to.
    Compare,
    /// Five questions, which lead to another page's.
    Guide,
    /// Every published measurement beside its estimate.
    Accuracy,
}

impl Page {
    /// The page whose link in the bar is marked; `None` where none is.
    fn place(self) -> Option<Self> {
        match self {
            Self::Costs | Self::Proposal | Self::Sessions => Some(Self::Serving),
            Self::Queue => Some(Self::Fleet),
            Self::Compare | Self::Guide | Self::Accuracy => None,
            other => Some(other),
        }
    }

    /// Whether it has an answer.
    pub(crate) fn has_answer(self) -> bool {
        self != Self::Guide
    }

    /// Whether it has a question, beside its answer where that is there, too.
    pub(crate) fn has_question(self) -> bool {
        !matches!(
            self,
            Self::Measure | Self::Proposal | Self::Compare | Self::Accuracy
        )
    }

    /// Whether what it shows can be had as a file.
    pub(crate) fn has_files(self) -> bool {
        !matches!(self, Self::Guide | Self::Accuracy)
    }

    /// Whether its question is one that a proposal answers.
    pub(crate) fn has_proposal(self) -> bool {
        matches!(self, Self::Serving | Self::Costs)
    }

    /// Whether its report as Markdown is what the page shows: verdict, question, reasons, and the
    /// best of its candidates or the tables about their costs. Other pages write one of their own.
    pub(crate) fn is_reported(self) -> bool {
        matches!(
            self,
            Self::Serving | Self::Training | Self::Vision | Self::Costs
        )
    }
}

/// Those that the bar links: folder, name.
const PAGES: [(Page, &str, Msg); 5] = [
    (Page::Serving, "", Msg::ModeServing),
    (Page::Training, "training/", Msg::ModeTraining),
    (Page::Vision, "vision/", Msg::ModeVision),
    (Page::Fleet, "fleet/", Msg::ModeFleet),
    (Page::Measure, "measure/", Msg::ModeMeasure),
];

/// The id of what a phone folds of the bar.
const MORE: &str = "more-menu";

/// The bar.
#[component]
pub(crate) fn Header(
    /// The actions of the buttons.
    tools: Tools,
    /// Which page this is.
    page: Page,
    /// The question for other pages, too: a fragment of the calculator's.
    fragment: Signal<String>,
) -> impl IntoView {
    let home = browser::page_at("", "");
    let modes = PAGES.into_iter().map(|(other, folder, name)| {
        if other == page {
            view! { <span aria-current="page">{t(name)}</span> }.into_any()
        } else {
            // A page that the bar has no link to stands behind another's.
            let current = (page.place() == Some(other)).then_some("true");
            let address = move || browser::page_at(folder, &departing(&fragment.get()));
            view! { <a href=address aria-current=current>{t(name)}</a> }.into_any()
        }
    });
    let guide = || browser::page_at("guide/", &format!("lang={}", i18n::language().id()));
    view! {
        <header class="header">
            <a class="brand" href=home>"right"<b>"size"</b></a>
            <nav class="modes" aria-label=t(Msg::Modes)>{modes.collect_view()}</nav>
            <div class="tools">
                <SavedMenu page asked=tools.asked fragment/>
                <button
                    type="button"
                    class="tool icon-more"
                    popovertarget=MORE
                    title=t(Msg::More)
                    aria-label=t(Msg::More)
                ></button>
                // Seen on wide screens without being opened.
                <div id=MORE class="more" popover="auto">
                    <a class="tool icon-help" href=guide title=t(Msg::Guide) aria-label=t(Msg::Guide)>
                        <span>{t(Msg::Guide)}</span>
                    </a>
                    <LanguageMenu choose=tools.choose/>
                    <ThemeButton theme=tools.theme/>
                </div>
                <ShareMenu tools page fragment/>
            </div>
        </header>
    }
    .into_any()
}

/// Goes round: as the system, light, dark.
#[component]
fn ThemeButton(
    /// The choice.
    theme: RwSignal<Option<Theme>>,
) -> impl IntoView {
    Effect::new(move |_| browser::set_theme(theme.get().map(Theme::id)));
    let name = move || {
        t(match theme.get() {
            None => Msg::ThemeAuto,
            Some(Theme::Light) => Msg::ThemeLight,
            Some(Theme::Dark) => Msg::ThemeDark,
        })()
    };
    let next = move |_| {
        let next = match theme.get_untracked() {
            None => Some(Theme::Light),
            Some(Theme::Light) => Some(Theme::Dark),
            Some(Theme::Dark) => None,
        };
        browser::remember("theme", next.map_or("auto", Theme::id));
        theme.set(next);
    };
    let icon = move || match theme.get() {
        None => "tool icon-auto",
        Some(Theme::Light) => "tool icon-light",
        Some(Theme::Dark) => "tool icon-dark",
    };
    view! {
        <button type="button" class=icon title=name aria-label=name on:click=next>
            <span>{name}</span>
        </button>
    }
    .into_any()
}
