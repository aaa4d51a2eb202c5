//! The replicas that were asked for: each takes load a cold start later, that second included,
//! and the youngest leaves first.

use std::collections::VecDeque;

/// Replicas, those asked for together in one entry.
#[derive(Debug, Clone)]
pub(super) struct Fleet {
    ready: u32,
    /// Those that load, the oldest first: when they take load, and how many.
    loading: VecDeque<(f64, u32)>,
}

impl Fleet {
    /// Replicas that are ready from the start.
    pub(super) const fn ready_from_start(ready: u32) -> Self {
        Self {
            ready,
            loading: VecDeque::new(),
        }
    }

    /// Goes from `spec` to `wanted` replicas; new ones take load from `ready_at` on.
    pub(super) fn resize(&mut self, spec: u32, wanted: u32, ready_at: f64) {
        if wanted > spec {
            self.loading.push_back((ready_at, wanted - spec));
        }
        let mut leaving = spec.saturating_sub(wanted);
        while leaving > 0
            && let Some((_, count)) = self.loading.back_mut()
        {
            let gone = leaving.min(*count);
            *count -= gone;
            leaving -= gone;
            if *count == 0 {
                self.loading.pop_back();
            }
        }
        self.ready = self.ready.saturating_sub(leaving);
    }

    /// Those that took load when it was last asked.
    pub(super) const fn now_ready(&self) -> u32 {
        self.ready
    }

    /// Those that take load at `now`, which never goes back.
    pub(super) fn ready(&mut self, now: u64) -> u32 {
        while let Some((_, count)) = self.loading.pop_front_if(|(at, _)| *at <= now as f64) {
            self.ready = self.ready.saturating_add(count);
        }
        self.ready
    }
}
