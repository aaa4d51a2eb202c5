//! How wide a text will be, without asking the browser: good enough to keep
//! labels apart, the same on every machine, and testable.

/// Height of a line of chart text, in pixels, its leading included.
pub(crate) const LINE: f64 = 16.0;

/// From one line of a name to its next: two have room in the row of a bar.
pub(crate) const NEXT: f64 = 13.0;

/// Size of chart text, in pixels. `chart.css` says the same.
pub(crate) const SIZE: f64 = 12.0;

/// Width of `text` in the page's font at [`SIZE`], in pixels; rather too wide
/// than too narrow.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(advance).sum::<f64>() * SIZE
}

/// `text`, cut with an ellipsis where it is wider than `room`.
pub(crate) fn fitted(text: &str, room: f64) -> String {
    if width(text) <= room + 0.5 {
        return text.to_owned();
    }
    let mut left = room - width("…");
    let start = text.chars().take_while(|letter| {
        left -= advance(*letter) * SIZE;
        left >= 0.0
    });
    start.collect::<String>().trim_end().to_owned() + "…"
}

/// `text` in one line, or in two where it is wider than `room`, each cut where that is wider still.
/// It is broken between words, as late as there is room.
pub(crate) fn in_two(text: &str, room: f64) -> Vec<String> {
    let fits = |line: &str| width(line) <= room + 0.5;
    if fits(text) {
        return vec![text.to_owned()];
    }
    let spaces = text.rmatch_indices(' ');
    let mut broken = spaces.filter_map(|(at, _)| text.split_at_checked(at));
    match broken.find(|(first, _)| fits(first)) {
        Some((first, rest)) => vec![first.to_owned(), fitted(rest.trim_start(), room)],
        None => vec![fitted(text, room)],
    }
}

/// Width of one character over the size of the font.
fn advance(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | '\'' | '|' | ':' | ';' | '!' => 0.32,
        ' ' | '\u{a0}' | '\u{202f}' | 'f' | 't' | 'r' | '(' | ')' | '/' | '-' => 0.38,
        'm' | 'M' | 'w' | 'W' | '%' | 'щ' | 'ш' | 'Щ' | 'Ш' | 'ж' | 'ю' => 0.88,
        'A'..='Z' | 'А'..='Я' | 'І' | 'Ї' | 'Є' | '×' | '±' | '+' | '=' | '$' => 0.68,
        // Kana, ideographs, full-width forms.
        '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{ff00}'..='\u{ff60}' => 1.0,
        '0'..='9' => 0.64,
        _ => 0.6,
    }
}

#[cfg(test)]
mod tests {
    use super::{fitted, in_two, width};

    #[test]
    fn ideographs_are_wider_than_letters() {
        assert!(width("性价比") > width("abc"));
    }

    #[test]
    fn a_label_is_about_as_wide_as_it_looks() {
        // 58 pixels in DejaVu Sans at 12, 52 in Inter.
        assert!((50.0..75.0).contains(&width("H200 SXM")));
    }

    #[test]
    fn long_names_are_cut() {
        let cut = fitted("RTX PRO 6000 Blackwell Server", 90.0);
        assert!(cut.starts_with("RTX PRO") && cut.ends_with('…') && width(&cut) <= 90.0);
        assert_eq!(fitted("L4", 90.0), "L4");
    }

    /// A name that has no room is broken between words; one without a space is cut.
    #[test]
    fn long_names_are_broken() {
        let two = in_two("RTX PRO 6000 Blackwell Server", 110.0);
        assert_eq!(two, ["RTX PRO 6000", "Blackwell Server"]);
        assert!(two.iter().all(|line| width(line) <= 110.5));
        assert_eq!(in_two("L4", 90.0), ["L4"]);
        assert!(in_two("Beschleunigerstunde", 60.0)[0].ends_with('…'));
    }
}
