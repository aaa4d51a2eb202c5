//! Calls with named arguments as Python writes them, one argument a line.

use super::tree::Tree;
use std::fmt::Write;

/// A call under construction.
pub(super) struct Call {
    function: &'static str,
    arguments: Vec<(&'static str, String)>,
}

impl Call {
    pub(super) const fn new(function: &'static str) -> Self {
        Self {
            function,
            arguments: Vec::new(),
        }
    }

    /// An argument with a value of its own.
    pub(super) fn set(&mut self, name: &'static str, value: impl Into<Tree>) {
        self.arguments.push((name, value.into().python()));
    }

    pub(super) fn set_if(&mut self, set: bool, name: &'static str, value: impl Into<Tree>) {
        if set {
            self.set(name, value);
        }
    }

    /// An argument that is an expression of ours.
    pub(super) fn raw(&mut self, name: &'static str, expression: &str) {
        self.arguments.push((name, expression.to_owned()));
    }

    /// The call as a statement of a function: what it returns goes to `target`, one name
    /// or several.
    pub(super) fn assigned(&self, target: &str) -> String {
        let mut text = format!("    {target} = {}(\n", self.function);
        for (name, value) in &self.arguments {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "        {name}={value},");
        }
        text.push_str("    )\n");
        text
    }
}
