//! A port to listen on.

use std::io;
use std::net::{Ipv4Addr, TcpListener};

/// How many ports after the wanted one are tried before the system chooses.
const TRIES: u16 = 20;

/// Listens on the wanted port or, where that is taken, on the next free one.
pub(super) fn bind(wanted: u16) -> io::Result<TcpListener> {
    let last = wanted.saturating_add(TRIES);
    (wanted..=last)
        .find_map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok())
        .map_or_else(|| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_gives_another() {
        let first = bind(0).unwrap();
        let taken = first.local_addr().unwrap().port();
        let second = bind(taken).unwrap();
        assert_ne!(second.local_addr().unwrap().port(), taken);
    }
}
