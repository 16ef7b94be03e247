// @ts-check
/** Films as animated PNG (PNG, third edition, 11.3.6): every frame is exact, and every browser shows it. */
import { chunk, numbers } from '../png.js';

/**
 * The film of these pictures, which are PNG files of one size from the same canvas. It repeats.
 * @param {Blob[]} pictures
 * @param {number} milliseconds for each
 */
export async function animated(pictures, milliseconds) {
  /** @type {BlobPart[]} */
  const parts = [];
  let [sequence, first] = [0, ''];
  for (const picture of pictures) {
    const bytes = new Uint8Array(await picture.arrayBuffer());
    const all = [...chunks(bytes)];
    const header = all[0].content;
    first ||= header.join();
    if (header.join() !== first) throw new Error('the browser made frames of different kinds');
    if (!parts.length) parts.push(bytes.slice(0, 8), chunk('IHDR', header), chunk('acTL', numbers(pictures.length, 0)));
    // Its number, width, height, place; its time as a fraction of a second; it replaces what was there.
    const time = [Math.round(milliseconds) >> 8, Math.round(milliseconds) & 255, 1000 >> 8, 1000 & 255, 0, 0];
    parts.push(chunk('fcTL', Uint8Array.of(...numbers(sequence++), ...header.subarray(0, 8), ...numbers(0, 0), ...time)));
    for (const { kind, content } of all) {
      if (kind !== 'IDAT') continue;
      parts.push(picture === pictures[0] ? chunk('IDAT', content) : chunk('fdAT', numbers(sequence++), content));
    }
  }
  return new Blob([...parts, chunk('IEND')], { type: 'image/png' });
}

/**
 * The chunks of a PNG file.
 * @param {Uint8Array} bytes
 */
function* chunks(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 8; at < bytes.length; ) {
    const length = view.getUint32(at);
    yield { kind: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), content: bytes.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}
