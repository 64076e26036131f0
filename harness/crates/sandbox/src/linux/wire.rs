//! What the harness, the launcher and the cells say to each other, and how it travels.
//!
//! # Theory of operation
//!
//! All talk goes over `SOCK_SEQPACKET` socket pairs: one message is one packet, descriptors ride along as `SCM_RIGHTS`, and a peer that
//! died reads as end of file. A message is a flat sequence of little-endian integers and length-prefixed bytes, in the order of the
//! fields; both ends are always the same build of the same program, so there is no version and no self-description. A message that
//! does not parse is a bug or a dying peer and ends the connection.

use std::ffi::{CString, OsString};
use std::io;
use std::mem;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A packet is never longer than this: the kernel's default send buffer holds it.
pub const PACKET: usize = 160 * 1024;
/// Descriptors in one packet, at most.
pub const FDS: usize = 16;

/// Builds a message.
#[derive(Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    pub fn u8(&mut self, v: u8) {
        self.0.push(v);
    }

    pub fn u32(&mut self, v: u32) {
        self.0.extend_from_slice(&v.to_le_bytes());
    }

    pub fn u64(&mut self, v: u64) {
        self.0.extend_from_slice(&v.to_le_bytes());
    }

    pub fn duration(&mut self, v: Duration) {
        self.u64(u64::try_from(v.as_nanos()).unwrap_or(u64::MAX));
    }

    pub fn bytes(&mut self, v: &[u8]) {
        self.u32(u32::try_from(v.len()).unwrap_or(u32::MAX));
        self.0.extend_from_slice(v);
    }

    pub fn path(&mut self, v: &Path) {
        self.bytes(v.as_os_str().as_bytes());
    }

    pub fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Writer, &T)) {
        self.u32(u32::try_from(items.len()).unwrap_or(u32::MAX));
        for item in items {
            each(self, item);
        }
    }

    pub fn option<T>(&mut self, item: Option<T>, each: impl FnOnce(&mut Writer, T)) {
        self.u8(u8::from(item.is_some()));
        if let Some(item) = item {
            each(self, item);
        }
    }

    pub fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Takes a message apart. Every method fails on a message that is too short.
pub struct Reader<'a>(pub &'a [u8]);

impl Reader<'_> {
    fn take(&mut self, n: usize) -> io::Result<&[u8]> {
        let (head, tail) = self.0.split_at_checked(n).ok_or(io::ErrorKind::UnexpectedEof)?;
        self.0 = tail;
        Ok(head)
    }

    pub fn u8(&mut self) -> io::Result<u8> {
        Ok(self.take(1)?[0])
    }

    pub fn u32(&mut self) -> io::Result<u32> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes were taken")))
    }

    pub fn u64(&mut self) -> io::Result<u64> {
        let bytes = self.take(8)?;
        Ok(u64::from_le_bytes(bytes.try_into().expect("eight bytes were taken")))
    }

    pub fn i32(&mut self) -> io::Result<i32> {
        Ok(self.u32()?.cast_signed())
    }

    pub fn duration(&mut self) -> io::Result<Duration> {
        Ok(Duration::from_nanos(self.u64()?))
    }

    pub fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let n = self.u32()? as usize;
        Ok(self.take(n)?.to_vec())
    }

    /// A string for the kernel; a NUL inside it is an error.
    pub fn c_string(&mut self) -> io::Result<CString> {
        CString::new(self.bytes()?).map_err(io::Error::from)
    }

    pub fn path(&mut self) -> io::Result<PathBuf> {
        Ok(PathBuf::from(OsString::from_vec(self.bytes()?)))
    }

    pub fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> io::Result<T>) -> io::Result<Vec<T>> {
        let n = self.u32()?;
        (0..n).map(|_| each(self)).collect()
    }

    pub fn option<T>(&mut self, each: impl FnOnce(&mut Self) -> io::Result<T>) -> io::Result<Option<T>> {
        if self.u8()? == 0 { Ok(None) } else { each(self).map(Some) }
    }
}

/// A connected pair of packet sockets, closed on exec.
pub fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut fds = [-1; 2];
    // SAFETY: `fds` has room for the two descriptors the call writes.
    let done = unsafe {
        libc::socketpair(libc::AF_UNIX, libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC, 0, fds.as_mut_ptr().cast())
    };
    if done < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call succeeded, so both are open and nobody else owns them.
    Ok(unsafe { (OwnedFd::from_raw_fd(fds[0]), OwnedFd::from_raw_fd(fds[1])) })
}

/// Room for a control message with [`FDS`] descriptors, aligned as the kernel wants it.
#[repr(C, align(8))]
struct Control([u8; 256]);

const _: () = assert!(16 + 8 + FDS * mem::size_of::<RawFd>() <= 256);

