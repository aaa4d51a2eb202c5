//! The `SQLite` export of Nsight Systems: kernels, copies and calls in tables of their own, names
//! in another. Correlations count per process.

use super::super::super::fact::{Fact, Group};
use super::super::super::found::unknown;
use super::super::super::sqlite::{Database, Row, Table};
use super::super::super::timeline::clock::shorten;
use super::super::super::timeline::{Call, Time, Timeline, Window, Work, answer};
use super::super::super::unreadable::Unreadable;
use super::super::host;
use super::export::{Export, whole};
use std::collections::{BTreeSet, HashMap};

/// Beginning of the names of its tables of activities.
const ACTIVITY: &str = "CUPTI_ACTIVITY_KIND_";
/// Other tables of which any makes a database one of these.
const MARKS: [&str; 3] = ["TARGET_INFO_GPU", "StringIds", "NVTX_EVENTS"];
/// Kinds of copies, as their names say the direction.
fn copied(kind: Option<i64>) -> &'static str {
    match kind {
        Some(1 | 11) => "Memcpy HtoD",
        Some(2 | 12) => "Memcpy DtoH",
        Some(8) => "Memcpy DtoD",
        Some(10) => "Memcpy PtoP",
        _ => "Memcpy",
    }
}

/// The facts of an export, or of a stretch of it.
pub(in crate::profile) fn read(bytes: &[u8], window: Option<Window>) -> Result<Group, Unreadable> {
    let database = Database::open(bytes)?;
    let tables = database.tables()?;
    let known =
        |table: &Table| table.name.starts_with(ACTIVITY) || MARKS.contains(&table.name.as_str());
    if !tables.iter().any(known) {
        return Err(unknown());
    }
    let mut export = Export {
        database,
        tables,
        names: HashMap::new(),
        processes: HashMap::new(),
        first: None,
        timeline: Timeline::within(window),
    };
    export.names()?;
    export.kernels()?;
    export.copies()?;
    export.calls()?;
    let worked: BTreeSet<u32> = export
        .timeline
        .works
        .iter()
        .map(|work| work.device)
        .collect();
    let mut facts = Group::default();
    facts.text("format", Some("nsys-sqlite"));
    facts.put("devices", Fact::List(export.devices(&worked)?));
    Ok(answer(&mut export.timeline, facts, Vec::new()))
}

impl Export<'_> {
    /// The columns of all activities: start, end, device, stream, correlation, process.
    fn work(&mut self, row: &Row<'_>, name: usize, bytes: u64) -> Option<()> {
        let (start, duration) = self.span(row)?;
        let device = u32::try_from(whole(row, 2).unwrap_or(0)).ok()?;
        let process = whole(row, 5);
        let call = whole(row, 4).map(|call| self.key(process, call));
        let stream = whole(row, 3).unwrap_or(0).cast_unsigned();
        let stream = stream.wrapping_add(self.process(process) << 32);
        self.timeline.works.push(Work {
            start,
            duration,
            name,
            device,
            stream,
            call,
            bytes,
        });
        Some(())
    }

    /// Start and duration from nanoseconds.
    fn span(&mut self, row: &Row<'_>) -> Option<(Time, Time)> {
        let (from, to) = (whole(row, 0)?, whole(row, 1)?);
        let first = i128::from(*self.first.get_or_insert(from));
        let start = 1000 * (i128::from(from) - first);
        let duration = 1000 * (i128::from(to) - i128::from(from)).max(0);
        Some((shorten(start), shorten(duration)))
    }

    fn process(&mut self, process: Option<i64>) -> u64 {
        let next = self.processes.len() as u64;
        *self.processes.entry(process.unwrap_or(0)).or_insert(next)
    }

    fn key(&mut self, process: Option<i64>, call: i64) -> u64 {
        (self.process(process) << 32) | (call.cast_unsigned() & 0xffff_ffff)
    }

    fn kernels(&mut self) -> Result<(), Unreadable> {
        let columns = [
            "start",
            "end",
            "deviceId",
            "streamId",
            "correlationId",
            "globalPid",
            "demangledName",
            "shortName",
        ];
        self.each(
            "CUPTI_ACTIVITY_KIND_KERNEL",
            &columns,
            &mut |export, row| {
                let names = [6, 7].into_iter().filter_map(|place| whole(row, place));
                let name = names
                    .into_iter()
                    .find_map(|id| export.names.get(&id).cloned());
                let name = export
                    .timeline
                    .name(name.as_deref().unwrap_or_default(), false)?;
                export.work(row, name, 0);
                Ok(())
            },
        )
    }

    fn copies(&mut self) -> Result<(), Unreadable> {
        let columns = [
            "start",
            "end",
            "deviceId",
            "streamId",
            "correlationId",
            "globalPid",
            "bytes",
            "copyKind",
        ];
        for (table, set) in [("MEMCPY", false), ("MEMSET", true)] {
            self.each(
                &format!("{ACTIVITY}{table}"),
                &columns,
                &mut |export, row| {
                    let name = if set { "Memset" } else { copied(whole(row, 7)) };
                    let name = export.timeline.name(name, true)?;
                    let bytes = whole(row, 6).and_then(|bytes| u64::try_from(bytes).ok());
                    export.work(row, name, bytes.unwrap_or(0));
                    Ok(())
                },
            )?;
        }
        Ok(())
    }

    fn calls(&mut self) -> Result<(), Unreadable> {
        let table = "CUPTI_ACTIVITY_KIND_RUNTIME";
        // Where work does not tell its process, calls cannot be told apart by theirs.
        let told = self.has("CUPTI_ACTIVITY_KIND_KERNEL", "globalPid");
        let columns = ["start", "end", "correlationId", "globalTid", "nameId"];
        self.each(table, &columns, &mut |export, row| {
            let Some((start, duration)) = export.span(row) else {
                return Ok(());
            };
            export.timeline.any_call = true;
            let name = whole(row, 4).and_then(|id| export.names.get(&id));
            if name.is_some_and(|name| host::waits_for_device(unversioned(name))) {
                let end = start.saturating_add(duration);
                export.timeline.sync.push((start, end));
            }
            let process = whole(row, 3)
                .map(|thread| thread & !0xff_ffff)
                .filter(|_| told);
            if let Some(call) = whole(row, 2) {
                let key = export.key(process, call);
                let call = Call { start, duration };
                export.timeline.calls.entry(key).or_insert(call);
            }
            Ok(())
        })
    }
}

/// A name without its version: `cudaLaunchKernel_v7000`.
fn unversioned(name: &str) -> &str {
    match name.rsplit_once("_v") {
        Some((stem, digits)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => stem,
        _ => name,
    }
}
