//! An export of Nsight Systems as tables: its names, its devices, its rows.

use super::super::super::fact::{Fact, Group};
use super::super::super::sqlite::{Database, Row, Table, Take, Value};
use super::super::super::timeline::Timeline;
use super::super::super::unreadable::{Kind, Unreadable};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Names read, and their bytes.
const NAMES: usize = 1_000_000;
const NAME_BYTES: usize = 64 << 20;

/// Who takes a row, and the export with it.
type TakeWith<'a> = dyn FnMut(&mut Export<'_>, &Row<'_>) -> Result<(), Unreadable> + 'a;

pub(super) struct Export<'a> {
    pub(super) database: Database<'a>,
    pub(super) tables: Vec<Table>,
    /// Names that kernels and calls ask for, by their id.
    pub(super) names: HashMap<i64, String>,
    /// Processes in the order of first sight.
    pub(super) processes: HashMap<i64, u64>,
    pub(super) first: Option<i64>,
    pub(super) timeline: Timeline,
}

/// A whole number of a row.
pub(super) fn whole(row: &Row<'_>, place: usize) -> Option<i64> {
    row.get(place).copied().flatten()?.whole()
}

impl Export<'_> {
    pub(super) fn read(
        &self,
        name: &str,
        columns: &[&str],
        take: &mut Take<'_>,
    ) -> Result<(), Unreadable> {
        match self.tables.iter().find(|table| table.name == name) {
            Some(table) => self.database.read(table, columns, take),
            None => Ok(()),
        }
    }

    /// Reads the names that are asked for; an export holds many more.
    pub(super) fn names(&mut self) -> Result<(), Unreadable> {
        let mut wanted: HashSet<i64> = HashSet::new();
        let mut ask = |row: &Row<'_>| {
            if wanted.len() < NAMES {
                wanted.extend((0..row.len()).filter_map(|place| whole(row, place)));
            }
            Ok(())
        };
        let columns = ["demangledName", "shortName"];
        self.read("CUPTI_ACTIVITY_KIND_KERNEL", &columns, &mut ask)?;
        self.read("CUPTI_ACTIVITY_KIND_RUNTIME", &["nameId"], &mut ask)?;
        let mut names = HashMap::new();
        let mut left = NAME_BYTES;
        self.read("StringIds", &["id", "value"], &mut |row| {
            let id = whole(row, 0).filter(|id| wanted.contains(id));
            if let (Some(id), Some(Some(Value::Text(text)))) = (id, row.get(1)) {
                let message = "more different names than are kept";
                let fits = left.checked_sub(text.len());
                left = fits.ok_or_else(|| Unreadable::new(Kind::TooLarge, message))?;
                names.insert(id, self.database.decode(text));
            }
            Ok(())
        })?;
        self.names = names;
        Ok(())
    }

    pub(super) fn has(&self, table: &str, column: &str) -> bool {
        let mut tables = self.tables.iter();
        let table = tables.find(|known| known.name == table);
        table.is_some_and(|table| table.has(column))
    }

    /// Hands each row and the export to `take`.
    pub(super) fn each(
        &mut self,
        name: &str,
        columns: &[&str],
        take: &mut TakeWith<'_>,
    ) -> Result<(), Unreadable> {
        let Some(table) = self.tables.iter().find(|table| table.name == name).cloned() else {
            return Ok(());
        };
        let database = self.database;
        database.read(&table, columns, &mut |row| {
            self.timeline.room()?;
            take(self, row)
        })
    }

    /// The devices that worked.
    pub(super) fn devices(&self, worked: &BTreeSet<u32>) -> Result<Vec<Fact>, Unreadable> {
        let columns = [
            "cuDevice",
            "id",
            "name",
            "totalMemory",
            "memoryBandwidth",
            "smCount",
            "computeMajor",
            "computeMinor",
        ];
        let mut devices = Vec::new();
        let mut seen = BTreeSet::new();
        self.read("TARGET_INFO_GPU", &columns, &mut |row| {
            let index = whole(row, 0).or(whole(row, 1));
            let index = index.and_then(|index| u32::try_from(index).ok());
            let Some(index) = index.filter(|index| worked.contains(index)) else {
                return Ok(());
            };
            if !seen.insert(index) {
                return Ok(());
            }
            let count = |place: usize| {
                let number = u64::try_from(whole(row, place)?).ok();
                number.filter(|number| *number > 0)
            };
            let mut group = Group::default();
            group.count("index", Some(u64::from(index)));
            if let Some(Some(Value::Text(name))) = row.get(2) {
                group.text("name", Some(&self.database.decode(name)));
            }
            group.count("memory_bytes", count(3));
            group.count("units", count(5));
            if let (Some(major), Some(minor)) = (whole(row, 6), whole(row, 7)) {
                group.text("capability", Some(&format!("{major}.{minor}")));
            }
            group.count("bandwidth", count(4));
            devices.push(Fact::Group(group));
            Ok(())
        })?;
        Ok(devices)
    }
}
