//! Turns `locales/*.json` into `$OUT_DIR/messages.rs`, and fails where a language
//! lacks a message, a placeholder or a plural form.
//!
//! The generated module has one variant of `Msg` for each message without values,
//! and one function in `say` for each message with values. A message is known by
//! its position, which is the same in all files, so that the program carries no
//! key names.

#[path = "build/check.rs"]
mod check;
#[path = "build/generate.rs"]
mod generate;
#[path = "build/locale.rs"]
mod locale;
// The site's pages are xtask's and the program's, too.
#[allow(dead_code)]
#[path = "build/site.rs"]
mod site;

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=locales");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let folder = here.join("locales");
    let read = || -> Result<_, String> {
        let of_scripts = locale::read_scripts(&folder)?;
        let of_pages = locale::read(&folder, [locale::RELEASES, locale::SHELL])?;
        Ok((locale::read_all(&folder)?, of_scripts, of_pages))
    };
    match read() {
        Err(problem) => println!("cargo::error={problem}"),
        Ok((locales, of_scripts, of_pages)) => {
            let mut problems = check::problems(&locales);
            problems.extend(check::problems(&of_scripts));
            problems.extend(check::problems(&of_pages));
            for problem in &problems {
                println!("cargo::error={problem}");
            }
            let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
            if problems.is_empty()
                && let Err(error) = fs::write(out.join("messages.rs"), generate::module(&locales))
            {
                println!("cargo::error={error}");
            }
        }
    }
}
