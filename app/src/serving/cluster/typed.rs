//! The reader's choices as they are typed, and their memory from visit to visit.

use super::Given;
use crate::browser;
use estimator::kubernetes::manifest::{Autoscaler, Choices, Devices, Form, Site};

/// Where the browser remembers them.
const PLACE: &str = "cluster";
/// The most letters of a text.
pub(super) const LONGEST: usize = 300;

/// A line of text that is a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Name,
    Namespace,
    Model,
    Image,
    StorageClass,
    PullSecret,
    Queue,
    Prometheus,
    Release,
}

/// A box that is ticked or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tick {
    ToZero,
    Kueue,
    Karpenter,
    Monitored,
}

impl Line {
    pub(super) const ALL: [Self; 9] = [
        Self::Name,
        Self::Namespace,
        Self::Model,
        Self::Image,
        Self::StorageClass,
        Self::PullSecret,
        Self::Queue,
        Self::Prometheus,
        Self::Release,
    ];

    /// Its name in the page and in the browser's memory.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Name => "cluster-name",
            Self::Namespace => "cluster-namespace",
            Self::Model => "cluster-model",
            Self::Image => "cluster-image",
            Self::StorageClass => "cluster-storage",
            Self::PullSecret => "cluster-secret",
            Self::Queue => "cluster-queue",
            Self::Prometheus => "cluster-prometheus",
            Self::Release => "cluster-release",
        }
    }

    /// Whether it is remembered: a name or a checkpoint is of one answer alone.
    const fn is_kept(self) -> bool {
        match self {
            Self::Name | Self::Model => false,
            Self::Namespace
            | Self::Image
            | Self::StorageClass
            | Self::PullSecret
            | Self::Queue
            | Self::Prometheus
            | Self::Release => true,
        }
    }
}

impl Tick {
    const ALL: [Self; 4] = [Self::ToZero, Self::Kueue, Self::Karpenter, Self::Monitored];

    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::ToZero => "cluster-zero",
            Self::Kueue => "cluster-kueue",
            Self::Karpenter => "cluster-karpenter",
            Self::Monitored => "cluster-monitored",
        }
    }
}

/// The kinds by the ids of their choices; the first follows the placement.
pub(super) const FORMS: [(&str, Option<Form>); 6] = [
    ("auto", None),
    ("deployment", Some(Form::Deployment)),
    ("leaderworkerset", Some(Form::LeaderWorkerSet)),
    ("kserve", Some(Form::Kserve)),
    ("inferenceservice", Some(Form::InferenceService)),
    ("production-stack", Some(Form::ProductionStack)),
];

/// The autoscalers by their ids.
pub(super) const AUTOSCALERS: [(&str, Autoscaler); 3] = [
    ("none", Autoscaler::None),
    ("hpa", Autoscaler::Hpa),
    ("keda", Autoscaler::Keda),
];

/// Ways to ask for accelerators, by their ids.
pub(super) const DEVICES: [(&str, Devices); 2] =
    [("plugin", Devices::Plugin), ("dra", Devices::Claim)];

/// Everything that is chosen.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Typed {
    lines: [String; Line::ALL.len()],
    ticks: [bool; Tick::ALL.len()],
    pub(super) form: Option<Form>,
    pub(super) devices: Devices,
    pub(super) autoscaler: Autoscaler,
}

impl Default for Typed {
    fn default() -> Self {
        Self {
            lines: Default::default(),
            // Nearly every cluster with accelerators is scraped by the operator.
            ticks: [false, false, false, true],
            form: None,
            devices: Devices::Plugin,
            autoscaler: Autoscaler::None,
        }
    }
}

impl Typed {
    /// The text of a line as typed.
    pub(super) fn line(&self, line: Line) -> &str {
        self.lines.get(line as usize).map_or("", String::as_str)
    }

    pub(super) fn write(&mut self, line: Line, text: &str) {
        if let Some(there) = self.lines.get_mut(line as usize) {
            *there = text.chars().take(LONGEST).collect();
        }
    }

    pub(super) fn is_ticked(&self, tick: Tick) -> bool {
        self.ticks.get(tick as usize).is_some_and(|on| *on)
    }

    pub(super) fn tick(&mut self, tick: Tick, on: bool) {
        if let Some(there) = self.ticks.get_mut(tick as usize) {
            *there = on;
        }
    }

    /// What stands in an empty line.
    pub(super) fn empty(line: Line, given: &Given) -> String {
        match line {
            Line::Name | Line::Queue => given.name.clone(),
            Line::Namespace => "inference".to_owned(),
            Line::Model => given.model.clone(),
            Line::Prometheus => Site::default().prometheus,
            Line::Release => Site::default().release,
            Line::Image | Line::StorageClass | Line::PullSecret => String::new(),
        }
    }

