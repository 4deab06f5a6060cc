import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { listAccounts } from "#contract/accounts.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { rawXlsx } from "#test/support/hawala-sheets.ts";
import { importing, listOf, refusalIn, type SheetToSend } from "#test/support/import-batches.ts";

/** Read by a process, as ever: that the others are answered meanwhile is what is tested. */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

const mebibyte = 1024 * 1024;

const hostile: readonly SheetToSend[] = [
  { name: "bomb.xlsx", bytes: rawXlsx("a".repeat(20 * mebibyte)) },
  {
    name: "entities.xlsx",
    bytes: rawXlsx('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]><worksheet>&b;</worksheet>'),
  },
];

test.each(hostile)("$name is refused while others are answered", { timeout: 30_000 }, async (file) => {
  const began = performance.now();
  const reading = importing(desk.operator, file);
  const others: number[] = [];
  await vi.waitFor(async () => {
    const asked = performance.now();
    await desk.admin.ok(listAccounts, { query: { limit: 1 } });
    others.push(performance.now() - asked);
    if (others.length < 5) throw new Error("not asked often enough");
  }, 15_000);
  const { status } = refusalIn(await reading);
  expect([413, 415, 422]).toContain(status);
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(Math.max(...others)).toBeLessThan(2_000);
});

test("the next list is read as ever", async () => {
  expect((await importing(desk.operator, listOf([{}]))).statusCode).toBe(200);
});
