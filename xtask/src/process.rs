//! Running other programs. None of them may ask a question: their input is closed.

use std::env;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, bail, ensure};

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
    // What is built once needs no notes for the next build, which take as much room as the rest.
    if std::env::var_os("CI").is_some() {
        cargo.env("CARGO_INCREMENTAL", "0");
    }
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

/// A program's output, and whether it succeeded.
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

/// Something that takes long, most of it in other programs.
pub(crate) type Job<'a> = Box<dyn FnOnce() -> Result<()> + Send + 'a>;

/// Does all of it, two at a time, in this order; an error if any of it fails.
pub(crate) fn two_at_a_time(jobs: Vec<Job>) -> Result<()> {
    let waiting = Mutex::new(jobs.into_iter());
    // The lock is given back before the job begins.
    let next = || waiting.lock().map_or(None, |mut waiting| waiting.next());
    let work = || -> Result<()> {
        while let Some(job) = next() {
            job()?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let other = scope.spawn(work);
        let mine = work();
        let other = other.join();
        mine.and(other.unwrap_or_else(|_| bail!("a job panicked")))
    })
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Two at once, never more, none forgotten; a failure among them is an error.
    #[test]
    fn jobs_are_done_two_at_a_time() {
        let (now, most, done) = (
            AtomicUsize::new(0),
            AtomicUsize::new(0),
            AtomicUsize::new(0),
        );
        let job = || -> Result<()> {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            thread::sleep(std::time::Duration::from_millis(20));
            now.fetch_sub(1, Ordering::SeqCst);
            done.fetch_add(1, Ordering::SeqCst);
            Ok(())
        };
        let jobs = (0..5).map(|_| Box::new(job) as Job).collect();
        two_at_a_time(jobs).unwrap();
        assert_eq!(done.into_inner(), 5);
        assert_eq!(most.into_inner(), 2);
        let jobs: Vec<Job> = vec![Box::new(|| Ok(())), Box::new(|| bail!("no"))];
        assert!(two_at_a_time(jobs).is_err());
    }
}