    /// The choices; `given` in empty lines.
    pub(super) fn choices(&self, given: &Given) -> Choices {
        let filled = |line: Line| {
            let typed = self.line(line).trim();
            let text = (!typed.is_empty()).then(|| typed.to_owned());
            text.unwrap_or_else(|| Self::empty(line, given))
        };
        let asked = |line: Line| Some(filled(line)).filter(|text| !text.is_empty());
        let keda = self.autoscaler == Autoscaler::Keda;
        Choices {
            name: filled(Line::Name),
            namespace: filled(Line::Namespace),
            model: filled(Line::Model),
            image: asked(Line::Image),
            form: self.form,
            devices: self.devices,
            autoscaler: self.autoscaler,
            to_zero: keda && self.is_ticked(Tick::ToZero),
            queue: self.is_ticked(Tick::Kueue).then(|| filled(Line::Queue)),
            karpenter: self.is_ticked(Tick::Karpenter),
            monitored: self.is_ticked(Tick::Monitored),
            site: Site {
                storage_class: asked(Line::StorageClass),
                prometheus: filled(Line::Prometheus),
                release: filled(Line::Release),
                pull_secret: asked(Line::PullSecret),
                ..Site::default()
            },
        }
    }
}

/// Remembers them, but for what is of one answer alone.
pub(super) fn remember(typed: &Typed) {
    browser::remember(PLACE, &kept(typed));
}

/// The choices of the last visit.
pub(super) fn recalled() -> Typed {
    browser::recall(PLACE).map_or_else(Typed::default, |text| read(&text))
}

/// A line for each choice: its id, a blank, its text.
fn kept(typed: &Typed) -> String {
    let mut text = String::new();
    let mut put = |id: &str, value: &str| {
        if !value.is_empty() {
            text.push_str(id);
            text.push(' ');
            text.push_str(value);
            text.push('\n');
        }
    };
    for line in Line::ALL.into_iter().filter(|line| line.is_kept()) {
        put(line.id(), typed.line(line));
    }
    for tick in Tick::ALL {
        put(tick.id(), if typed.is_ticked(tick) { "on" } else { "off" });
    }
    put("form", id_of(&FORMS, typed.form));
    put("devices", id_of(&DEVICES, typed.devices));
    put("autoscaler", id_of(&AUTOSCALERS, typed.autoscaler));
    text
}

/// Reads what is remembered; what is not understood keeps its default.
fn read(text: &str) -> Typed {
    let mut typed = Typed::default();
    for (id, value) in text.lines().filter_map(|line| line.split_once(' ')) {
        if let Some(line) = Line::ALL.into_iter().find(|line| line.id() == id) {
            typed.write(line, value);
        } else if let Some(tick) = Tick::ALL.into_iter().find(|tick| tick.id() == id) {
            typed.tick(tick, value == "on");
        }
        match id {
            "form" => put(&mut typed.form, &FORMS, value),
            "devices" => put(&mut typed.devices, &DEVICES, value),
            "autoscaler" => put(&mut typed.autoscaler, &AUTOSCALERS, value),
            _ => {}
        }
    }
    typed
}

/// The id of a choice.
pub(super) fn id_of<T: Copy + PartialEq>(all: &[(&'static str, T)], chosen: T) -> &'static str {
    let found = all.iter().find(|(_, one)| *one == chosen);
    found.map_or("", |(id, _)| id)
}

/// Puts the choice of an id in its place, if there is one.
pub(super) fn put<T: Copy>(place: &mut T, all: &[(&'static str, T)], id: &str) {
    if let Some((_, one)) = all.iter().find(|(known, _)| *known == id) {
        *place = *one;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Choices come back as they were left, but for the names of one answer.
    #[test]
    fn choices_are_remembered() {
        let mut typed = Typed {
            form: Some(Form::Kserve),
            devices: Devices::Claim,
            autoscaler: Autoscaler::Keda,
            ..Typed::default()
        };
        for line in Line::ALL {
            typed.write(line, &format!("my {}", line.id()));
        }
        for tick in Tick::ALL {
            typed.tick(tick, !typed.is_ticked(tick));
        }
        let mut back = read(&kept(&typed));
        assert_eq!(back.line(Line::Model), "");
        for line in [Line::Name, Line::Model] {
            back.write(line, typed.line(line));
        }
        assert_eq!(back, typed);
        for nonsense in ["", "form", "form nonsense\ncluster-kueue \n", "\n\n x y"] {
            assert_eq!(read(nonsense).form, None, "{nonsense}");
        }
    }

    /// An empty line takes the answer's name; a replica sleeps by KEDA alone.
    #[test]
    fn empty_lines_follow_the_answer() {
        let given = Given {
            name: "qwen3-32b".to_owned(),
            model: "Qwen/Qwen3-32B".to_owned(),
        };
        let mut typed = Typed::default();
        typed.tick(Tick::ToZero, true);
        typed.write(Line::Namespace, "  chat ");
        let choices = typed.choices(&given);
        assert_eq!(choices.name, "qwen3-32b");
        assert_eq!(choices.model, "Qwen/Qwen3-32B");
        assert_eq!(choices.namespace, "chat");
        assert_eq!((choices.image, choices.queue), (None, None));
        assert!(!choices.to_zero && choices.monitored);
        typed.autoscaler = Autoscaler::Keda;
        assert!(typed.choices(&given).to_zero);
    }
}
