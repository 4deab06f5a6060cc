/** The smallest files of each kind that declare a size; their pixels are of no interest here. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(45);
  header.write("\x89PNG\r\n\x1a\n", "latin1");
  header.writeUInt32BE(13, 8);
  header.write("IHDR", 12, "latin1");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.set([8, 2, 0, 0, 0], 24);
  header.write("IEND", 37, "latin1");
  return header;
}

export function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.alloc(19);
  frame.set([0xff, 0xc2, 0, 17, 8]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  // A segment with a thumbnail's frame header inside it comes first: it is not the picture's.
  const application = Buffer.from([0xff, 0xe1, 0, 12, 0xff, 0xc0, 0, 9, 8, 0, 1, 0, 1, 0]);
  const table = Buffer.from([0xff, 0xff, 0xc4, 0, 4, 0, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), application, table, frame, Buffer.from([0xff, 0xd9])]);
}

export function gifOf(width: number, height: number, rest = ";"): Buffer {
  const header = Buffer.alloc(13);
  header.write("GIF89a", "latin1");
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  return Buffer.concat([header, Buffer.from(rest)]);
}

export function webpOf(width: number, height: number, kind: "VP8 " | "VP8L" | "VP8X"): Buffer {
  const file = Buffer.alloc(40);
  file.write("RIFF", "latin1");
  file.writeUInt32LE(32, 4);
  file.write(`WEBP${kind}`, 8, "latin1");
  if (kind === "VP8X") {
    file.writeUIntLE(width - 1, 24, 3);
    file.writeUIntLE(height - 1, 27, 3);
  } else if (kind === "VP8L") {
    file[20] = 0x2f;
    file.writeUInt32LE(((height - 1) << 14) | (width - 1), 21);
  } else {
    file.write("\x9d\x01\x2a", 23, "latin1");
    file.writeUInt16LE(width, 26);
    file.writeUInt16LE(height, 28);
  }
  return file;
}

export function dataUrl(bytes: Buffer, mediaType = "image/png"): string {
  return `data:${mediaType};base64,${bytes.toString("base64")}`;
}
