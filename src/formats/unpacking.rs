//! Bytes of a file, unpacked if they are a gzip (RFC 1952), with a limit on the unpacked size. The page and the command
//! line both use this, so they read the same files and refuse the same files with the same messages.

use super::{MOST_BYTES, TooLarge, is_gzip};
use crate::diagnostic::{Explain, shortened_bytes};
use flate2::{Decompress, FlushDecompress, Status};
use std::mem;

/// The most unpacked bytes for each byte of a gzip. Logs reach 5 to 30; deflate can reach 1032.
pub const MOST_RATIO: u64 = 100;

/// The ratio is not checked before this many bytes have come out, because a small file may be very regular.
const UNWATCHED: u64 = 1 << 24;

/// The most unpacked bytes that are passed on at once.
const PIECE: usize = 1 << 16;

/// The largest window of deflate, as the logarithm for zlib.
const WINDOW: u8 = 15;

/// The first byte of every member of a gzip.
const MAGIC: u8 = 0x1F;

/// Why bytes cannot be unpacked. Positions are in bytes of the packed file, from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    /// More than [`MOST_BYTES`], packed or unpacked.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// More than [`MOST_RATIO`] times the packed bytes so far.
    #[error("too large: its {0} bytes of gzip unpack to more than {MOST_RATIO} times as many")]
    TooDense(u64),
    /// The data is not a gzip, or its checksum does not fit.
    #[error("cannot be unpacked: the gzip is damaged near byte {0}")]
    Damaged(u64),
    /// The file ends within a member.
    #[error("cannot be unpacked: the gzip is cut short, it ends after {0} bytes")]
    CutShort(u64),
    /// Other data follows a whole member.
    #[error("cannot be unpacked: at byte {at} the gzip has ended, and '{found}' follows")]
    Trailing {
        /// The position of that data.
        at: u64,
        /// Its first bytes.
        found: String,
    },
}

impl Explain for UnpackError {
    fn expected(&self) -> String {
        match self {
            UnpackError::Trailing { .. } => "another gzip, zeros, or the end of the file".into(),
            _ => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            UnpackError::TooLarge(error) => error.remedy(),
            UnpackError::TooDense(_) => "unpack it yourself, and take the part of it that you need".into(),
            UnpackError::Damaged(_) | UnpackError::CutShort(_) => "fetch the file again".into(),
            UnpackError::Trailing { .. } => "fetch the file again, or remove what follows".into(),
        }
    }
}

/// Unpacks data piece by piece. Plain bytes are passed on unchanged. A gzip may have several members, as
/// `cat a.gz b.gz` writes, and zeros between and behind them, as tapes and block devices have.
///
/// The ends of pieces make no difference to the output. Memory: the window of deflate and 64 KiB.
///
/// ```
/// use subtorus::formats::Unpacking;
///
/// let mut bytes = Vec::new();
/// let mut unpacking = Unpacking::default();
/// unpacking.take(b"plain", &mut |piece| bytes.extend_from_slice(piece))?;
/// unpacking.finish(&mut |piece| bytes.extend_from_slice(piece))?;
/// assert_eq!(bytes, b"plain");
/// # Ok::<(), subtorus::formats::UnpackError>(())
/// ```
pub struct Unpacking {
    state: State,
    /// The most bytes, packed or unpacked.
    most: u64,
    /// The number of bytes that have come.
    packed: u64,
    /// The number of bytes that were passed on.
    unpacked: u64,
    buffer: Vec<u8>,
}

enum State {
    /// The data so far, which is too short to recognise a gzip.
    Beginning(Vec<u8>),
    Plain,
    Member(Box<Decompress>),
    /// After a whole member.
    Between,
}

impl Default for Unpacking {
    fn default() -> Unpacking {
        Unpacking::up_to(MOST_BYTES)
    }
}

