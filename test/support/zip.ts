import { crc32, deflateRawSync } from "node:zlib";

const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endSignature = 0x06054b50;
const versionNeeded = 20;
const namesInUtf8 = 0x0800;
const deflated = 8;
const firstOfJanuary1980 = 0x21;

/** A zip of these parts, whatever they hold: each packed, at the least `effort` by 1, and at the end a directory of them. */
export function zipOf(parts: Readonly<Record<string, string | Uint8Array>>, effort = 6): Buffer {
  const [packedParts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const { description, packed } = packedPart(name, typeof content === "string" ? Buffer.from(content) : content, effort);
    const local = Buffer.concat([uint32(localSignature), description, Buffer.from(name), packed]);
    packedParts.push(local);
    directory.push(
      uint32(entrySignature),
      uint16(versionNeeded),
      description,
      Buffer.alloc(10),
      uint32(offset),
      Buffer.from(name),
    );
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const count = uint16(packedParts.length);
  const end = [uint32(endSignature), Buffer.alloc(4), count, count, uint32(entries.length), uint32(offset), uint16(0)];
  return Buffer.concat([...packedParts, entries, ...end]);
}

/** The packed bytes of a part, and what its own head and the directory both say of it. */
function packedPart(
  name: string,
  content: Uint8Array,
  effort: number,
): { readonly description: Buffer; readonly packed: Buffer } {
  const packed = deflateRawSync(content, { level: effort });
  const description = Buffer.concat([
    ...[versionNeeded, namesInUtf8, deflated, 0, firstOfJanuary1980].map(uint16),
    ...[crc32(content), packed.length, content.length].map(uint32),
    ...[Buffer.byteLength(name), 0].map(uint16),
  ]);
  return { description, packed };
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
