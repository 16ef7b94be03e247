//! Bytes as they are meant: no more than there is room for, and without the gzip around them.

use flate2::bufread::GzDecoder;
use std::io::{self, Read};
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

/// All that `reader` gives, uncompressed, if that is at most `most` bytes; of more, no more than that is kept in memory.
pub fn read_all(reader: impl Read, most: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    refuse_more_than(most, &bytes)?;
    if is_gzip(&bytes) { unpack(&bytes, most) } else { Ok(bytes) }
}

/// What is packed in one or more members, between and behind which there may be zeros: tapes and block devices are filled up
/// with them.
fn unpack(mut packed: &[u8], most: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    while !packed.is_empty() {
        let room = most + 1 - bytes.len() as u64;
        GzDecoder::new(&mut packed).take(room).read_to_end(&mut bytes).map_err(ReadError::Damaged)?;
        refuse_more_than(most, &bytes)?;
        let padding = packed.iter().take_while(|&&byte| byte == 0).count();
        packed = &packed[padding..];
    }
    Ok(bytes)
}

fn refuse_more_than(most: u64, bytes: &[u8]) -> Result<(), TooLarge> {
    if bytes.len() as u64 > most { Err(TooLarge) } else { Ok(()) }
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

    fn read(bytes: &[u8]) -> Result<Vec<u8>, String> {
        read_all(bytes, 5000).map_err(|error| error.to_string())
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
