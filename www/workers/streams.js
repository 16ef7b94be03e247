// @ts-check
/** Streams of bytes, piece by piece. */

/** The most bytes of a piece. Browsers deliver megabytes at once, and the progress is reported after each piece. */
const PIECE = 65_536;

/**
 * Passes on a stream piece by piece. Rejects with the exception of `take`, and stops reading.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @param {(piece: Uint8Array<ArrayBuffer>) => void} take
 */
export async function forEachChunk(stream, take) {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      for (let at = 0; at < next.value.length; at += PIECE) take(next.value.subarray(at, at + PIECE));
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
}
