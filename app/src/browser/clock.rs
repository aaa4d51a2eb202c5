//! The reader's clock and calendar.

use crate::i18n::Language;
use js_sys::{Date, Object, Reflect};

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// The day so many seconds from now, in the reader's own time: `2026-12-04`.
pub(crate) fn day_after(seconds: f64) -> String {
    let date = Date::new_0();
    date.set_time(date.get_time() + seconds * 1000.0);
    let (year, month, day) = (date.get_full_year(), date.get_month() + 1, date.get_date());
    format!("{year:04}-{month:02}-{day:02}")
}

/// Today, in the reader's own time.
pub(crate) fn today() -> Option<estimator::date::Date> {
    estimator::date::Date::parse(&day_after(0.0))
}

/// Seconds from now to the end of a day, negative once it is over; `None` where the text is
/// no day.
pub(crate) fn seconds_until_end_of(day: &str) -> Option<f64> {
    // Without a zone, a date with a time is the reader's own.
    let begin = Date::parse(&format!("{day}T00:00:00"));
    begin
        .is_finite()
        .then(|| (begin - Date::now()) / 1000.0 + DAY)
}

/// The day so many seconds from now, in the reader's own time, written out in a language:
/// `22 November 2026`. The browser's own words: its first use of them takes long, so no page that
/// must be there at once asks for this.
pub(crate) fn day_in_words(language: Language, seconds: f64) -> String {
    let date = Date::new_0();
    date.set_time(date.get_time() + seconds * 1000.0);
    in_words(&date, language, [("dateStyle", "long")])
}

/// A day as records write it, `2026-12-04`, written out in a language; of a month or a year, no
/// more than that. As [`day_in_words`], for pages that need not be there at once.
pub(crate) fn recorded_day(language: Language, day: &str) -> String {
    let parts = [("year", "numeric"), ("month", "short"), ("day", "numeric")];
    let known = parts.into_iter().take(day.split('-').count());
    // Without a time it is read as a day in Greenwich.
    let options = known.chain([("timeZone", "UTC")]);
    in_words(&Date::new(&day.into()), language, options)
}

fn in_words(
    date: &Date,
    language: Language,
    options: impl IntoIterator<Item = (&'static str, &'static str)>,
) -> String {
    let style = Object::new();
    for (name, value) in options {
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(&style, &name.into(), &value.into());
    }
    date.to_locale_date_string(language.tag(), &style).into()
}
