import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  cancelHawala,
  completeHawala,
  getHawala,
  hawalaReceived,
  hawalaToPending,
  passHawala,
  updateHawala,
  type Hawala,
} from "#contract/hawalas.ts";
import { cash, openDesk, type Desk } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { holding } from "#test/support/holding.ts";
import { sortedStatuses, type Sent } from "#test/support/server.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
});
afterAll(() => desk.closeInBalance());

const shown = (id: number): Promise<Hawala> => desk.user.ok(getHawala, { params: { id } });
/** An act on a hawala as one has seen it, under a key where there is one. */
const seen = ({ id, version }: Pick<Hawala, "id" | "version">, key?: string): Sent => ({
  params: { id },
  headers: { "if-match": String(version), ...(key === undefined ? {} : { "idempotency-key": key }) },
});
const passed = async (): Promise<Hawala> => {
  const { id } = await enter(desk, incoming());
  return desk.user.ok(passHawala, { params: { id } });
};
const inCash = async (): Promise<string | undefined> => (await desk.balances(cash.id))["AFN"];

/** What one desk has on screen, and what another does to it before the first one acts. */
interface Meeting {
  readonly make: () => Promise<Hawala>;
  readonly meanwhile: (hawala: Hawala) => Promise<unknown>;
}

const meetings = [
  {
    name: "cancelling what was passed meanwhile",
    route: cancelHawala,
    make: () => enter(desk, incoming()),
    meanwhile: ({ id }) => desk.operator.ok(passHawala, { params: { id } }),
  },
  {
    name: "marking as pending what was taken back and passed anew meanwhile",
    route: hawalaToPending,
    make: passed,
    meanwhile: async ({ id }) => {
      await desk.operator.ok(hawalaToPending, { params: { id } });
      await desk.operator.ok(passHawala, { params: { id } });
    },
  },
  {
    name: "marking as received what was corrected meanwhile",
    route: hawalaReceived,
    make: () => enter(desk, outgoing()),
    meanwhile: ({ id }) => desk.operator.ok(updateHawala, { params: { id }, body: outgoing({ amount: "200" }) }),
  },
  {
    name: "marking as completed what was received meanwhile",
    route: completeHawala,
    make: () => enter(desk, outgoing()),
    meanwhile: ({ id }) => desk.operator.ok(hawalaReceived, { params: { id } }),
  },
] as const satisfies readonly ({ readonly name: string; readonly route: unknown } & Meeting)[];

describe.each(meetings)("$name", ({ route, make, meanwhile }) => {
  test("is refused, names who did that and when, and changes nothing", async () => {
    const hawala = await make();
    await meanwhile(hawala);
    const before = await shown(hawala.id);
    const refused = await desk.refused(desk.user, route, seen(hawala));
    expect(refused).toMatchObject({ status: 409, code: "stale_version" });
    const words = `This hawala was changed meanwhile: ${desk.operator.username} at `;
    expect(refused.message.slice(0, words.length)).toBe(words);
    expect(refused.message.slice(words.length)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(await shown(hawala.id)).toEqual(before);
  });

  test("is done by whoever has seen it, and by a call that names no version", async () => {
    for (const isNamed of [true, false]) {
      const hawala = await make();
      await meanwhile(hawala);
      const now = await shown(hawala.id);
      const sent = isNamed ? seen(now) : { params: { id: hawala.id } };
      expect(await desk.user.ok(route, sent)).toMatchObject({ version: now.version + 1 });
    }
  });

  test("with a malformed version is refused", async () => {
    const { id } = await make();
    for (const ifMatch of ["latest", "*", "1.0", ""]) {
      const sent = { params: { id }, headers: { "if-match": ifMatch } };
      expect(await desk.refused(desk.user, route, sent), ifMatch).toMatchObject({ status: 400, code: "invalid" });
    }
  });
});

describe("an act on a hawala as it was seen", () => {
  test("leaves the payout of another desk in the books", async () => {
    const hawala = await enter(desk, incoming());
    await desk.operator.ok(passHawala, seen(hawala));
    const afterPayout = await inCash();
    await desk.refused(desk.user, cancelHawala, seen(hawala));
    expect(await inCash()).toBe(afterPayout);
    expect(await shown(hawala.id)).toMatchObject({ hawalaStatus: "Passed", paidFromCode: "11" });
  });

  test("sent again with its key answers the same, though its own version and another desk's have come since", async () => {
    const hawala = await enter(desk, incoming());
    const sent = seen(hawala, "cancel-as-seen");
    const first = await desk.user.ok(cancelHawala, sent);
    expect(first).toMatchObject({ hawalaStatus: "Cancelled", version: hawala.version + 1 });
    expect(await desk.user.ok(cancelHawala, sent)).toEqual(first);
    await desk.operator.ok(hawalaToPending, seen(first));
    expect(await desk.user.ok(cancelHawala, sent)).toEqual(first);
    expect((await shown(hawala.id)).hawalaStatus).toBe("Pending");
  });

  test("refused under a key keeps no answer there: the same key is judged anew", async () => {
    const hawala = await enter(desk, incoming());
    const paid = await desk.operator.ok(passHawala, seen(hawala));
    const refused = await desk.refused(desk.user, cancelHawala, seen(hawala, "cancel-anew"));
    expect(refused.code).toBe("stale_version");
    expect(await desk.user.ok(cancelHawala, seen(paid, "cancel-anew"))).toMatchObject({ hawalaStatus: "Cancelled" });
  });

  test("that waited too long for another desk is told that the server is busy: nothing has changed, and the same key does it", async () => {
    const hawala = await enter(desk, incoming());
    const { letGo } = await holding(desk.server.database, `select from hawalas where id = ${String(hawala.id)} for update`);
    const refused = await desk.refused(desk.user, cancelHawala, seen(hawala, "cancel-busy"));
    expect(refused).toMatchObject({ status: 503, code: "busy" });
    await letGo();
    expect(await shown(hawala.id)).toMatchObject({ hawalaStatus: "Pending", version: hawala.version });
    expect(await desk.user.ok(cancelHawala, seen(hawala, "cancel-busy"))).toMatchObject({ hawalaStatus: "Cancelled" });
  });

  test("that could not be done in any version says so first", async () => {
    const hawala = await enter(desk, incoming());
    await desk.operator.ok(cancelHawala, seen(hawala));
    expect(await desk.refused(desk.user, cancelHawala, seen(hawala))).toMatchObject({
      status: 409,
      code: "conflict",
      message: "This hawala is already cancelled",
    });
  });

  test("at the same moment as another one is done or refused whole: paid or cancelled, never both", async () => {
    for (let round = 0; round < 8; round += 1) {
      const hawala = await enter(desk, incoming());
      const answers = await Promise.all([
        desk.operator.send(passHawala, seen(hawala)),
        desk.user.send(cancelHawala, seen(hawala)),
      ]);
      expect(sortedStatuses(answers)).toEqual([200, 409]);
      const isPaid = answers[0].statusCode === 200;
      expect(await shown(hawala.id)).toMatchObject({
        hawalaStatus: isPaid ? "Passed" : "Cancelled",
        version: hawala.version + 1,
      });
    }
  });
});
