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
  const pixels = bigEndian(Math.round(density * 1000));
  const perMetre = new Uint8Array([...new TextEncoder().encode('pHYs'), ...pixels, ...pixels, 1]);
  const written = Object.entries(texts).map(([keyword, text]) => Uint8Array.from(`tEXt${keyword}\0${text}`, (letter) => letter.charCodeAt(0)));
  const chunks = [perMetre, ...written].flatMap((content) => [bigEndian(content.length - 4), content, bigEndian(checksum(content))]);
  return new Blob([picture.slice(0, HEADER), ...chunks, picture.slice(HEADER)], { type: picture.type });
}

/** @param {number} number */
function bigEndian(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/**
 * The cyclic redundancy check of PNG, bit by bit, which is fast enough for a line of text.
 * @param {Uint8Array} bytes
 */
function checksum(bytes) {
  let remainder = 0xffffffff;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  }
  return ~remainder >>> 0;
}
