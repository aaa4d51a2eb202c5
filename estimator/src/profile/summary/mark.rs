//! Kernels on a roofline: those whose work is known, by shapes or by counters.

use super::super::fact::Group;

/// Marks that are told.
const MOST: usize = 64;

/// A kernel, or several of the same work, on a roofline.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Its name: of a kernel, or of an operator with its sizes.
    pub name: String,
    /// Operations in all.
    pub flops: f64,
    /// Bytes in all, read and written.
    pub bytes: f64,
    /// Seconds in all.
    pub time_s: f64,
    /// How often it ran.
    pub count: f64,
}

impl Mark {
    /// Operations a byte.
    #[must_use]
    pub fn intensity(&self) -> f64 {
        self.flops / self.bytes
    }

    /// Operations a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.flops / self.time_s
    }
}

/// The marks of a file, the longest first: matrix products of known shape of its course, else
/// kernels that were counted. Empty where neither is known.
#[must_use]
pub fn marks(facts: &Group, course: Option<&Group>) -> Vec<Mark> {
    let products = course
        .into_iter()
        .flat_map(|course| course.groups("products"));
    let mut marks: Vec<Mark> = products
        .filter_map(|one| mark(one, "bytes", "time_s"))
        .collect();
    if marks.is_empty() {
        for kernel in facts.groups("profiled") {
            if let Some(one) = mark(kernel, "dram_bytes", "duration_s") {
                put(&mut marks, one);
            }
        }
    }
    marks.sort_by(|one, other| other.time_s.total_cmp(&one.time_s));
    marks.truncate(MOST);
    marks
}

fn mark(group: &Group, bytes: &str, time: &str) -> Option<Mark> {
    let positive = |name: &str| group.at(name).filter(|value| *value > 0.0);
    Some(Mark {
        name: group.words("name")?.to_owned(),
        flops: positive("flops")?,
        bytes: positive(bytes)?,
        time_s: positive(time)?,
        count: group.at("count").unwrap_or(1.0),
    })
}

/// How far apart the work of two launches of a kernel may be, as a share, and they are one mark.
const SAME: f64 = 0.02;

/// Adds a launch to the mark of the same name and work.
fn put(marks: &mut Vec<Mark>, one: Mark) {
    let near = |a: f64, b: f64| (a - b).abs() <= SAME * a.max(b);
    let same = marks.iter_mut().find(|mark| {
        mark.name == one.name
            && near(mark.intensity(), one.intensity())
            && near(mark.flops / mark.count, one.flops)
    });
    match same {
        Some(mark) => {
            mark.flops += one.flops;
            mark.bytes += one.bytes;
            mark.time_s += one.time_s;
            mark.count += one.count;
        }
        None => marks.push(one),
    }
}
