//! The locale files are complete, and numbers are read as each language writes them.

use super::number::{parse, plain};
use super::table::put;
use super::written::{Style, written};
use super::{FILES, Language, PARTS};
use crate::control::TERMS;
use estimator::currency::Code;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[path = "../../build/check.rs"]
mod check;
#[path = "../../build/locale.rs"]
mod locale;

fn locales() -> Vec<locale::Locale> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales");
    locale::read_all(&folder).expect("the locale files are readable")
}

#[test]
fn every_language_has_every_message_and_every_form() {
    assert_eq!(check::problems(&locales()), Vec::<String>::new());
}

#[test]
fn the_program_and_the_files_agree() {
    let locales = locales();
    assert_eq!(FILES.len(), Language::ALL.len());
    for (locale, language) in locales.iter().zip(Language::ALL) {
        assert_eq!(locale.language, language.id());
        let parts = locale::PARTS.into_iter().zip(locale.parts);
        assert!(parts.eq(PARTS), "{language:?}");
        assert_eq!(locale.messages.len(), locale.parts.iter().sum::<usize>());
    }
}

/// A page around the calculator is told in its own language why there is none.
#[test]
fn the_embedding_script_knows_every_language() {
    let script = include_str!("../../../public/embed.js");
    for language in Language::ALL {
        let entry = format!("\n    {}: \"", language.id());
        assert!(script.contains(&entry), "{language:?}");
    }
}

/// Messages that can be said before the program is there, and where a link's language is
/// known: the boot script has every language, too.
#[test]
fn the_boot_script_knows_every_language() {
    let script = include_str!("../../../public/boot.js");
    for language in Language::ALL {
        let entry = format!("\n    {}: {{\n", language.id());
        assert!(script.contains(&entry), "{language:?}");
    }
}

#[test]
fn no_text_is_empty_or_left_in_english() {
    let locales = locales();
    let english = &locales[0].messages;
    for locale in &locales {
        for ((key, text), (_, source)) in locale.messages.iter().zip(english) {
            assert!(
                !text.sample().trim().is_empty(),
                "{}: {key}",
                locale.language
            );
            // Sentences differ; names, units and formulas need not.
            let sentence = source.sample().split(' ').count() > 4;
            let same = text.sample() == source.sample();
            assert!(
                !(sentence && same && locale.language != "en"),
                "{}: {key}",
                locale.language
            );
        }
    }
}

/// Release notes stand in every language, each under its own name.
#[test]
fn release_notes_are_in_every_language() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales");
    let locales = locale::read(&folder, [locale::RELEASES]).expect("the notes are readable");
    assert_eq!(check::problems(&locales), Vec::<String>::new());
    for (locale, language) in locales.iter().zip(Language::ALL) {
        let first: Vec<&str> = locale
            .messages
            .iter()
            .map(|(_, text)| text.sample())
            .take(2)
            .collect();
        assert_eq!(first, [language.tag(), language.name()]);
    }
}

/// The first messages of pages, until their programs are there, stand in every language.
#[test]
fn what_pages_say_first_is_in_every_language() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales");
    let locales = locale::read(&folder, [locale::SHELL]).expect("the sentences are readable");
    assert_eq!(check::problems(&locales), Vec::<String>::new());
    assert!(!locales[0].messages.is_empty());
}

