//! Whom a head evicts: as few as are needed, the least important first.
//!
//! ```text
//! candidates: its own queue by `within`, queues that borrow by `reclaim`
//! order:      other queues first, lowest priority, latest admitted, id
//! take until the head fits, on the nodes too, then give back from the last but one backwards those that leave room
//! ```

use super::cycle::State;
use super::question::{Job, Reclaim, Within};
use super::quota::{Quota, signed};
use super::topology::Rooms;

impl State {
    /// The victims of a head, in the order they are taken; none where it cannot fit by them.
    pub(super) fn victims(&self, head: usize) -> Vec<usize> {
        let Some(job) = self.job(head) else {
            return Vec::new();
        };
        let candidates = self.candidates(job);
        let gpus = signed(job.gpus);
        let Some(queue) = self.queues.get(job.queue) else {
            return Vec::new();
        };
        let borrows = !self.quota.within_nominal(job.queue, gpus);
        if !borrows || queue.borrow_within {
            return self.fewest(job, &candidates, true);
        }
        if self.quota.usage(job.queue) < self.quota.nominal(job.queue) {
            let taken = self.fewest(job, &candidates, false);
            if !taken.is_empty() {
                return taken;
            }
        }
        let of_own = |id: &usize| self.job(*id).is_some_and(|other| other.queue == job.queue);
        let own: Vec<usize> = candidates.into_iter().filter(of_own).collect();
        self.fewest(job, &own, true)
    }

    fn candidates(&self, head: &Job) -> Vec<usize> {
        let Some(queue) = self.queues.get(head.queue) else {
            return Vec::new();
        };
        let may = |other: &Job| {
            let lower = other.priority < head.priority;
            if other.queue == head.queue {
                match queue.within {
                    Within::Never => false,
                    Within::LowerPriority => lower,
                    Within::LowerOrNewerEqualPriority => {
                        lower || (other.priority == head.priority && other.submit > head.submit)
                    }
                }
            } else {
                self.quota.borrows(other.queue)
                    && match queue.reclaim {
                        Reclaim::Never => false,
                        Reclaim::LowerPriority => lower,
                        Reclaim::Any => true,
                    }
            }
        };
        let running = self.running.iter().filter_map(|(&place, &since)| {
            let other = self.job(place).filter(|other| may(other))?;
            let foreign = other.queue != head.queue;
            let latest = std::cmp::Reverse(since);
            Some(((!foreign, other.priority, latest, &other.id), place))
        });
        let mut running: Vec<_> = running.collect();
        running.sort();
        running.into_iter().map(|(_, place)| place).collect()
    }

    /// Takes candidates until the head fits, and gives back those that need not go.
    fn fewest(&self, head: &Job, candidates: &[usize], may_borrow: bool) -> Vec<usize> {
        let gpus = signed(head.gpus);
        let fits = |quota: &Quota, rooms: &Option<Rooms>| {
            (may_borrow || quota.within_nominal(head.queue, gpus))
                && gpus <= quota.available(head.queue)
                && (rooms.as_ref()).is_none_or(|rooms| rooms.place(head).is_some())
        };
        let mut quota = self.quota.clone();
        let mut rooms = self.rooms.clone();
        let mut taken = Vec::new();
        let mut enough = false;
        for &place in candidates {
            let Some(other) = self.job(place) else {
                continue;
            };
            // One that is back at its quota is left alone.
            if other.queue != head.queue && !quota.borrows(other.queue) {
                continue;
            }
            quota.add(other.queue, -signed(other.gpus));
            if let (Some(rooms), Some(places)) = (&mut rooms, self.placed.get(&place)) {
                rooms.free(places);
            }
            taken.push(place);
            if fits(&quota, &rooms) {
                enough = true;
                break;
            }
        }
        if !enough {
            return Vec::new();
        }
        for at in (0..taken.len().saturating_sub(1)).rev() {
            let Some(place) = taken.get(at).copied() else {
                continue;
            };
            let (Some(other), places) = (self.job(place), self.placed.get(&place)) else {
                continue;
            };
            quota.add(other.queue, signed(other.gpus));
            if let (Some(rooms), Some(places)) = (&mut rooms, places) {
                rooms.take(places);
            }
            if fits(&quota, &rooms) {
                taken.remove(at);
                continue;
            }
            quota.add(other.queue, -signed(other.gpus));
            if let (Some(rooms), Some(places)) = (&mut rooms, places) {
                rooms.free(places);
            }
        }
        taken
    }
}
