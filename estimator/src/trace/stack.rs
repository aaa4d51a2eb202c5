//! Every capacity at once. LRU is a stack algorithm (Mattson and others, 1970): a block is found
//! by a cache of C blocks when at most C blocks, itself included, were touched since its last
//! touch. Contexts are touched tail first, so that a chain stands in the stack as it was read,
//! its head on top.
//!
//! Touches are numbered; the last one of each block is a bit, counted by a Fenwick tree over
//! words of 64. Bits of a context lie side by side, so that the tree is changed once a word.

use super::blocks::Touches;

const NEVER: u32 = u32::MAX;

struct Stack {
    words: Vec<u64>,
    /// Fenwick tree over the words' bits.
    tree: Vec<i32>,
    /// Number of each block's last touch.
    last: Vec<u32>,
    clock: u32,
    /// Changes of one word that the tree has not seen.
    pending: (usize, i32),
}

impl Stack {
    fn new(touches: usize, blocks: usize) -> Self {
        let words = touches / 64 + 1;
        Self {
            words: vec![0; words],
            tree: vec![0; words + 1],
            last: vec![NEVER; blocks],
            clock: 0,
            pending: (0, 0),
        }
    }

    fn flush(&mut self) {
        let (word, change) = self.pending;
        self.pending.1 = 0;
        if change == 0 {
            return;
        }
        let mut at = word + 1;
        while let Some(sum) = self.tree.get_mut(at) {
            *sum += change;
            at += at & at.wrapping_neg();
        }
    }

    fn change(&mut self, stamp: u32, change: i32) {
        let word = stamp as usize / 64;
        if word != self.pending.0 {
            self.flush();
            self.pending.0 = word;
        }
        self.pending.1 += change;
        if let Some(bits) = self.words.get_mut(word) {
            *bits ^= 1 << (stamp % 64);
        }
    }

    /// Bits of touches after one.
    fn after(&mut self, stamp: u32, alive: u32) -> u32 {
        self.flush();
        let word = stamp as usize / 64;
        let mask = u64::MAX >> (63 - stamp % 64);
        let bits = self.words.get(word).map_or(0, |bits| bits & mask);
        let (mut at, mut sum) = (word, bits.count_ones());
        while at > 0 {
            let here = self.tree.get(at).copied().unwrap_or(0);
            sum = sum.saturating_add_signed(here);
            at &= at - 1;
        }
        alive.saturating_sub(sum)
    }
}

/// The hits for every capacity by one pass over all requests.
pub(super) struct Places {
    /// Blocks found at each place of the stack, from 1.
    counts: Vec<u64>,
    /// Blocks of each request found by the capacity that was asked.
    pub(super) each: Vec<usize>,
}

impl Places {
    /// Blocks found by a cache of so many blocks.
    pub(super) fn found(&self, blocks: u64) -> u64 {
        let most = usize::try_from(blocks).unwrap_or(usize::MAX);
        self.counts.iter().skip(1).take(most).sum()
    }
}

/// Looks every request up and lets it enter.
pub(super) fn places(touches: &Touches, capacity: u64) -> Places {
    let mut counts = vec![0; touches.distinct + 1];
    let mut each = Vec::with_capacity(touches.requests.len());
    walk(touches, &mut |_| true, &mut |_, depths| {
        for &depth in depths {
            if let Some(count) = counts.get_mut(depth as usize) {
                *count += 1;
            }
        }
        let found = depths.iter().filter(|&&depth| u64::from(depth) <= capacity);
        each.push(found.count());
    });
    Places { counts, each }
}

/// Lets the requests that `comes` names, by their place in the trace, look their blocks up and
/// enter; `met` hears of each how deep its leading known blocks lie in the stack, the first from
/// 1: a cache of C blocks finds those that lie no deeper than C.
pub(super) fn walk(
    touches: &Touches,
    comes: &mut dyn FnMut(usize) -> bool,
    met: &mut dyn FnMut(usize, &[u32]),
) {
    let mut stack = Stack::new(touches.entered(), touches.distinct);
    let mut depths = Vec::new();
    let mut alive = 0;
    for (at, request) in touches.requests.iter().enumerate() {
        if !comes(at) {
            continue;
        }
        let blocks = touches.of(request);
        let (mut deepest, mut before, mut here) = (0_u32, None, 0_u32);
        depths.clear();
        for &block in blocks.iter().take(request.usable) {
            let last = stack.last.get(block as usize).copied().unwrap_or(NEVER);
            if last == NEVER {
                break;
            }
            // Side by side in the stack: no need to count.
            let beside = last.checked_add(1).is_some_and(|next| before == Some(next));
            here = if beside {
                here + 1
            } else {
                stack.after(last, alive) + 1
            };
            before = Some(last);
            // Blocks behind a missing one are of no use.
            deepest = deepest.max(here);
            depths.push(deepest);
        }
        met(at, &depths);
        for &block in blocks.iter().rev() {
            let stamp = stack.clock;
            let Some(last) = stack.last.get_mut(block as usize) else {
                continue;
            };
            let old = std::mem::replace(last, stamp);
            if old == NEVER {
                alive += 1;
            } else {
                stack.change(old, -1);
            }
            stack.change(stamp, 1);
            stack.clock += 1;
        }
    }
}
