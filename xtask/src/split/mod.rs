//! The program of the site in files that are loaded when they are wanted: Cargo's output is taken
//! apart at the program's split points (`app/program`), the small parts that several of them share
//! are put together again ([`group`]), each file is optimised and named by its content, and the
//! JavaScript learns which files belong to which point (`link.js`).

mod cut;
mod group;
mod hub;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::page::hash;
use crate::program::PROFILE;
use crate::tools::Toolbox;
use crate::tools::rustup::TARGET;
use crate::{optimise, process, repo, shrink};
use cut::{Cut, cut};
pub(crate) use group::FOLLOWING;
use group::{Group, Part, grouped};

/// How many files there are at most beside the first: fewer are smaller together, more are nearer
/// to the needs of each page.
const FILES: usize = 128;

/// The script that loads the parts; see there.
const LINK: &str = include_str!("link.js");

/// The name under which the program asks for its loaders.
const LOADERS: &str = "./__wasm_split.js";

/// The program's binary.
const BINARY: &str = "program";

/// The program in the site.
pub(crate) struct Split {
    /// Its JavaScript, by its name in the site.
    pub(crate) glue: String,
    /// Its first file.
    pub(crate) wasm: String,
    /// The files of each split point beside that.
    pub(crate) parts: BTreeMap<String, Vec<String>>,
}

/// Cuts the compiled program into files in `assets` of the site in `dist`.
pub(crate) fn make(tools: &Toolbox, dist: &Path) -> Result<Split> {
    let folder = repo::target().join("split");
    // Nothing of an earlier one may be taken for a part of this.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let compiled = repo::target().join(format!("{TARGET}/{PROFILE}/{BINARY}.wasm"));
    let compiled = fs::read(&compiled).with_context(|| compiled.display().to_string())?;
    let cut = cut(&compiled, &repo::target().join("cut"))?;

    let mut bindgen = process::command(tools.program("wasm-bindgen")?);
    bindgen.args(["--target", "web", "--no-typescript", "--keep-lld-exports"]);
    process::run(bindgen.arg("--out-dir").arg(&folder).arg(&cut.main))?;
    let [wasm, glue] = ["_bg.wasm", ".js"].map(|end| folder.join(format!("{BINARY}{end}")));
    optimise::program(tools, &wasm, &glue)?;

    let assets = dist.join("assets");
    let mut parts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (number, group) in groups(tools, &cut)?.iter().enumerate() {
        let to = folder.join(format!("part-{number}.wasm"));
        let merged = merged(tools, &cut.folder, group, &to)?;
        for file in merged {
            let name = publish(&file, &assets, &group.name())?;
            for point in &group.points {
                parts.entry(point.clone()).or_default().push(name.clone());
            }
        }
    }
    let text = fs::read_to_string(&glue)?;
    fs::write(&glue, linked(&text, &parts)?)?;
    shrink::script(tools, &glue)?;
    Ok(Split {
        glue: publish(&glue, &assets, BINARY)?,
        wasm: publish(&wasm, &assets, BINARY)?,
        parts,
    })
}

/// The parts of a cut, put together where there is a tool that does it.
fn groups(tools: &Toolbox, cut: &Cut) -> Result<Vec<Group>> {
    let mut found: BTreeMap<&String, BTreeSet<String>> = BTreeMap::new();
    for (point, files) in &cut.points {
        for file in files {
            found.entry(file).or_default().insert(point.clone());
        }
    }
    let mut parts = Vec::new();
    for (file, points) in found {
        let bytes = fs::metadata(cut.folder.join(format!("{file}.wasm")))?.len();
        let file = file.clone();
        parts.push(Part {
            file,
            points,
            bytes,
        });
    }
    let files = if tools.optimises { FILES } else { parts.len() };
    Ok(grouped(parts, files))
}

