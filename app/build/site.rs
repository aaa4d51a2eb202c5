//! The pages of the site, a row each: what a page's program says, what the build makes of its
//! HTML, what a host sends with it and how much a first visit may download are read from here.
//! Shared by the build script, the pages' programs and xtask.

/// A page of the site: `app/<name>.html`, served from its folder.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    /// Its folder in the site with a `/` behind it; the calculator's is empty.
    pub(crate) folder: &'static str,
    /// The folders of the messages that it waits for: shared ones and its own.
    pub(crate) messages: &'static [&'static str],
    /// The picture of a link to it where one is shared: a file of `public/cards`, one a place of
    /// the bar.
    pub(crate) card: &'static str,
    /// The split point of its part of the program (`app/program`); the calculator is in the
    /// first file.
    pub(crate) part: Option<&'static str>,
    /// The most that a first visit may download, in bytes after Brotli; `None` of a page that
    /// is read by those who stay.
    pub(crate) budget: Option<usize>,
}

/// The pages, the calculator first. A budget is what the last build measured and 1 %, so that
/// growth is a decision: Brotli splits a file into blocks by trial, and programs that differ by
/// 600 bytes differed by 3,500 after it, though section by section by 300.
pub(crate) const SITE: [Page; 12] = [
    Page {
        folder: "",
        card: "size",
        messages: &[""],
        part: None,
        budget: Some(368_000),
    },
    Page {
        folder: "accuracy/",
        card: "size",
        messages: &["", LATER, "accuracy/"],
        part: Some("read"),
        budget: None,
    },
    Page {
        folder: "training/",
        card: "train",
        messages: &["", LATER, "training/"],
        part: Some("train"),
        budget: Some(616_500),
    },
    Page {
        folder: "costs/",
        card: "size",
        messages: &["", LATER, "costs/"],
        part: Some("money"),
        budget: Some(615_000),
    },
    Page {
        folder: "proposal/",
        card: "size",
        messages: &["", LATER, "costs/", "proposal/"],
        part: Some("papers"),
        budget: Some(567_500),
    },
    Page {
        folder: "compare/",
        card: "size",
        messages: &["", LATER, "costs/", "compare/"],
        part: Some("compare"),
        budget: Some(515_000),
    },
    Page {
        folder: "guide/",
        card: "size",
        messages: &["", LATER, "guide/"],
        part: Some("guide"),
        budget: Some(435_500),
    },
    Page {
        folder: "fleet/",
        card: "fleet",
        messages: &["", LATER, "fleet/"],
        part: Some("fleet"),
        budget: None,
    },
    Page {
        folder: "measure/",
        card: "measure",
        messages: &["", LATER, "measure/"],
        part: Some("measure"),
        budget: None,
    },
    Page {
        folder: "vision/",
        card: "vision",
        messages: &["", LATER, "vision/"],
        part: Some("vision"),
        budget: None,
    },
    Page {
        folder: "sessions/",
        card: "size",
        messages: &["", LATER, "sessions/"],
        part: Some("sessions"),
        budget: None,
    },
    Page {
        folder: "queue/",
        card: "fleet",
        messages: &["", LATER, "queue/"],
        part: Some("queue"),
        budget: None,
    },
];

/// The folder of what is said about manifests.
pub(crate) const CLUSTER: &str = "cluster/";

/// The folder of what the calculator says once it is shown.
pub(crate) const LATER: &str = "later/";
