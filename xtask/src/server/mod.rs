//! A small static server on 127.0.0.1, as like a production host as it can be: the
//! same headers, Brotli, any base path.

mod answer;
mod compress;
mod headers;
mod mime;
mod port;
mod route;

use std::fs;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow};

use crate::repo;
use answer::Host;
use headers::Rules;
use route::Site;

pub(crate) use compress::brotli;

/// Requests answered at the same time; browsers open six connections.
const THREADS: usize = 6;

/// A running server; stops when dropped.
pub(crate) struct Server {
    http: Arc<tiny_http::Server>,
    threads: Vec<JoinHandle<()>>,
    port: u16,
    base: String,
}

impl Server {
    /// Serves `dist/` below `base`, on this port or the next free one.
    pub(crate) fn start(base: &str, wanted_port: u16) -> Result<Self> {
        let rules = Rules::parse(&fs::read_to_string(repo::headers_file())?);
        let host = Arc::new(Host::new(Site::new(&repo::dist(), base)?, rules));
        let listener = port::bind(wanted_port)?;
        let port = listener.local_addr()?.port();
        let http =
            tiny_http::Server::from_listener(listener, None).map_err(|error| anyhow!(error))?;
        let http = Arc::new(http);
        let serve = |_| {
            let (http, host) = (Arc::clone(&http), Arc::clone(&host));
            thread::spawn(move || {
                while let Ok(request) = http.recv() {
                    host.answer(request);
                }
            })
        };
        let threads = (0..THREADS).map(serve).collect();
        let base = base.to_owned();
        Ok(Self {
            http,
            threads,
            port,
            base,
        })
    }

    /// The port it got.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The address of the page.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}{}", self.port, self.base)
    }

    /// Serves until the process is stopped.
    pub(crate) fn wait(mut self) {
        for thread in self.threads.drain(..) {
            // A thread that died has said why; the others go on.
            drop(thread.join());
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for _ in &self.threads {
            self.http.unblock();
        }
    }
}
