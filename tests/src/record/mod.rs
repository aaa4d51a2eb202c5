//! The product's answers to many random questions, as text: recorded before code is moved, and
//! again after, the two must be equal to the byte.

mod draw;
mod edges;
mod fields;
mod fragment;
mod keys;
mod line;

use draw::Draw;
use fragment::{ASKED, Mix, Task, comparison, fragment};
use line::{Asks, line};
use std::fmt::Write;

/// Lines of the batch estimator: of serving, searched, of training, of the cheapest run.
const LINES: [(Asks, usize); 4] = [
    (Asks::Serving, 1100),
    (Asks::Search, 100),
    (Asks::Training, 750),
    (Asks::Run, 50),
];

/// Links of each task.
const LINKS: usize = 500;

/// Comparisons of links.
const COMPARISONS: usize = 50;

/// Questions whose files are written, of each task.
const SCENARIOS: usize = 50;

/// A link with a lot in it, some of it wrong.
const FULL: Mix = Mix {
    keys: 0.2,
    bad: 0.03,
};

/// One file of the record: its name, and how its text comes about.
pub type Kind = (&'static str, fn() -> String);

/// Every file, each drawn from a seed of its own: more of one kind changes no other.
pub const KINDS: [Kind; 9] = [
    ("batch.txt", lines),
    ("links-serving.txt", || {
        links(5, Task::Serving, edges::serving_link)
    }),
    ("links-training.txt", || {
        links(6, Task::Training, edges::training_link)
    }),
    ("links-money.txt", || {
        links(7, Task::Money, edges::money_link)
    }),
    ("links-comparison.txt", comparisons),
    ("files-serving.txt", || {
        files(9, Task::Serving, edges::serving_files)
    }),
    ("files-training.txt", || {
        files(10, Task::Training, edges::training_files)
    }),
    ("files-launch.txt", launches),
    ("files-money.txt", || {
        files(11, Task::Money, edges::money_files)
    }),
];

/// Lines with their answers.
fn lines() -> String {
    let (ids, mut facts) = (edges::ids(), edges::facts());
    let mut text = String::new();
    for (seed, (asks, count)) in (1..).zip(LINES) {
        let mut draw = Draw::new(seed);
        for id in 0..count {
            let line = line(&mut draw, &ids, asks, id);
            let answer = match asks {
                Asks::Search => edges::searched(&line, &mut facts),
                _ => edges::answered(&line, &mut facts),
            };
            let _ = write!(text, "> {line}\n{answer}\n");
        }
    }
    text
}

/// A reader of links.
type Reader = fn(&str) -> [String; 3];

/// Links with their readings, half of them good.
fn links(seed: u64, task: Task, read: Reader) -> String {
    let ids = edges::ids();
    let mut draw = Draw::new(seed);
    let link = |at| {
        let mix = if at % 2 == 0 { FULL } else { ASKED };
        let fragment = fragment(&mut draw, &ids, task, mix);
        format!("> {fragment}\n{}\n", read(&fragment).join("\n"))
    };
    (0..LINKS).map(link).collect()
}

fn comparisons() -> String {
    let ids = edges::ids();
    let mut draw = Draw::new(8);
    let link = |_| {
        let fragment = comparison(&mut draw, &ids, ASKED);
        let read = edges::comparison_link(&fragment).join("\n");
        format!("> {fragment}\n{read}\n")
    };
    (0..COMPARISONS).map(link).collect()
}

/// A writer of the files of a question, where it can be asked.
type Writer = fn(&str) -> Option<Vec<(String, String)>>;

/// Files of questions that can be asked; those that cannot are passed over.
fn files(seed: u64, task: Task, write: Writer) -> String {
    let ids = edges::ids();
    let mut draw = Draw::new(seed);
    written(SCENARIOS, write, || fragment(&mut draw, &ids, task, ASKED))
}

/// The same of as many questions of each software that trains, adapters among them.
fn launches() -> String {
    let ids = edges::ids();
    let mut draw = Draw::new(12);
    let mut text = String::new();
    for stack in &ids.stacks {
        text += &written(SCENARIOS / 2, edges::launch_files, || {
            let asked = fragment(&mut draw, &ids, Task::Training, ASKED);
            let method = draw.one(&["", "&method=lora", "&method=lora&base=nf4"]);
            let most = draw.one(&["", "", "&most=1&within=none&budget=90k"]);
            format!("{asked}&stack={stack}{method}{most}")
        });
    }
    text
}

fn written(count: usize, write: Writer, mut ask: impl FnMut() -> String) -> String {
    let mut text = String::new();
    let mut written = 0;
    while written < count {
        let fragment = ask();
        let _ = writeln!(text, "> {fragment}");
        let Some(files) = write(&fragment) else {
            text += "no files\n";
            continue;
        };
        written += 1;
        for (name, file) in files {
            let _ = write!(text, "--- {name}\n{}\n", broken(&file));
        }
    }
    text
}

/// JSON in lines, for a difference that can be read.
fn broken(file: &str) -> String {
    file.replace("},{", "},\n{").replace("],\"", "],\n\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link that the recorder takes for a good one is read whole: else it would record
    /// notices alone.
    #[test]
    fn good_links_are_understood() {
        let ids = edges::ids();
        let mut draw = Draw::new(0);
        let readers: [(Task, Reader); 3] = [
            (Task::Serving, edges::serving_link),
            (Task::Training, edges::training_link),
            (Task::Money, edges::money_link),
        ];
        for (task, read) in readers {
            for _ in 0..200 {
                let fragment = fragment(&mut draw, &ids, task, ASKED);
                let [_, notices, _] = read(&fragment);
                assert_eq!(notices, "[]", "{fragment}");
            }
        }
    }
}