/// Messages that scripts say by key are there in every language, no others are, and every term
/// has a meaning: those of labels on the page, too.
#[test]
fn scripts_and_labels_find_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales");
    let locales = locale::read_scripts(&folder).expect("the glossary is readable");
    assert_eq!(check::problems(&locales), Vec::<String>::new());
    let script = |name: &str| {
        let path = format!("../public/{name}.js");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        fs::read_to_string(path).expect("the script can be read")
    };
    let scripts = ["embedding", "glossary", "shortcuts", "present"]
        .map(script)
        .concat();
    let keys: BTreeSet<&str> = locales[0].messages.iter().map(|(key, _)| &**key).collect();
    let said = scripts.split("words(\"").skip(1);
    for key in said.filter_map(|rest| rest.split('"').next()) {
        assert!(keys.contains(key), "{key}");
    }
    for key in &keys {
        let pair = match key.split_once('_') {
            Some(("term", term)) => keys.contains(&*format!("means_{term}")),
            Some(("means", term)) => keys.contains(&*format!("term_{term}")),
            _ => [format!("\"{key}\""), format!(".{key}")]
                .iter()
                .any(|said| scripts.contains(said)),
        };
        assert!(pair, "{key}");
    }
    for (label, term) in TERMS {
        assert!(keys.contains(&*format!("term_{term}")), "{label:?}: {term}");
    }
    let english = &locales[0].messages;
    for locale in &locales {
        for ((key, text), (_, source)) in locale.messages.iter().zip(english) {
            let same = text.sample() == source.sample() && key.starts_with("means_");
            let language = locale.language;
            assert!(!text.sample().trim().is_empty(), "{language}: {key}");
            assert!(!same || language == "en", "{language}: {key}");
        }
    }
}

/// A `$` stands for the sign of the page's currency, so it is in a message of every
/// language or of none; the score alone has a name without it in some.
#[test]
fn the_sign_of_the_currency_stands_in_every_language() {
    let locales = locales();
    let signed = |locale: &locale::Locale| {
        let messages = locale.messages.iter();
        let signed =
            messages.filter(|(key, text)| text.sample().contains('$') && key != "col_score");
        signed.map(|(key, _)| key.clone()).collect::<BTreeSet<_>>()
    };
    for locale in &locales {
        assert_eq!(signed(locale), signed(&locales[0]), "{}", locale.language);
        for (key, text) in &locale.messages {
            // The sign is put into these alone.
            let plural = matches!(text, locale::Text::Plural(_));
            assert!(
                !plural || !text.sample().contains('$'),
                "{}: {key}",
                locale.language
            );
        }
    }
}

/// An amount below 1 keeps three digits, without zeros at their end.
#[test]
fn small_amounts_keep_their_digits() {
    let amounts = [0.0, 0.5, 0.08, 0.0123, 0.012_345, 0.9996, 0.099_96];
    assert_eq!(amounts.map(super::written::places), [0, 1, 2, 4, 4, 0, 1]);
}

/// Sums over years have three digits, and the language's word for a million from there on.
#[test]
fn sums_over_years_have_three_digits() {
    let said = |value, language| written(value, Style::Sum(Code::USD), language);
    let english = [549_064.0, 999_400.0, 999_600.0, 1_156_320.0, 366.4];
    assert_eq!(
        english.map(|value| said(value, Language::En)),
        ["$549,000", "$999,000", "$1M", "$1.16M", "$366"]
    );
    assert_eq!(said(-1_156_320.0, Language::En), "-$1.16M");
    let large = [Language::De, Language::Zh, Language::Uk, Language::Ja];
    assert_eq!(
        large.map(|language| said(2_092_339.0, language)),
        [
            "2,09\u{a0}Mio.\u{a0}$",
            "$209万",
            "2,09\u{a0}млн\u{a0}$",
            "$209万"
        ]
    );
    assert_eq!(said(549_064.0, Language::Zh), "$549,000");
}

/// The check's words for a mistake in a file.
fn problem_of(change: impl Fn(&mut Vec<(String, locale::Text)>)) -> String {
    let mut locales = locales();
    change(&mut locales[3].messages);
    check::problems(&locales).join("; ")
}