impl Unpacking {
    /// An unpacker without data so far. It refuses more than `most` bytes, packed or unpacked.
    pub fn up_to(most: u64) -> Unpacking {
        Unpacking { state: State::Beginning(Vec::new()), most, packed: 0, unpacked: 0, buffer: Vec::new() }
    }

    /// Takes the next piece, and passes on the unpacked data in pieces of at most 64 KiB. After an error it must not be
    /// called again.
    pub fn take(&mut self, piece: &[u8], give: &mut dyn FnMut(&[u8])) -> Result<(), UnpackError> {
        if let State::Beginning(start) = &mut self.state {
            start.extend_from_slice(piece);
            if start.len() < 2 {
                return Ok(());
            }
            let start = mem::take(start);
            self.state = if is_gzip(&start) { State::Between } else { State::Plain };
            return self.go_on(&start, give);
        }
        self.go_on(piece, give)
    }

    /// Ends the data. Fails if a gzip is not complete.
    pub fn finish(mut self, give: &mut dyn FnMut(&[u8])) -> Result<(), UnpackError> {
        match mem::replace(&mut self.state, State::Plain) {
            State::Beginning(start) => self.go_on(&start, give),
            State::Member(_) => Err(UnpackError::CutShort(self.packed)),
            State::Plain | State::Between => Ok(()),
        }
    }

    fn go_on(&mut self, mut piece: &[u8], give: &mut dyn FnMut(&[u8])) -> Result<(), UnpackError> {
        while !piece.is_empty() {
            let used = match self.state {
                State::Member(_) => self.unpack(piece, give)?,
                State::Between => self.look_for_member(piece)?,
                State::Plain | State::Beginning(_) => self.pass_on(piece, give)?,
            };
            self.packed += used as u64;
            if self.packed > self.most {
                return Err(TooLarge.into());
            }
            piece = &piece[used..];
        }
        Ok(())
    }

    /// Passes on plain bytes. Returns their number.
    fn pass_on(&mut self, piece: &[u8], give: &mut dyn FnMut(&[u8])) -> Result<usize, UnpackError> {
        let part = &piece[..piece.len().min(PIECE)];
        self.unpacked += part.len() as u64;
        if self.unpacked > self.most {
            return Err(TooLarge.into());
        }
        give(part);
        Ok(part.len())
    }

    /// Unpacks as much of a member as the buffer can hold. Returns how many packed bytes it used.
    fn unpack(&mut self, piece: &[u8], give: &mut dyn FnMut(&[u8])) -> Result<usize, UnpackError> {
        let State::Member(member) = &mut self.state else { unreachable!("called within a member only") };
        self.buffer.resize(PIECE, 0);
        let (read, written) = (member.total_in(), member.total_out());
        let status = member.decompress(piece, &mut self.buffer, FlushDecompress::None);
        let (used, length) = (member.total_in() - read, member.total_out() - written);
        let packed = self.packed + used;
        self.unpacked += length;
        match status {
            Ok(Status::StreamEnd) => self.state = State::Between,
            Ok(_) if used + length > 0 => (),
            _ => return Err(UnpackError::Damaged(packed)),
        }
        if self.unpacked > self.most {
            return Err(TooLarge.into());
        }
        if self.unpacked > UNWATCHED && self.unpacked / MOST_RATIO > packed {
            return Err(UnpackError::TooDense(packed));
        }
        give(&self.buffer[..length as usize]);
        Ok(used as usize)
    }

    /// Skips zeros, up to the next member. Returns their number.
    fn look_for_member(&mut self, piece: &[u8]) -> Result<usize, UnpackError> {
        let zeros = piece.iter().take_while(|&&byte| byte == 0).count();
        match piece.get(zeros) {
            None => (),
            Some(&MAGIC) => self.state = State::Member(Box::new(Decompress::new_gzip(WINDOW))),
            Some(_) => {
                let at = self.packed + zeros as u64;
                return Err(UnpackError::Trailing { at, found: shortened_bytes(&piece[zeros..]) });
            }
        }
        Ok(zeros)
    }
}

#[cfg(test)]
mod tests;
