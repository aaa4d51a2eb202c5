//! `_headers`: which response headers belong to which path.
//!
//! The format is the common part of Netlify's and Cloudflare's: a path on a line of
//! its own, `*` for any text, and below it, indented, `Name: value`. All rules that
//! match apply.

/// The rules of one file.
pub(crate) struct Rules(Vec<Rule>);

struct Rule {
    pattern: String,
    headers: Vec<(String, String)>,
}

impl Rules {
    /// Reads the file's text; lines that are neither path nor header do nothing.
    pub(crate) fn parse(text: &str) -> Self {
        let mut rules: Vec<Rule> = Vec::new();
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'));
        for line in lines {
            if line.starts_with('/') {
                let pattern = line.trim().to_owned();
                rules.push(Rule {
                    pattern,
                    headers: Vec::new(),
                });
            } else if let (Some((name, value)), Some(rule)) =
                (line.split_once(':'), rules.last_mut())
            {
                rule.headers
                    .push((name.trim().to_owned(), value.trim().to_owned()));
            }
        }
        Self(rules)
    }

    /// Every header for a path, in the order of the file.
    pub(crate) fn for_path(&self, path: &str) -> impl Iterator<Item = (&str, &str)> {
        let rules = self
            .0
            .iter()
            .filter(move |rule| is_match(&rule.pattern, path));
        let headers = rules.flat_map(|rule| &rule.headers);
        headers.map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Whether a path fits a pattern with at most one `*`.
fn is_match(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == path,
        Some((start, end)) => {
            path.len() >= start.len() + end.len() && path.starts_with(start) && path.ends_with(end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_matching_rule_applies() {
        let text = "# all\n/*\n  A: 1\n  B: x: y\n\n/a/*\n  C: 3\n/a/b\n  D: 4\n";
        let rules = Rules::parse(text);
        let all: Vec<_> = rules.for_path("/a/b").collect();
        assert_eq!(all, [("A", "1"), ("B", "x: y"), ("C", "3"), ("D", "4")]);
        assert_eq!(rules.for_path("/b").count(), 2);
    }
}
