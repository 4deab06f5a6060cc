import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { notFound } from "./errors.ts";
import { pagePolicy } from "./headers.ts";

/** Where the build of the web lies. */
export const builtWebFolder = fileURLToPath(new URL("../../../dist/web", import.meta.url));

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};
const compressible = /^(text\/|application\/json|image\/svg)/;

/** The names Vite gives to files in this folder change with their content. */
const hashedFolder = "/assets/";
const page = "/index.html";
/** How the build names the compressed form of a file, which is no file of its own to ask for. */
const compressedName = ".br";

interface Asset {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly etag: string;
  /** Compressed forms: as the build made them, else made when first asked for. */
  readonly encoded: Map<string, Promise<Buffer>>;
}

/** Serves the built web: its files, and its one page at every other path that is not the API's. Needs no session. */
export function serveWeb(fastify: FastifyInstance, folder: string): void {
  const assets = readAssets(folder);
  fastify.get("/*", async (request, reply) => {
    const path = pathOf(request);
    // In whatever case: a program that misspells a call is told so, and not given a page to read.
    if (/^\/api(\/|$)/i.test(path)) throw notFound();
    const asset = assets.get(path);
    if (asset !== undefined && path !== page) return sendAsset(reply, path, asset);
    // A person's address may have a dot as well, such as that of the sentence it stood in: the page says that there is nothing.
    const namesFile = extname(path) !== "" && !wantsPage(request);
    if ((namesFile && path !== page) || path.startsWith(hashedFolder)) throw notFound();
    return sendPage(reply, assets.get(page));
  });
}

function pathOf(request: FastifyRequest): string {
  return `/${(request.params as { "*": string })["*"]}`;
}

/** Whether a browser asks for what it will show as a page, and not for a script, a picture or a font. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") === true;
}

/** The page under a policy of its own: styles carry a nonce that nobody can know beforehand. */
function sendPage(reply: FastifyReply, asset: Asset | undefined): FastifyReply {
  if (asset === undefined) {
    return reply
      .code(503)
      .header("content-type", "text/plain; charset=utf-8")
      .send("The web has not been built. Run: npm run build\n");
  }
  const nonce = randomBytes(16).toString("base64url");
  return reply
    .headers({ "content-type": asset.mediaType, "content-security-policy": pagePolicy(nonce) })
    .send(asset.bytes.toString("utf8").replaceAll("__CSP_NONCE__", nonce));
}

async function sendAsset(reply: FastifyReply, path: string, asset: Asset): Promise<FastifyReply> {
  const { headers } = reply.request;
  reply.headers({
    "content-type": asset.mediaType,
    "cache-control": path.startsWith(hashedFolder) ? "public, max-age=31536000, immutable" : "no-cache",
    etag: asset.etag,
    vary: "accept-encoding",
  });
  if (headers["if-none-match"] === asset.etag) return reply.code(304).send();
  const encoding = compressible.test(asset.mediaType) ? acceptedEncoding(headers["accept-encoding"]) : undefined;
  if (encoding === undefined) return reply.send(asset.bytes);
  const bytes = await encodedAs(encoding, asset);
  return reply.header("content-encoding", encoding).send(bytes);
}

type Encoding = "br" | "gzip";

function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const accepted = String(header ?? "");
  return /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : undefined;
}

const encoders: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

function encodedAs(encoding: Encoding, asset: Asset): Promise<Buffer> {
  const known = asset.encoded.get(encoding) ?? encoders[encoding](asset.bytes);
  asset.encoded.set(encoding, known);
  return known;
}

/** Reads every file of the build. What is not in this list is not served, so no path can reach outside. */
function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith(compressedName)) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    const compressed = `${file}${compressedName}`;
    assets.set(`/${relative(folder, file).split(sep).join("/")}`, {
      bytes,
      mediaType: mediaTypes[extname(file)] ?? "application/octet-stream",
      etag: `"${createHash("sha256").update(bytes).digest("base64url")}"`,
      encoded: new Map(existsSync(compressed) ? [["br", Promise.resolve(readFileSync(compressed))]] : []),
    });
  }
  return assets;
}
