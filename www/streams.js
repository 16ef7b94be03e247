// @ts-check
/** Streams of bytes, piece by piece. */

/**
 * Hands on a stream piece by piece. Rejects with what `take` throws, and reads no further.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @param {(piece: Uint8Array<ArrayBuffer>) => void} take
 */
export async function passOn(stream, take) {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value);
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
}
