//! How the harness, the launcher and the cells talk to each other.
//!
//! All talk goes over `SOCK_SEQPACKET` socket pairs: one message is one packet, descriptors ride
//! along as `SCM_RIGHTS`, and a dead peer reads as end of file. A message is a value encoded by
//! postcard. Both ends are always the same build of the same program, so there is no version. A
//! message that does not parse is a bug or a dying peer and ends the connection.

use rustix::fd::{BorrowedFd, OwnedFd};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use rustix::process::Pid;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;

/// The most bytes in a packet: as much as the kernel's default send buffer holds.
pub(crate) const PACKET: usize = 160 * 1024;
/// The most descriptors in one packet.
const FDS: usize = 16;

/// A connected pair of packet sockets, closed on exec.
pub(crate) fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?)
}

/// Sends one message. A peer that is gone is `BrokenPipe`, never a signal.
pub(crate) fn send<M: Serialize>(socket: BorrowedFd<'_>, message: &M, fds: &[BorrowedFd<'_>]) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    if bytes.len() > PACKET || fds.len() > FDS {
        let text =
            format!("arguments and environment take {} bytes, more than the {PACKET} that can be passed", bytes.len());
        return Err(io::Error::new(io::ErrorKind::ArgumentListTooLong, text));
    }
    let mut room = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FDS))];
    let mut control = SendAncillaryBuffer::new(&mut room);
    if !fds.is_empty() {
        // There is room for FDS of them.
        control.push(SendAncillaryMessage::ScmRights(fds));
    }
    let flags = SendFlags::NOSIGNAL;
    rustix::io::retry_on_intr(|| sendmsg(socket, &[IoSlice::new(&bytes)], &mut control, flags))?;
    Ok(())
}

/// Receives one message and its descriptors. `Ok(None)` when the peer is gone.
pub(crate) fn receive<M: DeserializeOwned>(
    socket: BorrowedFd<'_>,
    buffer: &mut [u8],
) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
    Ok(receive_from(socket, buffer)?.map(|(message, fds, _)| (message, fds)))
}

/// From now on the kernel adds the sender to each message, as this process sees it.
pub(crate) fn ask_for_senders(socket: BorrowedFd<'_>) -> io::Result<()> {
    Ok(rustix::net::sockopt::set_socket_passcred(socket, true)?)
}

/// A message, its descriptors, and its sender if that was asked for.
pub(crate) type ReceivedMessage<M> = (M, Vec<OwnedFd>, Option<Pid>);

/// Like [`receive`], but with the sender.
pub(crate) fn receive_from<M: DeserializeOwned>(
    socket: BorrowedFd<'_>,
    buffer: &mut [u8],
) -> io::Result<Option<ReceivedMessage<M>>> {
    let mut room = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FDS), ScmCredentials(1))];
    let mut control = RecvAncillaryBuffer::new(&mut room);
    let received = rustix::io::retry_on_intr(|| {
        recvmsg(socket, &mut [IoSliceMut::new(buffer)], &mut control, RecvFlags::CMSG_CLOEXEC)
    });
    let received = match received {
        // The peer died with packets unread.
        Err(Errno::CONNRESET) => return Ok(None),
        other => other?,
    };
    let (mut fds, mut sender) = (Vec::new(), None);
    for message in control.drain() {
        match message {
            RecvAncillaryMessage::ScmRights(rights) => fds.extend(rights),
            RecvAncillaryMessage::ScmCredentials(who) => sender = Some(who.pid),
            _ => {}
        }
    }
    if received.flags.intersects(ReturnFlags::TRUNC | ReturnFlags::CTRUNC) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a message was cut"));
    }
    if received.bytes == 0 {
        return Ok(None);
    }
    let message = postcard::from_bytes(&buffer[..received.bytes])
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    Ok(Some((message, fds, sender)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::fd::AsFd;
    use std::fs::File;
    use std::io::{Read, Write};

    #[test]
    fn descriptors_travel_and_a_dead_peer_reads_as_none() {
        let (a, b) = pair().unwrap();
        let (mut reader, writer) = io::pipe().unwrap();
        send(a.as_fd(), &("hello", 7u32), &[writer.as_fd()]).unwrap();
        drop(writer);
        let mut buffer = [0; 64];
        let (message, mut fds) = receive::<(String, u32)>(b.as_fd(), &mut buffer).unwrap().unwrap();
        assert_eq!(message, ("hello".to_owned(), 7));
        File::from(fds.remove(0)).write_all(b"through").unwrap();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "through");
        drop(a);
        assert!(receive::<u32>(b.as_fd(), &mut buffer).unwrap().is_none());
        assert_eq!(send(b.as_fd(), &1u32, &[]).unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn what_is_no_message_or_too_long_for_the_buffer_is_an_error() {
        let (a, b) = pair().unwrap();
        send(a.as_fd(), &[u64::MAX; 20], &[]).unwrap();
        assert_eq!(receive::<[u64; 20]>(b.as_fd(), &mut [0; 64]).unwrap_err().kind(), io::ErrorKind::InvalidData);
        send(a.as_fd(), &200u8, &[]).unwrap();
        assert_eq!(receive::<String>(b.as_fd(), &mut [0; 64]).unwrap_err().kind(), io::ErrorKind::InvalidData);
        assert_eq!(send(a.as_fd(), &vec![1u8; PACKET], &[]).unwrap_err().kind(), io::ErrorKind::ArgumentListTooLong);
    }
}
