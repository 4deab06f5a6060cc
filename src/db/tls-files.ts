import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";

import { codeOf } from "#kernel/error-code.ts";

import { reasonOf, StartError } from "./start-error.ts";

const files = ["sslrootcert", "sslcert", "sslkey"] as const;

/**
 * Refuses an address that names a file for TLS which cannot be read, a certificate or a key that is none in PEM, and a key of another
 * certificate: `pg` would say so without a word of the address, or trust nobody and speak of the certificate of the other side.
 */
export function requireTlsFiles(variable: string, address: string): void {
  const { searchParams } = new URL(address);
  let cert: Buffer | undefined;
  for (const name of files) {
    const path = searchParams.get(name);
    // An empty name is none to `pg`, too.
    if (path === null || path === "") continue;
    try {
      const content = readFileSync(path);
      if (name === "sslrootcert") requireCertificate(content);
      if (name === "sslcert") createSecureContext({ cert: (cert = content) });
      if (name === "sslkey") createSecureContext({ key: content, ...(cert === undefined ? {} : { cert }) });
    } catch (error) {
      throw new StartError(`${variable} names ${path} as ${name}, which cannot be used (${reasonOf(error)}): check that path.`);
    }
  }
}

/** Of what is to be trusted, whatever is no certificate in PEM is passed over without a word. */
function requireCertificate(content: Buffer): void {
  if (new X509Certificate(content).raw.equals(content)) throw new Error("it is in DER, and PEM is needed");
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
