import { largestImage, type ImageType } from "#contract/file.ts";
import { invalidField } from "#kernel/refusal.ts";

import { gifEnds, jpegEnds, pngEnds, webpEnds } from "./image-end.ts";

/** An image that somebody uploaded, after it was looked at. */
export interface Image {
  readonly mediaType: string;
  readonly content: Buffer;
}

const largestPixels = 25_000_000;
const dataUrl = /^data:image\/[\w.+-]{1,40};base64,([A-Za-z0-9+/]+={0,2})$/;

/**
 * The image in a data URL of a field, which a refusal names. Its first bytes say what it is, whatever it calls itself. Refuses what is not a PNG, JPEG, WebP
 * or GIF (an SVG can carry scripts), what breaks off before its end, what is larger than 2 MiB, and what would unfold to more than 25 million pixels.
 */
export function imageOf(field: string, url: string, called = field): Image {
  const encoded = dataUrl.exec(url)?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0)
    throw invalidField(field, `Please select an image file for the ${called}`);
  const content = Buffer.from(encoded, "base64");
  if (content.length > largestImage) throw invalidField(field, "The image is larger than 2 MB");
  const format = formats.find(({ isOne }) => isOne(content));
  const size = format?.sizeOf(content);
  if (format === undefined || size === undefined || size.width < 1 || size.height < 1 || !format.ends(content)) {
    throw invalidField(field, `Please select an image file for the ${called}`);
  }
  if (size.width * size.height > largestPixels) throw invalidField(field, "The image has more than 25 megapixels");
  return { mediaType: format.mediaType, content };
}

/** How an image leaves inside JSON. */
export function dataUrlOf({ mediaType, content }: Image): string {
  return `data:${mediaType};base64,${content.toString("base64")}`;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Format {
  readonly mediaType: ImageType;
  readonly isOne: (bytes: Buffer) => boolean;
  /** The size it declares; undefined where the file is cut off or broken before it says so. */
  readonly sizeOf: (bytes: Buffer) => Size | undefined;
  /** Whether it is there to its end. Asked only where it declares a size. */
  readonly ends: (bytes: Buffer) => boolean;
}

const formats: readonly Format[] = [
  { mediaType: "image/png", isOne: (bytes) => startsWith(bytes, "\x89PNG\r\n\x1a\n"), sizeOf: pngSize, ends: pngEnds },
  { mediaType: "image/jpeg", isOne: (bytes) => startsWith(bytes, "\xff\xd8\xff"), sizeOf: jpegSize, ends: jpegEnds },
  {
    mediaType: "image/gif",
    isOne: (bytes) => startsWith(bytes, "GIF87a") || startsWith(bytes, "GIF89a"),
    sizeOf: gifSize,
    ends: gifEnds,
  },
  {
    mediaType: "image/webp",
    isOne: (bytes) => startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8),
    sizeOf: webpSize,
    ends: webpEnds,
  },
];

function startsWith(bytes: Buffer, magic: string, at = 0): boolean {
  return bytes.toString("latin1", at, at + magic.length) === magic;
}

function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || !startsWith(bytes, "IHDR", 12)) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 13) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Walks from marker to marker until a frame header (SOF) tells the size. */
function jpegSize(bytes: Buffer): Size | undefined {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

/** SOF0 to SOF15, among which the tables DHT, JPG and DAC are numbered too. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      if (bytes[20] !== 0x2f) return undefined;
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ": {
      if (!startsWith(bytes, "\x9d\x01\x2a", 23)) return undefined;
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    }
    default:
      return undefined;
  }
}
