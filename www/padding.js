// @ts-check
/** Zeros behind a gzip: tapes and block devices fill files up with them, and a browser takes them for damage. */

/** The most zeros that a gzip of less than 4 GiB ends with: its last four bytes are its length, the least byte first. */
const OWN = 3;

/** How many bytes are looked at at a time. */
const BLOCK = 1 << 16;

/**
 * Where the last byte of a file that is not zero ends.
 * @param {Blob} file
 */
async function end(file) {
  for (let from = file.size; from > 0; from -= BLOCK) {
    const start = Math.max(0, from - BLOCK);
    const block = new Uint8Array(await file.slice(start, from).arrayBuffer());
    const last = block.findLastIndex((byte) => byte !== 0);
    if (last >= 0) return start + last + 1;
  }
  return 0;
}

/**
 * What a packed file may have been before it was filled up: itself first, then without its last zeros but those that may be
 * its own.
 * @param {Blob} file
 * @returns {AsyncGenerator<Blob>}
 */
export async function* unpadded(file) {
  yield file;
  const last = await end(file);
  for (let length = Math.min(last + OWN, file.size - 1); length >= last; length -= 1) yield file.slice(0, length);
}
