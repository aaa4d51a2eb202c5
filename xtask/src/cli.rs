//! Arguments of `cargo xtask`.

use anyhow::{Result, bail};
use lexopt::prelude::*;

use crate::suite::Selection;

/// The text of `cargo xtask help`.
pub(crate) const USAGE: &str = "\
cargo xtask serve [--port N] [--base /path/] [--no-build]
    Build in release mode and serve on 127.0.0.1 (port 8080, or the next free one).
    --base      serve below this path, as a host that owns only a part of a domain would
    --no-build  serve what dist/ holds already
cargo xtask build [--address https://host/path/]
    Leave dist/ ready for any static host, under any path.
    --address   where it will be: messengers want it in the card of a link
cargo xtask single-file
    The same, and say where the file is that is the whole site and opens from a disk.
cargo xtask package
    Leave the estimator for JavaScript, packed for npm, in target/package.
cargo xtask test [--quick | --only STEP...]
    Run every check, in this order:
    format, clippy, native, manifests, accuracy, dependencies, build, size, wasm, e2e,
    browsers
    --quick      only format, clippy, native and page: one page in the browser
    --only STEP  only that step; catalogue (a part of native) and page, too
cargo xtask accuracy [--write | --fit | --left-out]
    Hold the estimates against the measurements; fail where they have become worse.
    --write     write the figures to docs/accuracy.md
    --fit       print the constants that the measurements ask for
    --left-out  print every measured line that is not compared, and why
cargo xtask catalogue
    Print how old the prices of the catalogue are, by seller.";

/// One command line, understood.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Print [`USAGE`].
    Help,
    /// Make `dist/`, for a host at this address.
    Build(Option<String>),
    /// Make `dist/` with the file that is the whole site.
    SingleFile,
    /// Make the package for JavaScript.
    Package,
    /// Make and serve `dist/`.
    Serve(Serve),
    /// Hold estimates against measurements.
    Accuracy(Accuracy),
    /// Print how old prices are.
    Catalogue,
    /// Run these checks.
    Test(Selection),
}

/// Actions of `accuracy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accuracy {
    /// Print the report and compare it with the last one.
    Check,
    /// Write it down as the last one.
    Write,
    /// Print the constants that the measurements ask for.
    Fit,
    /// Print every measured line that is not compared.
    LeftOut,
}

impl Accuracy {
    /// The options of the program that does it.
    pub(crate) fn options(self) -> &'static [&'static str] {
        match self {
            Self::Check => &[],
            Self::Write => &["--write"],
            Self::Fit => &["--fit"],
            Self::LeftOut => &["--left-out"],
        }
    }
}

/// The options of `serve`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Serve {
    /// The wanted port.
    pub(crate) port: u16,
    /// The path under which the page lies; begins and ends with a slash.
    pub(crate) base: String,
    /// Whether to build first.
    pub(crate) build: bool,
}

/// Reads a command line.
pub(crate) fn parse(mut args: lexopt::Parser) -> Result<Command> {
    let Some(first) = args.next()? else {
        return Ok(Command::Help);
    };
    match first {
        Short('h') | Long("help") => Ok(Command::Help),
        Value(word) => match word.string()?.as_str() {
            "help" => Ok(Command::Help),
            "build" => parse_build(args),
            "single-file" => finish(args, Command::SingleFile),
            "package" => finish(args, Command::Package),
            "serve" => parse_serve(args),
            "test" => parse_test(args),
            "accuracy" => parse_accuracy(args),
            "catalogue" => finish(args, Command::Catalogue),
            other => bail!("unknown command `{other}`\n\n{USAGE}"),
        },
        other => Err(other.unexpected().into()),
    }
}

fn finish(mut args: lexopt::Parser, command: Command) -> Result<Command> {
    match args.next()? {
        None => Ok(command),
        Some(extra) => Err(extra.unexpected().into()),
    }
}

