//! The reader's choices as they are typed. Nothing of them is kept: they end with the page.

use super::Given;
use estimator::kubernetes::autoscale::{Day, Settings};
use estimator::kubernetes::manifest::{
    Autoscaler, Choices, Devices, FleetChoices, Form, RunChoices, RunForm, Site, TeamChoices,
};
use estimator::serving::autoscaling::{Autoscaling, Controller, Pace};

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
    Least,
    Target,
    LocalQueue,
    Cohort,
    Rack,
    Block,
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
    /// The `id` of its control.
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
            Self::Least => "cluster-least",
            Self::Target => "cluster-target",
            Self::LocalQueue => "cluster-local",
            Self::Cohort => "cluster-cohort",
            Self::Rack => "cluster-rack",
            Self::Block => "cluster-block",
        }
    }
}

impl Tick {
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

/// The kinds of a run by the ids of their choices; the first follows its nodes.
pub(super) const RUN_FORMS: [(&str, Option<RunForm>); 5] = [
    ("auto", None),
    ("job", Some(RunForm::Job)),
    ("jobset", Some(RunForm::JobSet)),
    ("trainjob", Some(RunForm::TrainJob)),
    ("pytorchjob", Some(RunForm::PyTorchJob)),
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
    lines: [String; Line::Block as usize + 1],
    ticks: [bool; Tick::Monitored as usize + 1],
    pub(super) form: Option<Form>,
    pub(super) run_form: Option<RunForm>,
    pub(super) devices: Devices,
    pub(super) autoscaler: Autoscaler,
    /// The autoscaler's settings as found by trying, and the day that they were tried on.
    pub(super) tried: Option<(Day, Settings)>,
}

impl Default for Typed {
    fn default() -> Self {
        Self {
            lines: Default::default(),
            // Nearly every cluster with accelerators is scraped by the operator.
            ticks: [false, false, false, true],
            form: None,
            run_form: None,
            devices: Devices::Plugin,
            autoscaler: Autoscaler::None,
            tried: None,
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

    /// Whether something is scraped, or asks what is.
    pub(super) fn is_watched(&self) -> bool {
        self.is_ticked(Tick::Monitored) || self.autoscaler != Autoscaler::None
    }

    /// The autoscaler, by its rules where nobody chose a number; none where there is none.
    pub(super) fn autoscaling(&self) -> Option<Autoscaling> {
        let by = match self.autoscaler {
            Autoscaler::None => return None,
            Autoscaler::Hpa => Controller::Hpa,
            Autoscaler::Keda => Controller::Keda,
        };
        Some(Autoscaling {
            to_zero: self.is_ticked(Tick::ToZero) && by == Controller::Keda,
            machines: self.is_ticked(Tick::Karpenter),
            least: self.counted(Line::Least),
            target: self.counted(Line::Target),
            ..Autoscaling::ruled(by)
        })
    }

    /// The same with the settings that were tried and taken over.
    pub(super) fn with_pace(&self) -> Option<Autoscaling> {
        let ruled = self.autoscaling()?;
        let Some((
            _,
            Settings {
                target,
                window,
                up,
                least,
            },
        )) = self.tried
        else {
            return Some(ruled);
        };
        // Targets are whole, as they are written.
        let whole = format!("{target:.0}").parse().ok();
        let window = u32::try_from(window).ok();
        Some(Autoscaling {
            least: Some(least),
            target: whole,
            pace: window.map(|window| Pace { window, up }),
            ..ruled
        })
    }

    /// Whether its counts are such.
    pub(super) fn is_counted(&self) -> bool {
        let lines = [Line::Least, Line::Target];
        lines.into_iter().all(|line| self.counted(line) != Some(0))
    }

    /// Takes the autoscaler of a question; settings that were tried need their day.
    pub(super) fn take(&mut self, asked: Option<Autoscaling>) {
        self.tried = None;
        self.autoscaler = match asked.map(|asked| asked.by) {
            None => Autoscaler::None,
            Some(Controller::Hpa) => Autoscaler::Hpa,
            Some(Controller::Keda) => Autoscaler::Keda,
        };
        let Some(asked) = asked else {
            return;
        };
        self.tick(Tick::ToZero, asked.to_zero);
        self.tick(Tick::Karpenter, asked.machines);
        let typed = |count: Option<u32>| {
            let count = count.filter(|_| asked.pace.is_none());
            count.map(|count| count.to_string()).unwrap_or_default()
        };
        self.write(Line::Least, &typed(asked.least));
        self.write(Line::Target, &typed(asked.target));
    }

    /// The settings that were taken over for this very day.
    pub(super) fn tried_on(&self, day: &Day) -> Option<Settings> {
        let (tried, settings) = self.tried?;
        (tried == *day).then_some(settings)
    }

    /// What stands in an empty line.
    pub(super) fn empty(line: Line, given: &Given) -> String {
        match line {
            Line::Name | Line::Queue => given.name.clone(),
            Line::Namespace => given.namespace.to_owned(),
            Line::Model => given.model.clone(),
            Line::Prometheus => Site::default().prometheus,
            Line::Release => Site::default().release,
            Line::LocalQueue => TeamChoices::default().queue,
            Line::Cohort => TeamChoices::default().cohort,
            Line::Rack => Site::default().rack,
            Line::Block => TeamChoices::default().block,
            Line::Image | Line::StorageClass | Line::PullSecret | Line::Least | Line::Target => {
                String::new()
            }
        }
    }

    /// What a line says: as typed, or what stands in it while it is empty.
    fn filled(&self, line: Line, given: &Given) -> String {
        let typed = self.line(line).trim();
        let text = (!typed.is_empty()).then(|| typed.to_owned());
        text.unwrap_or_else(|| Self::empty(line, given))
    }

    /// The count that a line says; none where it is empty, zero of what is no count, which no
    /// line may say.
    fn counted(&self, line: Line) -> Option<u32> {
        let typed = self.line(line).trim();
        (!typed.is_empty()).then(|| typed.parse().unwrap_or(0))
    }

    /// What no answer knows; `given` in empty lines.
    fn site(&self, given: &Given) -> Site {
        let filled = |line| self.filled(line, given);
        let asked = |line| Some(filled(line)).filter(|text| !text.is_empty());
        Site {
            storage_class: asked(Line::StorageClass),
            prometheus: filled(Line::Prometheus),
            release: filled(Line::Release),
            pull_secret: asked(Line::PullSecret),
            rack: filled(Line::Rack),
            ..Site::default()
        }
    }

    /// The choices about a fleet; `given` in empty lines.
    pub(super) fn fleet_choices(&self, given: &Given) -> FleetChoices {
        FleetChoices {
            namespace: self.filled(Line::Namespace, given),
            devices: self.devices,
            autoscaler: self.autoscaler,
            cohort: self
                .is_ticked(Tick::Kueue)
                .then(|| self.filled(Line::Cohort, given)),
            karpenter: self.is_ticked(Tick::Karpenter),
            monitored: self.is_ticked(Tick::Monitored),
            site: self.site(given),
        }
    }

    /// The choices about a queue of teams.
    pub(super) fn team_choices(&self) -> TeamChoices {
        let filled = |line| self.filled(line, &Given::default());
        TeamChoices {
            cohort: filled(Line::Cohort),
            queue: filled(Line::LocalQueue),
            rack: filled(Line::Rack),
            block: filled(Line::Block),
        }
    }

    /// The choices about a run; `given` in empty lines.
    pub(super) fn run_choices(&self, given: &Given) -> RunChoices {
        let filled = |line| self.filled(line, given);
        RunChoices {
            name: filled(Line::Name),
            namespace: filled(Line::Namespace),
            image: Some(filled(Line::Image)).filter(|text| !text.is_empty()),
            form: self.run_form,
            devices: self.devices,
            queue: self.is_ticked(Tick::Kueue).then(|| filled(Line::Queue)),
            karpenter: self.is_ticked(Tick::Karpenter),
            site: self.site(given),
        }
    }

    /// The choices; `given` in empty lines.
    pub(super) fn choices(&self, given: &Given) -> Choices {
        let filled = |line| self.filled(line, given);
        let keda = self.autoscaler == Autoscaler::Keda;
        let scaled = self.autoscaler != Autoscaler::None;
        Choices {
            name: filled(Line::Name),
            namespace: filled(Line::Namespace),
            model: filled(Line::Model),
            image: Some(filled(Line::Image)).filter(|text| !text.is_empty()),
            form: self.form,
            devices: self.devices,
            autoscaler: self.autoscaler,
            least: scaled.then(|| self.counted(Line::Least)).flatten(),
            target: scaled
                .then(|| self.counted(Line::Target))
                .flatten()
                .map(f64::from),
            scaling: None,
            to_zero: keda && self.is_ticked(Tick::ToZero),
            queue: self.is_ticked(Tick::Kueue).then(|| filled(Line::Queue)),
            karpenter: self.is_ticked(Tick::Karpenter),
            monitored: self.is_ticked(Tick::Monitored),
            site: self.site(given),
        }
    }
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

    /// An empty line takes the answer's name; a replica sleeps by KEDA alone.
    #[test]
    fn empty_lines_follow_the_answer() {
        let given = Given {
            name: "qwen3-32b".to_owned(),
            namespace: "inference",
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
        // What is no count is a problem of its field, and not the rule's.
        assert_eq!(typed.choices(&given).least, None);
        for (text, count) in [(" 3 ", 3), ("0", 0), ("-1", 0), ("many", 0), ("2.5", 0)] {
            typed.write(Line::Least, text);
            typed.write(Line::Target, text);
            let choices = typed.choices(&given);
            assert_eq!(choices.least, Some(count));
            assert_eq!(choices.target, Some(f64::from(count)));
        }
        typed.autoscaler = Autoscaler::None;
        let choices = typed.choices(&given);
        assert_eq!((choices.least, choices.target), (None, None));
    }

    /// The autoscaler goes into the question and comes back; a count that is none goes nowhere.
    #[test]
    fn an_autoscaler_comes_back_as_it_was_chosen() {
        let mut typed = Typed::default();
        assert_eq!(typed.autoscaling(), None);
        for text in [
            "hpa",
            "keda.zero.machines.least-2.target-40",
            "hpa.least-3",
            "keda",
        ] {
            let chosen = Autoscaling::read(text);
            assert!(chosen.is_some(), "{text}");
            typed.take(chosen);
            assert_eq!(typed.autoscaling(), chosen);
            assert_eq!(typed.with_pace(), chosen);
            assert!(typed.is_counted());
        }
        typed.write(Line::Least, "0");
        assert!(!typed.is_counted());
        typed.take(None);
        assert_eq!(typed.with_pace(), None);
    }
}
