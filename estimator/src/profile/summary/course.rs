//! What happened when, read back for a picture: strips of devices.

use super::super::fact::{Fact, Group};
use super::Slice;

/// The time of a stretch by slice, seconds, in the order of [`Slice::ALL`].
pub type Stretch = [f64; Slice::ALL.len()];

/// A device's time, column by column.
#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    /// Its number.
    pub device: f64,
    /// Columns of equal width; what a column lacks of it was before the device's first work or
    /// after its last.
    pub columns: Vec<Stretch>,
}

impl Strip {
    /// The time of so many columns from one on.
    #[must_use]
    pub fn over(&self, from: usize, count: usize) -> Stretch {
        let mut sum = Stretch::default();
        for column in self.columns.iter().skip(from).take(count) {
            for (sum, time) in sum.iter_mut().zip(column) {
                *sum += time;
            }
        }
        sum
    }
}

/// A marked step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Its number.
    pub number: f64,
    /// Where it begins, as a share of the span.
    pub at: f64,
    /// Where it ends.
    pub until: f64,
}

/// The strips of all devices, on one time axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// Seconds of the file's own clock at the first work of any device.
    pub start_s: f64,
    /// From the first work of any device to the end of the last, seconds.
    pub span_s: f64,
    /// Width of a column, seconds.
    pub column_s: f64,
    /// Devices that worked; more than have a strip, where there are many.
    pub devices: f64,
    /// The strips.
    pub strips: Vec<Strip>,
    /// The steps that were marked.
    pub steps: Vec<Step>,
}

impl Course {
    /// Columns of a strip.
    #[must_use]
    pub fn columns(&self) -> usize {
        let columns = self.strips.iter().map(|strip| strip.columns.len());
        columns.max().unwrap_or(0)
    }

    /// Of `count` stretches of equal width the one in which devices idle most: its place, their
    /// idle share of it (0 to 1), and the cause of most of that; `None` where none idles.
    #[must_use]
    pub fn idlest(&self, count: usize) -> Option<(usize, f64, Slice)> {
        let each = self.columns().checked_div(count).filter(|each| *each > 0)?;
        let idle = (0..count).filter_map(|place| {
            let mut sum = Stretch::default();
            for strip in &self.strips {
                let stretch = strip.over(place * each, each);
                for (sum, time) in sum.iter_mut().zip(stretch) {
                    *sum += time;
                }
            }
            let all: f64 = sum.iter().sum();
            let parts = Slice::ALL.into_iter().zip(sum);
            let idle: Vec<(Slice, f64)> = parts.filter(|(slice, _)| slice.is_idle()).collect();
            let (cause, most) = idle.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1))?;
            let share = idle.iter().map(|(_, time)| time).sum::<f64>() / all;
            (all > 0.0 && most > 0.0).then_some((place, share, cause))
        });
        // Of equals the first.
        idle.reduce(|one, other| if other.1 > one.1 { other } else { one })
    }
}

/// The numbers of a list; those of other kinds are zero.
pub(super) fn numbers(group: &Group, name: &str) -> Option<Vec<f64>> {
    let Fact::List(list) = group.get(name)? else {
        return None;
    };
    let number = |fact: &Fact| match fact {
        Fact::Number(value) => *value,
        Fact::Count(value) => *value as f64,
        _ => 0.0,
    };
    Some(list.iter().map(number).collect())
}

/// The strips of the devices of a course ([`super::super::Profile::course`]); `None` where it has
/// none.
#[must_use]
pub fn timeline(course: &Group) -> Option<Course> {
    let Fact::Group(group) = course.get("timeline")? else {
        return None;
    };
    let (column_s, parts) = (group.at("column_s")?, group.at("parts")?);
    let strips = group.groups("strips").map(|strip| {
        let mut columns: Vec<Stretch> = Vec::new();
        for slice in Slice::ALL {
            let times = numbers(strip, slice.id()).unwrap_or_default();
            columns.resize(columns.len().max(times.len()), Stretch::default());
            for (column, time) in columns.iter_mut().zip(times) {
                if let Some(place) = column.get_mut(slice as usize) {
                    *place = time / parts * column_s;
                }
            }
        }
        Strip {
            device: strip.at("device").unwrap_or(0.0),
            columns,
        }
    });
    let steps = group.groups("steps").filter_map(|step| {
        Some(Step {
            number: step.at("number")?,
            at: step.at("at")?,
            until: step.at("until")?,
        })
    });
    let course = Course {
        start_s: group.at("start_s").unwrap_or(0.0),
        span_s: group.at("span_s")?,
        column_s,
        devices: group.at("devices")?,
        strips: strips.collect(),
        steps: steps.collect(),
    };
    (course.columns() > 0).then_some(course)
}
