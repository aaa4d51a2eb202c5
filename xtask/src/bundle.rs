//! `cargo xtask build`: the site in `dist/`.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::tools::Toolbox;
use crate::{optimise, process, releases, repo, seal, shell, shrink, single};

/// Leptos compiles a component once instead of once for every type it is used
/// with: a tenth less to download.
const ERASED: &str = "--cfg erase_components";

/// The pages and their folders in the site. The calculator first: Trunk empties the folder
/// that it builds into.
pub(crate) const PAGES: [(&str, &str); 7] = [
    ("app/index.html", ""),
    ("app/accuracy.html", "accuracy/"),
    ("app/training.html", "training/"),
    ("app/costs.html", "costs/"),
    ("app/proposal.html", "proposal/"),
    ("app/compare.html", "compare/"),
    ("app/guide.html", "guide/"),
];

/// Builds the site in release mode.
pub(crate) fn build() -> Result<()> {
    let tools = Toolbox::for_build()?;
    // Trunk is told to stay offline, so that it takes our tools; the crates come first.
    process::run(&mut process::cargo(&["fetch"]))?;
    for (html, folder) in PAGES {
        page(&tools, html, &format!("dist/{folder}"))?;
    }
    let [worker, glue] = ["worker_bg.wasm", "worker.js"].map(|name| repo::dist().join(name));
    optimise::program(&tools, &worker, &glue)?;
    let folders = PAGES.map(|(_, folder)| folder);
    shell::fill(&repo::dist(), &folders)?;
    if tools.xz.is_some() {
        single::make(&tools, &repo::dist(), &folders)?;
    }
    releases::make(&repo::dist())?;
    seal::seal(&repo::dist(), &folders)?;
    println!("The site is in {}", repo::dist().display());
    Ok(())
}

/// The same, for the file that is the whole site.
pub(crate) fn single_file() -> Result<()> {
    build()?;
    let file = repo::dist().join(single::FILE);
    ensure!(file.is_file(), "npm is needed for {}", file.display());
    println!("The whole site is in {}", file.display());
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
        rust_flags(),
    );
    // Trunk reads NO_COLOR as a boolean and fails at the customary `1`.
    trunk.env_remove("NO_COLOR");
    // The cargo profile is the same either way (app/index.html names it);
    // `--release` is what makes Trunk minify.
    if tools.optimises {
        trunk.arg("--release");
    }
    println!("$ trunk build {html} --dist {folder}");
    process::run(&mut trunk).with_context(|| format!("{html} could not be built"))?;
    shrink::page(tools, &repo::root().join(folder))
}

/// Compiler flags of everything that goes to a browser.
pub(crate) fn rust_flags() -> String {
    format!("{} {ERASED}", path_flags())
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
