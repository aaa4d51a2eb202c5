//! `cargo xtask accuracy`: how far the estimates lie from the measurements.
//!
//! Prints the report, and fails where a headline figure is more than a tenth
//! worse than `docs/accuracy.md` says. `--write` writes that page, `--fit`
//! prints the constants that the rows ask for, `--fit-training` those of training speed,
//! `--left-out` every line that is not compared, with the reason.

#![allow(clippy::print_stdout, clippy::print_stderr)]

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use estimator::serving::speed::Constants;
    use rightsize_tests::accuracy::calibration;
    use rightsize_tests::accuracy::fit::fit;
    use rightsize_tests::accuracy::page::{self, Measured};
    use rightsize_tests::accuracy::parameter::PARAMETERS;
    use rightsize_tests::accuracy::report::HEADING;
    use rightsize_tests::accuracy::row::Row;
    use rightsize_tests::accuracy::throughput::Figure;
    use rightsize_tests::accuracy::training_speed;
    use std::path::PathBuf;
    use std::process::ExitCode;

    pub(super) fn main() -> ExitCode {
        let measured = Measured::read();
        match std::env::args().nth(1).as_deref() {
            None => check(&measured),
            Some("--write") => write(&measured),
            Some("--fit") => fitted(&measured.latencies.0, &measured.throughput.0),
            Some("--fit-training") => fitted_training(&measured.training_speed.0),
            Some("--left-out") => left_out(&measured),
            Some(other) => {
                eprintln!(
                    "unknown option `{other}`; there are --write, --fit, --fit-training and --left-out"
                );
                ExitCode::from(2)
            }
        }
    }

    fn path() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/accuracy.md")
    }

    /// The file of it that the product shows.
    fn shown() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../catalog/data/measured/held.csv")
    }

    /// The document about calibration, and the same with the tables of today.
    fn of_calibration(rows: &[Row]) -> Result<(PathBuf, String, String), String> {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/calibration.md");
        let before = std::fs::read_to_string(&path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let now = calibration::written(&before, &calibration::tables(rows))
            .ok_or_else(|| format!("{} has no place for tables", path.display()))?;
        Ok((path, before, now))
    }

    fn left_out(measured: &Measured) -> ExitCode {
        for sentence in measured.left_out() {
            println!("{sentence}");
        }
        ExitCode::SUCCESS
    }

    fn check(measured: &Measured) -> ExitCode {
        let now = page::write(measured);
        println!("{now}");
        let before = match std::fs::read_to_string(path()) {
            Ok(before) => before,
            Err(error) => {
                eprintln!("{}: {error}", path().display());
                return ExitCode::FAILURE;
            }
        };
        let mut worse = page::worse(&before, &now);
        match of_calibration(&measured.latencies.0) {
            Ok((_, before, now)) if before == now => {}
            Ok(_) => worse.push("docs/calibration.md is not of today: --write".to_owned()),
            Err(error) => worse.push(error),
        }
        for sentence in &worse {
            eprintln!("worse: {sentence}");
        }
        ExitCode::from(u8::from(!worse.is_empty()))
    }

    fn write(measured: &Measured) -> ExitCode {
        let now = page::write(measured);
        let held = match page::held(&now) {
            Ok(held) => held,
            Err(missing) => {
                eprintln!("the report lacks `{missing}`");
                return ExitCode::FAILURE;
            }
        };
        let about = match of_calibration(&measured.latencies.0) {
            Ok((path, _, now)) => (path, now),
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        };
        for (path, text) in [(path(), now), (shown(), held), about] {
            if let Err(error) = std::fs::write(&path, text) {
                eprintln!("{}: {error}", path.display());
                return ExitCode::FAILURE;
            }
        }
        ExitCode::SUCCESS
    }

    fn fitted_training(rows: &[training_speed::row::Row]) -> ExitCode {
        use training_speed::fit::{DENSE, EXPERTS, expected, fit};
        let now = estimator::training::constants::Constants::FITTED;
        let found = fit(&expected(&now), rows, |_| true);
        for parameter in DENSE.iter().chain(&EXPERTS) {
            println!(
                "{:24} {:12.4e} -> {:12.4e}   {:+.1} deviations from what was expected",
                parameter.name,
                (parameter.get)(&now),
                (parameter.get)(&found),
                parameter.surprise(&found),
            );
        }
        ExitCode::SUCCESS
    }

    fn fitted(rows: &[Row], figures: &[Figure]) -> ExitCode {
        let all: Vec<&Row> = rows.iter().collect();
        let full: Vec<&Figure> = figures.iter().filter(|one| one.is_fitted()).collect();
        let found = fit(&Constants::FITTED, &all, &full);
        for parameter in &PARAMETERS {
            println!(
                "{:32} {:9.3} -> {:9.3}   {:+.1} deviations from what was expected",
                parameter.name,
                (parameter.get)(&Constants::FITTED),
                (parameter.get)(&found),
                parameter.surprise(&found),
            );
        }
        let constants = vec![found; rows.len()];
        print!("\n{HEADING}{}", page::lines("in sample", rows, &constants));
        ExitCode::SUCCESS
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
