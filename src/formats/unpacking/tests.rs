use super::*;
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use std::io::Write;

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory takes any bytes");
    encoder.finish().expect("memory takes any bytes")
}

/// The unpacked data of these bytes, which come in pieces of this length, with a limit.
fn unpacked(bytes: &[u8], at_once: usize, most: u64) -> Result<Vec<u8>, UnpackError> {
    let (mut unpacking, mut out) = (Unpacking::up_to(most), Vec::new());
    let mut give = |piece: &[u8]| {
        assert!(piece.len() <= PIECE);
        out.extend_from_slice(piece);
    };
    for piece in bytes.chunks(at_once) {
        unpacking.take(piece, &mut give)?;
    }
    unpacking.finish(&mut give)?;
    Ok(out)
}

fn read(bytes: &[u8]) -> Result<Vec<u8>, UnpackError> {
    let whole = unpacked(bytes, usize::MAX, 5000);
    assert_eq!(unpacked(bytes, 1000, 5000), whole, "piece by piece");
    whole
}

#[test]
fn several_members_are_one_file_with_zeros_between_and_behind_them() {
    let zeros = [0; 600];
    for padding in [0, 1, 8, 511, 600].map(|length| &zeros[..length]) {
        assert_eq!(read(&[&packed(b"abc"), padding].concat()), Ok(b"abc".to_vec()));
        let several = [&packed(b"abc"), padding, &packed(b""), padding, &packed(b"def"), padding].concat();
        assert_eq!(read(&several), Ok(b"abcdef".to_vec()));
        assert_eq!(unpacked(&several, 1, 5000), Ok(b"abcdef".to_vec()), "byte by byte");
    }
}

#[test]
fn plain_bytes_are_unchanged() {
    for plain in [&b""[..], b"\x1F", b"x", b"\x1F\x8C", b"; Computer: x", &[0; 3000]] {
        assert_eq!((read(plain), unpacked(plain, 1, 5000)), (Ok(plain.to_vec()), Ok(plain.to_vec())));
    }
}

#[test]
fn errors_of_a_gzip_have_a_position() {
    let whole = packed(b"abc");
    for end in 2..whole.len() {
        assert_eq!(read(&whole[..end]), Err(UnpackError::CutShort(end as u64)));
        assert_eq!(unpacked(&whole[..end], 1, 5000), Err(UnpackError::CutShort(end as u64)), "byte by byte");
    }
    let two = [&whole[..], &whole[..whole.len() - 1]].concat();
    assert_eq!(read(&two), Err(UnpackError::CutShort(two.len() as u64)));
    let mut flipped = whole.clone();
    *flipped.last_mut().expect("bytes") ^= 1;
    assert_eq!(read(&flipped), Err(UnpackError::Damaged(whole.len() as u64)), "its length");
    let other = read(&[&whole[..], b"\0\0rubbish"].concat()).unwrap_err();
    assert_eq!(other, UnpackError::Trailing { at: whole.len() as u64 + 2, found: "rubbish".into() });
    let said = "cannot be unpacked: at byte 25 the gzip has ended, and 'rubbish' follows (expected another gzip, zeros, \
                or the end of the file); fetch the file again, or remove what follows";
    assert_eq!(crate::diagnostic::Diagnostic::of(&other).to_string(), said);
}

#[test]
fn plain_and_packed_bytes_have_one_limit() {
    let cap = |bytes: &[u8]| unpacked(bytes, 100, 1000);
    let too_large = Err(UnpackError::TooLarge(TooLarge));
    assert_eq!(cap(&[b'x'; 1000]), Ok(vec![b'x'; 1000]));
    assert_eq!(cap(&[b'x'; 1001]), too_large);
    assert_eq!(cap(&packed(&[b'x'; 1000])), Ok(vec![b'x'; 1000]));
    for more in [packed(&[b'x'; 1001]), packed(&[0; 100_000]), [packed(&[0; 999]), packed(&[0; 2])].concat()] {
        assert!(more.len() <= 1000);
        assert_eq!(cap(&more), too_large);
    }
    assert_eq!(cap(&[packed(b"abc"), vec![0; 1000]].concat()), too_large, "zeros without end");
}

/// Little comes out of a file that unpacks to gigabytes, in one member or in many.
#[test]
fn data_that_unpacks_to_a_hundred_times_as_much_is_refused_early() {
    let most = UNWATCHED as usize;
    let regular = packed(&vec![0; most]);
    assert!(regular.len() < most / MOST_RATIO as usize);
    assert_eq!(unpacked(&regular, 4096, MOST_BYTES).map(|bytes| bytes.len()), Ok(most), "a small file may be regular");
    for bomb in [packed(&vec![0; 4 * most]), packed(&[0; 100_000]).repeat(4 * most / 100_000)] {
        let (mut unpacking, mut count) = (Unpacking::default(), 0);
        let outcome = unpacking.take(&bomb, &mut |piece| count += piece.len());
        assert!(matches!(outcome, Err(UnpackError::TooDense(packed)) if packed <= bomb.len() as u64), "{outcome:?}");
        assert!(count <= most + PIECE, "{count}");
    }
    let text: String = (0..2_500_000u64).map(|number| format!("{} {}\n", number, number * 7919 % 1000)).collect();
    assert!(text.len() > most);
    assert_eq!(unpacked(&packed(text.as_bytes()), 65_536, MOST_BYTES).map(|bytes| bytes.len()), Ok(text.len()));
}

proptest! {
    #[test]
    fn ends_of_pieces_make_no_difference(
        parts in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..300), 0usize..5), 1..4),
        at_once in 1usize..60,
        damage in prop::option::of(any::<(prop::sample::Index, u8)>()),
    ) {
        let mut file: Vec<u8> = parts.iter().flat_map(|(bytes, zeros)| [packed(bytes), vec![0; *zeros]].concat()).collect();
        if let Some((place, byte)) = damage {
            let place = place.index(file.len());
            file[place] = byte;
        } else {
            let whole: Vec<u8> = parts.iter().flat_map(|(bytes, _)| bytes.clone()).collect();
            prop_assert_eq!(unpacked(&file, at_once, 5000), Ok(whole));
        }
        let pieces = unpacked(&file, at_once, 5000);
        let whole = unpacked(&file, usize::MAX, 5000);
        prop_assert_eq!(pieces.is_ok(), whole.is_ok());
        prop_assert!(pieces.is_err() || pieces == whole);
    }
}
