//! Running other programs. None of them may ask a question: their input is closed.

use std::env;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::repo;

/// A command that runs in the root of the repository.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(repo::root()).stdin(Stdio::null());
    command
}

/// `cargo` with these words, shown to the user first.
pub(crate) fn cargo(words: &[&str]) -> Command {
    println!("$ cargo {}", words.join(" "));
    let mut cargo = command("cargo");
    cargo.args(words);
    cargo
}

/// Runs to the end; an error if it cannot start or does not succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let name = name_of(command);
    let status = command.status().with_context(|| cannot_start(&name))?;
    ensure!(status.success(), "`{name}` failed ({status})");
    Ok(())
}

/// Runs silently; `None` if it cannot start or does not succeed.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then_some(text)
}

/// What a program printed, and whether it succeeded.
pub(crate) struct Transcript {
    /// Its standard output; its errors went straight to the terminal.
    pub(crate) text: String,
    /// Whether it exited with zero.
    pub(crate) success: bool,
}

/// Runs to the end, showing the output as it comes and keeping it.
pub(crate) fn transcribe(command: &mut Command) -> Result<Transcript> {
    let name = name_of(command);
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| cannot_start(&name))?;
    let mut text = String::new();
    let mut reader = BufReader::new(child.stdout.take().context("no output to read")?);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        let piece = String::from_utf8_lossy(&line);
        print!("{piece}");
        text.push_str(&piece);
        line.clear();
    }
    let success = child.wait()?.success();
    Ok(Transcript { text, success })
}

/// Finds a program on the PATH.
pub(crate) fn which(name: &str) -> Option<PathBuf> {
    find_in(env::split_paths(&env::var_os("PATH")?), name)
}

/// Finds a program in one of these folders.
pub(crate) fn find_in(dirs: impl IntoIterator<Item = PathBuf>, name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let script = format!("{name}.cmd");
    dirs.into_iter().find_map(|dir| {
        let candidates = [dir.join(&file), dir.join(&script)];
        let usable = if cfg!(windows) { 2 } else { 1 };
        candidates
            .into_iter()
            .take(usable)
            .find(|path| path.is_file())
    })
}

fn name_of(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str());
    name.to_string_lossy().into_owned()
}

fn cannot_start(name: &str) -> String {
    format!("cannot start `{name}`")
}
