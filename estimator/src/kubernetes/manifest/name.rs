//! Names of objects: DNS labels (RFC 1123), and what goes into a command line or a query.

/// The most letters of a label.
const LABEL: usize = 63;
/// The most letters of a name that controllers lengthen by an index or a hash.
pub(super) const NAME: usize = 40;
/// The most letters of a path or an address.
const PATH: usize = 300;

/// Whether it is a DNS label that begins with a letter, as Services ask.
pub(super) fn is_label(text: &str, most: usize) -> bool {
    let inner =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    text.len() <= most
        && text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && !text.ends_with('-')
        && text.chars().all(inner)
}

/// Whether it is a path, a name of a hub or an image: letters, digits and `-_./:@+`, so that
/// nothing of it can end a quote or begin a command.
pub(super) fn is_path(text: &str) -> bool {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "-_./:@+".contains(letter);
    !text.is_empty()
        && text.len() <= PATH
        && text.starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '/')
        && text.chars().all(allowed)
        && !text.split('/').any(|part| part == "..")
}

/// Whether it is the value of a label: letters, digits and `-_.`.
pub(super) fn is_label_value(text: &str) -> bool {
    let edge = |letter: char| letter.is_ascii_alphanumeric();
    let inner = |letter: char| edge(letter) || "-_.".contains(letter);
    text.len() <= LABEL && text.starts_with(edge) && text.ends_with(edge) && text.chars().all(inner)
}

/// Whether it is the key of a label: a name, behind a domain and a slash or alone.
pub(super) fn is_label_key(text: &str) -> bool {
    match text.split_once('/') {
        Some((domain, name)) => {
            is_label_value(name) && domain.split('.').all(|part| is_label(part, LABEL))
        }
        None => is_label_value(text),
    }
}

/// A DNS label out of any text, for a name that nobody gave: what is no letter or digit becomes a
/// dash; what is too long is cut and ends in a hash of the whole.
#[must_use]
pub fn label(text: &str) -> String {
    let mut made = String::new();
    for letter in text.chars() {
        if letter.is_ascii_alphanumeric() {
            made.push(letter.to_ascii_lowercase());
        } else if !made.is_empty() && !made.ends_with('-') {
            made.push('-');
        }
    }
    let made = made.trim_end_matches('-');
    let made = if made.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        made.to_owned()
    } else {
        format!("m-{made}").trim_end_matches('-').to_owned()
    };
    cut(made, NAME)
}

/// `name` and a word behind it.
pub(super) fn derived(name: &str, word: &str) -> String {
    cut(format!("{name}-{word}"), LABEL)
}

/// At most so many letters, the last of them a hash of the whole.
fn cut(name: String, most: usize) -> String {
    if name.len() <= most {
        return name;
    }
    // FNV-1a (Fowler, Noll, Vo), 32 bits: the same everywhere and always.
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    let kept: String = name.chars().take(most.saturating_sub(9)).collect();
    format!("{}-{hash:08x}", kept.trim_end_matches('-'))
}
