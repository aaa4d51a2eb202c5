//! `rightsize.html`: the whole site as one file that opens from a disk, with one program for all
//! pages. Its content is packed by LZMA, since a browser's own formats would make it a quarter
//! larger; a small library unpacks it. Packed bytes are a multiple of four.

mod base85;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use lzma_rust2::{CheckType, XzOptions, XzWriter};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::program::{self, Program};
use crate::repo::{self, SINGLE_FILE};
use crate::tools::Toolbox;
use crate::{releases, shrink};

/// The script that stands in for a host.
const UNPACK: &str = include_str!("unpack.js");

/// The page around it.
const PAGE: &str = include_str!("page.html");

/// The text of every page where scripts do not run.
const NO_SCRIPT: &str = include_str!("../../../app/parts/noscript.html");

/// Scripts of the site that it has no use for: it starts, keeps and embeds nothing by them.
const LEFT_OUT: [&str; 7] = [
    "boot",
    "service-worker",
    "offline",
    "embed",
    "frame",
    "releases",
    "worker",
];

/// Where its program and scripts are made.
fn folder() -> PathBuf {
    repo::target().join("single")
}

/// Makes its program.
pub(crate) fn program(tools: &Toolbox) -> Result<()> {
    let folder = folder();
    fs::create_dir_all(&folder)?;
    let one = Program {
        binary: Some("single"),
        built: "single",
        name: "single",
        target: "no-modules",
        default_features: true,
        typed: false,
    };
    let made = program::make(tools, &one, &folder)?;
    shrink::script(tools, &made.glue)
}

/// Makes the file of the site in `dist`, whose pages lie in these folders, once there is its
/// program.
pub(crate) fn make(tools: &Toolbox, dist: &Path, folders: &[&str]) -> Result<()> {
    let unpack = folder().join("unpack.js");
    fs::write(&unpack, unpacking(folders)?)?;
    shrink::script(tools, &unpack)?;
    let [glue, wasm] = ["single.js", "single_bg.wasm"].map(|name| folder().join(name));
    let content = json!({
        "texts": texts(dist)?,
        "styles": styles(dist, folders)?,
        "scripts": scripts(dist)?,
        "glue": fs::read_to_string(&glue)?,
    });
    let content = serde_json::to_vec(&content)?;
    let packed = packed(&content, &fs::read(&wasm)?)?;
    let library = fs::read_to_string(tools.xz.as_deref().context("no xz-decompress")?)?;
    let starting = [
        library,
        fs::read_to_string(&unpack)?,
        fs::read_to_string(dist.join("boot.js"))?,
    ];
    let icon = fs::read(dist.join("icon.svg"))?;
    fs::write(dist.join(SINGLE_FILE), page(&packed, &starting, &icon)?)?;
    Ok(())
}

/// The script that unpacks it, which knows the folders of the pages.
fn unpacking(folders: &[&str]) -> Result<String> {
    let place = "[\"{folders}\"]";
    ensure!(UNPACK.contains(place), "no place for the folders");
    Ok(UNPACK.replace(place, &json!(folders).to_string()))
}

/// The page of these parts. Its policy lets it run the scripts in it, and those that it unpacks.
fn page(packed: &[u8], scripts: &[String], icon: &[u8]) -> Result<String> {
    let mut hashes = String::new();
    let mut tags = String::new();
    for script in scripts {
        ensure!(!script.contains("</script") && !script.contains("<!--"));
        let digest = BASE64_STANDARD.encode(Sha256::digest(script));
        write!(hashes, "'sha256-{digest}' ")?;
        write!(tags, "<script>{script}</script>")?;
    }
    Ok(PAGE
        .replace("{hashes}", &hashes)
        .replace("{noscript}", NO_SCRIPT.trim_end())
        .replace("{icon}", &BASE64_STANDARD.encode(icon))
        .replace("{scripts}", &tags)
        .replace("{packed}", &base85::encode(packed)?))
}

/// The text and the program as `unpack.js` reads them.
fn packed(text: &[u8], program: &[u8]) -> Result<Vec<u8>> {
    // The unpacking library knows no other checksum.
    let mut options = XzOptions::with_preset(9);
    options.set_check_sum_type(CheckType::Crc32);
    options.lzma_options.dict_size = 1 << 22;
    let mut writer = XzWriter::new(Vec::new(), options)?;
    writer.write_all(&u32::try_from(text.len())?.to_be_bytes())?;
    writer.write_all(text)?;
    writer.write_all(program)?;
    Ok(writer.finish()?)
}

/// Every file of messages that it needs, by its name: as it is, for messages are known by
/// their order. There is no room for release notes.
fn texts(dist: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let folder = dist.join("locales");
    let needed = |name: &String| !name.starts_with(releases::FOLDER);
    for name in repo::files_in(&folder, "")?.into_iter().filter(needed) {
        let text = fs::read_to_string(folder.join(&name))?;
        found.insert(name.trim_end_matches(".json").to_owned(), text);
    }
    Ok(found)
}

/// The style of each page, by its folder, and of the windows that any of them opens.
fn styles(dist: &Path, folders: &[&str]) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let windows = fs::read_to_string(dist.join("dialog.css")).context("dialog.css")?;
    for folder in folders {
        let text = fs::read_to_string(dist.join(shrink::sheet(dist, folder)?))?;
        found.insert((*folder).to_owned(), text + &windows);
    }
    Ok(found)
}

/// The scripts that are loaded at a click, by their name.
fn scripts(dist: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(dist)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_script = path.extension().is_some_and(|ending| ending == "js");
        if is_script && !LEFT_OUT.iter().any(|left| name.starts_with(left)) {
            found.insert(name.into_owned(), fs::read_to_string(&path)?);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lzma_rust2::XzReader;
    use std::io::Read as _;

    /// Packed content comes out again: the length, the text, the program.
    #[test]
    fn packing_loses_nothing() {
        let packed = packed(b"{}", b"\0asm").unwrap();
        let mut unpacked = Vec::new();
        XzReader::new(packed.as_slice(), false)
            .read_to_end(&mut unpacked)
            .unwrap();
        assert_eq!(unpacked, b"\0\0\0\x02{}\0asm");
    }

    /// The policy names each script by its hash, and no other inline script may run.
    #[test]
    fn the_policy_names_the_scripts() {
        let page = page(b"xzxz", &["a()".to_owned()], b"<svg/>").unwrap();
        let digest = BASE64_STANDARD.encode(Sha256::digest("a()"));
        assert!(page.contains(&format!("'sha256-{digest}'")));
        assert!(page.contains("<script>a()</script>"));
        assert!(!page.contains("unsafe-inline") && !page.contains("'unsafe-eval'"));
        assert!(!page.contains('{'), "a place was not filled");
    }

    /// A script that would end its own tag is refused.
    #[test]
    fn no_script_ends_the_page() {
        assert!(super::page(b"", &["'</script>'".to_owned()], b"").is_err());
    }
}
