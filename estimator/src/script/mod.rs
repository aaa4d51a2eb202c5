//! Files that start software: command lines of a POSIX shell, one option a line, and the
//! nodes that run them.

mod machines;

use std::fmt::Display;

pub(crate) use machines::Machines;

/// One file, or one command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The name other files and commands know it by; a `.sh` is to be run.
    pub name: &'static str,
    /// What stands in it.
    pub text: String,
}

/// A command under construction.
pub(crate) struct Command(String);

impl Command {
    /// Begins with a word and its arguments, as they are.
    pub(crate) fn new(start: &str) -> Self {
        Self(start.to_owned())
    }

    /// A line as it is: words of ours, and shell variables.
    pub(crate) fn raw(&mut self, text: &str) {
        self.0.push_str(" \\\n  ");
        self.0.push_str(text);
    }

    pub(crate) fn flag(&mut self, name: &str) {
        self.raw(name);
    }

    /// A flag where `set`.
    pub(crate) fn flag_if(&mut self, set: bool, name: &str) {
        if set {
            self.flag(name);
        }
    }

    /// An option and its value, quoted where a shell would read more into it.
    pub(crate) fn option(&mut self, name: &str, value: impl Display) {
        let text = format!("{name} {}", quoted(&value.to_string()));
        self.raw(&text);
    }

    /// An option and a value in which the shell puts variables, as one word.
    pub(crate) fn variable(&mut self, name: &str, value: &str) {
        self.raw(name);
        self.0.push_str(" \"");
        self.0.push_str(value);
        self.0.push('"');
    }

    pub(crate) fn finish(mut self) -> String {
        self.0.push('\n');
        self.0
    }
}

/// `text` as one word of a POSIX shell.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=,+@%".contains(letter);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    /// A stranger's name stays one word.
    #[test]
    fn nothing_escapes_a_word() {
        assert_eq!(quoted("meta-llama/Llama-3.1-8B"), "meta-llama/Llama-3.1-8B");
        assert_eq!(quoted("a; rm -rf $HOME"), "'a; rm -rf $HOME'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
