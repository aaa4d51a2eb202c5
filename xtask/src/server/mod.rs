//! A small static server on 127.0.0.1, as like a production host as it can be: the
//! same headers, Brotli, any base path.

mod compress;
mod headers;
mod host;
mod http;
mod mime;
mod port;
mod route;

use std::fs;
use std::io::{self, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::Result;

use crate::headers::FILE as HEADERS;
pub(crate) use compress::brotli;
pub(crate) use headers::Rules;
use host::Host;
use http::Request;
use route::Site;

/// How long a connection may be silent; browsers keep idle ones for minutes.
const PATIENCE: Duration = Duration::from_mins(5);

/// A running server. It serves until the process ends.
pub(crate) struct Server {
    accepting: JoinHandle<()>,
    port: u16,
    base: String,
}

impl Server {
    /// Serves the site in `dist` below `base`, on this port or the next free one.
    pub(crate) fn start(dist: &Path, base: &str, wanted_port: u16) -> Result<Self> {
        let rules = Rules::parse(&fs::read_to_string(dist.join(HEADERS))?);
        let host = Arc::new(Host::new(Site::new(dist, base)?, rules));
        let listener = port::bind(wanted_port)?;
        let port = listener.local_addr()?.port();
        let accepting = thread::spawn(move || accept(&listener, &host));
        let base = base.to_owned();
        Ok(Self {
            accepting,
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
    pub(crate) fn wait(self) {
        // The thread ends only by a bug, of which it has then spoken itself.
        drop(self.accepting.join());
    }
}

/// A thread for each connection: few browsers, but each with several connections.
fn accept(listener: &TcpListener, host: &Arc<Host>) {
    for connection in listener.incoming().flatten() {
        let host = Arc::clone(host);
        // A browser that goes away, or speaks nonsense, is no error of ours.
        thread::spawn(move || drop(converse(&connection, &host)));
    }
}

/// Answers one request after the other until either side has enough.
fn converse(connection: &TcpStream, host: &Host) -> io::Result<()> {
    connection.set_read_timeout(Some(PATIENCE))?;
    connection.set_nodelay(true)?;
    let mut reader = BufReader::new(connection);
    let mut writer = connection;
    while let Some(request) = Request::read(&mut reader)? {
        let response = host.answer(&request);
        response.write(&mut writer, request.method == "HEAD")?;
        if request.has_body() || request.lists("connection", "close") {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::*;

    /// A browser's idle connections must not keep its busy ones waiting.
    #[test]
    fn many_open_connections_are_all_answered() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let site = Site::new(&source, "/").unwrap();
        let host = Arc::new(Host::new(site, Rules::parse("")));
        let listener = port::bind(0).unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || accept(&listener, &host));
        let open = |_| TcpStream::connect(address).unwrap();
        let connections: Vec<TcpStream> = (0..30).map(open).collect();
        for mut connection in &connections {
            connection
                .set_read_timeout(Some(Duration::from_secs(20)))
                .unwrap();
            connection
                .write_all(b"GET /main.rs HTTP/1.1\r\n\r\n")
                .unwrap();
            let mut start = [0; 15];
            connection.read_exact(&mut start).unwrap();
            assert_eq!(&start, b"HTTP/1.1 200 OK");
        }
    }
}
