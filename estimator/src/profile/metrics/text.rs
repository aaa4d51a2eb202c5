//! Prometheus' text format: `name{label="value",...} value [time]` a line. Any other line is
//! skipped, as scrapers do.

use super::Series;

/// Samples read of one text.
const MOST: usize = 500_000;

/// The samples of a text, those alone whose name `wanted` takes.
pub(in crate::profile) fn samples<'a>(
    text: &'a str,
    wanted: &'a dyn Fn(&str) -> bool,
) -> impl Iterator<Item = (Series, f64)> + 'a {
    text.lines()
        .filter_map(|line| sample(line.trim(), wanted))
        .take(MOST)
}

fn sample(line: &str, wanted: &dyn Fn(&str) -> bool) -> Option<(Series, f64)> {
    let end = line.find(|letter: char| letter == '{' || letter.is_whitespace())?;
    let (name, rest) = line.split_at_checked(end)?;
    if name.is_empty() || name.starts_with('#') || !wanted(name) {
        return None;
    }
    let mut labels = Vec::new();
    let mut rest = rest.trim_start();
    if let Some(inner) = rest.strip_prefix('{') {
        rest = inner;
        loop {
            rest = rest.trim_start_matches(|letter: char| letter == ',' || letter.is_whitespace());
            if let Some(after) = rest.strip_prefix('}') {
                rest = after;
                break;
            }
            let (label, after) = rest.split_once('=')?;
            let after = after.trim_start().strip_prefix('"')?;
            let (value, after) = quoted(after)?;
            labels.push((label.trim().to_owned(), value));
            rest = after;
        }
    }
    let value = number(rest.split_whitespace().next()?)?;
    let name = name.to_owned();
    Some((Series { name, labels }, value))
}

/// The text up to the closing quote, and the text after it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, text.get(at + 1..)?)),
            '\\' => match letters.next()?.1 {
                'n' => value.push('\n'),
                other => value.push(other),
            },
            other => value.push(other),
        }
    }
    None
}

/// A value as Prometheus writes it, `+Inf` and `NaN` included.
pub(in crate::profile) fn number(text: &str) -> Option<f64> {
    match text {
        "+Inf" | "Inf" => Some(f64::INFINITY),
        "-Inf" => Some(f64::NEG_INFINITY),
        other => other.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::samples;

    /// Blanks, escapes, a time behind the value, an exemplar; broken lines are skipped.
    #[test]
    fn lines() {
        let text = "# TYPE a gauge\na{x=\"1\", y=\"q\\\"}\\n\",} 2.5 1700000000000\nb 3 # {t=\"1\"} 4\n\
                    c{x=\"1} 4\nd{x} 5\n{} 6\ne +Inf\nf\n";
        let read: Vec<_> = samples(text, &|_| true).collect();
        assert_eq!(read.len(), 3);
        assert_eq!(
            read.first().map(|(series, _)| series.label("y")),
            Some(Some("q\"}\n"))
        );
        assert_eq!(
            read.iter().map(|(_, value)| *value).collect::<Vec<_>>(),
            [2.5, 3.0, f64::INFINITY]
        );
    }
}
