//! Programs from `PyPI`, each in an environment of its own: nothing of the system's Python changes.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::version;
use crate::{process, repo};

/// A program of a package, in exactly one version.
pub(super) struct Package {
    /// What `PyPI` calls it, its program, and the cache folder.
    name: &'static str,
    /// The package's version.
    version: &'static str,
}

/// Judges objects of Kubernetes by the schemas that it carries.
pub(super) const KUBERNETES_VALIDATE: Package = Package {
    name: "kubernetes-validate",
    version: version::KUBERNETES_VALIDATE,
};

impl Package {
    /// The folder that holds the program; installs it where there is none.
    pub(super) fn ensure(&self) -> Result<PathBuf> {
        let home = repo::tool_dir(self.name, self.version)?;
        let bin = home.join(if cfg!(windows) { "Scripts" } else { "bin" });
        if !self.is_in(&bin) {
            self.install(&home, &bin)?;
        }
        Ok(bin)
    }

    /// It names no version of its own: the folder does.
    fn is_in(&self, bin: &Path) -> bool {
        process::find_in([bin.to_owned()], self.name)
            .is_some_and(|path| process::output(process::command(path).arg("--help")).is_some())
    }

    fn install(&self, home: &Path, bin: &Path) -> Result<()> {
        let python = process::which("python3").or_else(|| process::which("python"));
        let python = python.with_context(|| {
            format!(
                "Python 3 is not installed (https://www.python.org), which {} needs",
                self.name
            )
        })?;
        println!("Installing {} {}", self.name, self.version);
        let mut command = process::command(python);
        process::run(command.args(["-m", "venv", "--clear"]).arg(home)).context(
            "Python makes no environment here: please install its modules venv and pip \
             (`apt install python3-venv`)",
        )?;
        let python = process::find_in([bin.to_owned()], "python");
        let python = python.with_context(|| format!("{} has no Python", bin.display()))?;
        let what = format!("{}=={}", self.name, self.version);
        let words = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ];
        process::run(process::command(python).args(words).arg(what))
            .with_context(|| format!("cannot install {} {}", self.name, self.version))
    }
}
