//! Text that is no JSON: tables, logs and metrics. Its first lines tell the format, so that a
//! file of another kind is refused before it is held.

use super::fact::Group;
use super::format::mlperf::{loadgen, mllog};
use super::format::nsys::table as nsys;
use super::format::smi::{self, dmon};
use super::format::{dcgm, llama, ncu, vllm};
use super::found::unknown;
use super::timeline::Window;
use super::unreadable::{Kind, Unreadable};

/// Bytes among which a format shows.
const LOOK: usize = 256 << 10;
/// Bytes of a text held: tables of 100 MB are the largest that tools write by default.
const MOST: usize = 128 << 20;
/// Characters among which the marks of `MLPerf` stand.
const MARKS: usize = 200_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Llama,
    Mllog,
    Loadgen,
    Dcgm,
    Vllm,
    Ncu,
    Dmon,
    NsysCsv,
    Smi,
}

/// A text as far as it was read.
#[derive(Default)]
pub(super) struct Prose {
    text: Vec<u8>,
    format: Option<Format>,
}

impl Prose {
    /// Takes more of it; refused once its beginning is of no known kind.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), Unreadable> {
        if self.text.len().saturating_add(bytes.len()) > MOST {
            return Err(Unreadable::new(
                Kind::TooLarge,
                "a table or log of over 128 MiB",
            ));
        }
        let before = self.text.len();
        self.text.extend_from_slice(bytes);
        if self.format.is_none() && before < LOOK && self.text.len() >= LOOK {
            self.format = Some(self.told().ok_or_else(unknown)?);
        }
        Ok(())
    }

    fn told(&self) -> Option<Format> {
        let head = self.text.get(..LOOK).unwrap_or(&self.text);
        format(&String::from_utf8_lossy(head))
    }

    /// The facts of the whole text, or of a stretch of its timeline.
    pub(super) fn facts(self, window: Option<Window>) -> Result<Group, Unreadable> {
        let format = self.format.or_else(|| self.told()).ok_or_else(unknown)?;
        let text = String::from_utf8_lossy(&self.text);
        let broken = || Unreadable::new(Kind::Broken, "the table breaks off or holds no row");
        match format {
            Format::Llama => {
                let runs = llama::Runs::table(text.as_bytes()).filter(llama::Runs::any);
                let facts = runs.map(llama::Runs::facts).ok_or_else(broken);
                facts.and_then(super::found::sound)
            }
            Format::Mllog => Ok(mllog::read(&text)),
            Format::Loadgen => Ok(loadgen::read(&text)),
            Format::Dcgm => Ok(dcgm::from_text(&text)),
            Format::Vllm => Ok(vllm::read(&text)),
            Format::Ncu => ncu::read(&text),
            Format::Dmon => Ok(dmon::read(&text)),
            Format::NsysCsv => nsys::read(&text, window),
            Format::Smi => smi::read(&text).ok_or_else(broken),
        }
    }
}

/// The first format whose marks the beginning of a text has.
fn format(head: &str) -> Option<Format> {
    let marks: String = head.chars().take(MARKS).collect();
    let metric = |prefix: &str| {
        let starts = |line: &str| {
            let about = line
                .strip_prefix("# HELP ")
                .or(line.strip_prefix("# TYPE "));
            about.unwrap_or(line).starts_with(prefix)
        };
        head.lines().any(starts)
    };
    let tests: [(Format, &dyn Fn() -> bool); 9] = [
        (Format::Llama, &|| llama::recognised(head)),
        (Format::Mllog, &|| marks.contains(mllog::MARK)),
        (Format::Loadgen, &|| marks.contains(loadgen::TITLE)),
        (Format::Dcgm, &|| metric(dcgm::PREFIX)),
        (Format::Vllm, &|| metric(vllm::PREFIX)),
        (Format::Ncu, &|| ncu::recognised(head)),
        (Format::Dmon, &|| dmon::recognised(head)),
        (Format::NsysCsv, &|| nsys::recognised(head)),
        (Format::Smi, &|| smi::recognised(head)),
    ];
    tests
        .iter()
        .find(|(_, test)| test())
        .map(|(format, _)| *format)
}
