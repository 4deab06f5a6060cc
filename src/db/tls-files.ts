import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

import { codeOf } from "#kernel/error-code.ts";

import { reasonOf, StartError } from "./start-error.ts";

const files = ["sslrootcert", "sslcert", "sslkey"];

/**
 * Refuses an address that names a file for TLS which cannot be read, or a certificate that is none: `pg` would say so without a word
 * of the address, or trust nobody and speak of the certificate of the other side.
 */
export function requireTlsFiles(variable: string, address: string): void {
  const { searchParams } = new URL(address);
  for (const name of files) {
    const path = searchParams.get(name);
    if (path === null) continue;
    try {
      contentOf(name, path);
    } catch (error) {
      throw new StartError(`${variable} names ${path} as ${name}, which cannot be used (${reasonOf(error)}): check that path.`);
    }
  }
}

function contentOf(name: string, path: string): Buffer {
  const content = readFileSync(path);
  return name === "sslkey" ? content : new X509Certificate(content).raw;
}

const untrusted = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Whether a connection failed because nobody who is trusted vouches for the other side. */
export function isUntrusted(error: unknown): boolean {
  return untrusted.has(codeOf(error) ?? "");
}
