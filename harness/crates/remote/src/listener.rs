//! A port of this machine at which many may wait, and each request is taken when it is whole.
//!
//! Any program of this machine can connect and say nothing. So nobody waits for somebody else:
//! every connection is read as its bytes come, has the same patience, and if too many wait, the one
//! that came first gives way. It had the most time, and a browser's post is here within
//! milliseconds.

use crate::http::{Connection, PartialRequest, Refusal, Service};
use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// How many requests may be incomplete at one time.
const MOST_WAITING: usize = 64;

/// How much of them all is kept, in bytes; one can have 16 MiB.
const MOST_BYTES: usize = 64 << 20;

/// How long nobody looks for more, where nothing has come.
const PAUSE: Duration = Duration::from_millis(10);

/// A port that is held until the value is dropped.
pub struct Listener {
    listener: TcpListener,
    address: SocketAddr,
    service: Service,
    /// How long a request may take, and its answer.
    patience: Duration,
    /// In the order in which they came.
    waiting: VecDeque<PendingConnection>,
}

/// A connection whose request is not whole yet.
struct PendingConnection {
    stream: TcpStream,
    arriving: PartialRequest,
    until: Instant,
}

/// A request that is whole or refused, and who is to be answered.
pub struct Request {
    pub connection: Connection,
    /// Its body, or why it is refused.
    pub body: Result<Vec<u8>, Refusal>,
}

