import { expect, test } from "vitest";

import { partsOf, type Part } from "./parts.ts";

/** With rows, with none, and with text that looks like an end of rows. */
const backup = `begin;
copy public.accounts (id, name) from stdin;
1\tone \\\\. and \\n\\\\.\\n
2\tزهرا
\\.
copy public.users (id) from stdin;
\\.
-- between two tables
copy public.balances (id) from stdin;
.
\\\\.
\\.
commit;
`;

async function* cut(bytes: Buffer, length: number): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** The parts, with rows that follow one another put together: how many bytes of them come at once is nobody's matter. */
async function partsIn(pieceLength: number): Promise<readonly string[]> {
  const told: string[] = [];
  let before: Part["kind"] | undefined;
  for await (const part of partsOf(cut(Buffer.from(backup), pieceLength))) {
    // One byte a character, since a piece may end within one.
    const text =
      "bytes" in part ? part.bytes.toString("latin1") : "statement" in part ? part.statement : "text" in part ? part.text : "";
    if (part.kind === "rows" && before === "rows") told.push(`${told.pop() ?? ""}${text}`);
    else told.push(`${part.kind}: ${text}`);
    before = part.kind;
  }
  return told;
}

const rows = (text: string): string => `rows: ${Buffer.from(text).toString("latin1")}`;

test("a backup has the same parts wherever one piece of the file ends and the next begins", async () => {
  for (let pieceLength = 1; pieceLength <= Buffer.byteLength(backup); pieceLength += 1) {
    expect(await partsIn(pieceLength), String(pieceLength)).toEqual([
      "sql: begin;\n",
      "copy: copy public.accounts (id, name) from stdin;",
      rows("1\tone \\\\. and \\n\\\\.\\n\n2\tزهرا\n"),
      "end of rows: ",
      "sql: \n",
      "copy: copy public.users (id) from stdin;",
      "end of rows: ",
      "sql: \n-- between two tables\n",
      "copy: copy public.balances (id) from stdin;",
      rows(".\n\\\\.\n"),
      "end of rows: ",
      "ending: \ncommit;\n",
    ]);
  }
});