#[test]
fn mistakes_in_a_file_are_found() {
    let plain = |text: &str| locale::Text::Plain(text.to_owned());
    assert!(problem_of(|m| drop(m.pop())).contains("is missing"));
    assert!(
        problem_of(|m| m.push(("extra".to_owned(), plain("")))).contains("not in the reference")
    );
    assert!(problem_of(|m| m.swap(0, 1)).contains("stands where"));
    assert!(problem_of(|m| m[0].1 = plain("{other}")).contains("values"));
    assert!(problem_of(|m| m[0].1 = plain("{open")).contains("without its }"));
    assert!(problem_of(|m| m[0].0 = "Bad Key".to_owned()).contains("lower case"));
    let few = problem_of(|messages| {
        for (_, text) in messages {
            if let locale::Text::Plural(forms) = text {
                forms.remove("few");
            }
        }
    });
    assert!(few.contains("plural forms"));
    let mut moved = locales();
    moved[1].parts[0] -= 1;
    moved[1].parts[1] += 1;
    assert!(check::problems(&moved).join("").contains("in another part"));
}

/// Sources of views that are made once the messages of `later/` are there; see
/// [`crate::serving::later::Part`] and [`crate::serving::embedded::WayOut`]. The footer waits
/// for them by itself.
const LATER: [&str; 29] = [
    "control/script.rs",
    "control/table_tools.rs",
    "serving/answer/badges.rs",
    "serving/answer/balance.rs",
    "serving/answer/beside.rs",
    "serving/answer/calibrated.rs",
    "serving/answer/evidence.rs",
    "serving/answer/others.rs",
    "serving/answer/trust.rs",
    "page/cluster.rs",
    "serving/answer/start.rs",
    "serving/answer/differences.rs",
    "serving/answer/candidates/",
    "serving/answer/charts/",
    "serving/answer/levers.rs",
    "serving/answer/load.rs",
    "serving/answer/plan/",
    "serving/answer/why/",
    "serving/answer/within/",
    "serving/answer/next.rs",
    "serving/answer/ways.rs",
    "serving/answer/window.rs",
    "serving/question/folded/",
    "serving/embedded.rs",
    "page/saved_menu.rs",
    "chart/",
    "page/footer.rs",
    "page/study/levers.rs",
    "page/study/typed.rs",
];

/// Every source of the program but this one: its path in `src`, and its text.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut found) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("sources can be listed") {
            let path = entry.expect("an entry can be read").path();
            let name = path.strip_prefix(&root).expect("it is in the folder");
            let name = name.to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                folders.push(path);
            } else if name != "i18n/tests.rs" {
                let text = fs::read_to_string(&path).expect("a source can be read");
                found.push((name, text));
            }
        }
    }
    found
}

/// The keys' names in Rust that a source has.
fn said(source: &str) -> BTreeSet<&str> {
    let after = ["Msg::", "say::"].map(|mark| source.split(mark).skip(1));
    after
        .into_iter()
        .flatten()
        .filter_map(|rest| {
            rest.split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
        })
        .collect()
}

/// Messages that a part of the page needs are downloaded with it or before it: the first view says
/// nothing of `later/`, and those of one other program alone are said by it alone.
#[test]
fn no_source_says_what_is_not_there_yet() {
    let texts = sources();
    let sources: Vec<_> = texts
        .iter()
        .map(|(name, text)| (name, said(text)))
        .collect();
    let is_under = |name: &str, folder: &str| name.starts_with(folder);
    for folder in LATER {
        let there = sources.iter().any(|(name, _)| is_under(name, folder));
        assert!(there, "{folder} has moved");
    }
    let locales = locales();
    let [first, later, own @ ..] = locales[0].parts;
    // Each page's own messages, where they end and where they are said.
    let mut ends = first + later;
    let folders = [
        "accuracy/",
        "training/",
        "costs/",
        "costs/proposal/",
        "compare/",
        "guide/",
        "fleet/",
        "measure/",
        "vision/",
        "sessions/",
        "queue/",
        "cluster/",
    ];
    let pages = own.iter().zip(folders);
    let pages: Vec<_> = pages
        .map(|(length, folder)| {
            ends += length;
            (ends, folder)
        })
        .collect();
    for (index, (key, _)) in locales[0].messages.iter().enumerate().skip(first) {
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let variant: String = key.split('_').map(capital).collect();
        for (name, said) in &sources {
            let of_calculator = index < first + later;
            let own = pages.iter().find(|(end, _)| index < *end);
            let may = if of_calculator {
                pages.iter().any(|(_, folder)| is_under(name, folder))
                    || LATER.iter().any(|folder| is_under(name, folder))
            } else {
                // A comparison names inputs of the page about costs, what stands beside a measured
                // file the parts of training; both are loaded with those.
                let borrows = |folder: &str| {
                    folder == "costs/" && is_under(name, "compare/")
                        || folder == "training/" && is_under(name, "measure/against/")
                };
                own.is_some_and(|(_, folder)| is_under(name, folder) || borrows(folder))
            };
            assert!(
                may || !said.contains(key.as_str()) && !said.contains(variant.as_str()),
                "{name} says {key} before it is there"
            );
        }
    }
}