fn parse_build(mut args: lexopt::Parser) -> Result<Command> {
    let mut address = None;
    while let Some(arg) = args.next()? {
        match arg {
            Long("address") => {
                let text = args.value()?.string()?;
                let is_clean = !text.contains(['"', '<', '>', '&', ' ', '#', '?']);
                let is_host = ["https://", "http://"].iter().any(|scheme| {
                    let rest = text.strip_prefix(scheme);
                    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
                });
                if !(is_clean && is_host) {
                    bail!("--address wants one like https://sizing.example/tools/, not `{text}`");
                }
                address = Some(text);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Build(address))
}

fn parse_serve(mut args: lexopt::Parser) -> Result<Command> {
    let mut options = Serve {
        port: 8080,
        base: "/".to_owned(),
        build: true,
    };
    while let Some(arg) = args.next()? {
        match arg {
            Long("port") => options.port = args.value()?.parse()?,
            Long("base") => options.base = as_base(&args.value()?.string()?),
            Long("no-build") => options.build = false,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Serve(options))
}

fn parse_test(mut args: lexopt::Parser) -> Result<Command> {
    let mut selection = Selection::Full;
    while let Some(arg) = args.next()? {
        selection = match (arg, selection) {
            (Long("quick"), Selection::Full | Selection::Quick) => Selection::Quick,
            (Long("only"), Selection::Full) => Selection::Only(vec![args.value()?.parse()?]),
            (Long("only"), Selection::Only(mut steps)) => {
                steps.push(args.value()?.parse()?);
                Selection::Only(steps)
            }
            (other, _) => return Err(other.unexpected().into()),
        };
    }
    Ok(Command::Test(selection))
}

fn parse_accuracy(mut args: lexopt::Parser) -> Result<Command> {
    let mut report = Accuracy::Check;
    while let Some(arg) = args.next()? {
        match arg {
            Long("write") => report = Accuracy::Write,
            Long("fit") => report = Accuracy::Fit,
            Long("left-out") => report = Accuracy::LeftOut,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Accuracy(report))
}

/// `some/path` and `/some/path` both mean `/some/path/`.
fn as_base(text: &str) -> String {
    match text.trim_matches('/') {
        "" => "/".to_owned(),
        path => format!("/{path}/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Step;

    fn parse_line(line: &str) -> Result<Command> {
        parse(lexopt::Parser::from_args(line.split_whitespace()))
    }

    #[test]
    fn serve_has_defaults_and_options() {
        let plain = Serve {
            port: 8080,
            base: "/".into(),
            build: true,
        };
        assert_eq!(parse_line("serve").unwrap(), Command::Serve(plain));
        let all = Serve {
            port: 9,
            base: "/a/b/".into(),
            build: false,
        };
        let line = "serve --port 9 --base a/b --no-build";
        assert_eq!(parse_line(line).unwrap(), Command::Serve(all));
    }

    #[test]
    fn test_takes_steps() {
        for (line, selection) in [
            ("test", Selection::Full),
            ("test --quick", Selection::Quick),
            (
                "test --only clippy --only catalogue",
                Selection::Only(vec![Step::Clippy, Step::Catalogue]),
            ),
        ] {
            assert_eq!(parse_line(line).unwrap(), Command::Test(selection));
        }
    }

    #[test]
    fn accuracy_checks_writes_fits_or_lists() {
        for (line, wanted) in [
            ("accuracy", Accuracy::Check),
            ("accuracy --write", Accuracy::Write),
            ("accuracy --fit", Accuracy::Fit),
            ("accuracy --left-out", Accuracy::LeftOut),
        ] {
            assert_eq!(parse_line(line).unwrap(), Command::Accuracy(wanted));
        }
    }

    #[test]
    fn catalogue_takes_nothing() {
        assert_eq!(parse_line("catalogue").unwrap(), Command::Catalogue);
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for line in [
            "bild",
            "serve --port x",
            "build now",
            "test --only all",
            "test --quick --only clippy",
            "test --only clippy --quick",
            "accuracy --all",
            "catalogue --json",
        ] {
            assert!(parse_line(line).is_err(), "{line}");
        }
    }
}
