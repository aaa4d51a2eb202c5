//! Commands as text: a file a process, one option a line, and its file of settings.

use super::argument::{Setting, Value};
use super::{Launch, Process, tensorrt};
use crate::quoting;
use std::fmt::Write as _;

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name; a `.sh` is to be run.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

impl Launch {
    /// The files: commands, each with its file of settings behind it.
    #[must_use]
    pub fn files(&self) -> Vec<File> {
        let engine = self.engine.id();
        let mut all = Vec::new();
        for process in &self.processes {
            let mut text = format!("# {engine} {}\n", self.version);
            text.push_str(&process.command());
            all.push(File {
                name: process.file_name(),
                text,
            });
            if !process.config.is_empty() {
                all.push(File {
                    name: tensorrt::config_name(process.role).to_owned(),
                    text: settings(&process.config),
                });
            }
        }
        all
    }
}

impl Process {
    /// The name of its file.
    fn file_name(&self) -> String {
        let role = self.role.id();
        if self.nodes > 1 && !self.starts_all() {
            format!("{role}-node-{}.sh", self.node)
        } else {
            format!("{role}.sh")
        }
    }

    /// Whether one command starts all nodes.
    fn starts_all(&self) -> bool {
        self.program.first() == Some(&Value::from("mpirun"))
    }

    /// The command for a POSIX shell.
    #[must_use]
    pub fn command(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.environment {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{name}={} \\", word(value));
        }
        let program: Vec<String> = self.program.iter().map(word).collect();
        text.push_str(&program.join(" "));
        for argument in &self.arguments {
            text.push_str(" \\\n  ");
            text.push_str(argument.option);
            if let Some(value) = &argument.value {
                text.push(' ');
                text.push_str(&word(value));
            }
        }
        text.push('\n');
        text
    }

    /// The words that the command is made of, a variable as [`Value::shown`] has it.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let set = self.environment.iter();
        let set = set.map(|(name, value)| format!("{name}={}", value.shown()));
        let program = self.program.iter().map(Value::shown);
        let mut all: Vec<String> = set.chain(program).collect();
        for argument in &self.arguments {
            all.push(argument.option.to_owned());
            all.extend(argument.value.as_ref().map(Value::shown));
        }
        all
    }
}

/// A value as one word of the shell. What stands behind a variable is ours, and plain.
fn word(value: &Value) -> String {
    match value {
        Value::Text(text) => quoting::word(text),
        Value::Yours { .. } => format!("\"{}\"", value.shown()),
    }
}

/// A file of settings as YAML of two levels.
fn settings(all: &[Setting]) -> String {
    let mut text = String::new();
    let mut open = "";
    for setting in all {
        let value = scalar(&setting.value);
        if let Some((section, key)) = setting.path.split_once('.') {
            if section != open {
                let _ = writeln!(text, "{section}:");
                open = section;
            }
            let _ = writeln!(text, "  {key}: {value}");
        } else {
            open = "";
            let _ = writeln!(text, "{}: {value}", setting.path);
        }
    }
    text
}

/// A value of YAML: numbers and flags plain, texts as JSON writes them, which are YAML's, too.
/// Files know no variables; what is the reader's is marked.
fn scalar(value: &Value) -> String {
    match value {
        Value::Yours { name, .. } => marked(name),
        Value::Text(text) => {
            let number = !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit());
            if number || matches!(text.as_str(), "true" | "false") {
                text.clone()
            } else {
                quoting::text(text)
            }
        }
    }
}

/// What stands in a file for a variable.
pub(super) fn marked(variable: &str) -> String {
    format!("YOUR_{variable}")
}
