import fc from "fast-check";

import { editAct, enterAct, moveAct, passAct, type Act } from "./hawala-acts.ts";
import { correctionAct, ordinaryAct } from "./hawala-corrections.ts";
import { importAct, undoAct } from "./hawala-import-acts.ts";
import { isIncoming, wayOf, type HawalaOracle, type PaperHawala, type PaperTransaction } from "./hawala-oracle.ts";
import { drawn, oneOf, type Draw, type World } from "./hawala-slips.ts";

/** How often each thing is done. */
const weights = {
  enterIncoming: 3,
  enterOutgoing: 3,
  import: 1,
  undo: 1,
  pass: 5,
  pending: 2,
  cancelled: 2,
  received: 1,
  completed: 1,
  edit: 3,
  delete: 2,
  recover: 2,
  redate: 1,
  passOrRecover: 1,
  ordinary: 2,
  retry: 2,
  sameKeyElsewhere: 1,
  standDown: 1,
  series: 1,
};
/** Something that somebody does, once or several times at the same moment. */
export const anyCommand = fc.record({
  ...drawn,
  kind: fc.oneof(...Object.entries(weights).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
  manner: fc.oneof(
    { weight: 60, arbitrary: fc.constant("once") },
    ...["atOnce", "sameKeyAtOnce"].map((manner) => ({ weight: 10, arbitrary: fc.constant(manner) })),
    // PostgreSQL dies over it.
    { weight: 1, arbitrary: fc.constant("crash") },
  ),
});
export type Command = Draw & { readonly kind: string; readonly manner: string };

/** What a command asks for in this office; undefined where there is nothing to ask it of. */
export function actOf(world: World, command: Command): Act | undefined {
  const { kind, a, b, c } = command;
  const { oracle } = world;
  switch (kind) {
    case "enterIncoming":
      return enterAct(world, "incoming", command);
    case "enterOutgoing":
      return enterAct(world, "outgoing", command);
    case "import":
      return importAct(world, command);
    case "undo": {
      const batch = oneOf(world.batches, a, (known) => !oracle.undone.has(known));
      return batch === undefined ? undefined : undoAct(world, batch);
    }
    case "pending":
    case "cancelled":
    case "received":
    case "completed": {
      const hawala = oneOf(world.hawalas, b, ({ status }) => wayOf(status, kind) !== undefined);
      return moveAct(world, c % 60 === 59 ? undefined : hawala, kind);
    }
    case "ordinary":
      return ordinaryAct(world, command);
    case "delete":
    case "recover":
    case "redate": {
      const transaction = oneOf(world.transactions, a, (known) => canBe(oracle, known, kind));
      if (transaction === undefined || (kind === "redate" && transaction.hawalaId === undefined)) return undefined;
      return correctionAct(world, transaction, { kind: kind === "redate" ? "edit" : kind, draw: command });
    }
    case "edit": {
      // Every other time one whose payout was taken back, which may then come back or not.
      const takenBack = new Set(world.transactions.map(({ hawalaId, deleted }) => (deleted ? hawalaId : undefined)));
      const hawala = oneOf(world.hawalas, b, (known) =>
        c % 2 === 0 ? isOpen(known) : known.status === "Pending" && takenBack.has(known.id),
      );
      return hawala && editAct(world, hawala, command);
    }
    default: {
      const hawala = oneOf(world.hawalas, b, (known) => isIncoming(known) && known.status === "Pending");
      return hawala && passAct(world, hawala, command);
    }
  }
}

function isOpen({ status }: PaperHawala): boolean {
  return ["Pending", "sent", "received", "pending"].includes(status);
}

function canBe(oracle: HawalaOracle, { deleted, hawalaId }: PaperTransaction, kind: "delete" | "recover" | "redate"): boolean {
  if (kind !== "recover") return !deleted && (kind === "delete" || hawalaId !== undefined);
  const status = oracle.hawalas.get(hawalaId ?? 0)?.status ?? "Pending";
  return deleted && (status === "Pending" || status === "cancelled");
}
