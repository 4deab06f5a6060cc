import childProcess, { ChildProcess } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";

import { afterAll, beforeAll } from "vitest";

import { answersTo, type ReadOrder } from "#server/hawala-sheet/answers.ts";
import { endReady } from "#server/hawala-sheet/process.ts";
import type { Told } from "#server/spreadsheet/file.ts";
import { beginWriting, type Writing } from "#server/spreadsheet/writing.ts";
import { isProof } from "#test/prove/scale.ts";

const { fork, spawn } = childProcess;

/**
 * In the tests of a file, sheets are read and exports written in this thread: to begin a process for each takes a hundred times as
 * long as its work, and is tested where it belongs (`hawala-sheet/read.test.ts`, `hawala-sheet/hostile.test.ts`,
 * `spreadsheet/file.test.ts`, `test/security/uploads.test.ts`). The battery begins them all.
 */
export function fileWorkHere(): void {
  if (isProof) return;
  beforeAll(() => {
    endReady();
    beginBy({ fork: workedHere("spreadsheet", fork, WriterHere), spawn: workedHere("hawala-sheet", spawn, ReaderHere) });
  });
  afterAll(() => {
    endReady();
    beginBy({ fork, spawn });
  });
}

type Begin = (...told: never[]) => ChildProcess;

/** Any other process than that of the folder's `child.ts` is begun as ever. */
function workedHere(folder: string, begin: Begin, Here: new () => ChildProcess): Begin {
  return (...told) => (told.flat().some((part) => String(part).endsWith(`/${folder}/child.ts`)) ? new Here() : begin(...told));
}

function beginBy(begin: object): void {
  Object.assign(childProcess, begin);
  syncBuiltinESMExports();
}

type Sent = (error: Error | null) => void;

/** What the server sees of a process that works on one file. */
abstract class WorkerHere extends ChildProcess {
  override connected = true;

  override kill(): boolean {
    this.connected = false;
    this.emit("exit", null, "SIGKILL");
    return this.emit("close", null, "SIGKILL");
  }

  protected tell(message: unknown): void {
    if (this.connected) this.emit("message", message);
  }

  override ref(): void {}
  override unref(): void {}
}

/** `spreadsheet/child.ts`, here. */
class WriterHere extends WorkerHere {
  private writing: Writing | undefined;

  override send(told: unknown, sent?: unknown): boolean {
    this.take(structuredClone(told) as Told);
    (sent as Sent)(null);
    return true;
  }

  private take(told: Told): void {
    if ("format" in told) this.writing = beginWriting(told);
    else if (told.length > 0) this.writing?.add(told);
    else void this.writing?.finish().then((bytes) => this.tell(structuredClone(bytes)));
  }
}

/** `hawala-sheet/child.ts`, here; while it waits for a file, it does not practise. */
class ReaderHere extends WorkerHere {
  override stdin = new PassThrough();

  override send(order: unknown): boolean {
    void this.answer(overTheWire(order as ReadOrder));
    return true;
  }

  private async answer(order: ReadOrder): Promise<void> {
    for (const part of answersTo(await buffer(this.stdin), order)) this.tell(overTheWire(part));
  }
}

/** As it comes out of a process: without what JSON does not say. */
function overTheWire<Message>(message: Message): Message {
  return JSON.parse(JSON.stringify(message)) as Message;
}
