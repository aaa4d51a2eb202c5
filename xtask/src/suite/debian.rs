//! Debian's packages, which root may install.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::process;

/// Debian itself; what Ubuntu calls `chromium` or `firefox` is a stub for a snap.
pub(super) fn is_here() -> bool {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    release.lines().any(|line| line == "ID=debian")
}

/// Whether packages are ours to install: this is Debian, as root.
pub(super) fn may_install() -> bool {
    is_here()
        && process::output(process::command("id").arg("-u")).is_some_and(|id| id.trim() == "0")
}

/// Whether all of these are installed.
pub(super) fn has(packages: &[&str]) -> bool {
    packages.iter().all(|package| {
        let words = ["--show", "--showformat=${Status}", package];
        process::output(process::command("dpkg-query").args(words))
            .is_some_and(|status| status.ends_with(" installed"))
    })
}

/// Installs them by apt.
pub(super) fn install(packages: &[&str]) -> Result<()> {
    println!("Installing {} by apt", packages.join(", "));
    let apt = || {
        let mut apt = process::command("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive").arg("--quiet");
        apt
    };
    process::run(apt().arg("update"))?;
    process::run(
        apt()
            .args(["install", "--yes", "--no-install-recommends"])
            .args(packages),
    )
    .with_context(|| format!("apt-get could not install {}", packages.join(", ")))?;
    ensure!(
        has(packages),
        "apt-get reported success, but a package is missing"
    );
    Ok(())
}
