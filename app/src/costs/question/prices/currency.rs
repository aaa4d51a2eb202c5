//! The currency of amounts, and the user's own rate: nothing looks one up.

use crate::control::{self, Choice, NumberBox, Select};
use crate::costs::state::State;
use crate::form;
use crate::i18n::{self, Language, Marks, Msg, parse, plain, sign, t, text};
use estimator::currency::{Code, Currency, RATES};
use estimator::error::{Field, FieldError, Problem};
use leptos::prelude::*;

/// Currencies to choose from; others are typed.
const COMMON: [&str; 16] = [
    "EUR", "GBP", "CHF", "JPY", "CNY", "KRW", "INR", "UAH", "PLN", "CZK", "SEK", "NOK", "DKK",
    "CAD", "AUD", "SGD",
];

/// What is chosen where the code is typed.
const OTHER: &str = "other";

/// What stands in the fields.
#[derive(Clone, Copy)]
struct Typed {
    code: RwSignal<String>,
    /// Whether the code is typed.
    other: RwSignal<bool>,
    rate: RwSignal<String>,
}

impl Typed {
    fn new() -> Self {
        Self {
            code: RwSignal::new(Code::USD.as_str().to_owned()),
            other: RwSignal::new(false),
            rate: RwSignal::new(String::new()),
        }
    }

    /// Shows a currency.
    fn show(self, currency: Option<Currency>, marks: Marks) {
        let code = currency.map_or(Code::USD, |currency| currency.code());
        let listed = code == Code::USD || COMMON.contains(&code.as_str());
        self.code.set(code.as_str().to_owned());
        self.other.set(!listed);
        let rate = currency.map(|currency| plain(currency.per_usd(), marks));
        self.rate.set(rate.unwrap_or_default());
    }

    /// The code; reactive.
    fn code(self) -> Option<Code> {
        self.code.with(|code| Code::new(code.trim()))
    }

    /// Whether a rate is wanted; reactive.
    fn is_foreign(self) -> bool {
        self.other.get() || self.code() != Some(Code::USD)
    }

    /// The rate, or what is wrong with it; reactive.
    fn rate(self) -> Result<f64, Problem> {
        let rate = self.rate.get();
        let rate = rate.trim();
        if rate.is_empty() {
            return Err(Problem::Missing);
        }
        let (least, most) = RATES;
        match parse(rate, i18n::language().marks()) {
            None => Err(Problem::NotANumber {
                text: crate::draft::shortened(rate),
            }),
            Some(rate) if rate < least => Err(Problem::TooSmall { least }),
            Some(rate) if rate > most => Err(Problem::TooLarge { most }),
            Some(rate) => Ok(rate),
        }
    }

    /// The currency, where nothing is wrong with it; reactive.
    fn currency(self) -> Option<Option<Currency>> {
        if !self.is_foreign() {
            return Some(None);
        }
        Some(Some(Currency::new(self.code()?, self.rate().ok()?)))
    }
}

/// The fields.
#[component]
pub(super) fn CurrencyFields() -> impl IntoView {
    let state = State::of_page();
    let typed = Typed::new();
    // A link, or Back, may change it.
    Effect::new(move |_| {
        let now = state.currency.get();
        if untrack(|| typed.currency()) != Some(now) {
            typed.show(now, i18n::marks());
        }
    });
    // A language has marks of its own.
    Effect::new(move |old: Option<Marks>| {
        let marks = i18n::language().marks();
        if let Some(old) = old.filter(|old| *old != marks)
            && let Some(rate) = parse(&typed.rate.get_untracked(), old)
        {
            typed.rate.set(plain(rate, marks));
        }
        marks
    });
    let apply = move || {
        if let Some(currency) = untrack(|| typed.currency()) {
            state.set_currency(currency);
        }
    };
    let choose = move |id: String| {
        typed.other.set(id == OTHER);
        typed.code.set(if id == OTHER { String::new() } else { id });
        apply();
        form::of_page().commit();
    };
    let chosen = move || {
        if typed.other.get() {
            OTHER.to_owned()
        } else {
            typed.code.get()
        }
    };
    view! {
        <div class="pair">
            <Select
                label=Msg::Currency
                id="cost-currency"
                choices=Signal::derive(choices)
                chosen=Signal::derive(chosen)
                choose
            />
            {move || typed.is_foreign().then(|| view! { <Rate typed apply=Callback::new(move |()| apply())/> })}
        </div>
        {move || typed.other.get().then(|| view! { <OtherCode typed apply=Callback::new(move |()| apply())/> })}
        <p class="aside" hidden=move || !typed.is_foreign()>{t(Msg::CurrencyHint)}</p>
    }
    .into_any()
}

fn choices() -> Vec<Choice> {
    let language = i18n::language();
    let first = std::iter::once(Code::USD.as_str().to_owned());
    let codes = first.chain(COMMON.map(str::to_owned));
    let other = Choice::new(OTHER, text(Msg::CurrencyOther));
    codes
        .map(|code| Choice::new(&code, named(&code, language)))
        .chain([other])
        .collect()
}

/// A code, and its sign where it has one.
fn named(code: &str, language: Language) -> String {
    match Code::new(code) {
        Some(known) if sign(&known, language) != code => {
            format!("{code} {}", sign(&known, language))
        }
        _ => code.to_owned(),
    }
}

/// What a dollar buys.
#[component]
fn Rate(
    /// The fields.
    typed: Typed,
    /// Called with every change.
    apply: Callback<()>,
) -> impl IntoView {
    let problem = Memo::new(move |_| typed.rate().err());
    let unit = move || {
        let code = typed.code();
        code.map_or_else(String::new, |code| code.as_str().to_owned())
    };
    let said = move || {
        let field = Field::Currency;
        let problem = problem.get();
        problem.map(|problem| control::words(&FieldError { field, problem }))
    };
    view! {
        <NumberBox
            id="cost-rate".to_owned()
            label=Signal::stored(Msg::CurrencyRate)
            text=typed.rate.into()
            write=Callback::new(move |text| {
                typed.rate.set(text);
                apply.run(());
            })
            wrong=Signal::derive(move || problem.with(Option::is_some))
            unit=Some(view! { {unit} }.into_any())
            empty=None
        >
            <p class="problem" id="cost-rate-problem">{said}</p>
        </NumberBox>
    }
    .into_any()
}

/// A code that is not among the common ones.
#[component]
fn OtherCode(
    /// The fields.
    typed: Typed,
    /// Called with every change.
    apply: Callback<()>,
) -> impl IntoView {
    let wrong = Memo::new(move |_| typed.code().is_none());
    let said = move || wrong.get().then(|| text(Msg::ProblemCode));
    view! {
        <div class="field">
            <label for="cost-code">{t(Msg::CurrencyCode)}</label>
            <div class="box" class:wrong=wrong>
                <input
                    id="cost-code"
                    type="text"
                    maxlength="3"
                    autocomplete="off"
                    autocapitalize="characters"
                    spellcheck="false"
                    prop:value=typed.code
                    aria-invalid=move || wrong.get().then_some("true")
                    aria-describedby="cost-code-problem"
                    on:input:target=move |event| {
                        typed.code.set(event.target().value());
                        apply.run(());
                    }
                    on:change=move |_| form::of_page().commit()
                />
            </div>
            <p class="problem" id="cost-code-problem">{said}</p>
        </div>
    }
    .into_any()
}
