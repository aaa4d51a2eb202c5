//! What a run leaves in `target/suite`: the seconds of each step; and, where a full run of a
//! clean work tree passed, a file named by that tree.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;

use super::outcome::Outcomes;
use crate::{process, repo};

fn folder() -> Result<PathBuf> {
    let folder = repo::target().join("suite");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Writes `seconds.csv`, a row for each step of this run.
pub(super) fn seconds(outcomes: &Outcomes) -> Result<()> {
    Ok(fs::write(folder()?.join("seconds.csv"), outcomes.csv())?)
}

/// The hash of the commit's tree, if the work tree is that: nothing changed, nothing new.
pub(super) fn clean_tree() -> Option<String> {
    let git = |words: &[&str]| process::output(process::command("git").args(words));
    let changes = git(&["status", "--porcelain"])?;
    let tree = git(&["rev-parse", "HEAD^{tree}"])?;
    changes.is_empty().then(|| tree.trim().to_owned())
}

/// Records that everything passed, if the work tree was `before` when the run began and still
/// is; what was done, in words.
pub(super) fn passed(before: Option<&str>, outcomes: &Outcomes, elapsed: Duration) -> String {
    let Some(tree) = clean_tree().filter(|now| before == Some(now)) else {
        return "Not recorded: the work tree is not that of a commit.".to_owned();
    };
    let text = format!(
        "Every check passed for the tree {tree}.\n{}\n{}\n",
        outcomes.table(elapsed),
        outcomes.total()
    );
    let written = folder().and_then(|folder| {
        let file = folder.join(&tree);
        fs::write(&file, text)?;
        Ok(file)
    });
    match written {
        Ok(file) => format!("Recorded in {}", file.display()),
        Err(error) => format!("Not recorded: {error:#}"),
    }
}
