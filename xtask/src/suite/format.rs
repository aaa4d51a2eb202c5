//! Whether rustfmt has nothing to change, and reaches every file: what no module names is neither
//! formatted nor compiled, so that tests in it prove nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Result, ensure};

use super::count::Count;
use super::outcome::Checked;
use crate::tools::rustup;
use crate::{process, repo};

/// The workspaces of the repository.
const WORKSPACES: [&str; 2] = ["Cargo.toml", "estimator/fuzz/Cargo.toml"];

/// How rustfmt begins a line about a file that it reads.
const READS: &str = "Formatting ";

/// How lines begin that nobody needs where there is nothing to change.
const NEEDLESS: [&str; 2] = [READS, "Spent "];

/// Both, a check each.
pub(super) fn run() -> Result<Checked> {
    rustup::ensure_component("rustfmt", "fmt")?;
    let mut read = BTreeSet::new();
    for workspace in WORKSPACES {
        let words = ["fmt", "--all", "--manifest-path", workspace, "--check"];
        let words = [&words[..], &["--", "--verbose"]].concat();
        let mut cargo = process::cargo(&words);
        let run = cargo.stderr(Stdio::inherit()).output()?;
        let told = String::from_utf8_lossy(&run.stdout);
        let is_needless = |line: &&str| NEEDLESS.iter().any(|start| line.starts_with(start));
        for line in told.lines().filter(|line| !is_needless(line)) {
            println!("{line}");
        }
        ensure!(run.status.success(), "files are not as rustfmt has them");
        read.extend(files_of(&told));
    }
    let every = [
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "*.rs",
    ];
    let Some(listed) = process::output(process::command("git").args(every)) else {
        let unknown = "whether every file is a module: this is no work tree of git";
        return Ok(Checked {
            skipped: vec![unknown.to_owned()],
            ..Count::PASSED.into()
        });
    };
    let listed = listed.lines().map(|name| repo::root().join(name));
    // What was deleted is listed until that is committed.
    let present = listed.filter_map(|file| file.canonicalize().ok());
    let orphans: Vec<PathBuf> = present.filter(|file| !read.contains(file)).collect();
    for orphan in &orphans {
        println!("{}: no module names this file", orphan.display());
    }
    Ok((Count::PASSED + Count::of(orphans.is_empty())).into())
}

/// The files that rustfmt says it reads, each by its one path.
fn files_of(told: &str) -> impl Iterator<Item = PathBuf> + '_ {
    let named = told.lines().filter_map(|line| line.strip_prefix(READS));
    named.filter_map(|file| Path::new(file).canonicalize().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What rustfmt names by two paths is one file, and other lines name none.
    #[test]
    fn files_are_those_that_exist_under_one_path() {
        let here = repo::root().join("xtask/src/suite/format.rs");
        let there = repo::root().join("xtask/src/tools/../suite/format.rs");
        let told = format!(
            "{READS}{}\nSpent 0.1 secs in the parsing phase\n{READS}{}\n{READS}/nowhere.rs\n",
            here.display(),
            there.display()
        );
        let found: Vec<PathBuf> = files_of(&told).collect();
        let one = here.canonicalize().unwrap();
        assert_eq!(found, [one.clone(), one]);
    }
}
