// @ts-check
/** The bytes of logs, unpacked if need be, and never more of them than are read. */
import { about, is_gzip } from '../subtorus.js';
import { unpadded } from './padding.js';

/** More than anybody's log. */
class TooLarge extends Error {}

/**
 * All bytes of a stream, piece by piece. Rejects as soon as they are too many: little is read beyond.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 */
export async function readAll(stream) {
  const { most_bytes, too_large } = about();
  const pieces = [];
  const reader = stream.getReader();
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > most_bytes) {
      reader.cancel().catch(() => {});
      throw new TooLarge(too_large);
    }
    pieces.push(next.value);
  }
  return { pieces, size };
}

/**
 * The text of a log file: unpacked if it is compressed, whatever its name says.
 * @param {Blob} file
 * @returns {Promise<Uint8Array>}
 */
export async function text(file) {
  try {
    const start = new Uint8Array(await file.slice(0, 16).arrayBuffer());
    return is_gzip(start) ? await unpacked(file) : joined(await readAll(file.stream()));
  } catch (error) {
    throw error instanceof TooLarge ? new Error(`${error.message}.`) : error;
  }
}

/** @param {Blob} file */
async function unpacked(file) {
  for await (const packed of unpadded(file)) {
    try {
      return joined(await readAll(packed.stream().pipeThrough(new DecompressionStream('gzip'))));
    } catch (error) {
      // Damaged, unless it is whole without the zeros at its end.
      if (error instanceof TooLarge || error instanceof RangeError) throw error;
    }
  }
  throw new Error(
    'the file is compressed (gzip) but damaged or cut short: it cannot be unpacked. ' +
      'Download it again, or unpack it and drop the .swf.',
  );
}

/** @param {{ pieces: Uint8Array[], size: number }} read */
function joined({ pieces, size }) {
  const bytes = new Uint8Array(size);
  let filled = 0;
  for (const piece of pieces) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return bytes;
}
