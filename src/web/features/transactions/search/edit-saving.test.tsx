import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { moneyMoved } from "#web/lib/query.ts";
import { editDialog, editedPath } from "#web/testing/edit-dialog.tsx";
import { exchangeContext } from "#web/testing/exchange.tsx";
import { replyingOffice } from "#web/testing/office.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { searchPage } from "#web/testing/search-page.tsx";
import { stage } from "#web/testing/stage.tsx";
import { transactionRow } from "#web/testing/transactions.ts";

import { EditDialog } from "./edit-dialog.tsx";

const transfer = transactionRow({ id: 7, version: 4, referenceId: 90 });
const deal = transactionRow({
  id: 7,
  transType: "Exchange",
  outAccountId: 102,
  inAccountId: 104,
  dAmount: "300.00",
  cCurrencyId: 1,
  cAmount: "20940.00",
  exRate: "69.80000000",
});

describe("saving an edit", () => {
  it("sends nothing when nothing was changed, also where a figure is written otherwise", async () => {
    const { type, press, sent, onClose } = await editDialog(transfer);
    type("Debit Amount", "250");
    await press("Save");
    expect(await screen.findByText("Nothing has been changed.")).toBeDefined();
    expect(sent()).toHaveLength(0);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("takes a typed account back on Escape, and only then closes", async () => {
    const { user, field, onClose } = await editDialog(transfer);
    const before = field("Debit Account").value;
    await user.click(field("Debit Account"));
    await user.type(field("Debit Account"), "nobody");
    await user.keyboard("{Escape}");
    expect(field("Debit Account").value).toBe(before);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByRole("button", { name: "Stay" })).toBeNull();
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("keeps what was typed after a refusal, at the field it names", async () => {
    const message = "At this rate the selling amount is 20940.00 AFN";
    const { type, press, field, onClose } = await editDialog(deal, {
      [`PUT ${editedPath}`]: {
        status: 400,
        body: { message, code: "invalid", requestId: "r-9", issues: [{ path: "cAmount", message }] },
      },
    });
    type("Selling Amount", "5");
    await press("Save");
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(1));
    expect(field("Selling Amount").value).toBe("5");
    expect(field("Selling Amount").getAttribute("aria-invalid")).toBe("true");
    expect(onClose).not.toHaveBeenCalled();
  });

  it("leaves what it does to the balances where it stands while it is saved, also where its own version stands already", async () => {
    const answer = Promise.withResolvers<Said>();
    let version = transfer.version;
    const { client, type, press, onClose } = await editDialog(transfer, {
      [`GET ${editedPath}`]: () => ({ body: { ...transfer, version, deleted: false } }),
      [`PUT ${editedPath}`]: () => {
        version += 1;
        return answer.promise;
      },
    });
    type("Debit Amount", "5");
    const seen = () => screen.queryByRole("region", { name: "After saving" })?.textContent;
    await waitFor(() => expect(seen()).toMatch(/below zero in USD\..*1,000\.00/));
    const before = seen();
    await press("Save");
    await waitFor(() => expect(version).toBe(5));
    await act(async () => {
      await moneyMoved(client);
      await new Promise((drawn) => {
        setTimeout(drawn, 50);
      });
    });
    expect(seen()).toBe(before);
    answer.resolve({ body: { ...transfer, version, balances: [] } });
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it("says its own words where the server has none, and 403 as the server words it", async () => {
    let answer = refusal(500, "unexpected", "");
    const { type, press } = await editDialog(transfer, { [`PUT ${editedPath}`]: () => answer });
    type("Debit Amount", "5");
    await press("Save");
    expect((await screen.findAllByText("Failed to update transaction")).length).toBeGreaterThan(0);
    answer = refusal(403, "forbidden", "Your role may not change this transaction");
    await press("Save");
    expect((await screen.findAllByText("Your role may not change this transaction")).length).toBeGreaterThan(0);
  });

  it("repeats the same attempt under its key, and another under another", async () => {
    let away = true;
    const { type, press, sent } = await editDialog(transfer, {
      [`PUT ${editedPath}`]: (body) =>
        away ? "no answer" : { body: { ...transfer, ...(body as object), version: 5, balances: [] } },
    });
    type("Debit Amount", "5");
    await press("Save");
    await screen.findAllByText(/The server cannot be reached/);
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(2));
    away = false;
    type("Debit Amount", "6");
    await press("Save");
    await screen.findByText("Transaction updated successfully");
    const keys = sent().map(({ idempotencyKey }) => idempotencyKey);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it("takes nothing that is typed while it is on its way: the dialog closes over nothing else", async () => {
    const answer = Promise.withResolvers<Said>();
    const { type, press, field, user, sent, onClose } = await editDialog(transfer, {
      [`PUT ${editedPath}`]: () => answer.promise,
    });
    type("Debit Amount", "5");
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
    await user.type(field("Debit Narrative"), "s");
    expect(field("Debit Narrative").value).toBe("Rent");
    answer.resolve({ body: { ...transfer, dAmount: "5.00", version: 5, balances: [] } });
    await screen.findByText("Transaction updated successfully");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("asks before closing over what was typed", async () => {
    const { type, press, onClose, user } = await editDialog(transfer);
    type("Debit Amount", "5");
    await press("Cancel");
    const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
    expect(onClose).not.toHaveBeenCalled();
    await user.click(within(question).getByText("Discard and leave"));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("closes at once when nothing was typed", async () => {
    const { press, onClose } = await editDialog(transfer);
    await press("Cancel");
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe("a corrected rate that the board does not bear out", () => {
  const replies: Replies = { "GET /api/exchange-context": { body: exchangeContext } };

  it.each([
    ["6980", "This rate is 9871.43 % above the board"],
    ["0.0143", "This rate looks turned round"],
  ])("is asked about before it is stored (%s)", async (rate, title) => {
    const { type, press, sent, onClose } = await editDialog(deal, replies);
    type("Exchange Rate", rate);
    await press("Save");
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByText("The board has 1 USD = 70.00 AFN.")).toBeDefined();
    expect(sent()).toHaveLength(0);
    await press("Save anyway");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()[0]?.body).toMatchObject({ exRate: rate });
  });

  it("is not doubted where it was recorded so and another field is corrected", async () => {
    const odd = { ...deal, exRate: "6980.00000000", cAmount: "2094000.00" };
    const { type, press, sent, onClose } = await editDialog(odd, replies);
    type("Purchase Narrative", "Over the counter");
    await press("Save");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toHaveLength(1);
  });

  it("keeps nobody from saving where the board cannot be asked", async () => {
    const away = { "GET /api/exchange-context": refusal(500, "unexpected", "") };
    const { type, press, sent } = await editDialog(deal, away);
    type("Exchange Rate", "6980");
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
  });
});

describe("an edit that was left while it was being saved", () => {
  it("says that it is stored, and leaves the dialog alone that stands there by then", async () => {
    const answer = Promise.withResolvers<Said>();
    const other = transactionRow({ id: 8, version: 1 });
    const { user, press } = await searchPage("?searchWhat=All", {
      "GET /api/transactions/8": { body: { ...other, deleted: false } },
      [`PUT ${editedPath}`]: () => answer.promise,
    });
    const opened = async (id: number) => {
      await user.click(await screen.findByRole("button", { name: `Edit transaction ${String(id)}` }));
      return screen.findByLabelText<HTMLInputElement>(/^Debit Narrative/);
    };
    await user.type(await opened(7), "s");
    await press("Save");
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.type(await opened(8), "!");
    answer.resolve({ body: { ...transfer, version: 5, balances: [] } });
    await screen.findByText("Transaction updated successfully");
    expect(screen.getByLabelText<HTMLInputElement>(/^Debit Narrative/).value).toBe("Rent!");
  });
});

describe("two people editing one transaction", () => {
  const theirs = { ...transfer, version: 5, dAmount: "400.00", cAmount: "400.00", inAccountId: 101, transDescription: "Rent" };

  function changedMeanwhile(): Replies {
    let reads = 0;
    return {
      [`GET ${editedPath}`]: () => ({ body: { ...((reads += 1) === 1 ? transfer : theirs), deleted: false } }),
      [`PUT ${editedPath}`]: (body) =>
        reads === 1
          ? refusal(409, "stale_version", "This transaction was changed meanwhile: zahra at 2026-03-21 10:15")
          : { body: { ...theirs, ...(body as object), version: 6, balances: [] } },
    };
  }

  it("shows who changed what and when beside what was typed, and saves on top of it", async () => {
    const { type, press, field, sent, conditions } = await editDialog(transfer, changedMeanwhile());
    type("Debit Amount", "300");
    await press("Save");
    await screen.findByRole("button", { name: "Keep my changes" });
    expect(screen.getAllByText("This transaction was changed meanwhile: zahra at 2026-03-21 10:15").length).toBeGreaterThan(0);
    expect(screen.getByText(/^Debit Amount: \$250\.00 USD → \$400\.00 USD/)).toBeDefined();
    expect(screen.getByText("Credit Account: 2003 - Zahra → 3001 - Azizi Bank")).toBeDefined();
    expect(screen.getByText(/you changed this field too/)).toBeDefined();
    expect(field("Debit Amount").value).toBe("300");
    await press("Keep my changes");
    expect(field("Debit Amount").value).toBe("300");
    expect(field("Credit Account").value).toBe("3001 - Azizi Bank");
    type("Debit Narrative", "Mine");
    await press("Save");
    await waitFor(() => expect(conditions()).toEqual(["4", "5"]));
    expect(sent()[1]?.body).toMatchObject({ dAmount: "300", inAccountId: 101, transDescription: "Mine" });
  });

  it("goes on saying who changed it beside what is wrong with the next attempt", async () => {
    const { type, press } = await editDialog(transfer, changedMeanwhile());
    type("Debit Amount", "300");
    await press("Save");
    const conflict = within(await screen.findByRole("dialog"));
    await conflict.findByRole("button", { name: "Keep my changes" });
    type("Debit Narrative", " ");
    await press("Save");
    expect(await conflict.findByText("Debit narrative is required")).toBeDefined();
    expect(conflict.getByText("This transaction was changed meanwhile: zahra at 2026-03-21 10:15")).toBeDefined();
  });

  it("does not go on from theirs past a text that is no account yet", async () => {
    const { user, type, press, field } = await editDialog(transfer, changedMeanwhile());
    type("Debit Amount", "300");
    await press("Save");
    await screen.findByRole("button", { name: "Keep my changes" });
    await user.clear(field("Debit Account"));
    await user.paste("nobody");
    await press("Keep my changes");
    expect(await screen.findByText("“nobody” is no single account.")).toBeDefined();
    expect(field("Debit Account").value).toBe("nobody");
    expect(screen.getByRole("button", { name: "Keep my changes" })).toBeDefined();
  });

  it("can load the current version instead", async () => {
    const { type, press, field } = await editDialog(transfer, changedMeanwhile());
    type("Debit Amount", "300");
    await press("Save");
    await press(await screen.findByRole("button", { name: "Discard mine and load theirs" }).then((button) => button.textContent));
    expect(field("Debit Amount").value).toBe("400.00");
    expect(screen.queryByRole("button", { name: "Keep my changes" })).toBeNull();
  });
});

describe("opening the edit dialog", () => {
  it("says when the transaction is gone, unknown, or cannot be loaded", async () => {
    const open = (reply: Replies[string]) => {
      replyingOffice({ [`GET ${editedPath}`]: reply });
      return stage(<EditDialog id={7} onClose={() => undefined} />);
    };
    await open({ body: { ...transfer, deleted: true } });
    expect(await screen.findByText(/has been deleted meanwhile/)).toBeDefined();
    cleanup();
    await open(refusal(404, "not_found", "There is no transaction 7"));
    expect(await screen.findByText("There is no transaction 7.")).toBeDefined();
    cleanup();
    await open(refusal(503, "unavailable", "The database is away"));
    expect(await screen.findByText("The transaction could not be loaded.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Retry" })).toBeDefined();
  });
});
