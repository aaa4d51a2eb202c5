//! Release builds of the tools, as their projects publish them on GitHub: minutes
//! saved where they can be had. Each comes with a file of its SHA-256, and only what
//! matches it is unpacked.

use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use super::Tool;
use crate::{process, repo};

/// Where a release lies.
#[derive(Debug, PartialEq, Eq)]
struct Release {
    /// The archive.
    url: String,
    /// What to add to the address to get the file with its SHA-256.
    checksum_suffix: &'static str,
    /// The folder inside the archive that holds the programs.
    folder: String,
}

/// The release of a tool for a system, if its project makes one.
fn release(name: &str, version: &str, os: &str, arch: &str) -> Option<Release> {
    let system = match (os, arch) {
        ("linux", "x86_64" | "aarch64") => format!("{arch}-unknown-linux"),
        ("macos", "x86_64" | "aarch64") => format!("{arch}-apple-darwin"),
        _ => return None,
    };
    let libc = |kind: &str| {
        if os == "linux" {
            format!("-{kind}")
        } else {
            String::new()
        }
    };
    match name {
        "trunk" => Some(Release {
            url: format!(
                "https://github.com/trunk-rs/trunk/releases/download/v{version}/trunk-{system}{}.tar.gz",
                libc("gnu")
            ),
            checksum_suffix: ".sha256",
            folder: String::new(),
        }),
        "wasm-bindgen" => {
            let folder = format!("wasm-bindgen-{version}-{system}{}", libc("musl"));
            Some(Release {
                url: format!(
                    "https://github.com/wasm-bindgen/wasm-bindgen/releases/download/{version}/{folder}.tar.gz"
                ),
                checksum_suffix: ".sha256sum",
                folder,
            })
        }
        _ => None,
    }
}

/// Downloads, verifies and unpacks a tool into `home`.
pub(super) fn install(tool: &Tool, home: &Path) -> Result<()> {
    let release = release(tool.name, &tool.version, OS, ARCH).context("none for this system")?;
    ensure!(process::which("curl").is_some(), "`curl` is not installed");
    println!("Downloading {} {}", tool.name, tool.version);
    let scratch = repo::tools_dir()?.join(format!(".{}.part", tool.name));
    fs::create_dir_all(&scratch)?;
    let result = fetch(tool, &release, &scratch, home);
    fs::remove_dir_all(&scratch)?;
    result
}

fn fetch(tool: &Tool, release: &Release, scratch: &Path, home: &Path) -> Result<()> {
    let archive = scratch.join("archive.tar.gz");
    let checksum = scratch.join("checksum");
    download(
        &format!("{}{}", release.url, release.checksum_suffix),
        &checksum,
    )?;
    download(&release.url, &archive)?;
    let published = fs::read_to_string(&checksum)?;
    ensure!(
        matches(&fs::read(&archive)?, &published),
        "the download does not have the published SHA-256"
    );
    process::run(
        process::command("tar")
            .arg("-xzf")
            .arg(&archive)
            .arg("-C")
            .arg(scratch),
    )?;
    let unpacked = scratch.join(&release.folder);
    ensure!(tool.is_in(&unpacked), "it does not run here");
    let bin = home.join("bin");
    fs::create_dir_all(&bin)?;
    for program in tool.programs {
        let file = PathBuf::from(format!("{program}{EXE_SUFFIX}"));
        fs::copy(unpacked.join(&file), bin.join(&file))?;
    }
    Ok(())
}

fn download(url: &str, to: &Path) -> Result<()> {
    let mut curl = process::command("curl");
    curl.args([
        "--fail",
        "--silent",
        "--show-error",
        "--location",
        "--proto",
        "=https",
    ]);
    curl.args(["--connect-timeout", "10", "--max-time", "300", "--output"]);
    process::run(curl.arg(to).arg(url))
}

/// Whether the bytes have the SHA-256 that the text begins with.
fn matches(bytes: &[u8], published: &str) -> bool {
    let hex = format!("{:x}", Sha256::digest(bytes));
    let first = published.split_whitespace().next();
    first.is_some_and(|word| word.eq_ignore_ascii_case(&hex))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_named_as_their_projects_name_them() {
        let trunk = release("trunk", "0.21.14", "linux", "x86_64").unwrap();
        assert!(
            trunk
                .url
                .ends_with("/v0.21.14/trunk-x86_64-unknown-linux-gnu.tar.gz")
        );
        let glue = release("wasm-bindgen", "0.2.129", "macos", "aarch64").unwrap();
        assert_eq!(glue.folder, "wasm-bindgen-0.2.129-aarch64-apple-darwin");
        assert!(
            glue.url
                .ends_with("/0.2.129/wasm-bindgen-0.2.129-aarch64-apple-darwin.tar.gz")
        );
        assert_eq!(release("trunk", "1", "freebsd", "x86_64"), None);
    }

    #[test]
    fn only_the_published_digest_is_accepted() {
        // SHA-256 of the empty text, alone and in the form of sha256sum.
        let digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert!(matches(b"", digest));
        assert!(matches(b"", &format!("{digest}  tool.tar.gz\n")));
        assert!(!matches(b"x", digest));
        assert!(!matches(b"", ""));
    }
}
