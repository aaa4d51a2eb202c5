//! Lower case of the letters that the page's languages have. The standard
//! library's tables for all scripts would be downloaded with them.

/// `text` with its capitals made small.
pub(crate) fn lowered(text: &str) -> String {
    text.chars().map(small).collect()
}

fn small(letter: char) -> char {
    let shifted = |by: u32| char::from_u32(u32::from(letter) + by).unwrap_or(letter);
    match letter {
        '×' => letter,
        // Latin with marks, and Cyrillic: first the letters that Russian lacks.
        'À'..='Þ' | 'А'..='Я' => shifted(0x20),
        'Ѐ'..='Џ' => shifted(0x50),
        'Ґ' => 'ґ',
        letter => letter.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::lowered;

    #[test]
    fn letters_become_small_as_the_standard_library_makes_them() {
        let ours = ('\0'..='ÿ').chain('Ѐ'..='џ').chain(['Ґ', 'ґ', '万', '億']);
        for letter in ours {
            let text = letter.to_string();
            assert_eq!(lowered(&text), text.to_lowercase(), "{letter}");
        }
    }
}