/// The optimised file of a group of the parts in `folder`.
fn merged(tools: &Toolbox, folder: &Path, group: &Group, to: &Path) -> Result<Vec<PathBuf>> {
    let files = group
        .files
        .iter()
        .map(|file| folder.join(format!("{file}.wasm")));
    let files: Vec<PathBuf> = files.collect();
    if !tools.optimises {
        return Ok(files);
    }
    let parts: std::io::Result<Vec<Vec<u8>>> = files.iter().map(fs::read).collect();
    let parts = parts?;
    // The parts import each other by their names.
    let named = group.files.join(" ").into_bytes();
    let all = parts.iter().chain([&named]).map(Vec::as_slice);
    optimise::made_of(tools, all, to, || {
        if let [only] = files.as_slice() {
            fs::copy(only, to)?;
            return Ok(());
        }
        let hub = to.with_extension("hub.wasm");
        fs::write(&hub, hub::hub(&parts)?)?;
        let mut merge = process::command(tools.program("wasm-merge")?);
        merge.args(optimise::FEATURES).arg(hub).arg(hub::ASKED);
        for (file, name) in files.iter().zip(&group.files) {
            merge.arg(file).arg(name);
        }
        process::run(merge.arg("--output").arg(to))
    })?;
    Ok(vec![to.to_owned()])
}

/// Puts a file into a folder, named by its content; its name there.
fn publish(file: &Path, folder: &Path, name: &str) -> Result<String> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    let ending = file.extension().unwrap_or_default().to_string_lossy();
    let name = format!("{name}-{}.{ending}", hash(&bytes));
    fs::create_dir_all(folder)?;
    fs::write(folder.join(&name), bytes)?;
    Ok(name)
}

/// The program's JavaScript with the loaders of its parts in it.
fn linked(glue: &str, parts: &BTreeMap<String, Vec<String>>) -> Result<String> {
    let (mut names, mut text) = (Vec::new(), String::new());
    for line in glue.lines() {
        let import = line.strip_prefix("import * as ");
        let import = import.and_then(|rest| rest.split_once(" from "));
        match import.filter(|(_, from)| from.contains(LOADERS)) {
            Some((name, _)) => names.push(name.to_owned()),
            None => text = text + line + "\n",
        }
    }
    ensure!(!names.is_empty(), "the program asks for no part of itself");
    let all = names
        .iter()
        .map(|name| format!("const {name} = loaders;\n"));
    let files: BTreeSet<&str> = parts.values().flatten().map(String::as_str).collect();
    for (point, wanted) in parts {
        // As `link.js` finds them.
        let named = |file: &&str| file.split('-').any(|part| part == point);
        let found = files.iter().copied().filter(named);
        let wanted: BTreeSet<&str> = wanted.iter().map(String::as_str).collect();
        ensure!(
            found.eq(wanted),
            "the files of {point} are not those named by it"
        );
    }
    let points: Vec<&str> = parts.keys().map(String::as_str).collect();
    let files: Vec<&str> = files.into_iter().collect();
    let link = LINK
        .replace("{files}", &files.join(" "))
        .replace("{points}", &points.join(" "))
        .replace("{asked}", &format!("{}, {}", hub::ASKED, hub::FIRST));
    Ok(link + &all.collect::<String>() + &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every import of the loaders is one of ours, other lines stay, and a file that is not named by
    /// its points is an error.
    #[test]
    fn the_glue_has_its_loaders() {
        let glue = "import * as import1 from \"./__wasm_split.js\"\nimport * as a from \"./a.js\"\nlet wasm;\n";
        let of = |files: &[&str]| files.iter().map(|&file| file.to_owned()).collect();
        let mut parts = BTreeMap::from([
            ("read".to_owned(), of(&["read-train-1.wasm"])),
            (
                "train".to_owned(),
                of(&["read-train-1.wasm", "train-2.wasm"]),
            ),
        ]);
        let text = linked(glue, &parts).unwrap();
        assert!(
            text.contains("const import1 = loaders;\nimport * as a from \"./a.js\"\nlet wasm;\n")
        );
        assert!(text.contains("const files = \"read-train-1.wasm train-2.wasm\""));
        assert!(text.contains("\"read train\".split"));
        assert!(linked("let wasm;", &parts).is_err());
        parts.insert("guide".to_owned(), of(&["train-2.wasm"]));
        assert!(linked(glue, &parts).is_err());
    }
}
