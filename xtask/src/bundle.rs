//! `cargo xtask build`: the site in `dist/`.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result, ensure};

use crate::process::Job;
use crate::site::{Page, SITE};
use crate::tools::Toolbox;
use crate::{
    card, headers, optimise, package, process, program, releases, repo, seal, shell, shrink,
    single, split,
};

/// Builds the site in release mode, for a host at this address where one is named.
pub(crate) fn build(address: Option<&str>) -> Result<()> {
    let tools = Toolbox::for_build()?;
    site(&tools, address, Vec::new())
}

/// The same, and the package for JavaScript, with and without its catalogue.
pub(crate) fn build_all() -> Result<()> {
    let tools = Toolbox::for_build()?;
    let packages: [Job; 2] = [
        Box::new(|| package::make(&tools)),
        Box::new(|| package::make_without_catalogue(&tools)),
    ];
    site(&tools, None, packages.into())
}

/// Makes the site, and whatever else takes long, two things at a time.
fn site<'a>(tools: &'a Toolbox, address: Option<&str>, others: Vec<Job<'a>>) -> Result<()> {
    let dist = &repo::dist();
    compile()?;
    let [first, more @ ..] = &SITE;
    // Trunk empties the folder that it builds into.
    trunk(tools, first, dist)?;
    let split = OnceLock::new();
    let mut jobs: Vec<Job> = Vec::new();
    // The longest first, so that neither of the two is left with it.
    if tools.xz.is_some() {
        jobs.push(Box::new(|| single::program(tools)));
    }
    jobs.push(Box::new(|| {
        // Nobody else sets it.
        let _ = split.set(split::make(tools, dist)?);
        Ok(())
    }));
    jobs.extend(others);
    jobs.push(Box::new(move || {
        shrink::page(tools, dist)?;
        more.iter()
            .try_for_each(|other| page(tools, other, &dist.join(other.folder)))
    }));
    process::two_at_a_time(jobs)?;
    let split = split.into_inner().context("the program was not made")?;
    let folders = SITE.map(|page| page.folder);
    headers::write(dist)?;
    shell::fill(dist, &folders)?;
    card::write(dist, &SITE, address)?;
    if tools.xz.is_some() {
        single::make(tools, dist, &folders)?;
    }
    releases::make(dist)?;
    seal::seal(dist, &SITE, &split)?;
    optimise::forget_old()?;
    println!("The site is in {}", dist.display());
    Ok(())
}

/// The calculator without the other pages, and without the tools that make files smaller: enough
/// to see whether it starts. The folder of it.
pub(crate) fn calculator() -> Result<PathBuf> {
    let tools = Toolbox::for_page()?;
    let dist = repo::target().join("calculator");
    let [first, ..] = SITE;
    compile()?;
    page(&tools, &first, &dist)?;
    let split = split::make(&tools, &dist)?;
    shell::fill(&dist, &[first.folder])?;
    headers::write(&dist)?;
    seal::seal(&dist, &[first], &split)?;
    Ok(dist)
}

/// The same, for the file that is the whole site.
pub(crate) fn single_file() -> Result<()> {
    build(None)?;
    let file = repo::dist().join(repo::SINGLE_FILE);
    ensure!(file.is_file(), "npm is needed for {}", file.display());
    println!("The whole site is in {}", file.display());
    Ok(())
}

/// Compiles the program of the site.
fn compile() -> Result<()> {
    // Trunk is told to stay offline; crates of a registry come first.
    process::run(&mut process::cargo(&["fetch"]))?;
    program::compile_split().context("the site's program could not be built")
}

/// Builds one page into a folder.
fn page(tools: &Toolbox, page: &Page, folder: &Path) -> Result<()> {
    trunk(tools, page, folder)?;
    shrink::page(tools, folder)
}

/// Lets Trunk put a page together.
fn trunk(tools: &Toolbox, page: &Page, folder: &Path) -> Result<()> {
    let html = repo::html_of(page.folder);
    let mut trunk = process::command(tools.program("trunk")?);
    trunk.args(["build", &html, "--dist"]).arg(folder);
    trunk.env("PATH", tools.path()?);
    // Trunk reads NO_COLOR as a boolean and fails at the customary `1`.
    trunk.env_remove("NO_COLOR");
    // The flag that makes Trunk minify.
    if tools.optimises {
        trunk.arg("--release");
    }
    println!("$ trunk build {html} --dist {}", folder.display());
    process::run(&mut trunk).with_context(|| format!("{html} could not be built"))
}

/// Fails unless there is a site to serve.
pub(crate) fn require_dist() -> Result<()> {
    ensure!(
        repo::dist().join("index.html").is_file(),
        "there is no dist/index.html; run `cargo xtask build` first"
    );
    Ok(())
}
