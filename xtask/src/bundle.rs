//! `cargo xtask build`: the site in `dist/`.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::tools::Toolbox;
use crate::{process, repo, shrink};

/// Leptos compiles a component once instead of once for every type it is used
/// with: a tenth less to download.
const ERASED: &str = "--cfg erase_components";

/// Builds the site in release mode.
pub(crate) fn build() -> Result<()> {
    let tools = Toolbox::for_build()?;
    // Trunk is told to stay offline, so that it takes our tools; the crates come first.
    process::run(&mut process::cargo(&["fetch"]))?;
    // The calculator first: Trunk empties the folder that it builds into.
    page(&tools, "app/index.html", "dist")?;
    page(&tools, "app/accuracy.html", "dist/accuracy")?;
    page(&tools, "app/training.html", "dist/training")?;
    page(&tools, "app/costs.html", "dist/costs")?;
    page(&tools, "app/proposal.html", "dist/proposal")?;
    page(&tools, "app/compare.html", "dist/compare")?;
    println!("The site is in {}", repo::dist().display());
    Ok(())
}

/// Builds one page into a folder.
fn page(tools: &Toolbox, html: &str, folder: &str) -> Result<()> {
    let program = tools.program("trunk")?;
    let mut trunk = process::command(program);
    trunk.args(["build", html, "--dist", folder]);
    trunk.env("PATH", tools.path()?);
    trunk.env(
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
        format!("{} {ERASED}", path_flags()),
    );
    // Trunk reads NO_COLOR as a boolean and fails at the customary `1`.
    trunk.env_remove("NO_COLOR");
    // The cargo profile is the same either way (app/index.html names it);
    // `--release` is what makes Trunk minify and call wasm-opt.
    if tools.optimises {
        trunk.arg("--release");
    }
    println!("$ trunk build {html} --dist {folder}");
    process::run(&mut trunk).with_context(|| format!("{html} could not be built"))?;
    shrink::page(tools, &repo::root().join(folder))
}

/// Compiler flags that keep this machine's folders out of the published file, where
/// panic messages name source files. It also makes the file the same everywhere.
fn path_flags() -> String {
    let home = env::home_dir().map(|home| home.join(".cargo"));
    let crates = env::var_os("CARGO_HOME").map(PathBuf::from).or(home);
    let named = [(crates, "cargo"), (Some(repo::root()), "rightsize")];
    let flags = named.into_iter().filter_map(|(folder, name)| {
        let folder = folder?.into_os_string().into_string().ok()?;
        // Cargo splits this variable at spaces.
        (!folder.contains(' ')).then(|| format!("--remap-path-prefix={folder}={name}"))
    });
    flags.collect::<Vec<_>>().join(" ")
}

/// Fails unless there is a site to serve.
pub(crate) fn require_dist() -> Result<()> {
    ensure!(
        repo::dist().join("index.html").is_file(),
        "there is no dist/index.html; run `cargo xtask build` first"
    );
    Ok(())
}
