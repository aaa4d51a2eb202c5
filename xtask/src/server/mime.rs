//! Media type of a file, by its ending.

use std::path::Path;

/// The media type; bytes without a meaning where the ending is unknown.
pub(super) fn of(path: &Path) -> &'static str {
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        "pdf" => "application/pdf",
        _ => "application/octet-stream",
    }
}

/// Whether the type is text or code, rather than compressed already.
pub(super) fn is_compressible(kind: &str) -> bool {
    let other = ["application/wasm", "image/svg+xml", "application/xml"];
    kind.starts_with("text/") || kind.contains("json") || other.contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_get_the_types_they_insist_on() {
        assert_eq!(of(Path::new("a/b_bg.wasm")), "application/wasm");
        assert_eq!(of(Path::new("x.js")), "text/javascript; charset=utf-8");
        assert_eq!(of(Path::new("LICENSE")), "application/octet-stream");
        assert!(is_compressible(of(Path::new("x.webmanifest"))));
        assert!(!is_compressible(of(Path::new("x.png"))));
    }
}
