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

/**
 * The text of a log file: unpacked if it is compressed, whatever its name says.
 * @param {Blob} file
 * @returns {Promise<Uint8Array>}
 */
export async function text(file) {
  const start = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const stream = is_gzip(start) ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  try {
    const { pieces, size } = await readAll(stream);
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
