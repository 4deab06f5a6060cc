import type { LightMyRequestResponse } from "fastify";
import { expect } from "vitest";

import { importHawalaSheet, previewHawalaSheet, type SheetImport, type SheetPreview } from "#contract/import-batches.ts";

import type { Desk } from "./desk.ts";
import { sheetFile, sheetHeader, sheetRow } from "./hawala-sheets.ts";
import type { Client, RefusedReply } from "./server.ts";
import { uploadOf } from "./upload.ts";

/** A file under its name. */
export interface SheetToSend {
  readonly name: string;
  readonly bytes: Buffer;
}

let made = 0;

/** A sheet of these rows, whose numbers are new unless given by column C. */
export function listOf(rows: readonly Readonly<Record<string, unknown>>[], name = "list.xlsx"): SheetToSend {
  made += 1;
  const written = rows.map((cells, nth) => sheetRow({ C: `L${String(made)}-${String(nth)}`, ...cells }));
  return { name, bytes: sheetFile([sheetHeader, ...written]) };
}

/** The number that {@link listOf} gave to a row of the sheet it made last. */
export function numberOf(nth: number): string {
  return `L${String(made)}-${String(nth)}`;
}

type Fields = Readonly<Record<string, string>>;

/** The answer of an import, whatever it is. */
export function importing(client: Client, file: SheetToSend, more: { readonly fields?: Fields; readonly key?: string } = {}) {
  const headers: Fields = more.key === undefined ? {} : { "idempotency-key": more.key };
  return client.request(uploadOf(importHawalaSheet, file, more.fields ?? {}, headers));
}

export async function imported(client: Client, file: SheetToSend, fields: Fields = {}): Promise<SheetImport> {
  const response = await importing(client, file, { fields });
  expect(response.body).toContain("importedCount");
  expect(response.statusCode).toBe(200);
  return response.json<SheetImport>();
}

export async function previewed(client: Client, file: SheetToSend, fields: Fields = {}): Promise<SheetPreview> {
  const response = await client.request(uploadOf(previewHawalaSheet, file, fields));
  expect(response.statusCode).toBe(200);
  return response.json<SheetPreview>();
}

/** What a refused request says, with its status. */
export function refusalIn(response: LightMyRequestResponse): Pick<RefusedReply, "status" | "message" | "issues"> {
  return { ...response.json<RefusedReply>(), status: response.statusCode };
}

/** Everything that an import may write. */
export async function stored({ server }: Desk): Promise<{ hawalas: number; batches: number; audited: number }> {
  const { rows } = await server.database.pool.query<{ hawalas: number; batches: number; audited: number }>(
    `select (select count(*)::integer from hawalas) as hawalas, (select count(*)::integer from import_batches) as batches,
      (select count(*)::integer from audit_log where object_type in ('hawala', 'import_batch')) as audited`,
  );
  return rows[0] ?? { hawalas: -1, batches: -1, audited: -1 };
}
