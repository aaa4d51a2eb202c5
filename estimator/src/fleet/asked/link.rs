//! A fleet's question as the fragment of a link.
//!
//! ```text
//! v=2&task=fleet&w=Chat,none,,normal,v%3D2%26rate%3D4%26day%3Doffice&gpus=nvidia-l4&modes=mig,swap
//! ```
//!
//! | key | value | of |
//! | --- | --- | --- |
//! | `v` | as in [`crate::link`] | the version of this table |
//! | `task` | `fleet` | tells it from a link of the calculator |
//! | `w` | name, isolation, longest wait or nothing, [`Priority`] id, the fragment of a link of the calculator; with commas between, once a workload | workloads |
//! | | behind it, of a workload by its figures: accelerator and the numbers of a [`Figure`], with colons between, once an accelerator, semicolons (encoded) between; the fragment that they come from | |
//! | `vendors` to `announced`, `price.<id>`, `own` | as in [`crate::link`] | fleet |
//! | `have` | id and count, `nvidia-l4:4`, with commas between; `none` | the GPUs that one has |
//! | `modes` | names of [`Mode`]s with commas between, whole GPUs left out; `none` | ways to share |
//! | `mps` | `equal` | MPS in equal parts of the memory |
//! | `limits` | id, count or nothing, ways to share with points between or `none` or nothing: `nvidia-l4:4:mig.mps`, with commas between | [`Restriction`]s |
//! | `licence` | US dollars a month | vGPU licence of a card |
//! | `money`, `power`, `most` | US dollars a month, kilowatts, GPUs | limit |
//! | `growth` | a share a year, 1 doubles | growth |
//! | `size` | the fragment of the calculator's question that goes along | |
//! | `lang`, `theme`, `pick` | as in [`crate::link`] | the view |
//!
//! Percent-encoding is that of [`crate::link`], so a comma parts the cells of a workload alone.

use super::{Hardware, MOST_WORKLOADS, Priority, Question, Restriction, Within, Workload};
use crate::choice::Fleet;
use crate::fleet::Mode;
use crate::fleet::figures::{Figure, Figures};
use crate::fleet::question::{Isolation, Modes};
use crate::link::fragment::Fragment;
use crate::link::pairs::{Taken, body, each, is_of, put, version};
use crate::link::shared::{take_fleet, take_view, write_fleet, write_view};
use crate::link::text::{decode, duration, encode, number, show, show_duration};
use crate::link::value::{MOST_ENTRIES, list, name};
use crate::link::{Notice, View};
use crate::named;
use crate::serving::link as serving;

/// The value of `task`.
const TASK: &str = "fleet";
/// An empty list that is not the usual one.
const NONE: &str = "none";
/// The value of `mps`.
const EQUAL: &str = "equal";
/// Most GPUs of a kind, and of a limit.
const MOST_GPUS: u32 = 100_000;

/// Everything a link holds: the question, and how it is looked at.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Link {
    /// The question.
    pub question: Question,
    /// How it is looked at.
    pub view: View,
    /// The calculator's question that goes along, as its fragment; may be empty.
    pub size: String,
}

/// Whether a fragment is of a fleet and not of the calculator's question.
#[must_use]
pub fn is_fleet(fragment: &str) -> bool {
    is_of(fragment, TASK)
}

