// @ts-check
/** PNG files that say which program drew them, in a chunk of text as the standard describes it (PNG, 11.3.3). */

/** The signature of a PNG and its first chunk, after which others may stand, in bytes. */
const HEADER = 8 + 25;

/**
 * The same picture with a text in it.
 * @param {Blob} picture
 * @param {string} keyword one of the standard's, such as `Software`
 * @param {string} text in Latin letters
 */
export function withText(picture, keyword, text) {
  const content = Uint8Array.from(`tEXt${keyword}\0${text}`, (letter) => letter.charCodeAt(0));
  const chunk = [bigEndian(content.length - 4), content, bigEndian(checksum(content))];
  return new Blob([picture.slice(0, HEADER), ...chunk, picture.slice(HEADER)], { type: picture.type });
}

/** @param {number} number */
function bigEndian(number) {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, number);
  return bytes;
}

/**
 * The cyclic redundancy check of PNG, bit by bit: it is for a line of text.
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
