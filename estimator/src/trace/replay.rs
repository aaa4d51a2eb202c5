//! A recorded load as one replica of several meets it: each request with its time, its lengths, and
//! how deep its known blocks lie among those that came to this replica since.

use super::pool::in_turn;
use super::stack::walk;
use super::turns::by_blocks;
use super::{Trace, TraceError};

/// The replica that meets the recorded load, of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Replicas, at least 1; the first is met.
    pub replicas: u32,
    /// Whether a session keeps to its replica; otherwise requests go to each in turn. Sessions are
    /// those of the file, or those that its blocks show.
    pub by_session: bool,
}

/// A request as it was recorded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recorded {
    /// Seconds since the first request of the log.
    pub at: f64,
    /// Tokens of input.
    pub input: f64,
    /// Tokens of the answer, at least 1.
    pub output: f64,
    /// Where its depths begin.
    start: usize,
    /// And end.
    end: usize,
}

/// A recorded load as one replica meets it.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// Its requests in the order of their times.
    pub requests: Vec<Recorded>,
    depths: Vec<u32>,
    block: f64,
}

impl Replay {
    /// Tokens of a request that a cache with room for `room` tokens finds.
    #[must_use]
    pub fn found(&self, request: &Recorded, room: f64) -> f64 {
        let depths = self.depths.get(request.start..request.end);
        let blocks = (room / self.block).floor();
        // Depths never fall along a request.
        let found = depths
            .unwrap_or_default()
            .partition_point(|&depth| f64::from(depth) <= blocks);
        found as f64 * self.block
    }
}

impl Trace {
    /// The load as `part` meets it: of its requests the first half only fills the caches, since a log
    /// begins with contexts that were there before it; of the others at most the first `most`. A
    /// file without blocks and sessions has nothing that a cache would find.
    ///
    /// # Errors
    /// More blocks than are held at once.
    pub fn replay(&self, part: Part, most: usize) -> Result<Replay, TraceError> {
        let given = self.given();
        let outputs = self.outputs(given.is_some());
        let touches = if self.has_blocks() {
            Some(self.touches(outputs, given.as_deref())?)
        } else {
            None
        };
        let sessions = given.or_else(|| touches.as_ref().map(by_blocks));
        let turns = sessions
            .filter(|_| part.by_session)
            .map(|sessions| in_turn(&sessions));
        let replicas = usize::try_from(part.replicas).map_or(1, |replicas| replicas.max(1));
        let turn = |at: usize| {
            let turns = turns.as_ref();
            turns.map_or(at, |turns| turns.get(at).copied().unwrap_or(at))
        };
        let is_here = |at: usize| turn(at).is_multiple_of(replicas);
        let warm = (0..self.requests.len()).filter(|at| is_here(*at)).count() / 2;
        let last = warm.saturating_add(most);
        let mut came = 0;
        let mut comes = |at: usize| {
            let here = is_here(at) && came < last;
            came += usize::from(here);
            here
        };
        let mut replay = Replay {
            requests: Vec::new(),
            depths: Vec::new(),
            block: self.block_tokens as f64,
        };
        let times = self.times();
        let mut seen = 0;
        let mut met = |at: usize, depths: &[u32]| {
            seen += 1;
            if seen <= warm {
                return;
            }
            let Some((request, at)) = self.requests.get(at).zip(times.get(at)) else {
                return;
            };
            let start = replay.depths.len();
            replay.depths.extend_from_slice(depths);
            replay.requests.push(Recorded {
                at: *at,
                input: request.input as f64,
                output: request.output.max(1) as f64,
                start,
                end: replay.depths.len(),
            });
        };
        match &touches {
            Some(touches) => walk(touches, &mut comes, &mut met),
            None => without(self.requests.len(), &mut comes, &mut met),
        }
        Ok(replay)
    }
}

/// The same where no request has blocks.
fn without(
    requests: usize,
    comes: &mut dyn FnMut(usize) -> bool,
    met: &mut dyn FnMut(usize, &[u32]),
) {
    for at in (0..requests).filter(|at| comes(*at)) {
        met(at, &[]);
    }
}
