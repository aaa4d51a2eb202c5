//! As much of HTTP/1.1 as a browser needs to fetch files: `GET` and `HEAD`, kept-alive
//! connections, no bodies in requests.
//!
//! Written out, because `tiny_http` 0.12 queues a new connection for a thread that it
//! believes idle; where that thread has just taken another connection, the new one
//! waits until the browser closes the old, which it keeps open for minutes.

use std::io::{self, BufRead, Read, Write};

/// No line of a request may be longer, nor may there be more of them.
const LONGEST_LINE: u64 = 16 * 1024;
const MOST_HEADERS: usize = 100;

/// A request without a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    /// The address behind the host.
    pub(super) target: String,
    headers: Vec<(String, String)>,
}

/// A response, complete.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// Reads the next request of a connection; `None` once the browser has closed it.
    pub(super) fn read(connection: &mut impl BufRead) -> io::Result<Option<Self>> {
        let Some(first) = read_line(connection)? else {
            return Ok(None);
        };
        let mut words = first.split(' ');
        let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0")) =
            (words.next(), words.next(), words.next())
        else {
            return Err(malformed("not a request line"));
        };
        let (method, target) = (method.to_owned(), target.to_owned());
        let mut headers = Vec::new();
        loop {
            let line = read_line(connection)?.ok_or_else(|| malformed("cut off"))?;
            if line.is_empty() {
                break;
            }
            let (name, value) = line
                .split_once(':')
                .ok_or_else(|| malformed("not a header"))?;
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
            if headers.len() > MOST_HEADERS {
                return Err(malformed("too many headers"));
            }
        }
        Ok(Some(Self {
            method,
            target,
            headers,
        }))
    }

    /// Whether a header (in lower case) lists this word.
    pub(super) fn lists(&self, header: &str, word: &str) -> bool {
        let values = self.headers.iter().filter(|(name, _)| name == header);
        let mut words = values.flat_map(|(_, value)| value.split(','));
        words.any(|each| each.trim().eq_ignore_ascii_case(word))
    }

    /// Whether something follows the headers, which we do not read.
    pub(super) fn has_body(&self) -> bool {
        let carries = |(name, value): &(String, String)| {
            name == "transfer-encoding" || (name == "content-length" && value != "0")
        };
        self.headers.iter().any(carries)
    }
}

impl Response {
    /// A response of plain text.
    pub(super) fn text(status: u16, text: &str) -> Self {
        let body = text.as_bytes().to_owned();
        Self {
            status,
            headers: Vec::new(),
            body,
        }
        .with("Content-Type", "text/plain; charset=utf-8")
    }

    /// The same with one header more.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sends it, at once; without its body where only the head was asked for.
    pub(super) fn write(&self, to: &mut impl Write, only_head: bool) -> io::Result<()> {
        let reason = match self.status {
            200 => "OK",
            308 => "Permanent Redirect",
            404 => "Not Found",
            405 => "Method Not Allowed",
            _ => "",
        };
        let mut bytes = Vec::new();
        write!(bytes, "HTTP/1.1 {} {reason}\r\n", self.status)?;
        for (name, value) in &self.headers {
            write!(bytes, "{name}: {value}\r\n")?;
        }
        write!(bytes, "Content-Length: {}\r\n\r\n", self.body.len())?;
        if !only_head {
            bytes.extend_from_slice(&self.body);
        }
        to.write_all(&bytes)?;
        to.flush()
    }
}

/// A line without its end; `None` at the end of the connection.
fn read_line(connection: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    let length = connection.take(LONGEST_LINE).read_line(&mut line)?;
    if length == 0 {
        return Ok(None);
    }
    let line = line
        .strip_suffix('\n')
        .ok_or_else(|| malformed("line too long"))?;
    Ok(Some(line.strip_suffix('\r').unwrap_or(line).to_owned()))
}

fn malformed(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> io::Result<Option<Request>> {
        Request::read(&mut text.as_bytes())
    }

    #[test]
    fn requests_follow_each_other() {
        let mut bytes: &[u8] =
            b"GET /a?b HTTP/1.1\r\nAccept-Encoding: gzip, br\r\n\r\nHEAD / HTTP/1.1\r\n\r\n";
        let first = Request::read(&mut bytes).unwrap().unwrap();
        assert_eq!(
            (first.method.as_str(), first.target.as_str()),
            ("GET", "/a?b")
        );
        assert!(first.lists("accept-encoding", "br") && !first.lists("accept-encoding", "zstd"));
        let second = Request::read(&mut bytes).unwrap().unwrap();
        assert_eq!(second.method, "HEAD");
        assert_eq!(Request::read(&mut bytes).unwrap(), None);
    }

    #[test]
    fn nonsense_ends_the_connection() {
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(20_000));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(200));
        let texts = [
            "\r\n\r\n",
            "GET /\r\n\r\n",
            "GET / HTTP/1.1\r\nHo",
            "GET / HTTP/1.1\r\nx\r\n\r\n",
            &long,
            &many,
        ];
        for text in texts {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_head_has_the_length_but_not_the_body() {
        let response = Response::text(200, "four");
        let mut sent = Vec::new();
        response.write(&mut sent, true).unwrap();
        let sent = String::from_utf8(sent).unwrap();
        assert!(sent.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/plain"));
        assert!(sent.ends_with("Content-Length: 4\r\n\r\n"));
    }
}