/// The fragment of `link`, without the leading `#`.
#[must_use]
pub fn write(link: &Link) -> String {
    let Question {
        workloads,
        fleet,
        hardware,
        modes,
        equal_parts,
        restrictions,
        licence,
        within,
        growth,
    } = &link.question;
    let usual = Question::nothing();
    let mut fragment = Fragment::new();
    fragment.pair("task", TASK);
    for workload in workloads.iter().take(MOST_WORKLOADS) {
        fragment.cells("w", &cells(workload));
    }
    write_fleet(&mut fragment, fleet, &usual.fleet);
    if let Hardware::Owned(counts) = hardware {
        let counts: Vec<String> = counts
            .iter()
            .map(|(id, count)| format!("{id}:{count}"))
            .collect();
        listed(&mut fragment, "have", &counts);
    }
    if *modes != usual.modes {
        let names: Vec<&str> = shared(*modes).map(Mode::name).collect();
        listed(&mut fragment, "modes", &names);
    }
    if *equal_parts {
        fragment.pair("mps", EQUAL);
    }
    if !restrictions.is_empty() {
        let each: Vec<String> = restrictions.iter().map(restricted).collect();
        listed(&mut fragment, "limits", &each);
    }
    fragment.differing("licence", *licence, usual.licence, show);
    match within {
        Within::Everything => {}
        Within::Money(usd) => fragment.pair("money", &show(*usd)),
        Within::Power(kilowatts) => fragment.pair("power", &show(*kilowatts)),
        Within::Gpus(count) => fragment.pair("most", &count.to_string()),
    }
    fragment.differing("growth", *growth, usual.growth, show);
    if !link.size.is_empty() {
        fragment.pair("size", &link.size);
    }
    write_view(&mut fragment, &link.view);
    fragment.finish()
}

/// A restriction as the cells of a link.
fn restricted(one: &Restriction) -> String {
    let most = one.most.map_or_else(String::new, |most| most.to_string());
    let modes = one.modes.map_or_else(String::new, |modes| {
        let names: Vec<&str> = shared(modes).map(Mode::name).collect();
        if names.is_empty() {
            NONE.to_owned()
        } else {
            names.join(".")
        }
    });
    format!("{}:{most}:{modes}", one.accelerator)
}

/// The ways to share of a set: all but whole GPUs.
fn shared(modes: Modes) -> impl Iterator<Item = Mode> {
    let all = Mode::ALL.into_iter().skip(1);
    all.filter(move |mode| modes.has(*mode))
}

fn listed<T: AsRef<str>>(fragment: &mut Fragment, key: &str, names: &[T]) {
    if names.is_empty() {
        fragment.pair(key, NONE);
    } else {
        fragment.list(key, names.iter().map(AsRef::as_ref));
    }
}

fn cells(workload: &Workload) -> String {
    let isolation = Isolation::ALL
        .into_iter()
        .find(|(one, _)| *one == workload.isolation);
    let wait = workload.wait_max.map(show_duration).unwrap_or_default();
    let mut asked = workload.serving.clone();
    // The fleet is everybody's.
    asked.fleet = Fleet::default();
    let asked = serving::write(&serving::Link {
        question: asked,
        ..serving::Link::default()
    });
    let mut cells = String::new();
    encode(&workload.name, &mut cells);
    for cell in [
        isolation.map_or("", |(_, name)| name),
        &wait,
        workload.priority.id(),
        &asked,
    ] {
        cells.push(',');
        encode(cell, &mut cells);
    }
    if let Some(figures) = &workload.figures {
        let one = |(id, figure): &(String, Figure)| {
            let numbers = figure.numbers().map(show);
            format!("{id}:{}", numbers.join(":"))
        };
        let on: Vec<String> = figures.on.iter().map(one).collect();
        for cell in [on.join(";"), figures.from.clone()] {
            cells.push(',');
            encode(&cell, &mut cells);
        }
    }
    cells
}

/// Reads links of [`write`], and anything else: a part not understood gives a notice, and its
/// default stands. An empty fragment is a fresh page.
#[must_use]
pub fn read(fragment: &str) -> (Link, Vec<Notice>) {
    let Some(body) = body(fragment) else {
        return (Link::default(), Vec::new());
    };
    let mut link = Link {
        question: Question::nothing(),
        ..Link::default()
    };
    let notices = each(body, |key, raw, text| take(&mut link, key, raw, text));
    (link, notices)
}

