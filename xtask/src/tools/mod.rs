//! The tools that a build needs, found or installed.
//!
//! A tool is looked for on the PATH, then in the cache folder. Where both lack the
//! exact version, it is installed into the cache folder: as a verified prebuilt
//! release if one can be downloaded, otherwise from source.

mod npm;
mod prebuilt;
mod pypi;
pub(crate) mod rustup;
mod version;

pub(crate) use version::BINARYEN;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::process;
use crate::repo;

/// How Cargo is to build a tool: each runs for seconds, and most ask for what takes longest to
/// build, all of the program in one piece on one core.
const BUILT: [(&str, &str); 2] = [
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
];

/// How much of a build from source goes into a faster tool.
const OPT_LEVEL: &str = "CARGO_PROFILE_RELEASE_OPT_LEVEL";

/// A program of the Rust world, needed in exactly one version.
struct Tool {
    /// Its crate, where it is built from source.
    package: &'static str,
    /// Its name in the cache folder; also its first program.
    name: &'static str,
    /// Every program that must be there.
    programs: &'static [&'static str],
    /// The only version that will do.
    version: String,
    /// The compiler's level of optimisation: none where the tool has little to do.
    opt_level: &'static str,
    /// How long a build from source takes, in words.
    build_time: &'static str,
}

impl Tool {
    /// Bundles the site.
    fn trunk() -> Self {
        Self {
            package: "trunk",
            name: "trunk",
            programs: &["trunk"],
            version: version::TRUNK.to_owned(),
            opt_level: "0",
            build_time: "about 5 minutes on two cores",
        }
    }

    /// Makes the JavaScript glue; must equal the library to the digit.
    fn wasm_bindgen() -> Result<Self> {
        Ok(Self {
            package: "wasm-bindgen-cli",
            name: "wasm-bindgen",
            programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
            version: version::locked("wasm-bindgen")?,
            opt_level: "1",
            build_time: "about 2 minutes on two cores",
        })
    }

    /// Judges what the project depends on.
    fn cargo_deny() -> Self {
        Self {
            package: "cargo-deny",
            name: "cargo-deny",
            programs: &["cargo-deny"],
            version: version::CARGO_DENY.to_owned(),
            opt_level: "0",
            build_time: "about 2 minutes on two cores",
        }
    }

    /// Drives Firefox.
    fn geckodriver() -> Self {
        Self {
            package: "geckodriver",
            name: "geckodriver",
            programs: &["geckodriver"],
            version: version::GECKODRIVER.to_owned(),
            opt_level: "0",
            build_time: "about 2 minutes on two cores",
        }
    }

    /// The folder that holds the tool's programs; installs them where there is none.
    fn ensure(&self) -> Result<PathBuf> {
        if let Some(dir) = self.on_path() {
            return Ok(dir);
        }
        let home = repo::tool_dir(self.name, &self.version)?;
        let bin = home.join("bin");
        if self.is_in(&bin) {
            return Ok(bin);
        }
        match prebuilt::install(self, &home) {
            Ok(()) => return Ok(bin),
            Err(why) => println!("No prebuilt {} {}: {why:#}", self.name, self.version),
        }
        self.build_from_source(&home)?;
        ensure!(self.is_in(&bin), "{} is not usable", bin.display());
        Ok(bin)
    }

    fn on_path(&self) -> Option<PathBuf> {
        let program = process::which(self.name)?;
        let dir = program.parent()?.to_owned();
        self.is_in(&dir).then_some(dir)
    }

    /// Whether the folder holds every program, and in the right version.
    fn is_in(&self, dir: &Path) -> bool {
        self.programs.iter().all(|name| {
            process::find_in([dir.to_owned()], name)
                .and_then(|path| process::output(process::command(path).arg("--version")))
                .is_some_and(|text| version::is_named(&text, &self.version))
        })
    }

