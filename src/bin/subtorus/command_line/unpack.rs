//! Bytes as they are meant: no more than there is room for, and without the gzip around them.

use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::sync_channel;
use std::thread;
use subtorus::diagnostic::Explain;
use subtorus::formats::{TooLarge, is_gzip};

/// Why bytes cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system says so.
    #[error(transparent)]
    System(#[from] io::Error),
    /// There is no end of them.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A gzip that is none, or not all of one.
    #[error("cannot be unpacked: {0}")]
    Damaged(io::Error),
}

impl Explain for ReadError {
    fn remedy(&self) -> String {
        match self {
            ReadError::System(_) => String::new(),
            ReadError::TooLarge(error) => error.remedy(),
            ReadError::Damaged(_) => "fetch the file again".into(),
        }
    }
}

/// How many bytes are read at a time.
const PIECE: usize = 1 << 16;

/// So many pieces wait at most for whoever takes them.
const AHEAD: usize = 8;

/// Hands on all that `reader` gives, uncompressed and piece by piece, if that is at most `most` bytes; of more, no more than
/// that. None of it is kept. While pieces are being taken, a thread of its own unpacks and prepares those that follow.
pub fn read_pieces<P: Send>(
    reader: impl Read + Send,
    most: u64,
    prepare: impl Fn(Vec<u8>) -> P + Send,
    take: &mut dyn FnMut(P),
) -> Result<(), ReadError> {
    let (pieces, prepared) = sync_channel(AHEAD);
    thread::scope(|scope| {
        let reading = scope.spawn(move || {
            // Nobody takes any more only where somebody has panicked.
            hand_on(reader, most, &mut |piece| drop(pieces.send(prepare(piece.to_vec()))))
        });
        prepared.iter().for_each(take);
        reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// All that `reader` gives, uncompressed, if that is at most `most` bytes.
pub fn read_bytes(reader: impl Read, most: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    hand_on(reader, most, &mut |piece| bytes.extend_from_slice(piece))?;
    Ok(bytes)
}

/// Hands on what a reader gives, and unpacks what is packed.
fn hand_on(mut reader: impl Read, most: u64, take: &mut dyn FnMut(&[u8])) -> Result<(), ReadError> {
    let mut start = Vec::new();
    reader.by_ref().take(2).read_to_end(&mut start)?;
    let packed = is_gzip(&start);
    let mut reader = Counted { reader: start.chain(reader), left: most };
    if packed {
        unpack(&mut BufReader::with_capacity(PIECE, reader), most, take)
    } else {
        pass_on(&mut reader, u64::MAX, take).map(drop)
    }
}

/// What is packed in one or more members, between and behind which there may be zeros: tapes and block devices are filled up
/// with them.
fn unpack(packed: &mut impl BufRead, most: u64, take: &mut dyn FnMut(&[u8])) -> Result<(), ReadError> {
    let mut left = most;
    while !packed.fill_buf().map_err(told)?.is_empty() {
        left -= pass_on(&mut GzDecoder::new(&mut *packed), left, take).map_err(damaged)?;
        skip_zeros(packed).map_err(told)?;
    }
    Ok(())
}

/// Hands on what there is, and returns how many bytes that was; fails where it is more than `most`.
fn pass_on(reader: &mut impl Read, most: u64, take: &mut dyn FnMut(&[u8])) -> Result<u64, ReadError> {
    let (mut buffer, mut total) = (vec![0; PIECE], 0);
    loop {
        let length = match reader.read(&mut buffer) {
            Ok(0) => return Ok(total),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.map_err(told)?,
        };
        total += length as u64;
        if total > most {
            return Err(TooLarge.into());
        }
        take(&buffer[..length]);
    }
}

fn skip_zeros(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        let zeros = buffer.iter().take_while(|&&byte| byte == 0).count();
        if zeros == 0 {
            return Ok(());
        }
        reader.consume(zeros);
    }
}

/// A reader of which no more than so many bytes are taken.
struct Counted<R> {
    reader: R,
    left: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.left = self.left.checked_sub(length as u64).ok_or_else(|| io::Error::other(TooLarge))?;
        Ok(length)
    }
}

/// What an error of reading is really about.
fn told(error: io::Error) -> ReadError {
    let too_large = error.get_ref().is_some_and(|cause| cause.is::<TooLarge>());
    if too_large { TooLarge.into() } else { ReadError::System(error) }
}

/// The same where what is read is packed.
fn damaged(error: ReadError) -> ReadError {
    if let ReadError::System(error) = error { ReadError::Damaged(error) } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("memory takes any bytes");
        encoder.finish().expect("memory takes any bytes")
    }

    /// Piece by piece.
    fn read_all(reader: impl Read + Send, most: u64) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        read_pieces(reader, most, |piece| piece, &mut |mut piece| bytes.append(&mut piece))?;
        Ok(bytes)
    }

    fn read(bytes: &[u8]) -> Result<Vec<u8>, String> {
        let pieces = read_all(bytes, 5000).map_err(|error| error.to_string());
        assert_eq!(read_bytes(bytes, 5000).map_err(|error| error.to_string()), pieces, "all at once");
        pieces
    }

    #[test]
    fn gzip_with_trailing_zeros_is_accepted() {
        let zeros = [0; 600];
        for padding in [0, 1, 8, 511, 600].map(|length| &zeros[..length]) {
            assert_eq!(read(&[&packed(b"abc"), padding].concat()), Ok(b"abc".to_vec()));
            let several = [&packed(b"abc"), padding, &packed(b""), padding, &packed(b"def"), padding].concat();
            assert_eq!(read(&several), Ok(b"abcdef".to_vec()));
        }
    }

    #[test]
    fn damaged_gzip_is_no_data() {
        let whole = packed(b"abc");
        for end in 2..whole.len() {
            assert!(read(&whole[..end]).unwrap_err().starts_with("cannot be unpacked: "), "{end}");
        }
        assert!(read(&[&whole[..], b"\0\0rubbish"].concat()).unwrap_err().starts_with("cannot be unpacked: "));
    }

    #[test]
    fn there_is_one_cap_for_plain_and_packed_bytes() {
        let cap = |bytes: &[u8]| read_all(bytes, 1000).map_err(|error| error.to_string());
        let too_large = Err(TooLarge.to_string());
        assert_eq!(cap(&[b'x'; 1000]), Ok(vec![b'x'; 1000]));
        assert_eq!(cap(&[b'x'; 1001]), too_large);
        assert_eq!(cap(&packed(&[b'x'; 1000])), Ok(vec![b'x'; 1000]));
        for more in [packed(&[b'x'; 1001]), packed(&[0; 100_000]), [packed(&[0; 999]), packed(&[0; 2])].concat()] {
            assert!(more.len() <= 1000);
            assert_eq!(cap(&more), too_large);
        }
        assert_eq!(read_all(io::repeat(0), 1000).map_err(|error| error.to_string()), too_large);
    }
}
