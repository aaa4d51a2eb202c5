//! A stressed part inside a translated sentence, and days that stay on one line.

use leptos::prelude::*;

const BEGIN: char = '\u{2}';
const END: char = '\u{3}';

/// Marks a value that is put into a message, for [`emphasised`] to find.
pub(crate) fn strong(text: &str) -> String {
    format!("{BEGIN}{text}{END}")
}

/// A sentence without marks.
pub(crate) fn unmarked(sentence: &str) -> String {
    sentence.replace([BEGIN, END], "")
}

/// A sentence with its marked part set off.
pub(crate) fn emphasised(sentence: &str) -> AnyView {
    let Some((before, rest)) = sentence.split_once(BEGIN) else {
        return sentence.to_owned().into_any();
    };
    let (marked, after) = rest.split_once(END).unwrap_or((rest, ""));
    view! {
        {before.to_owned()}
        <strong>{marked.to_owned()}</strong>
        {after.to_owned()}
    }
    .into_any()
}

/// A sentence whose days, `2026-03-10`, are not broken over lines.
pub(crate) fn unbroken(sentence: &str) -> AnyView {
    let (mut parts, mut rest) = (Vec::new(), sentence);
    while let Some((before, day, after)) = first_day(rest) {
        let day = view! { <time datetime=day.to_owned()>{day.to_owned()}</time> };
        parts.push(view! { {before.to_owned()} {day} }.into_any());
        rest = after;
    }
    view! { {parts} {rest.to_owned()} }.into_any()
}

/// The first day of a text, and what is before and after it.
fn first_day(text: &str) -> Option<(&str, &str, &str)> {
    let digits = |part: &str, count: usize| {
        part.len() == count && part.bytes().all(|letter| letter.is_ascii_digit())
    };
    text.match_indices('-').find_map(|(hyphen, _)| {
        let start = hyphen.checked_sub(4)?;
        let day = text.get(start..hyphen.checked_add(6)?)?;
        let mut parts = day.split('-');
        let is_day = [4, 2, 2]
            .into_iter()
            .all(|count| parts.next().is_some_and(|part| digits(part, count)));
        let (before, rest) = text.split_at_checked(start)?;
        let (day, after) = rest.split_at_checked(day.len())?;
        is_day.then_some((before, day, after))
    })
}

#[cfg(test)]
mod tests {
    use super::first_day;

    /// A day is found behind hyphens that are none of it; years and versions are no days.
    #[test]
    fn days_are_found() {
        let found = first_day("On-demand, 2026-03-10, RunPod");
        assert_eq!(found, Some(("On-demand, ", "2026-03-10", ", RunPod")));
        assert_eq!(
            first_day("ціна від 2026-08-21"),
            Some(("ціна від ", "2026-08-21", ""))
        );
        for text in [
            "",
            "-",
            "2026-03",
            "a-b-c",
            "2026-3-100",
            "1234-5678-90",
            "日-本",
        ] {
            assert_eq!(first_day(text), None, "{text}");
        }
    }
}
