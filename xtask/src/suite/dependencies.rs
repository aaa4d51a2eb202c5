//! The dependencies keep the rules of `deny.toml`.

use anyhow::Result;

use super::count::Count;
use crate::process;
use crate::tools::Toolbox;

/// The rules that are judged by `Cargo.lock` and the crates alone.
const RULES: [&str; 3] = ["bans", "licenses", "sources"];

/// Runs cargo-deny: these rules, and published advisories where their database can be
/// reached.
pub(super) fn run() -> Result<Count> {
    let tools = Toolbox::for_dependencies()?;
    let program = tools.program("cargo-deny")?;
    let deny = |words: &[&str]| {
        let mut command = process::command(&program);
        command.args(words);
        command
    };
    let mut words = vec!["check"];
    words.extend(RULES);
    let rules = Count::of(process::run(&mut deny(&words)).is_ok());
    if process::output(&mut deny(&["fetch", "all"])).is_none() {
        println!("The database of advisories cannot be reached; they are not checked.");
        return Ok(rules);
    }
    let known = ["check", "--disable-fetch", "advisories"];
    let advisories = Count::of(process::run(&mut deny(&known)).is_ok());
    Ok(rules + advisories)
}