fn take(link: &mut Link, key: &str, raw: &str, text: &str) -> Taken {
    let question = &mut link.question;
    match key {
        "v" => version(text),
        "task" if text == TASK => Taken::Read,
        "task" => Taken::Bad,
        "lang" | "theme" | "pick" => take_view(&mut link.view, key, text),
        "size" => {
            text.clone_into(&mut link.size);
            Taken::Read
        }
        "w" => match workload(raw).filter(|_| question.workloads.len() < MOST_WORKLOADS) {
            Some(workload) => {
                question.workloads.push(workload);
                Taken::Read
            }
            None => Taken::Bad,
        },
        "have" if text == NONE => put(&mut question.hardware, Some(Hardware::Owned(Vec::new()))),
        "have" => put(&mut question.hardware, owned(raw).map(Hardware::Owned)),
        "modes" if text == NONE => put(&mut question.modes, Some(Modes::of(&[Mode::Exclusive]))),
        "modes" => put(&mut question.modes, modes(raw)),
        "mps" => put(&mut question.equal_parts, (text == EQUAL).then_some(true)),
        "limits" => put(&mut question.restrictions, restrictions(raw)),
        "licence" => put(&mut question.licence, number(text)),
        "money" => put(&mut question.within, number(text).map(Within::Money)),
        "power" => put(&mut question.within, number(text).map(Within::Power)),
        "most" => put(&mut question.within, count(text).map(Within::Gpus)),
        "growth" => put(&mut question.growth, number(text)),
        _ => take_fleet(&mut question.fleet, key, raw, text),
    }
}

fn count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|count| *count <= MOST_GPUS)
}

fn owned(raw: &str) -> Option<Vec<(String, u32)>> {
    let one = |text: &str| {
        let (id, many) = text.rsplit_once(':')?;
        Some((name(id)?, count(many)?))
    };
    let found = list(raw, one)?;
    (found.len() <= MOST_ENTRIES).then_some(found)
}

fn modes(raw: &str) -> Option<Modes> {
    Some(together(list(raw, mode)?))
}

fn mode(name: &str) -> Option<Mode> {
    Mode::ALL.into_iter().find(|mode| mode.name() == name)
}

/// These and whole GPUs.
fn together(modes: Vec<Mode>) -> Modes {
    let whole = Modes::of(&[Mode::Exclusive]);
    modes.into_iter().fold(whole, Modes::with)
}

fn restrictions(raw: &str) -> Option<Vec<Restriction>> {
    let one = |text: &str| {
        let mut cells = text.splitn(3, ':');
        let mut next = || cells.next();
        let (accelerator, most, ways) = (name(next()?)?, next()?, next()?);
        Some(Restriction {
            accelerator,
            most: match most {
                "" => None,
                many => Some(count(many)?),
            },
            modes: match ways {
                "" => None,
                NONE => Some(together(Vec::new())),
                names => Some(together(names.split('.').map(mode).collect::<Option<_>>()?)),
            },
        })
    };
    let found = list(raw, one)?;
    (found.len() <= MOST_ENTRIES).then_some(found)
}

fn workload(raw: &str) -> Option<Workload> {
    let mut cells = raw.splitn(7, ',').map(decode);
    let mut next = || cells.next().flatten();
    let (called, isolation, wait) = (next()?, next()?, next()?);
    let (priority, asked) = (next()?, next()?);
    let figures = match next() {
        Some(on) => Some(Figures {
            on: on.split(';').map(figure).collect::<Option<_>>()?,
            from: next().unwrap_or_default(),
        }),
        None => None,
    };
    let isolation = Isolation::ALL
        .into_iter()
        .find(|(_, name)| *name == isolation);
    let wait_max = match wait.as_str() {
        "" => None,
        wait => Some(duration(wait)?),
    };
    let (asked, _) = serving::read(&asked);
    let mut serving = asked.question;
    serving.fleet = Fleet::default();
    Some(Workload {
        name: named::name(&called),
        serving,
        figures,
        isolation: isolation?.0,
        wait_max,
        priority: Priority::from_id(&priority)?,
    })
}

/// An accelerator and the figures on it.
fn figure(text: &str) -> Option<(String, Figure)> {
    let (id, numbers) = text.split_once(':')?;
    let mut read = [0.0; 7];
    let mut texts = numbers.split(':');
    for place in &mut read {
        *place = number(texts.next()?)?;
    }
    if texts.next().is_some() {
        return None;
    }
    Some((name(id)?, Figure::of(read)?))
}
