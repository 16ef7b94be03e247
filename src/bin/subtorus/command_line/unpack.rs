//! All bytes of a reader up to a limit, unpacked if they are a gzip.

use std::io::{self, Read};
use std::sync::mpsc::sync_channel;
use std::thread;
use subtorus::diagnostic::Explain;
use subtorus::formats::{UnpackError, Unpacking};

/// Why bytes cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// An error of the system.
    #[error(transparent)]
    System(#[from] io::Error),
    /// They are too many, or a damaged gzip.
    #[error(transparent)]
    Unpack(#[from] UnpackError),
}

impl Explain for ReadError {
    fn passed_on(&self) -> Option<&dyn Explain> {
        if let ReadError::Unpack(error) = self { Some(error) } else { None }
    }
}

/// The number of bytes that are read at a time.
const PIECE: usize = 1 << 16;

/// The most pieces that wait to be taken.
const AHEAD: usize = 8;

/// Passes on the contents of `reader`, unpacked and piece by piece, without keeping any. A separate thread unpacks and
/// prepares the next pieces at the same time.
pub fn read_pieces<P: Send>(
    reader: impl Read + Send,
    prepare: impl Fn(Vec<u8>) -> P + Send,
    take: &mut dyn FnMut(P),
) -> Result<(), ReadError> {
    let (pieces, prepared) = sync_channel(AHEAD);
    thread::scope(|scope| {
        let reading = scope.spawn(move || {
            // Sending fails only if the other thread has panicked.
            hand_on(reader, &mut |piece| drop(pieces.send(prepare(piece.to_vec()))))
        });
        prepared.iter().for_each(take);
        reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// All contents of `reader`, unpacked.
pub fn read_bytes(reader: impl Read) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    hand_on(reader, &mut |piece| bytes.extend_from_slice(piece))?;
    Ok(bytes)
}

fn hand_on(mut reader: impl Read, give: &mut dyn FnMut(&[u8])) -> Result<(), ReadError> {
    let (mut buffer, mut unpacking) = (vec![0; PIECE], Unpacking::default());
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(unpacking.finish(give)?),
            Ok(length) => unpacking.take(&buffer[..length], give)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives two bytes, then an interruption, then an error.
    struct Broken(usize);

    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => {
                    buffer[..2].copy_from_slice(b"ab");
                    Ok(2)
                }
                2 => Err(io::ErrorKind::Interrupted.into()),
                _ => Err(io::Error::other("the disk is gone")),
            }
        }
    }

    #[test]
    fn interruptions_are_ignored_and_errors_reported() {
        let mut pieces = Vec::new();
        let error = read_pieces(Broken(0), |piece| piece, &mut |piece| pieces.push(piece)).unwrap_err();
        assert_eq!((error.to_string().as_str(), pieces), ("the disk is gone", vec![b"ab".to_vec()]));
        assert_eq!(read_bytes(Broken(0)).unwrap_err().to_string(), "the disk is gone");
        assert_eq!(read_bytes(&b"abc"[..]).unwrap(), b"abc");
    }

    #[test]
    fn endless_input_is_cut_off() {
        let mut count = 0u64;
        let error = read_pieces(io::repeat(0), |piece| piece.len(), &mut |length| count += length as u64).unwrap_err();
        assert!(matches!(error, ReadError::Unpack(UnpackError::TooLarge(_))), "{error}");
        assert_eq!(count, subtorus::formats::MOST_BYTES);
    }
}
