//! From an address to a file, and never to one outside the site.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder served below a base path.
pub(super) struct Site {
    folder: PathBuf,
    base: String,
}

/// Where an address leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// To this file, which exists.
    File(PathBuf),
    /// To another address.
    Redirect(String),
    /// Nowhere.
    Missing,
}

impl Site {
    /// A site whose `base` begins and ends with a slash.
    pub(super) fn new(folder: &Path, base: &str) -> io::Result<Self> {
        let folder = fs::canonicalize(folder)?;
        let base = base.to_owned();
        Ok(Self { folder, base })
    }

    /// The path as the site itself sees it, with a leading slash: header rules match it.
    pub(super) fn inner_path(&self, url: &str) -> String {
        let path = path_of(url);
        format!("/{}", path.strip_prefix(&self.base).unwrap_or_default())
    }

    /// Finds the file of an address.
    pub(super) fn route(&self, url: &str) -> Route {
        let path = path_of(url);
        if format!("{path}/") == self.base {
            return Route::Redirect(self.base.clone());
        }
        let found = path
            .strip_prefix(&self.base)
            .and_then(decode)
            .and_then(|inner| relative(&inner))
            .and_then(|inner| self.existing(&inner));
        found.map_or(Route::Missing, Route::File)
    }

    /// The file, if it exists and, links followed, still lies in the folder.
    fn existing(&self, inner: &Path) -> Option<PathBuf> {
        let path = fs::canonicalize(self.folder.join(inner)).ok()?;
        (path.starts_with(&self.folder) && path.is_file()).then_some(path)
    }
}

fn path_of(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

/// Undoes percent encoding; `None` if it is broken.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        if first == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = tail.get(2..)?;
        } else {
            bytes.push(first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok()
}

/// A path that can only lead downwards; `None` for everything else.
fn relative(inner: &str) -> Option<PathBuf> {
    // A folder's own page.
    let whole = if inner.is_empty() || inner.ends_with('/') {
        format!("{inner}index.html")
    } else {
        inner.to_owned()
    };
    let is_plain = |part: &str| {
        // `_headers` speaks to hosts, who keep it to themselves.
        !part.is_empty() && !part.starts_with(['.', '_']) && !part.contains(['\\', ':', '\0'])
    };
    let parts: Vec<&str> = whole.split('/').collect();
    parts
        .iter()
        .all(|part| is_plain(part))
        .then(|| parts.iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
    }

    fn at(base: &str, url: &str) -> Route {
        Site::new(&source(), base).unwrap().route(url)
    }

    #[test]
    fn addresses_lead_to_files() {
        let main = Route::File(fs::canonicalize(source().join("main.rs")).unwrap());
        assert_eq!(at("/", "/main.rs"), main);
        assert_eq!(at("/", "/main.rs?v=1#x"), main);
        assert_eq!(at("/", "/m%61in.rs"), main);
        assert_eq!(at("/a/b/", "/a/b/main.rs"), main);
        assert_eq!(at("/a/b/", "/a/b"), Route::Redirect("/a/b/".into()));
    }

    #[test]
    fn nothing_outside_the_site_is_served() {
        let escapes = [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/server/../../Cargo.toml",
            "/..%2fCargo.toml",
            "/..\\Cargo.toml",
            "//etc/passwd",
            "/server",
            "/_headers",
            "/.git/config",
            "/%zz",
            "/%",
            "/%ff",
            "/main.rs%00",
            "/main.rs/",
            "main.rs",
        ];
        for url in escapes {
            assert_eq!(at("/", url), Route::Missing, "{url}");
        }
        assert_eq!(at("/a/", "/main.rs"), Route::Missing);
    }

    #[test]
    fn header_rules_see_the_path_inside_the_site() {
        let site = Site::new(&source(), "/a/").unwrap();
        assert_eq!(site.inner_path("/a/"), "/");
        assert_eq!(site.inner_path("/a/assets/x.js?y"), "/assets/x.js");
    }
}
