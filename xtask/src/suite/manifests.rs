//! Manifests as a judge of another maker sees them: drawn sets, their objects of Kubernetes itself by
//! its own schemas, no field allowed that those do not name.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::count::Count;
use super::rust;
use crate::tools::Toolbox;
use crate::{process, repo};

/// The program of kubernetes-validate, quicker for many files.
const JUDGE: &str = include_str!("judge.py");

/// Versions of Kubernetes' own objects; those of others are the native tests' alone.
const OWN: [&str; 6] = [
    "v1",
    "apps/v1",
    "autoscaling/v2",
    "batch/v1",
    "policy/v1",
    "resource.k8s.io/v1",
];

/// Draws sets into a folder and judges them.
pub(super) fn run() -> Result<Count> {
    let tools = Toolbox::for_manifests()?;
    let python = tools.program("python")?;
    let folder = repo::target().join("manifests");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let drawn = rust::drawn_manifests(&folder)?;
    let files = own(&folder)?;
    ensure!(!files.is_empty(), "no manifest was drawn");
    println!("Judging {} objects of Kubernetes", files.len());
    let mut command = process::command(python);
    command.args(["-c", JUDGE, "--strict", "--quiet"]);
    command.args(&files);
    Ok(drawn + Count::of(process::run(&mut command).is_ok()))
}

/// The files of a folder that hold Kubernetes' own objects.
fn own(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for name in repo::files_in(folder, "")? {
        let path = folder.join(name);
        let text =
            fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        if version(&text).is_some_and(|version| OWN.contains(&version)) {
            found.push(path);
        }
    }
    Ok(found)
}

/// The version of an object; none of a chart's values.
fn version(text: &str) -> Option<&str> {
    text.lines()
        .find_map(|line| line.strip_prefix("apiVersion: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_have_their_versions() {
        let version = version("apiVersion: apps/v1\nkind: Deployment\n");
        assert_eq!(version, Some("apps/v1"));
        assert_eq!(
            super::version("servingEngineSpec:\n  apiVersion: v1\n"),
            None
        );
    }
}
