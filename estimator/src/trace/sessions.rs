//! Which requests are one session: by the file, or by the blocks that they share.

use super::names::Names;

/// The name of the first chat of each chain: a chat that is unknown, but named as the one
/// before, is the first of its chain. Each chat is walked over once; a circle ends where it
/// closes.
pub(super) fn roots(chats: &[(u64, Option<u64>)]) -> Vec<u64> {
    let mut before: Names<Option<u64>> = Names::default();
    for &(chat, parent) in chats {
        before.entry(chat).or_insert(parent);
    }
    let mut known: Names<u64> = Names::default();
    let mut walked = Vec::new();
    chats
        .iter()
        .map(|&(chat, _)| {
            let mut at = chat;
            let root = loop {
                if let Some(&root) = known.get(&at) {
                    break root;
                }
                // Until the root is found, a circle ends at the chat it was entered by.
                known.insert(at, at);
                walked.push(at);
                match before.get(&at).copied().flatten() {
                    Some(parent) => at = parent,
                    None => break at,
                }
            };
            for chat in walked.drain(..) {
                known.insert(chat, root);
            }
            root
        })
        .collect()
}

/// One request as sessions are inferred from it.
pub(super) struct Seen<'a> {
    /// Tokens of input.
    pub(super) input: u64,
    /// Its full blocks.
    pub(super) full: &'a [u32],
}

/// The session of each request, by blocks: a request goes on from the last one that held the
/// block where its known head ends, unless many hold that block, or that one was as long or had
/// another one after it already.
pub(super) fn inferred(requests: &[Seen], names: usize) -> Vec<u32> {
    let mut last: Vec<Option<usize>> = vec![None; names];
    let mut held: Vec<u32> = vec![0; names];
    for (at, request) in requests.iter().enumerate() {
        for &block in request.full {
            if let Some((last, held)) = of(&mut last, block).zip(of(&mut held, block)) {
                // A block that a request names twice is held once.
                if *last != Some(at) {
                    *last = Some(at);
                    *held += 1;
                }
            }
        }
    }
    let common = (0.02 * requests.len() as f64).max(2.0);
    last.fill(None);
    let mut child = vec![false; requests.len()];
    let mut sessions: Vec<u32> = Vec::with_capacity(requests.len());
    let mut next = 0;
    for (at, request) in requests.iter().enumerate() {
        let holder = |block: &u32| last.get(*block as usize).copied().flatten();
        let known = request
            .full
            .iter()
            .take_while(|block| holder(block).is_some());
        let depth = known.count();
        let block = depth.checked_sub(1).and_then(|at| request.full.get(at));
        let parent = block
            .filter(|&&block| {
                held.get(block as usize)
                    .is_some_and(|&n| f64::from(n) <= common)
            })
            .and_then(holder)
            .filter(|&parent| {
                requests
                    .get(parent)
                    .is_some_and(|one| one.full.len() <= depth + 1 && one.input < request.input)
                    && child.get(parent) == Some(&false)
            });
        let session = parent.and_then(|parent| {
            *child.get_mut(parent)? = true;
            sessions.get(parent).copied()
        });
        sessions.push(session.unwrap_or_else(|| {
            next += 1;
            next - 1
        }));
        for &block in request.full {
            if let Some(last) = of(&mut last, block) {
                *last = Some(at);
            }
        }
    }
    sessions
}

fn of<T>(list: &mut [T], block: u32) -> Option<&mut T> {
    list.get_mut(block as usize)
}
