//! The currency of amounts, at a reference rate of the catalogue or the user's own; the one of
//! the area asked for is offered.

use crate::control::{self, Choice, NumberBox, Select};
use crate::costs::state::State;
use crate::i18n::{self, Marks, Msg, parse, plain, say, t, text};
use crate::serving::question::currency::listed;
use catalog::regions;
use estimator::currency::{Code, Currency, RATES};
use estimator::error::{Field, FieldError, Problem};
use leptos::prelude::*;

/// The choice of a typed code.
const OTHER: &str = "other";

/// The contents of the fields.
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
        let listed = code == Code::USD || regions::rate(code.as_str()).is_some();
        self.code.set(code.as_str().to_owned());
        self.other.set(!listed);
        let rate = currency.map(|currency| plain(currency.per_usd(), marks));
        self.rate.set(rate.unwrap_or_default());
    }

    /// Takes another code, with its reference rate where one is known: a rate is of one
    /// currency.
    fn take(self, code: String, marks: Marks) {
        let known = regions::rate(code.trim());
        let rate = known.map(|known| plain(known.per_usd, marks));
        self.rate.set(rate.unwrap_or_default());
        self.code.set(code);
    }

    /// The code; reactive.
    fn code(self) -> Option<Code> {
        self.code.with(|code| Code::new(code.trim()))
    }

    /// Whether a rate is wanted; reactive.
    fn is_foreign(self) -> bool {
        self.other.get() || self.code() != Some(Code::USD)
    }

    /// The rate, in units of the currency a dollar, or its problem; reactive.
    fn rate(self) -> Result<f64, Problem> {
        let rate = self.rate.get();
        let rate = rate.trim();
        if rate.is_empty() {
            return Err(Problem::Missing);
        }
        let (least, most) = RATES;
        match parse(rate, i18n::language().marks()) {
            None => Err(Problem::NotANumber {
                text: crate::serving::draft::shortened(rate),
            }),
            Some(rate) if rate < least => Err(Problem::TooSmall { least }),
            Some(rate) if rate > most => Err(Problem::TooLarge { most }),
            Some(rate) => Ok(rate),
        }
    }

    /// The currency, where nothing is wrong with it; reactive.
    fn currency(self) -> Option<Currency> {
        if !self.is_foreign() {
            return Some(Currency::DOLLAR);
        }
        Some(Currency::new(self.code()?, self.rate().ok()?))
    }
}

/// The fields.
#[component]
pub(super) fn CurrencyFields() -> impl IntoView {
    let state = State::of_page();
    let typed = Typed::new();
    let shown = Memo::new(move |_| state.currency());
    // A link, or Back, may change it; a language has marks of its own.
    Effect::new(move |_| {
        state.study.readings.track();
        let (now, marks) = (shown.get(), i18n::language().marks());
        if untrack(|| typed.currency()) != Some(now.unwrap_or(Currency::DOLLAR)) {
            typed.show(now, marks);
        }
    });
    Effect::new(move |_| {
        let wrong = typed.currency().is_none();
        state.study.unread.update(|[unread, _]| *unread = wrong);
    });
    let apply = Callback::new(move |()| {
        if let Some(currency) = untrack(|| typed.currency()) {
            state.set_currency(Some(currency).filter(|known| known.code() != Code::USD));
        }
    });
    let choose = move |id: String| {
        let other = id == OTHER;
        typed.other.set(other);
        typed.take(if other { String::new() } else { id }, i18n::marks());
        apply.run(());
        state.frame.commit();
    };
    let chosen = move || {
        if typed.other.get() {
            OTHER.to_owned()
        } else {
            typed.code.get()
        }
    };
    let foreign = Memo::new(move |_| typed.is_foreign());
    // Dollars are the default, not a choice.
    let offer = move || {
        let area = state.study.asked.with(|asked| asked.fleet.area);
        let code = regions::defaults(area)?.currency;
        (!foreign.get() && code != Code::USD.as_str()).then_some(code)
    };
    let rate = move || foreign.get().then(|| rate(typed, apply));
    let other = move || typed.other.get().then(|| other_code(typed, apply));
    view! {
        <div class="pair">
            <Select
                label=Msg::Currency
                id="cost-currency"
                choices=Signal::derive(choices)
                chosen=Signal::derive(chosen)
                choose
            />
            {rate}
        </div>
        {other}
        {move || offer().map(|code| view! {
            <button type="button" class="plain" on:click=move |_| choose(code.to_owned())>
                {move || say::currency_offer(code)}
            </button>
        })}
        <p class="aside" hidden=move || !foreign.get()>{move || hint(typed)}</p>
    }
    .into_any()
}

fn choices() -> Vec<Choice> {
    let other = Choice::new(OTHER, text(Msg::CurrencyOther));
    listed().into_iter().chain([other]).collect()
}

/// Where the rate comes from, and of which day it is.
fn hint(typed: Typed) -> AnyView {
    let Some(known) = typed.currency().and_then(regions::reference) else {
        return view! { {t(Msg::CurrencyHint)} }.into_any();
    };
    let doubt = (!known.verified).then(|| {
        view! { " " <small class="doubt">{text(Msg::Unverified)}</small> }
    });
    // Names of sources are those of their publishers.
    view! {
        {text(Msg::CurrencyReference)}
        " "
        <span lang="en">{known.source}</span>
        {say::source_day(known.as_of)}
        {doubt}
    }
    .into_any()
}

/// The field of the rate.
fn rate(typed: Typed, apply: Callback<()>) -> AnyView {
    let unit = move || {
        let code = typed.code();
        code.map_or_else(String::new, |code| code.as_str().to_owned())
    };
    let said = move || {
        let field = Field::Currency;
        let problem = typed.rate().err();
        problem.map_or_else(String::new, |problem| {
            control::words(&FieldError { field, problem })
        })
    };
    view! {
        <NumberBox
            id="cost-rate".to_owned()
            label=Signal::stored(Msg::CurrencyRate)
            text=typed.rate.into()
            write=typing(typed.rate, apply)
            wrong=Signal::derive(move || typed.rate().is_err())
            unit=Some(view! { {unit} }.into_any())
            empty=None
        >
            <p class="problem" id="cost-rate-problem">{said}</p>
        </NumberBox>
    }
    .into_any()
}

/// A code that is not among the common ones.
fn other_code(typed: Typed, apply: Callback<()>) -> AnyView {
    let said = move || {
        let wrong = typed.code().is_none();
        if wrong { text(Msg::ProblemCode) } else { "" }.to_owned()
    };
    view! {
        <NumberBox
            id="cost-code".to_owned()
            label=Signal::stored(Msg::CurrencyCode)
            text=typed.code.into()
            write=Callback::new(move |code| {
                typed.take(code, i18n::marks());
                apply.run(());
            })
            wrong=Signal::derive(move || typed.code().is_none())
            unit=None
            empty=None
            letters=true
        >
            <p class="problem" id="cost-code-problem">{said}</p>
        </NumberBox>
    }
    .into_any()
}

/// The effect of typing into a field.
pub(super) fn typing(text: RwSignal<String>, apply: Callback<()>) -> Callback<String> {
    Callback::new(move |typed| {
        text.set(typed);
        apply.run(());
    })
}
