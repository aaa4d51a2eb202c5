//! What Trunk leaves as it is: wasm is optimised, scripts are minified, and a page's style
//! sheets become one. The last two save a first visit some two kilobytes each after Brotli.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::page::{attribute, hash, rename, tags};
use crate::tools::Toolbox;
use crate::{optimise, process, repo};

/// Shrinks the page in `folder`, pages below it left alone, and names its program anew by
/// what it became: a name is kept for ever.
pub(crate) fn page(tools: &Toolbox, folder: &Path) -> Result<()> {
    let index = folder.join("index.html");
    let mut page = fs::read_to_string(&index).with_context(|| index.display().to_string())?;
    let part = |name: &str| {
        let file = tags(&page).find_map(|tag| attribute(tag, name));
        let file = file.map(|file| file.trim_start_matches("./").to_owned());
        file.with_context(|| format!("{} names no {name}", index.display()))
    };
    let (glue, wasm) = (part("data-glue")?, part("data-wasm")?);
    optimise::program(tools, &folder.join(&wasm), &folder.join(&glue))?;
    for path in scripts(folder)? {
        script(tools, &path)?;
    }
    let (program, _) = glue.rsplit_once('-').context("a name without a hash")?;
    for old in [&glue, &wasm] {
        let new = rename(folder, old, program)?;
        page = page.replace(old, &new);
    }
    fs::write(&index, page)?;
    join_styles(folder)
}

/// Shrinks one script, where there is what does it.
pub(crate) fn script(tools: &Toolbox, path: &Path) -> Result<()> {
    if tools.minifies {
        minify(&tools.program("terser")?, path)?;
    }
    Ok(())
}

/// The scripts of a page: beside it, and in its `assets`.
fn scripts(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for place in [folder.to_owned(), folder.join("assets")] {
        for entry in fs::read_dir(&place).with_context(|| place.display().to_string())? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "js") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Writes a script anew without comments and long names. What it exports stays.
fn minify(terser: &Path, script: &Path) -> Result<()> {
    let text = fs::read_to_string(script)?;
    let mut command = process::command(terser);
    command.arg(script).args(["--compress", "--mangle"]);
    // A module's own names are nobody else's.
    if text.contains("\nexport ") || text.starts_with("export ") {
        command.arg("--module");
    }
    command.arg("--output").arg(script);
    process::run(&mut command).with_context(|| format!("cannot minify {}", script.display()))
}

/// Puts the style sheets of the page into one, in their order.
fn join_styles(folder: &Path) -> Result<()> {
    let index = folder.join("index.html");
    let page = fs::read_to_string(&index).with_context(|| index.display().to_string())?;
    let sheets = sheets(&page);
    let Some(((first, _), others)) = sheets.split_first() else {
        return Ok(());
    };
    let mut style = String::new();
    for (_, name) in &sheets {
        let sheet = fs::read_to_string(folder.join(name)).with_context(|| name.clone())?;
        ensure!(!names_a_file(&sheet), "{name} names a file");
        style.push_str(&sheet);
    }
    let joined = format!("assets/page-{}.css", hash(style.as_bytes()));
    let tag = format!("<link href=./{joined} rel=stylesheet>");
    let mut written = page.replacen(first, &tag, 1);
    for (tag, _) in others {
        written = written.replacen(tag, "", 1);
    }
    ensure!(
        self::sheets(&written) == [(tag, joined.clone())],
        "a style sheet of {} was not replaced",
        index.display()
    );
    for (_, name) in &sheets {
        fs::remove_file(folder.join(name))?;
    }
    fs::write(folder.join(&joined), style)?;
    fs::write(&index, written)?;
    Ok(())
}

/// The one style sheet that a page of the site in `dist` has then, by its name there.
pub(crate) fn sheet(dist: &Path, folder: &str) -> Result<String> {
    let assets = format!("{folder}assets/");
    let names = repo::files_in(&dist.join(&assets), &assets)?;
    let is_sheet = |name: &String| Path::new(name).extension().is_some_and(|e| e == "css");
    let found = names.into_iter().find(is_sheet);
    found.with_context(|| format!("no style in {assets}"))
}

/// Whether a sheet names another file, which would be looked for at another place: all but
/// what stands in the sheet itself, or in the page.
fn names_a_file(sheet: &str) -> bool {
    let sheet = sheet.to_ascii_lowercase();
    let mut places = sheet.split("url(").skip(1);
    sheet.contains("@import")
        || places.any(|place| {
            let place = place.trim_start_matches(|c: char| c.is_whitespace() || "\"'".contains(c));
            !place.starts_with("data:") && !place.starts_with('#')
        })
}

/// The page's style sheets: the whole tag, and the file in the page's folder.
fn sheets(page: &str) -> Vec<(String, String)> {
    let links = tags(page).filter(|tag| {
        tag.starts_with("link ") && attribute(tag, "rel").is_some_and(|rel| rel == "stylesheet")
    });
    links
        .filter_map(|tag| {
            let name = attribute(tag, "href")?.trim_start_matches("./");
            Some((format!("<{tag}>"), name.to_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sheet is found, quoted or not, and nothing else.
    #[test]
    fn style_sheets_are_found_in_their_order() {
        let page = r#"<link rel="stylesheet" href="./assets/b.css"/><link rel=icon href=a.svg>
            <link href=./assets/a.css rel=stylesheet>"#;
        let names: Vec<String> = sheets(page).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["assets/b.css", "assets/a.css"]);
    }

    /// A file is found however it is written; what needs none is not one.
    #[test]
    fn sheets_that_name_files_are_known() {
        for sheet in [
            "a{b:url(./c.svg)}",
            "a{b:url(\"./c.svg\")}",
            "a{b:URL( '../c.svg' )}",
            "a{b:url(data:x),url(c.svg)}",
            "@import 'c.css';",
        ] {
            assert!(names_a_file(sheet), "{sheet}");
        }
        assert!(!names_a_file(
            "a{b:url(\"data:image/svg+xml,./c\");c:url(#d)}"
        ));
    }

    /// One sheet is left, with the rules of all in the order of the page; the page names
    /// it and no other.
    #[test]
    fn style_sheets_become_one() {
        let folder = std::env::temp_dir().join(format!("rightsize-styles-{}", std::process::id()));
        fs::create_dir_all(folder.join("assets")).unwrap();
        fs::write(folder.join("assets/b.css"), "b{top:0}").unwrap();
        fs::write(folder.join("assets/a.css"), "a{top:1px}").unwrap();
        let page = "<p>1<link href=./assets/b.css rel=stylesheet><link href=./assets/a.css rel=stylesheet><p>2";
        fs::write(folder.join("index.html"), page).unwrap();
        join_styles(&folder).unwrap();
        let page = fs::read_to_string(folder.join("index.html")).unwrap();
        let left = sheets(&page);
        assert_eq!(left.len(), 1);
        let text = fs::read_to_string(folder.join(&left[0].1)).unwrap();
        assert_eq!(text, "b{top:0}a{top:1px}");
        assert_eq!(fs::read_dir(folder.join("assets")).unwrap().count(), 1);
        assert!(page.starts_with("<p>1<link") && page.ends_with("<p>2"));
        fs::remove_dir_all(folder).unwrap();
    }
}
