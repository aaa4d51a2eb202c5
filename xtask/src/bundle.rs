//! `cargo xtask build`: the site in `dist/`.

use anyhow::{Context, Result, ensure};

use crate::tools::Toolbox;
use crate::{process, repo};

/// Builds the site in release mode.
pub(crate) fn build() -> Result<()> {
    let tools = Toolbox::for_build()?;
    // Trunk is told to stay offline, so that it takes our tools; the crates come first.
    process::run(&mut process::cargo(&["fetch"]))?;
    let program = tools.program("trunk")?;
    let mut trunk = process::command(program);
    trunk.arg("build").env("PATH", tools.path()?);
    // Trunk reads NO_COLOR as a boolean and fails at the customary `1`.
    trunk.env_remove("NO_COLOR");
    // The cargo profile is the same either way (app/index.html names it);
    // `--release` is what makes Trunk minify and call wasm-opt.
    if tools.optimises {
        trunk.arg("--release");
    }
    println!("$ trunk build");
    process::run(&mut trunk).context("the site could not be built")?;
    println!("The site is in {}", repo::dist().display());
    Ok(())
}

/// Fails unless there is a site to serve.
pub(crate) fn require_dist() -> Result<()> {
    ensure!(
        repo::dist().join("index.html").is_file(),
        "there is no dist/index.html; run `cargo xtask build` first"
    );
    Ok(())
}