impl Listener {
    /// Holds a port of this machine; 0 is any that is free.
    ///
    /// # Errors
    /// When another program has it.
    pub fn open(port: u16, service: Service, patience: Duration) -> io::Result<Listener> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Listener { listener, address, service, patience, waiting: VecDeque::new() })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for the next request, however long that takes.
    pub fn wait(&mut self) -> Request {
        loop {
            match self.look() {
                Some(request) => return request,
                None if self.waiting.is_empty() => self.sleep(),
                None => thread::sleep(PAUSE),
            }
        }
    }

    /// Sleeps until somebody comes: there is nobody to look after meanwhile.
    fn sleep(&mut self) {
        let accepted = self.listener.set_nonblocking(false).and_then(|()| self.listener.accept());
        self.listener.set_nonblocking(true).expect("a port that is held takes this setting");
        match accepted {
            Ok((stream, _)) => self.let_in(stream),
            // Too many open files, for example, until others are closed.
            Err(_) => thread::sleep(PAUSE),
        }
    }

    /// The next request that is whole or refused, if there is one now. Waits for nobody.
    pub fn look(&mut self) -> Option<Request> {
        while self.waiting.len() <= MOST_WAITING
            && let Ok((stream, _)) = self.listener.accept()
        {
            self.let_in(stream);
        }
        let (port, now) = (self.address.port(), Instant::now());
        for (place, PendingConnection { stream, arriving, until }) in self.waiting.iter_mut().enumerate() {
            let body = match arriving.receive(stream, port, self.service) {
                Ok(Some(body)) => Ok(body),
                Ok(None) if *until <= now => Err(Refusal::of(408, "Request Timeout", "too slow")),
                Ok(None) => continue,
                Err(refusal) => Err(refusal),
            };
            return self.take(place, body);
        }
        let bytes: usize = self.waiting.iter().map(|waiting| waiting.arriving.size()).sum();
        if self.waiting.len() > MOST_WAITING || bytes > MOST_BYTES {
            // Too many others came before it was whole.
            let why = "too slow, while many others waited";
            return self.take(0, Err(Refusal::of(503, "Service Unavailable", why)));
        }
        None
    }

    fn let_in(&mut self, stream: TcpStream) {
        // One that could make us wait is not served.
        if stream.set_nonblocking(true).is_ok() {
            let until = Instant::now() + self.patience;
            self.waiting.push_back(PendingConnection { stream, arriving: PartialRequest::default(), until });
        }
    }

    fn take(&mut self, place: usize, body: Result<Vec<u8>, Refusal>) -> Option<Request> {
        let PendingConnection { stream, .. } = self.waiting.remove(place)?;
        stream.set_nonblocking(false).ok()?;
        Some(Request { connection: Connection::new(stream, self.patience), body })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read as _, Write as _};

    const LONG: Duration = Duration::from_secs(3600);

    fn connect(listener: &Listener) -> TcpStream {
        TcpStream::connect(listener.address()).unwrap()
    }

    fn post(listener: &Listener, body: &str) -> TcpStream {
        let mut stream = connect(listener);
        let (port, length) = (listener.address().port(), body.len());
        let head = format!("Host: localhost:{port}\r\nContent-Type: application/json\r\nContent-Length: {length}");
        stream.write_all(format!("POST / HTTP/1.1\r\n{head}\r\n\r\n{body}").as_bytes()).unwrap();
        stream
    }

    fn is(refusal: &Refusal, code: u16) -> bool {
        refusal.status.is_some_and(|(own, _)| own == code)
    }

    /// The next body, and how many gave way before it.
    fn next_body(listener: &mut Listener) -> (Vec<u8>, usize) {
        let mut crowded = 0;
        loop {
            match listener.wait().body {
                Ok(body) => return (body, crowded),
                Err(refusal) if is(&refusal, 503) => crowded += 1,
                Err(other) => panic!("{other}"),
            }
        }
    }

    /// None of the silent ones ends by itself: with an hour of patience for each, whoever waited
    /// for them would not come to the post today.
    #[test]
    fn silent_connections_hold_up_nobody() {
        for silent in [1, 10, MOST_WAITING, MOST_WAITING + 1, 100] {
            let mut listener = Listener::open(0, Service::Json, LONG).unwrap();
            let idle: Vec<TcpStream> = (0..silent).map(|_| connect(&listener)).collect();
            let mut half = connect(&listener);
            half.write_all(b"POST / HTTP/1.1\r\nHost: ").unwrap();
            let posted = post(&listener, "{}");
            assert_eq!(next_body(&mut listener).0, b"{}", "{silent}");
            drop((idle, half, posted));
        }
    }

    #[test]
    fn the_first_who_came_gives_way_and_is_told() {
        let mut listener = Listener::open(0, Service::Json, LONG).unwrap();
        let mut idle: Vec<TcpStream> = (0..=MOST_WAITING).map(|_| connect(&listener)).collect();
        let Request { mut connection, body } = listener.wait();
        let refusal = body.unwrap_err();
        assert!(is(&refusal, 503));
        connection.answer(refusal.status.unwrap(), "text/plain", b"").unwrap();
        let mut answer = String::new();
        idle[0].read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
        assert!(listener.look().is_none());
        // All others are still served.
        drop(idle.drain(..1));
        let (port, last) = (listener.address().port(), idle.last_mut().unwrap());
        let fields = format!("Host: localhost:{port}\r\nContent-Type: application/json\r\nContent-Length: 1");
        last.write_all(format!("POST / HTTP/1.1\r\n{fields}\r\n\r\n7").as_bytes()).unwrap();
        assert_eq!(next_body(&mut listener), (b"7".to_vec(), 0));
    }

    #[test]
    fn it_sleeps_until_somebody_comes_and_waits_for_nobody_then() {
        let mut listener = Listener::open(0, Service::Json, LONG).unwrap();
        let address = listener.address();
        let silent = thread::spawn(move || TcpStream::connect(address));
        listener.sleep();
        assert_eq!(listener.waiting.len(), 1);
        assert!(listener.look().is_none());
        drop(silent.join());
    }

    #[test]
    fn whoever_is_too_slow_is_refused() {
        let mut listener = Listener::open(0, Service::Json, Duration::ZERO).unwrap();
        let silent = connect(&listener);
        assert!(is(&listener.wait().body.unwrap_err(), 408));
        drop(silent);
    }
}