    fn build_from_source(&self, home: &Path) -> Result<()> {
        let exact = format!("={}", self.version);
        println!("Building it from source, once: {}.", self.build_time);
        let words = [
            "install",
            "--locked",
            // What is left out downloads by itself.
            "--no-default-features",
            "--version",
            &exact,
            self.package,
            "--root",
        ];
        let mut cargo = process::cargo(&words);
        cargo.arg(home).envs(BUILT).env(OPT_LEVEL, self.opt_level);
        process::run(&mut cargo)
            .with_context(|| format!("cannot install {} {}", self.name, self.version))
    }
}

/// Tools that are ready for use.
pub(crate) struct Toolbox {
    dirs: Vec<PathBuf>,
    /// Whether wasm-opt is among them.
    pub(crate) optimises: bool,
    /// Whether what minifies scripts is among them.
    pub(crate) minifies: bool,
    /// The script that unpacks LZMA, where there is one.
    pub(crate) xz: Option<PathBuf>,
}

impl Toolbox {
    /// Everything that makes `dist/`.
    pub(crate) fn for_build() -> Result<Self> {
        rustup::ensure_wasm_target()?;
        let mut dirs = vec![Tool::trunk().ensure()?, Tool::wasm_bindgen()?.ensure()?];
        let wasm_opt = npm::WASM_OPT.ensure();
        if let Err(why) = &wasm_opt {
            println!("Note: building unoptimised, larger wasm, for want of wasm-opt: {why:#}");
        }
        let terser = npm::TERSER.ensure();
        if let Err(why) = &terser {
            println!("Note: scripts stay as they are, for want of terser: {why:#}");
        }
        let xz = npm::XZ.ensure();
        if let Err(why) = &xz {
            println!("Note: no site in one file, for want of what unpacks it: {why:#}");
        }
        let (optimises, minifies) = (wasm_opt.is_ok(), terser.is_ok());
        // Where both are there, the first that is found is run.
        match npm::NATIVE_WASM_OPT.ensure().filter(|_| optimises) {
            Some(Ok(dir)) => dirs.push(dir),
            Some(Err(why)) => println!("Note: wasm-opt takes longer in Node.js: {why:#}"),
            None => {}
        }
        dirs.extend(wasm_opt);
        dirs.extend(terser);
        Ok(Self {
            dirs,
            optimises,
            minifies,
            xz: xz.ok(),
        })
    }

    /// What makes a page, without what makes its files smaller.
    pub(crate) fn for_page() -> Result<Self> {
        rustup::ensure_wasm_target()?;
        Ok(Self::of(vec![
            Tool::trunk().ensure()?,
            Tool::wasm_bindgen()?.ensure()?,
        ]))
    }

    /// What runs Rust tests in a browser.
    pub(crate) fn for_wasm_tests() -> Result<Self> {
        rustup::ensure_wasm_target()?;
        Ok(Self::of(vec![Tool::wasm_bindgen()?.ensure()?]))
    }

    /// What judges the project's dependencies.
    pub(crate) fn for_dependencies() -> Result<Self> {
        Ok(Self::of(vec![Tool::cargo_deny().ensure()?]))
    }

    /// What judges manifests.
    pub(crate) fn for_manifests() -> Result<Self> {
        Ok(Self::of(vec![pypi::KUBERNETES_VALIDATE.ensure()?]))
    }

    /// What drives Firefox.
    pub(crate) fn for_firefox() -> Result<Self> {
        Ok(Self::of(vec![Tool::geckodriver().ensure()?]))
    }

    /// Programs in these folders; none that a build can do without.
    fn of(dirs: Vec<PathBuf>) -> Self {
        Self {
            dirs,
            optimises: false,
            minifies: false,
            xz: None,
        }
    }

    /// A PATH on which these tools come first.
    pub(crate) fn path(&self) -> Result<OsString> {
        let old = env::var_os("PATH").unwrap_or_default();
        let dirs = self.dirs.iter().cloned().chain(env::split_paths(&old));
        Ok(env::join_paths(dirs)?)
    }

    /// One of these tools' programs.
    pub(crate) fn program(&self, name: &str) -> Result<PathBuf> {
        process::find_in(self.dirs.iter().cloned(), name)
            .with_context(|| format!("{name} is missing"))
    }
}
