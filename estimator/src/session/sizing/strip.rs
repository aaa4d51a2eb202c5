//! A recorded load in short: what a page says of it, its warnings, and the seven numbers that
//! stand for it. A line of text, so that a worker can hand it over.

use crate::parcel::{Parcel, fields};
use crate::session::delay::Delay;
use crate::session::{Population, Sessions};
use crate::trace::{Doublings, Facts, Format, Lineage, Shape, Trace, TraceError};

/// A clock is coarse where its times are fewer than this part of the requests.
const COARSE: f64 = 0.2;
/// Fewer sessions than these say little.
const FEW: u64 = 20;
/// A trace that ends within so many of its longest usual gaps finds caches cold.
const COLD: f64 = 10.0;
/// Turns whose input shrinks, beyond which contexts are cut.
const CUT: f64 = 0.05;

/// Something to know before the numbers are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warning {
    /// Times are rounded.
    CoarseClock,
    /// Too short beside its gaps: caches are cold for most of it.
    ColdStart,
    /// Contexts are cut or summarised.
    CutContexts,
    /// Sessions are guessed by the blocks that they share.
    Guessed,
    /// Few sessions.
    Few,
    /// Lines could not be read.
    Skipped,
}

impl Warning {
    const ALL: [Self; 6] = [
        Self::Skipped,
        Self::Guessed,
        Self::ColdStart,
        Self::CoarseClock,
        Self::CutContexts,
        Self::Few,
    ];
}

/// Warnings that are said at most.
const MOST_WARNINGS: usize = 3;

/// A recorded load in short.
#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    /// How it is written.
    pub format: Format,
    /// Requests that were read.
    pub requests: f64,
    /// Lines that could not be.
    pub skipped: f64,
    /// Hours from the first request to the last.
    pub hours: f64,
    /// Requests a minute, mean.
    pub per_minute: f64,
    /// Tokens of input: mean, at 99 %.
    pub input: [f64; 2],
    /// Tokens of answers: mean, at 99 %.
    pub answer: [f64; 2],
    /// Turns of a session, mean; `None` where sessions are not known.
    pub turns: Option<f64>,
    /// Seconds between turns: at 50 and 90 %.
    pub gap: Option<[f64; 2]>,
    /// Share of the input that a cache without an end finds.
    pub unlimited: Option<f64>,
    /// What to know, at most three.
    pub warnings: Vec<Warning>,
    /// The seven numbers; `None` where it has no sessions of several turns.
    pub load: Option<Sessions>,
    /// Its bars.
    pub shape: Shape,
}

fields! {
    Doublings { from, shares }
    Shape { rate, input, answer }
}

/// Between the numbers and the bars.
const BARS: char = '|';

/// Why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The browser does not let it be read, or it is empty.
    Unread,
    /// The first line is of no known trace.
    Unknown,
    /// Not one request could be read.
    Nothing,
    /// More than is held at once.
    TooLarge,
}

impl Refused {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Unread, "unread"),
        (Self::Unknown, "unknown"),
        (Self::Nothing, "nothing"),
        (Self::TooLarge, "too-large"),
    ];

    /// Its name, which [`Strip::read`] knows.
    #[must_use]
    pub fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(known, _)| *known == self);
        found.map_or("", |(_, name)| name)
    }
}

impl From<TraceError> for Refused {
    fn from(error: TraceError) -> Self {
        match error {
            TraceError::UnknownFormat => Self::Unknown,
            TraceError::NoRequests { .. } => Self::Nothing,
            TraceError::TooManyRequests { .. }
            | TraceError::TooManyBlocks { .. }
            | TraceError::Replicas => Self::TooLarge,
        }
    }
}

const FORMATS: [(Format, &str); 5] = [
    (Format::Mooncake, "mooncake"),
    (Format::Bailian, "bailian"),
    (Format::Weka, "weka"),
    (Format::Azure, "azure"),
    (Format::Csv, "csv"),
];

impl Strip {
    /// Of a trace.
    ///
    /// # Errors
    /// As of [`Trace::facts`].
    pub fn of(trace: &Trace) -> Result<Self, TraceError> {
        Ok(Self::new(&trace.facts()?, trace.shape()))
    }

