//! The stages of a request on its way through both pools.

use super::server::{Handed, Server, shortest};
use super::{Journey, Stage, State};
use crate::serving::queue::batch::{Costs, Rules};
use crate::serving::queue::source::{Moment, Request, Source};
use crate::serving::queue::tally::Answered;
use std::cmp::Reverse;

impl<C: Costs> State<'_, C> {
    /// The next request comes, and goes where the least is left to read.
    pub(super) fn arrive(&mut self, source: &mut impl Source) {
        let Some(request) = source.take() else { return };
        let prefill = shortest(&self.prefill);
        self.owed += self.fleet.here.clamp(0.0, 1.0);
        let is_here = self.owed >= 1.0 - 1e-9;
        if is_here {
            self.owed -= 1.0;
        }
        let decode = shortest(&self.decode);
        let line = |servers: &[Server<'_, C>], at: usize| servers.get(at).map_or(0, Server::line);
        let number = is_here.then(|| {
            let found = line(&self.prefill, prefill) + line(&self.decode, decode);
            let all = self.line();
            self.tally.arrive(request.arrival, self.now, found, all)
        });
        let journey = self.journeys.len();
        self.journeys.push(Journey {
            request,
            number,
            prefill,
            decode,
            read: 0.0,
            first: 0.0,
        });
        if let Some(server) = self.prefill.get_mut(prefill) {
            server.load += request.fresh;
            server.hand(Handed {
                journey,
                request: Request {
                    output: 1.0,
                    ..request
                },
            });
        }
    }

    /// Notes whose prompts a step has ended.
    pub(super) fn read(&mut self, prefill: usize) {
        let Some(server) = self.prefill.get_mut(prefill) else {
            return;
        };
        for (journey, _, at) in server.gone() {
            self.events
                .push(Reverse((Moment(at), Stage::Read, journey)));
        }
    }

    /// Sends the cache of a prompt to where it is decoded.
    pub(super) fn send(&mut self, journey: usize, source: &mut impl Source) {
        let decode = shortest(&self.decode);
        let bytes = self
            .journeys
            .get(journey)
            .map_or(0.0, |one| self.fleet.rules.moved(&one.request));
        let seconds = bytes / self.fleet.port.max(1.0);
        let Some(one) = self.journeys.get_mut(journey) else {
            return;
        };
        let Some(from) = self.prefill.get_mut(one.prefill) else {
            return;
        };
        from.load = (from.load - one.request.fresh).max(0.0);
        one.read = self.now;
        let mut begin = from.port_free(self.now);
        if one.number.is_none() {
            from.take_port(begin + seconds);
            let last = begin + seconds + self.fleet.elsewhere * one.request.output;
            source.answered(last + self.fleet.rules.overhead);
            return;
        }
        let Some(to) = self.decode.get_mut(decode) else {
            return;
        };
        begin = begin.max(to.port_free(self.now));
        from.take_port(begin + seconds);
        to.take_port(begin + seconds);
        one.decode = decode;
        to.load += 1.0;
        to.hand(Handed {
            journey,
            request: Request {
                arrival: begin + seconds,
                ..one.request
            },
        });
    }

    /// Notes whose answers have ended.
    pub(super) fn decoded(&mut self, decode: usize, source: &mut impl Source) {
        let Some(server) = self.decode.get_mut(decode) else {
            return;
        };
        for (journey, first, last) in server.gone() {
            if let Some(one) = self.journeys.get_mut(journey) {
                one.first = first;
            }
            self.events
                .push(Reverse((Moment(last), Stage::Answered, journey)));
            source.answered(last + self.fleet.rules.overhead);
        }
    }

    pub(super) fn answer(&mut self, journey: usize) {
        let Some(one) = self.journeys.get(journey) else {
            return;
        };
        if let Some(server) = self.decode.get_mut(one.decode) {
            server.load = (server.load - 1.0).max(0.0);
        }
        self.phases.0 += one.read - one.request.arrival;
        self.phases.1 += one.first - one.read;
        self.phases.2 += 1.0;
        if let Some(number) = one.number {
            self.tally.answer(&Answered {
                number,
                arrival: one.request.arrival,
                first: one.first,
                last: self.now,
                output: one.request.output,
            });
        }
    }
}

impl Rules {
    /// Bytes of a prompt's cache on a rank, what it shares with others left out.
    fn moved(&self, request: &Request) -> f64 {
        let tokens = request.fresh + request.restored + request.own;
        tokens * self.per_token + tokens.min(self.window) * self.per_window_token + self.state
    }
}
