/** The process that makes one file: it gets what is wanted, then the rows, and answers the bytes. */
import { assert } from "#kernel/assert.ts";

import type { Told } from "./file.ts";
import { beginWriting, type Writing } from "./writing.ts";

/** The server's end of the line. */
const answer = process.send?.bind(process);
assert(answer !== undefined, "this is a process of the server");
let writing: Writing | undefined;

process.on("message", (told: Told) => {
  if ("format" in told) writing = beginWriting(told);
  else if (told.length > 0) writing?.add(told);
  else void writing?.finish().then((bytes) => answer(bytes));
});
// Nobody waits for the file any more.
process.on("disconnect", () => process.exit());