    fn new(facts: &Facts, shape: Shape) -> Self {
        let sessions = facts.sessions.as_ref();
        let several = sessions.filter(|sessions| sessions.multi_turn_share > 0.0);
        let gap = several.and_then(|sessions| sessions.gap_s.as_ref());
        let requests = facts.requests as f64;
        let pair = |summary: &Option<crate::trace::Summary<u64>>| {
            summary
                .as_ref()
                .map_or([0.0, 0.0], |summary| [summary.mean, summary.p99 as f64])
        };
        let stamps = facts.arrivals.distinct_stamps as f64;
        let warns = |warning: &Warning| match warning {
            Warning::Skipped => facts.skipped > 0,
            Warning::Guessed => facts.lineage == Lineage::Inferred,
            Warning::ColdStart => gap.is_some_and(|gap| facts.duration_s < COLD * gap.p90),
            Warning::CoarseClock => requests >= 100.0 && stamps < COARSE * requests,
            Warning::CutContexts => {
                let cut = several.and_then(|sessions| sessions.not_growing_share);
                cut.is_some_and(|share| share > CUT)
            }
            Warning::Few => sessions.is_some_and(|sessions| sessions.count < FEW),
        };
        Self {
            format: facts.format,
            requests,
            skipped: facts.skipped as f64,
            hours: facts.duration_s / 3600.0,
            per_minute: facts.rate.per_s.unwrap_or(0.0) * 60.0,
            input: pair(&facts.input),
            answer: pair(&facts.output),
            turns: sessions.and_then(|sessions| Some(sessions.turns.as_ref()?.mean)),
            gap: gap.map(|gap| [gap.p50, gap.p90]),
            unlimited: facts.cache.as_ref().map(|cache| cache.unlimited_share),
            warnings: Warning::ALL
                .into_iter()
                .filter(warns)
                .take(MOST_WARNINGS)
                .collect(),
            load: Sessions::recorded(facts),
            shape,
        }
    }

    /// It as a line of words and numbers.
    #[must_use]
    pub fn write(&self) -> String {
        let format = FORMATS.iter().find(|(known, _)| *known == self.format);
        let mut words = vec![format.map_or("", |(_, name)| name).to_owned()];
        let warned = |warning: &Warning| {
            if self.warnings.contains(warning) {
                1.0
            } else {
                0.0
            }
        };
        let nothing = f64::NAN;
        let [gap, tail] = self.gap.unwrap_or([nothing; 2]);
        let load = self.load.map_or([nothing; 9], |load| {
            let (Population::AtOnce(many) | Population::PerHour(many)) = load.population;
            [
                many,
                load.turns,
                load.single_share,
                load.first,
                load.shared,
                load.added,
                load.answer,
                load.delay.p50.get(),
                load.delay.p90.get(),
            ]
        });
        let compaction = self.load.map_or(nothing, |load| load.compaction);
        let numbers = [
            self.requests,
            self.skipped,
            self.hours,
            self.per_minute,
            self.input[0],
            self.input[1],
            self.answer[0],
            self.answer[1],
            self.turns.unwrap_or(nothing),
            gap,
            tail,
            self.unlimited.unwrap_or(nothing),
        ];
        let numbers = numbers.into_iter().chain(Warning::ALL.iter().map(warned));
        let numbers = numbers.chain(load).chain([compaction]);
        words.extend(numbers.map(|number| number.to_string()));
        let bars = Parcel::of(&self.shape).line();
        format!("{}{BARS}{bars}", words.join(" "))
    }

    /// What [`Self::write`] wrote.
    ///
    /// # Errors
    /// Why there is none, where the text is the name of a refusal, or anything else.
    pub fn read(text: &str) -> Result<Self, Refused> {
        if let Some((refused, _)) = Refused::ALL.iter().find(|(_, name)| *name == text) {
            return Err(*refused);
        }
        Self::parse(text).ok_or(Refused::Unread)
    }

    fn parse(text: &str) -> Option<Self> {
        let (text, bars) = text.split_once(BARS)?;
        let mut words = text.split(' ');
        let name = words.next()?;
        let (format, _) = FORMATS.into_iter().find(|(_, known)| *known == name)?;
        let mut numbers = words.map(|word| word.parse::<f64>().ok());
        let mut next = || numbers.next().flatten();
        let known = |number: f64| Some(number).filter(|number| !number.is_nan());
        let (requests, skipped, hours, per_minute) = (next()?, next()?, next()?, next()?);
        let (input, answer) = ([next()?, next()?], [next()?, next()?]);
        let turns = known(next()?);
        let gap = [next()?, next()?];
        let unlimited = known(next()?);
        let mut warnings = Vec::new();
        for warning in Warning::ALL {
            if next()? > 0.0 {
                warnings.push(warning);
            }
        }
        let many = next()?;
        let load = Sessions {
            population: Population::PerHour(many),
            turns: next()?,
            single_share: next()?,
            first: next()?,
            shared: next()?,
            added: next()?,
            answer: next()?,
            delay: Delay::new(next()?, next()?),
            compaction: next()?,
            dropped: 0.0,
        };
        Some(Self {
            format,
            requests,
            skipped,
            hours,
            per_minute,
            input,
            answer,
            turns,
            gap: Some(gap).filter(|[gap, _]| !gap.is_nan()),
            unlimited,
            warnings,
            load: load.checked().ok(),
            shape: Parcel::of_line(bars)?.open()?,
        })
    }

    /// Sessions at once in it, by Little's law, where its sessions are known: a recorded gap stands
    /// for delay and answer together.
    #[must_use]
    pub fn present(&self) -> Option<f64> {
        self.load.map(|load| load.present(0.0).max(1.0))
    }
}
