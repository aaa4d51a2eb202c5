//! `cargo run --release -p rightsize-tests --bin record -- FOLDER`: the product's answers to many
//! random questions, written into a folder. Recorded before code is moved, and again after each
//! move, `diff -r` of the two folders must say nothing (CONTRIBUTING.md, "Restructure").

#![allow(clippy::print_stdout, clippy::print_stderr)]

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use rightsize_tests::record::KINDS;
    use std::fs;
    use std::path::Path;
    use std::process::ExitCode;
    use std::thread;
    use std::time::Instant;

    pub(super) fn main() -> ExitCode {
        let Some(folder) = std::env::args().nth(1) else {
            eprintln!("name the folder to write into");
            return ExitCode::from(2);
        };
        let folder = Path::new(&folder);
        if let Err(error) = fs::create_dir_all(folder) {
            eprintln!("{}: {error}", folder.display());
            return ExitCode::FAILURE;
        }
        let written = thread::scope(|scope| {
            let threads = KINDS.map(|(name, text)| {
                scope.spawn(move || {
                    let begun = Instant::now();
                    let text = text();
                    fs::write(folder.join(name), &text).map(|()| {
                        let (lines, seconds) = (text.lines().count(), begun.elapsed().as_secs());
                        println!("{name}: {lines} lines, {seconds} s");
                    })
                })
            });
            threads.map(|thread| matches!(thread.join(), Ok(Ok(()))))
        });
        if written.contains(&false) {
            eprintln!("not everything could be written");
            return ExitCode::FAILURE;
        }
        ExitCode::SUCCESS
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