#[test]
fn numbers_are_read_as_each_language_writes_them() {
    let cases = [
        (Language::En, "1,234.5", 1234.5),
        (Language::En, "1234.5", 1234.5),
        (Language::En, "12,34,567", 1_234_567.0),
        (Language::De, "1.234,5", 1234.5),
        (Language::De, "0,5", 0.5),
        (Language::De, "1.234", 1234.0),
        (Language::Uk, "1 234,5", 1234.5),
        (Language::Uk, "1\u{a0}234,5", 1234.5),
        (Language::Uk, "1\u{202f}234,5", 1234.5),
        (Language::Zh, "１,２３４.５", 1234.5),
        (Language::Zh, "1.5万", 15_000.0),
        (Language::Ja, "2億", 2e8),
        (Language::Ja, "１２３", 123.0),
        (Language::En, " 2 000 ", 2000.0),
        (Language::De, "2'000", 2000.0),
        (Language::En, "8k", 8000.0),
        (Language::En, "1.5M", 1.5e6),
        (Language::De, "1,5 Mio", 1.5e6),
        (Language::Uk, "1,5 Млн", 1.5e6),
        (Language::En, ".5", 0.5),
        (Language::En, "5.", 5.0),
        (Language::En, "-3", -3.0),
        (Language::En, "−3", -3.0),
        (Language::En, "+3", 3.0),
    ];
    for (language, text, value) in cases {
        let read = parse(text, language.marks()).unwrap_or(f64::NAN);
        assert!(
            (read - value).abs() < 1e-9 * value.abs(),
            "{language:?} {text:?}: {read}"
        );
    }
}

#[test]
fn what_is_no_number_is_refused() {
    let cases = [
        (Language::En, "1,5"),
        (Language::De, "1.5"),
        (Language::En, "1.2.3"),
        (Language::En, "1,2345"),
        (Language::En, ""),
        (Language::En, "."),
        (Language::En, "k"),
        (Language::En, "ten"),
        (Language::En, "--1"),
        (Language::En, "1e5"),
        (Language::En, "NaN"),
        (Language::En, "inf"),
        (Language::En, "0x10"),
    ];
    for (language, text) in cases {
        assert_eq!(parse(text, language.marks()), None, "{language:?} {text:?}");
    }
}

#[test]
fn written_numbers_are_read_back() {
    for language in Language::ALL {
        let marks = language.marks();
        for value in [
            0.0, 0.001, 0.35, 1.0, 40.0, 999.0, 1000.0, 1234.5, 131_072.0, 1.25e9, 1e15,
        ] {
            let text = plain(value, marks);
            assert_eq!(parse(&text, marks), Some(value), "{language:?} {text}");
        }
    }
    assert_eq!(plain(131_072.0, Language::De.marks()), "131.072");
    assert_eq!(plain(0.1 + 0.2, Language::En.marks()), "0.3");
}

#[test]
fn values_are_put_where_they_belong() {
    let values = [("name", "H200"), ("count", "2")];
    assert_eq!(put("{count} × {name}!", &values), "2 × H200!");
    assert_eq!(put("{name}", &values), "H200");
    assert_eq!(put("plain", &values), "plain");
}
