// @ts-check
/** Streams of bytes, piece by piece. */

/** The most bytes of a piece: browsers hand out megabytes at once, and what is made of each piece is said in between. */
const PIECE = 65_536;

/**
 * Hands on a stream piece by piece. Rejects with what `take` throws, and reads no further.
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
