//! Programs from npm packages: the one form of them that exists for every system, in
//! every version, behind a registry that checks what it delivers.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::version;
use crate::{process, repo};

/// A program that a build can do without, at the price of a larger download.
pub(super) struct Package {
    /// What npm calls it, and the cache folder.
    name: &'static str,
    /// The package's version.
    release: &'static str,
    /// The program.
    program: &'static str,
    /// The version as the program itself names it.
    version: &'static str,
}

/// Optimises wasm.
pub(super) const WASM_OPT: Package = Package {
    name: "binaryen",
    release: version::BINARYEN_PACKAGE,
    program: "wasm-opt",
    version: version::BINARYEN,
};

/// Minifies scripts.
pub(super) const TERSER: Package = Package {
    name: "terser",
    release: version::TERSER,
    program: "terser",
    version: version::TERSER,
};

impl Package {
    /// The folder that holds the program. An error means: build without it.
    pub(super) fn ensure(&self) -> Result<PathBuf> {
        if let Some(path) = process::which(self.program)
            && self.works(&path)
        {
            return Ok(path.parent().unwrap_or(&path).to_owned());
        }
        let home = repo::tool_dir(self.name, self.version)?;
        if let Some(dir) = self.usable_in(&home) {
            return Ok(dir);
        }
        self.install(&home)?;
        self.usable_in(&home)
            .with_context(|| format!("npm's {} has no {} that runs", self.name, self.program))
    }

    /// npm puts programs into `bin`, on Windows into the prefix itself.
    fn usable_in(&self, home: &Path) -> Option<PathBuf> {
        let dirs = [home.join("bin"), home.to_owned()];
        let path = process::find_in(dirs, self.program).filter(|path| self.works(path))?;
        path.parent().map(Path::to_owned)
    }

    fn works(&self, path: &Path) -> bool {
        process::output(process::command(path).arg("--version"))
            .is_some_and(|text| version::is_named(&text, self.version))
    }

    fn install(&self, home: &Path) -> Result<()> {
        println!(
            "Installing {} ({} {})",
            self.program, self.name, self.version
        );
        install(self.name, self.release, home)
    }
}

/// A script of a package, which goes into what is built.
pub(super) struct Library {
    /// What npm calls the package, and the cache folder.
    name: &'static str,
    /// The package's version.
    version: &'static str,
    /// The script in the package.
    file: &'static str,
}

/// Unpacks LZMA.
pub(super) const XZ: Library = Library {
    name: "xz-decompress",
    version: version::XZ_DECOMPRESS,
    file: "dist/package/xz-decompress.min.js",
};

impl Library {
    /// The script. An error means: build what does not need it.
    pub(super) fn ensure(&self) -> Result<PathBuf> {
        let home = repo::tool_dir(self.name, self.version)?;
        if let Some(file) = self.file_in(&home) {
            return Ok(file);
        }
        println!("Installing {} {}", self.name, self.version);
        install(self.name, self.version, &home)?;
        self.file_in(&home)
            .with_context(|| format!("npm's {} has no {}", self.name, self.file))
    }

    fn file_in(&self, home: &Path) -> Option<PathBuf> {
        let files = ["lib/node_modules", "node_modules"]
            .map(|folder| home.join(folder).join(self.name).join(self.file));
        files.into_iter().find(|file| file.is_file())
    }
}

/// Installs a package into a folder of its own.
fn install(name: &str, version: &str, home: &Path) -> Result<()> {
    let npm = process::which("npm");
    ensure!(
        npm.is_some() && process::which("node").is_some(),
        "Node.js is not installed (https://nodejs.org)"
    );
    let mut npm = process::command(npm.unwrap_or_default());
    npm.args(["install", "--global", "--no-audit", "--no-fund", "--prefix"]);
    process::run(npm.arg(home).arg(format!("{name}@{version}")))
}
