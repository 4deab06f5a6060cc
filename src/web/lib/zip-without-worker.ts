import { zipSync, type AsyncZippable } from "fflate/browser";

export { AsyncZipDeflate, strToU8, Zip, ZipDeflate, zipSync } from "fflate/browser";

/**
 * Stands in for fflate's `zip` in the build. The original compresses anything large in a worker made from a blob, which
 * the content security policy refuses, and then waits for ever.
 */
export function zip(files: AsyncZippable, done: (error: null, archive: Uint8Array) => void): void {
  done(null, zipSync(files));
}
