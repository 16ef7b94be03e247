// @ts-check
/**
 * PNG files with their size on paper and their origin, in chunks of the standard (PNG, 11.3.3 and 11.3.4).
 */

/** The signature of a PNG and its first chunk, in bytes; other chunks may follow. */
const HEADER = 8 + 25;

/**
 * The same picture with its size and texts.
 * @param {Blob} picture
 * @param {number} density pixels to the millimetre
 * @param {Record<string, string>} texts by keywords of the standard; in Latin letters
 */
export function withChunks(picture, density, texts) {
  const pixels = Math.round(density * 1000);
  const written = Object.entries(texts).map(([keyword, text]) => chunk('tEXt', Uint8Array.from(`${keyword}\0${text}`, (letter) => letter.charCodeAt(0))));
  const chunks = [chunk('pHYs', numbers(pixels, pixels), Uint8Array.of(1)), ...written];
  return new Blob([picture.slice(0, HEADER), ...chunks, picture.slice(HEADER)], { type: picture.type });
}

/**
 * A chunk: its length, its kind, its content and its checksum.
 * @param {string} kind
 * @param {Uint8Array[]} content
 */
export function chunk(kind, ...content) {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(length + 12);
  bytes.set(numbers(length));
  let at = 4;
  for (const part of [new TextEncoder().encode(kind), ...content]) {
    bytes.set(part, at);
    at += part.length;
  }
  bytes.set(numbers(checksum(bytes.subarray(4, at))), at);
  return bytes;
}

/** Numbers of four bytes. @param {number[]} values */
export function numbers(...values) {
  const bytes = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, place) => bytes.setUint32(4 * place, value));
  return new Uint8Array(bytes.buffer);
}

/** For each byte what it changes in the checksum. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = (byte >>> 1) ^ (byte & 1 ? 0xedb88320 : 0);
  return byte;
});

/**
 * The cyclic redundancy check of PNG (PNG, annex D).
 * @param {Uint8Array} bytes
 */
function checksum(bytes) {
  let remainder = 0xffffffff;
  for (const byte of bytes) remainder = (remainder >>> 8) ^ TABLE[(remainder ^ byte) & 255];
  return ~remainder >>> 0;
}
