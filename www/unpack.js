// @ts-check
/** The bytes of logs, unpacked if need be, and never more of them than are read. */
import { about, kind_of } from '../subtorus.js';
import { unpadded } from './padding.js';

/** More than anybody's log. */
class TooLarge extends Error {}

/**
 * Hands on a stream piece by piece. Rejects as soon as there are too many bytes: little is read beyond.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @param {(piece: Uint8Array<ArrayBuffer>) => void} take
 * @returns {Promise<number>} how many bytes there were
 */
async function passOn(stream, take) {
  const { most_bytes, too_large } = about();
  const reader = stream.getReader();
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > most_bytes) throw new TooLarge(too_large);
      take(next.value);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
  return size;
}

/**
 * All bytes of a stream.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 */
export async function readAll(stream) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  const size = await passOn(stream, (piece) => pieces.push(piece));
  return { pieces, size };
}

/**
 * Hands on the text of a log file piece by piece: unpacked if it is compressed, whatever its name says. Before the first piece
 * there is an empty one; so there is where it begins anew.
 * @param {Blob} file
 * @param {(piece: Uint8Array<ArrayBuffer>, first: boolean) => void} take
 */
export async function pieces(file, take) {
  const begin = (/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ stream) => {
    take(new Uint8Array(), true);
    return passOn(stream, (piece) => take(piece, false));
  };
  try {
    const start = new Uint8Array(await file.slice(0, 16).arrayBuffer());
    await (kind_of(start) === 'gzip' ? unpacked(file, begin) : begin(file.stream()));
  } catch (error) {
    throw error instanceof TooLarge ? new Error(`${error.message}.`) : error;
  }
}

/**
 * The text of a file, like `pieces` all at once.
 * @param {Blob} file
 * @returns {Promise<Uint8Array>}
 */
export async function text(file) {
  /** @type {BlobPart[]} */
  let all = [];
  await pieces(file, (piece, first) => (first ? (all = []) : all.push(piece)));
  return new Uint8Array(await new Blob(all).arrayBuffer());
}

/**
 * @param {Blob} file
 * @param {(stream: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<number>} begin
 */
async function unpacked(file, begin) {
  for await (const packed of unpadded(file)) {
    try {
      return await begin(packed.stream().pipeThrough(new DecompressionStream('gzip')));
    } catch (error) {
      // Damaged, unless it is whole without the zeros at its end.
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw new Error(
    'the file is compressed (gzip) but damaged or cut short: it cannot be unpacked. ' +
      'Download it again, or unpack it and drop what is in it.',
  );
}
