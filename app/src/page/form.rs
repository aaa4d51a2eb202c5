//! The needs that fields have of their page. The calculator and the page about
//! training ask different questions; a model, a fleet and typed numbers are in both.

use crate::i18n;
use crate::serving::draft::exchanged;
use catalog::regions;
use estimator::choice::{Area, Fleet, ModelChoice};
use estimator::currency::Currency;
use estimator::error::{Field, FieldError};
use estimator::import::Imported;
use leptos::prelude::{RwSignal, expect_context, provide_context, untrack, use_context};

/// The parts that both questions ask, to be changed.
pub(crate) struct Asked<'a> {
    /// The model.
    pub(crate) model: &'a mut ModelChoice,
    /// A model's name that was typed and not found.
    pub(crate) unknown_model: &'a mut Option<String>,
    /// The fleet.
    pub(crate) fleet: &'a mut Fleet,
    /// Own prices as typed, by accelerator id, in the order they were added.
    pub(crate) prices: &'a mut Vec<(String, String)>,
}

/// The outcome of a model file, in words: good news or bad.
pub(crate) type ImportOutcome = Option<Result<Vec<String>, String>>;

/// The question of a page as its fields see it. Reading it is reactive.
pub(crate) trait Form: Send + Sync {
    /// The text that was typed into a field.
    fn text(&self, field: Field) -> String;
    /// Types into a field.
    fn set_text(&self, field: Field, text: String);
    /// The error of a field.
    fn error_at(&self, field: Field) -> Option<FieldError>;
    /// The change that was made is complete: Back undoes it as one step.
    fn commit(&self);
    /// The model, and a name that was typed and not found.
    fn model(&self) -> (ModelChoice, Option<String>);
    /// Whether that may be an encoder, which generates nothing.
    fn takes_encoders(&self) -> bool {
        false
    }
    /// The fleet.
    fn fleet(&self) -> Fleet;
    /// Own prices as typed.
    fn prices(&self) -> Vec<(String, String)>;
    /// Rewrites the other amounts of money that are typed on the page.
    fn rewrite_amounts(&self, rewrite: &dyn Fn(&mut String));
    /// Changes parts that both questions ask.
    fn change(&self, change: &mut dyn FnMut(Asked<'_>));
    /// Takes a model over that was read from a file.
    fn take(&self, imported: Imported);
    /// The outcome of the last file.
    fn imported(&self) -> RwSignal<ImportOutcome>;
}

/// The page's form, for every field to find. It lives as long as the page.
pub(crate) fn provide(form: impl Form + 'static) {
    let form: &'static dyn Form = Box::leak(Box::new(form));
    provide_context(form);
}

/// The form of this page.
pub(crate) fn of_page() -> &'static dyn Form {
    expect_context()
}

/// The same where the page has one: numbers of some pages are no part of a question.
pub(crate) fn found() -> Option<&'static dyn Form> {
    use_context()
}

impl dyn Form {
    /// Changes parts that both questions ask by a choice, complete in itself.
    pub(crate) fn choose(&self, change: impl FnOnce(Asked<'_>)) {
        let mut change = Some(change);
        self.change(&mut |asked| {
            if let Some(change) = change.take() {
                change(asked);
            }
        });
        self.commit();
    }

    /// Changes the fleet by a choice.
    pub(crate) fn choose_fleet(&self, change: impl FnOnce(&mut Fleet)) {
        self.choose(|asked| change(asked.fleet));
    }

    /// Writes and reads amounts in another currency, `None` for dollars; typed ones stay worth the
    /// same.
    pub(crate) fn exchange(&self, currency: Option<Currency>) {
        self.exchange_with(currency, |_| ());
    }

    /// Compares prices in another part of the world, in the currency of that part: but for one that
    /// somebody chose, which stays.
    pub(crate) fn move_to(&self, area: Area) {
        let fleet = untrack(|| self.fleet());
        let is_usual = fleet.currency == regions::currency(fleet.area);
        let currency = if is_usual {
            regions::currency(area)
        } else {
            fleet.currency
        };
        self.exchange_with(currency, |fleet| fleet.area = area);
    }

    /// The same with another change of the fleet, both as one step.
    fn exchange_with(&self, currency: Option<Currency>, change: impl FnOnce(&mut Fleet)) {
        let old = untrack(|| self.fleet().currency);
        if old == currency {
            self.choose_fleet(change);
            return;
        }
        let marks = i18n::marks();
        let rewrite = |text: &mut String| exchanged(text, marks, old, currency);
        self.rewrite_amounts(&rewrite);
        i18n::set_currency(currency);
        self.choose(|asked| {
            asked.prices.iter_mut().for_each(|(_, text)| rewrite(text));
            asked.fleet.currency = currency;
            change(asked.fleet);
        });
    }
}