/// Sends one packet. A peer that is gone is `BrokenPipe`, never a signal.
pub fn send(socket: BorrowedFd<'_>, message: &[u8], fds: &[BorrowedFd<'_>]) -> io::Result<()> {
    if message.len() > PACKET || fds.len() > FDS {
        return Err(io::Error::new(
            io::ErrorKind::ArgumentListTooLong,
            format!(
                "arguments and environment take {} bytes, more than the {PACKET} that can be passed",
                message.len()
            ),
        ));
    }
    let mut control = Control([0; 256]);
    let mut part = libc::iovec { iov_base: message.as_ptr().cast_mut().cast(), iov_len: message.len() };
    // SAFETY: all-zero bytes are a valid msghdr.
    let mut header: libc::msghdr = unsafe { mem::zeroed() };
    header.msg_iov = &raw mut part;
    header.msg_iovlen = 1;
    if !fds.is_empty() {
        let size = mem::size_of_val(fds) as u32;
        header.msg_control = control.0.as_mut_ptr().cast();
        // SAFETY: CMSG_SPACE and CMSG_LEN only compute; CMSG_FIRSTHDR points into `control`, which has room for FDS descriptors
        // (asserted above), and `BorrowedFd` is a transparent RawFd.
        unsafe {
            header.msg_controllen = libc::CMSG_SPACE(size) as _;
            let first = libc::CMSG_FIRSTHDR(&raw const header);
            (*first).cmsg_level = libc::SOL_SOCKET;
            (*first).cmsg_type = libc::SCM_RIGHTS;
            (*first).cmsg_len = libc::CMSG_LEN(size) as _;
            std::ptr::copy_nonoverlapping(fds.as_ptr().cast::<u8>(), libc::CMSG_DATA(first), size as usize);
        }
    }
    loop {
        // SAFETY: the header points to live buffers of the lengths it names.
        let sent = unsafe { libc::sendmsg(socket.as_raw_fd(), &raw const header, libc::MSG_NOSIGNAL) };
        if sent >= 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

/// Receives one packet into `buffer`. `Ok(None)` when the peer is gone.
pub fn receive(socket: BorrowedFd<'_>, buffer: &mut [u8]) -> io::Result<Option<(usize, Vec<OwnedFd>)>> {
    let mut control = Control([0; 256]);
    let mut part = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    // SAFETY: all-zero bytes are a valid msghdr.
    let mut header: libc::msghdr = unsafe { mem::zeroed() };
    header.msg_iov = &raw mut part;
    header.msg_iovlen = 1;
    header.msg_control = control.0.as_mut_ptr().cast();
    header.msg_controllen = control.0.len() as _;
    let got = loop {
        // SAFETY: the header points to live buffers of the lengths it names.
        let got = unsafe { libc::recvmsg(socket.as_raw_fd(), &raw mut header, libc::MSG_CMSG_CLOEXEC) };
        if got >= 0 {
            break got.cast_unsigned();
        }
        let error = io::Error::last_os_error();
        if error.kind() == io::ErrorKind::ConnectionReset {
            // A peer that died with packets unread.
            return Ok(None);
        }
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    };
    let mut fds = Vec::new();
    // SAFETY: the kernel filled `control` up to msg_controllen; each SCM_RIGHTS entry holds whole descriptors that are ours from here on.
    unsafe {
        let mut entry = libc::CMSG_FIRSTHDR(&raw const header);
        while !entry.is_null() {
            if (*entry).cmsg_level == libc::SOL_SOCKET && (*entry).cmsg_type == libc::SCM_RIGHTS {
                let bytes = (*entry).cmsg_len as usize - libc::CMSG_LEN(0) as usize;
                let data = libc::CMSG_DATA(entry).cast::<RawFd>();
                for i in 0..bytes / mem::size_of::<RawFd>() {
                    fds.push(OwnedFd::from_raw_fd(data.add(i).read_unaligned()));
                }
            }
            entry = libc::CMSG_NXTHDR(&raw const header, entry);
        }
    }
    if header.msg_flags & (libc::MSG_TRUNC | libc::MSG_CTRUNC) != 0 {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a message was cut"));
    }
    if got == 0 && fds.is_empty() {
        return Ok(None);
    }
    Ok(Some((got, fds)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::Read;
    use std::os::fd::AsFd;

    #[test]
    fn fields_come_back_in_order() {
        let mut w = Writer::default();
        w.u8(7);
        w.u32(u32::MAX);
        w.duration(Duration::from_millis(1500));
        w.bytes(b"a\0b");
        w.option(Some(5u64), Writer::u64);
        w.option(None::<u64>, Writer::u64);
        w.list(&["x", "y"], |w, s| w.bytes(s.as_bytes()));
        let message = w.finish();
        let mut r = Reader(&message);
        assert_eq!((r.u8().unwrap(), r.i32().unwrap()), (7, -1));
        assert_eq!(r.duration().unwrap(), Duration::from_millis(1500));
        assert_eq!(r.bytes().unwrap(), b"a\0b");
        assert_eq!(r.option(Reader::u64).unwrap(), Some(5));
        assert_eq!(r.option(Reader::u64).unwrap(), None);
        assert_eq!(r.list(Reader::bytes).unwrap(), [b"x", b"y"]);
        assert!(r.u8().is_err());
    }

    #[test]
    fn a_length_past_the_end_is_an_error() {
        assert!(Reader(&[255, 255, 255, 255, 1]).bytes().is_err());
        assert!(Reader(&[3, 0, 0, 0, b'a', 0, b'b']).c_string().is_err());
    }

    #[test]
    fn descriptors_travel_and_a_dead_peer_reads_as_none() {
        let (a, b) = pair().unwrap();
        let (mut reader, writer) = std::io::pipe().unwrap();
        send(a.as_fd(), b"hello", &[writer.as_fd()]).unwrap();
        drop(writer);
        let mut buffer = [0; 64];
        let (n, mut fds) = receive(b.as_fd(), &mut buffer).unwrap().unwrap();
        assert_eq!(&buffer[..n], b"hello");
        std::io::Write::write_all(&mut File::from(fds.remove(0)), b"through").unwrap();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "through");
        drop(a);
        assert!(receive(b.as_fd(), &mut buffer).unwrap().is_none());
        assert_eq!(send(b.as_fd(), b"x", &[]).unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
