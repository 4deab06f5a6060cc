/**
 * Whether the image has its end, each by the marks of its own format: a file that broke off on its way has its size at the front and no
 * end. What follows the end is not looked at, since cameras and phones put things of their own there.
 */

/** A PNG is chunks, each with its length, the last of which is IEND. */
export function pngEnds(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString("latin1", at + 4, at + 8) === "IEND") return true;
  }
  return false;
}

/** A JPEG ends with the marker EOI; the one of a thumbnail lies within a segment and is stepped over with it. */
export function jpegEnds(bytes: Buffer): boolean {
  for (let at = markerFrom(bytes, 2); at !== undefined; at = markerFrom(bytes, at)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) return true;
    at += 2;
    if (marker === 0xd8 || marker === 0x01) continue;
    if (at + 2 > bytes.length) return false;
    at += bytes.readUInt16BE(at);
  }
  return false;
}

/** Where the next marker stands. Within the picture's data 0xff is followed by 0, or by a restart marker (RST0 to RST7). */
function markerFrom(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return undefined;
}

const gifBlocks = { extension: 0x21, picture: 0x2c, trailer: 0x3b } as const;

/** A GIF is blocks, the last of which is the trailer. */
export function gifEnds(bytes: Buffer): boolean {
  for (let at = 13 + colourTable(bytes[10]); at < bytes.length;) {
    if (bytes[at] === gifBlocks.trailer) return true;
    if (bytes[at] === gifBlocks.extension) at = afterParts(bytes, at + 2);
    else if (bytes[at] === gifBlocks.picture) at = afterParts(bytes, at + 11 + colourTable(bytes[at + 9]));
    // Some programs fill up with zeros between blocks.
    else if (bytes[at] === 0) at += 1;
    else return false;
  }
  return false;
}

/** The bytes of the colours that these flags announce. */
function colourTable(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 0x07) + 1);
}

/** Steps over the parts of a block, each of which begins with its length; one of no length ends them. */
function afterParts(bytes: Buffer, from: number): number {
  let at = from;
  while ((bytes[at] ?? 0) !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

/** A WebP says at its beginning how long it is. */
export function webpEnds(bytes: Buffer): boolean {
  const length = bytes.readUInt32LE(4);
  return length >= 22 && 8 + length <= bytes.length;
}
