//! A formula with its values put in.

use super::value::value;
use estimator::serving::explain::Term;

/// The right side of `formula` with every symbol replaced by its value; `None`
/// where a symbol has no single value here, as the terms of a sum.
pub(super) fn with_values(formula: &str, terms: &[Term]) -> Option<String> {
    put(formula, terms, value)
}

fn put(formula: &str, terms: &[Term], value: impl Fn(&Term) -> String) -> Option<String> {
    let (_, mut rest) = formula.split_once('=')?;
    rest = rest.trim_start();
    let mut text = String::new();
    while let Some(letter) = rest.chars().next() {
        if !is_symbol(letter) {
            text.push(letter);
            rest = rest.strip_prefix(letter)?;
            continue;
        }
        let term = longest(rest, terms);
        match term {
            Some(term) => {
                text += &value(term);
                rest = rest.strip_prefix(term.symbol)?;
            }
            // Digits belong to the formula itself.
            None if letter.is_ascii_digit() => {
                text.push(letter);
                rest = rest.strip_prefix(letter)?;
            }
            None => {
                let name = function(rest)?;
                text += name;
                rest = rest.strip_prefix(name)?;
            }
        }
    }
    Some(text)
}

/// The name of the function that `text` begins with.
fn function(text: &str) -> Option<&str> {
    ["max", "min"].into_iter().find(|name| {
        text.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with('('))
    })
}

/// The longest symbol that `text` begins with and that ends there.
fn longest<'a>(text: &str, terms: &'a [Term]) -> Option<&'a Term> {
    terms
        .iter()
        .filter(|term| {
            text.strip_prefix(term.symbol).is_some_and(|rest| {
                let next = rest.chars().next();
                !next.is_some_and(is_symbol) || term.symbol.ends_with(')')
            })
        })
        .max_by_key(|term| term.symbol.len())
}

fn is_symbol(letter: char) -> bool {
    letter.is_alphanumeric() && !is_superscript(letter) || letter == '_' || is_subscript(letter)
}

fn is_subscript(letter: char) -> bool {
    ('₀'..='₉').contains(&letter)
}

fn is_superscript(letter: char) -> bool {
    matches!(letter, '⁰' | '¹' | '²' | '³' | '⁴'..='⁹')
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::serving::explain::Unit;

    fn terms(pairs: &[(&'static str, f64)]) -> Vec<Term> {
        pairs
            .iter()
            .map(|(symbol, value)| Term {
                symbol,
                value: *value,
                unit: Unit::Count,
            })
            .collect()
    }

    fn plain(formula: &str, pairs: &[(&'static str, f64)]) -> Option<String> {
        put(formula, &terms(pairs), |term| term.value.to_string())
    }

    #[test]
    fn values_stand_where_symbols_stood() {
        let found = plain("c = 10⁶·C/(3600·X)", &[("C", 14.0), ("X", 3060.0)]);
        assert_eq!(found.as_deref(), Some("10⁶·14/(3600·3060)"));
    }

    #[test]
    fn longer_symbols_win() {
        let found = plain("R = ⌈λ / λ_max⌉", &[("λ", 10.0), ("λ_max", 4.0)]);
        assert_eq!(found.as_deref(), Some("⌈10 / 4⌉"));
        let found = plain(
            "kv = L/min(tp, n_kv)",
            &[("L", 80.0), ("min(tp, n_kv)", 2.0)],
        );
        assert_eq!(found.as_deref(), Some("80/2"));
    }

    #[test]
    fn functions_keep_their_names() {
        let found = plain("B_p = max(B + z·√B, 1)", &[("B", 9.0), ("z", 2.0)]);
        assert_eq!(found.as_deref(), Some("max(9 + 2·√9, 1)"));
    }

    #[test]
    fn an_unknown_symbol_leaves_the_formula_alone() {
        assert_eq!(plain("t = a + b", &[("a", 1.0)]), None);
    }
}
