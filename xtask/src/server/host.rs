//! From a request to a response.

use std::fs;
use std::path::Path;

use super::compress::Compressor;
use super::headers::Rules;
use super::http::{Request, Response};
use super::mime;
use super::route::{Route, Site};

/// A site, with everything needed to answer for it.
pub(super) struct Host {
    site: Site,
    rules: Rules,
    compressor: Compressor,
}

impl Host {
    /// A host of this site under these rules.
    pub(super) fn new(site: Site, rules: Rules) -> Self {
        let compressor = Compressor::default();
        Self {
            site,
            rules,
            compressor,
        }
    }

    /// Answers one request.
    pub(super) fn answer(&self, request: &Request) -> Response {
        match request.method.as_str() {
            "GET" | "HEAD" => self.respond(&request.target, request.lists("accept-encoding", "br")),
            _ => Response::text(405, "Method not allowed"),
        }
    }

    fn respond(&self, url: &str, brotli: bool) -> Response {
        let response = match self.site.route(url) {
            Route::File(path) => self.file(&path, brotli),
            Route::Redirect(to) => Response::text(308, "Moved").with("Location", &to),
            Route::Missing => Response::text(404, "Not found"),
        };
        let path = self.site.inner_path(url);
        let rules = self.rules.for_path(&path);
        rules.fold(response, |response, (name, value)| {
            response.with(name, value)
        })
    }

    fn file(&self, path: &Path, brotli: bool) -> Response {
        let Ok(bytes) = fs::read(path) else {
            return Response::text(404, "Not found");
        };
        let kind = mime::of(path);
        let is_small = brotli && mime::is_compressible(kind);
        let response = Response {
            status: 200,
            headers: Vec::new(),
            body: if is_small {
                self.compressor.compress(path, &bytes)
            } else {
                bytes
            },
        }
        .with("Content-Type", kind);
        if is_small {
            return response
                .with("Content-Encoding", "br")
                .with("Vary", "Accept-Encoding");
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host() -> Host {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let rules = Rules::parse("/*\n  X-Frame: no\n/main.rs\n  Cache-Control: no-cache\n");
        Host::new(Site::new(&src, "/sub/").unwrap(), rules)
    }

    fn value<'a>(answer: &'a Response, name: &str) -> Option<&'a str> {
        let found = answer.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    #[test]
    fn files_carry_type_and_rules() {
        let answer = host().respond("/sub/main.rs?x=1", false);
        assert_eq!(answer.status, 200);
        assert!(answer.body.starts_with(b"//!"));
        assert_eq!(value(&answer, "X-Frame"), Some("no"));
        assert_eq!(value(&answer, "Cache-Control"), Some("no-cache"));
    }

    #[test]
    fn what_is_missing_is_404_with_the_same_headers() {
        for url in ["/sub/none.js", "/main.rs", "/sub/../Cargo.toml"] {
            let answer = host().respond(url, false);
            assert_eq!(answer.status, 404, "{url}");
            assert_eq!(value(&answer, "X-Frame"), Some("no"));
        }
    }
}
