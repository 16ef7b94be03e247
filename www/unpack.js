// @ts-check
/** The bytes of logs, unpacked if need be, and never more of them than are read. */
import { about, is_gzip } from '../subtorus.js';

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

/** The last bytes in which padding is looked for. */
const TAIL = 1 << 20;

/**
 * Where a compressed file may end: where it does, or before the zeros that tapes and archives fill up with. Its own last
 * bytes, the length of the text, can be zeros, too: three at most, where there is a text.
 * @param {Blob} file
 */
async function ends(file) {
  const tail = new Uint8Array(await file.slice(-TAIL).arrayBuffer());
  const padding = tail.length - 1 - tail.findLastIndex((byte) => byte !== 0);
  const shorter = [0, 1, 2, 3].filter((own) => own < padding).map((own) => file.size - padding + own);
  return [file.size, ...shorter];
}

/**
 * What gzip has compressed.
 * @param {Blob} file
 */
async function unpacked(file) {
  /** @type {unknown} */
  let reason;
  for (const end of await ends(file)) {
    try {
      return await readAll(file.slice(0, end).stream().pipeThrough(new DecompressionStream('gzip')));
    } catch (error) {
      if (error instanceof TooLarge) throw error;
      reason ??= error;
    }
  }
  throw reason;
}

/**
 * The text of a log file: unpacked if it is compressed, whatever its name says.
 * @param {Blob} file
 * @returns {Promise<Uint8Array>}
 */
export async function text(file) {
  const start = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  try {
    const { pieces, size } = await (is_gzip(start) ? unpacked(file) : readAll(file.stream()));
    const bytes = new Uint8Array(size);
    let filled = 0;
    for (const piece of pieces) {
      bytes.set(piece, filled);
      filled += piece.length;
    }
    return bytes;
  } catch (error) {
    if (error instanceof TooLarge) throw new Error(`${error.message}.`);
    if (error instanceof RangeError || !is_gzip(start)) throw error;
    throw new Error(
      'the file is compressed (gzip) but damaged or cut short: it cannot be unpacked. ' +
        'Download it again, or unpack it and drop the .swf.',
    );
  }
}
