//! `dist/_headers`: `public/_headers` with the rules of every page of the site, so that a new
//! page has its own.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::repo;
use crate::site::{Page, SITE};

/// The file's name in the site.
pub(crate) const FILE: &str = "_headers";

/// Where the rules of the pages belong.
const PLACE: &str = "{pages}\n";

/// Writes the file into the site in `dist`.
pub(crate) fn write(dist: &Path) -> Result<()> {
    fs::write(dist.join(FILE), text()?).context(FILE)
}

/// All rules: a page's name stays when its content changes, files that it loads have a hash of
/// their content in their name.
fn text() -> Result<String> {
    let path = repo::root().join("public").join(FILE);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let (before, after) = text.split_once(PLACE).context("no place for the pages")?;
    let mut rules = before.to_owned();
    for Page { folder, .. } in &SITE {
        for name in ["", "index.html"] {
            writeln!(rules, "/{folder}{name}\n  Cache-Control: no-cache")?;
        }
        writeln!(
            rules,
            "/{folder}assets/*\n  Cache-Control: public, max-age=31536000, immutable"
        )?;
    }
    Ok(rules + after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::Rules;

    fn ours() -> Rules {
        Rules::parse(&text().unwrap())
    }

    fn find<'a>(rules: &'a Rules, path: &str, name: &str) -> Vec<&'a str> {
        let all = rules.for_path(path).filter(|(key, _)| *key == name);
        all.map(|(_, value)| value).collect()
    }

    #[test]
    fn the_page_and_the_host_state_one_policy() {
        let rules = ours();
        let policy = find(&rules, "/", "Content-Security-Policy");
        assert_eq!(policy.len(), 1);
        let head = fs::read_to_string(repo::root().join("app/parts/head.html")).unwrap();
        assert!(head.contains(&format!("content=\"{}\"", policy[0])));
        for page in SITE {
            let html = repo::root().join(repo::html_of(page.folder));
            let page = fs::read_to_string(html).unwrap();
            assert!(page.contains("href=\"../parts/head.html\""));
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
            "/report.js",
            "/shortcuts.js",
        ] {
            assert_eq!(find(&rules, path, "Cache-Control").len(), 1, "{path}");
        }
        for Page { folder, .. } in SITE {
            for name in ["", "index.html", "assets/x.css"] {
                let path = format!("/{folder}{name}");
                assert_eq!(find(&rules, &path, "Cache-Control").len(), 1, "{path}");
            }
        }
    }
}
