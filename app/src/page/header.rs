//! The bar at the top: the other pages, language, colours, print, export, link.

use crate::browser;
use crate::i18n::{Language, Msg, t};
use crate::page::carried::departing;
use crate::page::language_menu::LanguageMenu;
use crate::page::share::{ExportMenu, ShareButton, link_to};
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
    /// Costs.
    Costs,
    /// The proposal, which the bar has no link to.
    Proposal,
    /// Scenarios side by side, which no link of the bar leads to.
    Compare,
    /// Workloads that share GPUs.
    Fleet,
    /// Measurements.
    Measure,
    /// Models that are no language models.
    Vision,
    /// Sessions, which the bar has no link to.
    Sessions,
}

/// Those that the bar links: folder, name.
const PAGES: [(Page, &str, Msg); 6] = [
    (Page::Serving, "", Msg::ModeServing),
    (Page::Training, "training/", Msg::ModeTraining),
    (Page::Vision, "vision/", Msg::ModeVision),
    (Page::Fleet, "fleet/", Msg::ModeFleet),
    (Page::Costs, "costs/", Msg::ModeCosts),
    (Page::Measure, "measure/", Msg::ModeMeasure),
];

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
    // Printing stops the program where it stands: the parts come first.
    let print = move |_| {
        tools.complete.run(());
        browser::after_paint(browser::print);
    };
    let home = browser::page_at("", "");
    let modes = PAGES.into_iter().map(|(other, folder, name)| {
        if other == page {
            view! { <span aria-current="page">{t(name)}</span> }.into_any()
        } else {
            let address = move || browser::page_at(folder, &departing(&fragment.get()));
            view! { <a href=address>{t(name)}</a> }.into_any()
        }
    });
    // Of the calculator alone.
    let present = (page == Page::Serving).then(|| {
        view! {
            <button
                type="button"
                class="tool icon-present"
                title=t(Msg::Present)
                aria-label=t(Msg::Present)
                data-script="present"
            ></button>
        }
    });
    view! {
        <header class="header">
            <a class="brand" href=home>"right"<b>"size"</b></a>
            <nav class="modes" aria-label=t(Msg::Modes)>{modes.collect_view()}</nav>
            <div class="tools">
                {present}
                <LanguageMenu choose=tools.choose/>
                <ThemeButton theme=tools.theme/>
                <button
                    type="button"
                    class="tool icon-print"
                    title=t(Msg::Print)
                    aria-label=t(Msg::Print)
                    on:click=print
                ></button>
                <ExportMenu save=tools.save/>
                {(page == Page::Serving && browser::is_hosted()).then(embed_button)}
                <ShareButton link=tools.link/>
            </div>
        </header>
    }
    .into_any()
}

/// Opens the dialogue of `public/embedding.js`; behind it the boot script's notice where
/// that cannot be had.
fn embed_button() -> AnyView {
    view! {
        <span>
            <button
                type="button"
                class="tool icon-embed"
                data-script="embedding"
                title=t(Msg::Embed)
                aria-label=t(Msg::Embed)
            ></button>
            <span class="said" role="alert" hidden=true>{t(Msg::EmbedFailed)}</span>
        </span>
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
    view! { <button type="button" class=icon title=name aria-label=name on:click=next></button> }
        .into_any()
}
