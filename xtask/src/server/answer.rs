//! From a request to a response.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use tiny_http::{Header, Method, Request, Response, StatusCode};

use super::compress::Compressor;
use super::headers::Rules;
use super::mime;
use super::route::{Route, Site};

/// A site, with everything needed to answer for it.
pub(super) struct Host {
    site: Site,
    rules: Rules,
    compressor: Compressor,
}

/// A response before it is one of `tiny_http`'s.
struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Host {
    pub(super) fn new(site: Site, rules: Rules) -> Self {
        let compressor = Compressor::default();
        Self {
            site,
            rules,
            compressor,
        }
    }

    /// Answers one request. A browser that went away meanwhile is no error.
    pub(super) fn answer(&self, request: Request) {
        let answer = match request.method() {
            Method::Get | Method::Head => self.respond(request.url(), accepts_brotli(&request)),
            _ => Answer::text(405, "Method not allowed"),
        };
        drop(request.respond(answer.into_response()));
    }

    fn respond(&self, url: &str, brotli: bool) -> Answer {
        let mut answer = match self.site.route(url) {
            Route::File(path) => self.file(&path, brotli),
            Route::Redirect(to) => Answer::text(308, "Moved").with("Location", &to),
            Route::Missing => Answer::text(404, "Not found"),
        };
        for (name, value) in self.rules.for_path(&self.site.inner_path(url)) {
            answer = answer.with(name, value);
        }
        answer
    }

    fn file(&self, path: &Path, brotli: bool) -> Answer {
        let Ok(bytes) = fs::read(path) else {
            return Answer::text(404, "Not found");
        };
        let kind = mime::of(path);
        let answer = Answer {
            status: 200,
            headers: vec![("Content-Type".to_owned(), kind.to_owned())],
            body: Vec::new(),
        };
        if brotli && mime::is_compressible(kind) {
            let body = self.compressor.compress(path, &bytes);
            let answer = answer
                .with("Content-Encoding", "br")
                .with("Vary", "Accept-Encoding");
            return Answer { body, ..answer };
        }
        Answer {
            body: bytes,
            ..answer
        }
    }
}

impl Answer {
    fn text(status: u16, text: &str) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: text.as_bytes().to_owned(),
        }
        .with("Content-Type", "text/plain; charset=utf-8")
    }

    fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    fn into_response(self) -> Response<Cursor<Vec<u8>>> {
        let headers = self.headers.iter();
        let headers = headers
            .filter_map(|(name, value)| Header::from_bytes(name.as_bytes(), value.as_bytes()).ok());
        let length = self.body.len();
        let status = StatusCode(self.status);
        Response::new(
            status,
            headers.collect(),
            Cursor::new(self.body),
            Some(length),
            None,
        )
        // Always tell the length, as hosts of static files do.
        .with_chunked_threshold(usize::MAX)
    }
}

fn accepts_brotli(request: &Request) -> bool {
    request
        .headers()
        .iter()
        .filter(|header| header.field.equiv("Accept-Encoding"))
        .flat_map(|header| header.value.as_str().split(','))
        .any(|coding| coding.trim() == "br")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host() -> Host {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let rules = Rules::parse("/*\n  X-Frame: no\n/main.rs\n  Cache-Control: no-cache\n");
        Host::new(Site::new(&src, "/sub/").unwrap(), rules)
    }

    fn value<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
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
