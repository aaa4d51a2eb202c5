//! Drawn sets for judges of other makers: where `RIGHTSIZE_MANIFESTS` names a folder, each set that a
//! test draws is written there, in a folder of its own.

use estimator::kubernetes::manifest::File;
use std::sync::atomic::{AtomicUsize, Ordering};

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Keeps the files of a set, if a folder is named.
pub(super) fn keep(of: &str, files: &[File]) {
    let Ok(folder) = std::env::var("RIGHTSIZE_MANIFESTS") else {
        return;
    };
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::path::Path::new(&folder).join(format!("{of}-{number:05}"));
    std::fs::create_dir_all(&folder).expect("a folder that can be written");
    for file in files {
        std::fs::write(folder.join(&file.name), &file.text).expect("a file");
    }
}
