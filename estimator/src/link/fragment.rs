//! A fragment under construction.

use super::VERSION;
use super::text::encode;

/// A fragment under construction, without its `#`.
pub(crate) struct Fragment(String);

impl Fragment {
    /// Begins with the version, as every fragment does.
    pub(crate) fn new() -> Self {
        Self(format!("v={VERSION}"))
    }

    /// Goes on with a fragment that was finished.
    pub(crate) const fn after(finished: String) -> Self {
        Self(finished)
    }

    pub(crate) fn finish(self) -> String {
        self.0
    }

    pub(crate) fn pair(&mut self, key: &str, value: &str) {
        self.0.push('&');
        encode(key, &mut self.0);
        self.0.push('=');
        encode(value, &mut self.0);
    }

    /// Writes `value` where it differs from `usual`.
    pub(crate) fn differing<T: PartialEq + Copy>(
        &mut self,
        key: &str,
        value: T,
        usual: T,
        show: impl Fn(T) -> String,
    ) {
        if value != usual {
            self.pair(key, &show(value));
        }
    }

    /// Writes a list; an empty one is the default. Commas inside a name are
    /// encoded, those between names are not.
    pub(crate) fn list<'a>(&mut self, key: &str, names: impl Iterator<Item = &'a str>) {
        let mut first = true;
        for name in names.filter(|name| !name.is_empty()) {
            if first {
                self.0.push('&');
                self.0.push_str(key);
                self.0.push('=');
            } else {
                self.0.push(',');
            }
            encode(name, &mut self.0);
            first = false;
        }
    }

    /// Writes a value that is encoded cell by cell.
    pub(crate) fn cells(&mut self, key: &str, encoded: &str) {
        for part in ["&", key, "=", encoded] {
            self.0.push_str(part);
        }
    }

    pub(crate) fn json<T: serde::Serialize>(&mut self, key: &str, value: &T) {
        if let Some(text) = super::json::to_text(value) {
            self.pair(key, &text);
        }
    }
}
