//! A command line of a POSIX shell, one option a line.

use crate::machines::Machines;
use crate::quoting::word;
use std::fmt::Display;

/// A command under construction.
pub(super) struct Command(String);

impl Command {
    /// Begins with a word and its arguments, as they are.
    pub(super) fn new(start: &str) -> Self {
        Self(start.to_owned())
    }

    /// `torchrun` over the machines: every node runs the same line.
    pub(super) fn torchrun(machines: Machines) -> Self {
        let mut command = Self::new("torchrun");
        command.processes(machines);
        command
    }

    /// The options of `torchrun` over the machines.
    pub(super) fn processes(&mut self, machines: Machines) {
        self.option("--nnodes", machines.nodes);
        self.option("--nproc-per-node", machines.each);
        if machines.nodes > 1 {
            self.option("--rdzv-backend", "c10d");
            self.raw("--rdzv-endpoint \"$MASTER_ADDR:29500\"");
        } else {
            self.flag("--standalone");
        }
    }

    /// A line as it is: words of ours, and shell variables.
    pub(super) fn raw(&mut self, text: &str) {
        self.0.push_str(" \\\n  ");
        self.0.push_str(text);
    }

    pub(super) fn flag(&mut self, name: &str) {
        self.raw(name);
    }

    /// A flag where `set`.
    pub(super) fn flag_if(&mut self, set: bool, name: &str) {
        if set {
            self.flag(name);
        }
    }

    /// An option and its value, quoted where a shell would read more into it.
    pub(super) fn option(&mut self, name: &str, value: impl Display + Copy) {
        let text = format!("{name} {}", word(&value.to_string()));
        self.raw(&text);
    }

    pub(super) fn finish(mut self) -> String {
        self.0.push('\n');
        self.0
    }
}
