//! `cargo xtask serve | build | test | accuracy | catalogue`: the commands of this repository.
//!
//! From a fresh clone with nothing but rustup, each command brings its tools (see [`tools`]), into
//! a cache folder of the user's and never into the system, with one exception: on Debian as root,
//! `test` installs browsers by apt.
//!
//! - [`bundle`] turns `app` and `public` into `dist/`
//! - [`single`] makes one file of the site, [`package`] the estimator for JavaScript
//! - [`shell`] describes every page before its program is there
//! - [`headers`] writes the headers of a host
//! - [`releases`] makes the pages of releases
//! - [`shrink`] makes Trunk's files smaller
//! - [`seal`] makes the site one version
//! - [`server`] serves `dist/` with production's headers
//! - [`suite`] runs every check there is, and counts
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "talking to the person at the terminal is what this program does"
)]

mod bundle;
mod card;
mod cli;
mod headers;
// Half of it is for the app's build script.
#[allow(dead_code)]
#[path = "../../app/build/locale.rs"]
mod locale;
mod optimise;
mod package;
mod page;
mod process;
mod program;
mod releases;
mod repo;
mod seal;
mod server;
mod shell;
mod shrink;
mod single;
#[path = "../../app/build/site.rs"]
mod site;
mod split;
mod suite;
mod tools;

use std::process::ExitCode;

use anyhow::Result;
use cli::Command;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode> {
    match cli::parse(lexopt::Parser::from_env())? {
        Command::Help => println!("{}", cli::USAGE),
        Command::Build(address) => bundle::build(address.as_deref())?,
        Command::SingleFile => bundle::single_file()?,
        Command::Package => package::pack()?,
        Command::Serve(options) => serve(&options)?,
        Command::Accuracy(report) => suite::accuracy(report.options())?,
        Command::Catalogue => suite::price_ages()?,
        Command::Test(selection) => return Ok(suite::run(&selection)),
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds unless told not to, then serves until interrupted.
fn serve(options: &cli::Serve) -> Result<()> {
    if options.build {
        bundle::build(None)?;
    } else {
        bundle::require_dist()?;
    }
    let server = server::Server::start(&repo::dist(), &options.base, options.port)?;
    if server.port() != options.port {
        println!("Port {} is taken; using the next free one.", options.port);
    }
    println!("Rightsize is served at {} (stop with Ctrl-C)", server.url());
    server.wait();
    Ok(())
}
