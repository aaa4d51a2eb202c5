//! Files that Trunk leaves as they are: scripts are minified, and a page's style sheets become
//! one. Each saves a first visit some two kilobytes after Brotli.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::page::{attribute, hash, tags};
use crate::tools::Toolbox;
use crate::{process, repo};

/// Shrinks the page in `folder`, pages below it left alone.
pub(crate) fn page(tools: &Toolbox, folder: &Path) -> Result<()> {
    let index = folder.join("index.html");
    let page = fs::read_to_string(&index).with_context(|| index.display().to_string())?;
    for path in scripts(folder)? {
        script(tools, &path)?;
    }
    let page = join_styles(folder, &page).with_context(|| index.display().to_string())?;
    Ok(fs::write(&index, page)?)
}

/// Shrinks one script, where its tool is there.
pub(crate) fn script(tools: &Toolbox, path: &Path) -> Result<()> {
    if tools.minifies {
        minify(&tools.program("terser")?, path)?;
    }
    Ok(())
}

/// The scripts beside a page.
fn scripts(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "js") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Writes a script anew without comments and long names. Its exports stay.
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

/// Puts the style sheets of a page into one, in their order; the page that names it.
fn join_styles(folder: &Path, page: &str) -> Result<String> {
    let sheets: Vec<&str> = tags(page).filter(|tag| is_sheet(tag)).collect();
    let mut style = String::new();
    for sheet in &sheets {
        let file = folder.join(attribute(sheet, "href").unwrap_or_default());
        style += &fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        fs::remove_file(file)?;
    }
    // The whole site in one file has no files beside it.
    let stands_alone = |place: &str| {
        let place = place.trim_start_matches(['"', '\'']);
        place.starts_with("data:") || place.starts_with('#')
    };
    ensure!(
        !style.contains("@import") && style.split("url(").skip(1).all(stands_alone),
        "a style sheet names a file"
    );
    let name = format!("assets/page-{}.css", hash(style.as_bytes()));
    fs::write(folder.join(&name), style)?;
    let joined = format!("<link href=./{name} rel=stylesheet>");
    let first = std::iter::once(joined.as_str()).chain(std::iter::repeat(""));
    let tags = sheets.into_iter().zip(first);
    Ok(tags.fold(page.to_owned(), |page, (sheet, tag)| {
        page.replacen(&format!("<{sheet}>"), tag, 1)
    }))
}

/// Whether a tag loads a style sheet.
fn is_sheet(tag: &str) -> bool {
    tag.starts_with("link ") && attribute(tag, "rel") == Some("stylesheet")
}

/// The one style sheet that a page of the site in `dist` has then, by its name there.
pub(crate) fn sheet(dist: &Path, folder: &str) -> Result<String> {
    let assets = format!("{folder}assets/");
    let names = repo::files_in(&dist.join(&assets), &assets)?;
    let is_sheet = |name: &String| Path::new(name).extension().is_some_and(|e| e == "css");
    let found = names.into_iter().find(is_sheet);
    found.with_context(|| format!("no style in {assets}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files left in a folder of a page with these two sheets, the page first.
    fn joined(name: &str, one: &str, other: &str) -> Result<(String, Vec<String>)> {
        let folder = std::env::temp_dir().join(format!("rightsize-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("assets"))?;
        fs::write(folder.join("assets/b.css"), one)?;
        fs::write(folder.join("assets/a.css"), other)?;
        let page = r#"<p>1<link rel="stylesheet" href="./assets/b.css"/><link rel=icon href=a.svg><link href=./assets/a.css rel=stylesheet><p>2"#;
        let page = join_styles(&folder, page);
        let mut left = Vec::new();
        for name in repo::files_in(&folder, "")? {
            left.push(fs::read_to_string(folder.join(name))?);
        }
        fs::remove_dir_all(folder)?;
        Ok((page?, left))
    }

    /// One sheet is left, with the rules of all in the order of the page; the page names
    /// it and no other.
    #[test]
    fn style_sheets_become_one() {
        let (page, left) = joined("styles", "b{top:0}", "a{top:1px}").unwrap();
        assert_eq!(left, ["b{top:0}a{top:1px}"]);
        let name = hash(left[0].as_bytes());
        let wanted = format!(
            "<p>1<link href=./assets/page-{name}.css rel=stylesheet><link rel=icon href=a.svg><p>2"
        );
        assert_eq!(page, wanted);
    }

    /// A sheet that needs a file beside it is refused; one that needs none is accepted.
    #[test]
    fn sheets_that_name_files_are_refused() {
        for sheet in [
            "a{b:url(./c.svg)}",
            "a{b:url(\"./c.svg\")}",
            "a{b:url(data:x),url(c.svg)}",
            "@import 'c.css';",
        ] {
            assert!(joined("files", "", sheet).is_err(), "{sheet}");
        }
        let alone = "a{b:url(\"data:image/svg+xml,./c\");c:url(#d)}";
        assert!(joined("alone", alone, "").is_ok());
    }
}
