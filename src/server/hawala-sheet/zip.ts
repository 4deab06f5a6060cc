import { crc32, inflateRawSync } from "node:zlib";

import { Refusal } from "#kernel/refusal.ts";

/** One file inside a zip, as the directory at its end declares it. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Where its bytes begin. */
  readonly start: number;
}

const mebibyte = 1024 * 1024;
const limits = {
  entries: 2_000,
  /** Of everything that is unpacked: a list of 20,000 rows takes 10 MiB as .xlsx and 45 as .ods. */
  unpacked: 128 * mebibyte,
  /** XML of repeated rows is packed to a hundredth; a bomb to a thousandth. */
  ratio: 250,
  /** Below that the ratio says nothing. */
  ratioFrom: 4 * mebibyte,
};

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endLength = 22;
const entryLength = 46;
const localLength = 30;
const longestComment = 0xffff;
const inZip64 = 0xffffffff;
const zip64Field = 0x0001;
const stored = 0;
const deflated = 8;

export const damaged = "The file is damaged or incomplete. Ask for it again, or open it, save it anew and choose that file";
export const protectedByPassword =
  "The file is protected with a password. Open it, save it without a password and choose that file";

function refuseDamaged(): never {
  throw new Refusal("unreadable", damaged);
}

/**
 * Reads what a zip says about itself, without unpacking anything. Refuses one that is cut off, whose entries overlap or disagree
 * with themselves, that is encrypted, or that would unpack to more than any list needs.
 */
export function readDirectory(bytes: Buffer): readonly ZipEntry[] {
  const { count, offset, end } = readEnd(bytes);
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let at = offset;
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > end || bytes.readUInt32LE(at) !== entrySignature) refuseDamaged();
    const next = at + entryLength + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (next > end) refuseDamaged();
    const entry = readEntry(bytes, at);
    if (names.has(entry.name)) refuseDamaged();
    names.add(entry.name);
    entries.push(entry);
    at = next;
  }
  refuseOverlap(entries, offset);
  refuseBomb(entries);
  return entries;
}

function readEnd(bytes: Buffer): { readonly count: number; readonly offset: number; readonly end: number } {
  const first = Math.max(0, bytes.length - endLength - longestComment);
  for (let at = bytes.length - endLength; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) !== endSignature || at + endLength + bytes.readUInt16LE(at + 20) > bytes.length) continue;
    const count = bytes.readUInt16LE(at + 10);
    const offset = bytes.readUInt32LE(at + 16);
    if (count > limits.entries) throw new Refusal("too_large", "The file holds too many parts to be a list");
    if (offset > at) refuseDamaged();
    return { count, offset, end: at };
  }
  return refuseDamaged();
}

function readEntry(bytes: Buffer, at: number): ZipEntry {
  const nameLength = bytes.readUInt16LE(at + 28);
  const extra = bytes.subarray(at + entryLength + nameLength, at + entryLength + nameLength + bytes.readUInt16LE(at + 30));
  const sizes = withZip64([bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)], extra);
  const [unpacked, packed, local] = sizes;
  const flags = bytes.readUInt16LE(at + 8);
  if ((flags & 0x2041) !== 0) throw new Refusal("unreadable", protectedByPassword);
  const method = bytes.readUInt16LE(at + 10);
  if (method !== stored && method !== deflated) refuseDamaged();
  if (local + localLength > bytes.length || bytes.readUInt32LE(local) !== localSignature) refuseDamaged();
  const localName = bytes.readUInt16LE(local + 26);
  const name = bytes.toString("latin1", at + entryLength, at + entryLength + nameLength);
  if (bytes.toString("latin1", local + localLength, local + localLength + localName) !== name) refuseDamaged();
  const start = local + localLength + localName + bytes.readUInt16LE(local + 28);
  if (start + packed > bytes.length || (method === stored && packed !== unpacked)) refuseDamaged();
  return { name: name.replaceAll("\\", "/"), method, crc: bytes.readUInt32LE(at + 16), packed, unpacked, start };
}

type Sizes = [unpacked: number, packed: number, local: number];

/** Some programs write sizes of 64 bits into every file, however small. */
function withZip64(sizes: Sizes, extra: Buffer): Sizes {
  if (!sizes.includes(inZip64)) return sizes;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== zip64Field) continue;
    let value = at + 4;
    return sizes.map((size) => {
      if (size !== inZip64) return size;
      if (value + 8 > extra.length) return refuseDamaged();
      const wide = extra.readBigUInt64LE(value);
      value += 8;
      return wide > BigInt(inZip64) ? refuseDamaged() : Number(wide);
    }) as Sizes;
  }
  return refuseDamaged();
}

/** Parts that lie in one another are how a small zip unpacks to a huge one. */
function refuseOverlap(entries: readonly ZipEntry[], directory: number): void {
  let free = 0;
  for (const entry of entries.toSorted((left, right) => left.start - right.start)) {
    if (entry.start - localLength - entry.name.length < free) refuseDamaged();
    free = entry.start + entry.packed;
  }
  if (free > directory) refuseDamaged();
}

function refuseBomb(entries: readonly ZipEntry[]): void {
  const total = entries.reduce((sum, { unpacked }) => sum + unpacked, 0);
  const isPackedTooWell = entries.some(({ unpacked, packed }) => unpacked > limits.ratioFrom && unpacked > packed * limits.ratio);
  if (total > limits.unpacked || isPackedTooWell) {
    throw new Refusal(
      "too_large",
      "The file unpacks to far more than a list needs. Copy the list into a new workbook and choose that",
    );
  }
}

/** The bytes of one entry. Refuses it when they are not those that were packed: a changed byte may be a changed amount. */
export function unpack(bytes: Buffer, entry: ZipEntry): Buffer {
  const packed = bytes.subarray(entry.start, entry.start + entry.packed);
  const content = entry.method === stored ? packed : inflated(packed, entry.unpacked);
  if (content.length !== entry.unpacked || crc32(content) !== entry.crc) refuseDamaged();
  return content;
}

function inflated(packed: Buffer, length: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(length, 1) });
  } catch {
    return refuseDamaged();
  }
}
