//! `public/_headers`: which response headers belong to which path.
//!
//! The format is the common part of Netlify's and Cloudflare's: a path on a line of
//! its own, `*` for any text, and below it, indented, `Name: value`. All rules that
//! match apply.

/// The rules of one file.
pub(super) struct Rules(Vec<Rule>);

struct Rule {
    pattern: String,
    headers: Vec<(String, String)>,
}

impl Rules {
    /// Reads the file's text; lines that are neither path nor header do nothing.
    pub(super) fn parse(text: &str) -> Self {
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
    pub(super) fn for_path(&self, path: &str) -> impl Iterator<Item = (&str, &str)> {
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
    use std::fs;

    use super::*;
    use crate::bundle::PAGES;
    use crate::repo;

    fn ours() -> Rules {
        Rules::parse(&fs::read_to_string(repo::headers_file()).unwrap())
    }

    fn find<'a>(rules: &'a Rules, path: &str, name: &str) -> Vec<&'a str> {
        let all = rules.for_path(path).filter(|(key, _)| *key == name);
        all.map(|(_, value)| value).collect()
    }

    #[test]
    fn every_matching_rule_applies() {
        let text = "# all\n/*\n  A: 1\n  B: x: y\n\n/a/*\n  C: 3\n/a/b\n  D: 4\n";
        let rules = Rules::parse(text);
        let all: Vec<_> = rules.for_path("/a/b").collect();
        assert_eq!(all, [("A", "1"), ("B", "x: y"), ("C", "3"), ("D", "4")]);
        assert_eq!(rules.for_path("/b").count(), 2);
    }

    #[test]
    fn the_page_and_the_host_state_one_policy() {
        let rules = ours();
        let policy = find(&rules, "/", "Content-Security-Policy");
        assert_eq!(policy.len(), 1);
        let head = fs::read_to_string(repo::root().join("app/parts/head.html")).unwrap();
        assert!(head.contains(&format!("content=\"{}\"", policy[0])));
        for (page, _) in PAGES {
            let page = fs::read_to_string(repo::root().join(page)).unwrap();
            assert!(page.contains("href=\"parts/head.html\""));
        }
        assert!(!policy[0].contains("unsafe-inline") && !policy[0].contains("'unsafe-eval'"));
    }

    /// Any page may hold the calculator, and load the script that puts it there.
    #[test]
    fn no_page_is_kept_from_embedding() {
        let rules = ours();
        for path in ["/", "/index.html", "/embed.js"] {
            let policy = find(&rules, path, "Content-Security-Policy");
            assert!(!policy[0].contains("frame-ancestors"), "{path}");
            assert!(find(&rules, path, "X-Frame-Options").is_empty(), "{path}");
        }
        assert_eq!(
            find(&rules, "/embed.js", "Access-Control-Allow-Origin"),
            ["*"]
        );
    }

    /// The site as one file is saved, since the site's policy would not let it run; no host can
    /// take that policy from one path alone.
    #[test]
    fn the_file_for_a_disk_is_saved() {
        let rules = ours();
        let how = find(&rules, "/rightsize.html", "Content-Disposition");
        assert_eq!(how, ["attachment; filename=\"rightsize.html\""]);
        for path in ["/", "/index.html", "/costs/", "/releases/"] {
            assert!(
                find(&rules, path, "Content-Disposition").is_empty(),
                "{path}"
            );
        }
    }

    #[test]
    fn hosts_join_repeated_headers_so_none_is_repeated() {
        let rules = ours();
        for path in [
            "/service-worker.js",
            "/rightsize.html",
            "/releases/",
            "/releases/de.html",
            "/locales/en.json",
            "/picture.js",
            "/offline.js",
            "/frame.js",
            "/embedding.js",
            "/embedding.css",
            "/embed.js",
            "/dialog.js",
            "/dialog.css",
            "/glossary.js",
            "/present.js",
            "/shortcuts.js",
        ] {
            assert_eq!(find(&rules, path, "Cache-Control").len(), 1, "{path}");
        }
        for (_, folder) in PAGES {
            for name in ["", "index.html", "assets/x.css"] {
                let path = format!("/{folder}{name}");
                assert_eq!(find(&rules, &path, "Cache-Control").len(), 1, "{path}");
            }
        }
    }
}
