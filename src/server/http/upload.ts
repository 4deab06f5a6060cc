import { createHash } from "node:crypto";

import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Route } from "#contract/route.ts";
import { Refusal } from "#kernel/refusal.ts";

import { checked } from "./input.ts";
import { isStrangeText } from "./strange-text.ts";

/** A file that came with a request. */
export interface UploadedFile {
  /** As the sender calls it: the last part of a path, without what no name contains. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** A file with the text fields beside it, as the route's schema reads them. */
export interface Upload<Fields = unknown> {
  readonly file: UploadedFile;
  readonly fields: Fields;
}

const longestName = 255;
const limits = { files: 1, fields: 10, parts: 12, fieldNameSize: 100, fieldSize: 1_000, headerPairs: 20 };

/** Lets routes with an upload read multipart bodies. The file is held in memory, so its size has a limit for each route. */
export function acceptUploads(instance: FastifyInstance): void {
  void instance.register(multipart, { limits, throwFileSizeLimit: true });
}

/** Refuses a multipart body where JSON is expected, before anything of it is read. */
export function refuseUpload(request: FastifyRequest): void {
  if (request.isMultipart()) throw new Refusal("unsupported_type", "Send the request as JSON");
}

/** The file and the fields of a multipart body. Refuses any other type, a missing, second, empty or too large file. */
export async function readUpload(request: FastifyRequest, upload: NonNullable<Route["upload"]>): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal("unsupported_type", "Send the file as multipart/form-data");
  // Of whoever left before being let in nothing comes any more, not even an end, and the reader below would wait for it for ever.
  if (request.raw.destroyed) throw notWhole();
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  try {
    for await (const part of request.parts({ limits: { ...limits, fileSize: upload.maximum } })) {
      if (part.type === "file") file = await fileOf(part, file);
      else if (!Object.hasOwn(fields, part.fieldname)) fields[part.fieldname] = textOf(part.fieldname, part.value);
    }
  } catch (error) {
    throw refusalOf(error, upload.maximum);
  }
  if (file === undefined)
    throw new Refusal("invalid", "No file selected", { issues: [{ path: "file", message: "No file selected" }] });
  return { file, fields: checked(upload.fields, fields) };
}

/** What makes two uploads the same request: what is in the file, what it is called, the fields, and the query. */
export function askedOf({ file, fields }: Upload, query: unknown): unknown {
  return { sha256: createHash("sha256").update(file.bytes).digest("base64url"), name: file.name, fields, query };
}

async function fileOf(part: MultipartFile, before: UploadedFile | undefined): Promise<UploadedFile> {
  if (part.fieldname !== "file" || before !== undefined) throw notOneFile();
  const bytes = await part.toBuffer();
  return { name: nameOf(part.filename), bytes };
}

function notOneFile(): Refusal {
  return new Refusal("invalid", "Send one file, as the field file");
}

/** Browsers send a bare name, other programs paths; what is not text of a person is left out, and half a character where it is cut. */
function nameOf(filename: string | undefined): string {
  const bare = (filename ?? "").split(/[/\\]/).at(-1) ?? "";
  const readable = [...bare.normalize("NFC")].filter((letter) => !isStrangeText(letter)).join("");
  const end = readable.trim().slice(-longestName);
  return end.replace(/^[\uDC00-\uDFFF]/, "") || "file";
}

function textOf(path: string, value: unknown): string {
  const text = typeof value === "string" ? value : "";
  if (isStrangeText(text) || isStrangeText(path)) throw new Refusal("invalid", "A field holds characters that no person types");
  return text;
}

const tooLargeCodes = new Set(["FST_REQ_FILE_TOO_LARGE"]);
const malformedCodes = new Set([
  "FST_PARTS_LIMIT",
  "FST_FIELDS_LIMIT",
  "FST_PROTO_VIOLATION",
  "FST_INVALID_MULTIPART_CONTENT_TYPE",
  "FST_FILE_BUFFER_NOT_FOUND",
  "FST_NO_FORM_DATA",
]);

function refusalOf(error: unknown, maximum: number): unknown {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  if (tooLargeCodes.has(code)) {
    return new Refusal("too_large", `The file is larger than ${String(maximum / 1024 / 1024)} MB`);
  }
  if (code === "FST_FILES_LIMIT") return notOneFile();
  // What breaks off or is no multipart body at all; busboy names such faults in words alone.
  const isBroken = code === "ERR_STREAM_PREMATURE_CLOSE" || /multipart|boundary|unexpected end|malformed/i.test(message);
  return malformedCodes.has(code) || isBroken ? notWhole() : error;
}

function notWhole(): Refusal {
  return new Refusal("invalid", "The file did not arrive whole. Send it again");
}
