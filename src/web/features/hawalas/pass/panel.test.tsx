import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { Hawala } from "#contract/hawalas.ts";
import { hawalaVersionOf, passedVersionOf } from "#web/testing/hawalas.ts";
import { expectAlone, readFromRight } from "#web/testing/own-direction.ts";
import { passed, passPage, sent as outgoing, stored, waiting } from "#web/testing/pass-page.tsx";
import { refusal } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";

/** Mariam, at another desk, corrects the hawala that is open here. */
async function corrected(change: Partial<Hawala> = { rAmount: "99999.00" }, first: Hawala = waiting) {
  const { become, ...reads } = stored(first);
  const page = await passPage("?selected=1", {
    ...reads,
    "GET /api/hawala/1/history": { body: [hawalaVersionOf({ version: 2, action: "edited", actor: "mariam" })] },
    "POST /api/hawala/pass/1": () => become({ hawalaStatus: "Passed" }),
  });
  await page.opened("LDN-1");
  const hear = () => page.client.invalidateQueries({ queryKey: ["hawalas"] });
  const correct = async (): Promise<void> => {
    become(change);
    await hear();
    await page.panel().findByText("Changed meanwhile by mariam");
  };
  const facts = () =>
    page
      .panel()
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent.replaceAll("\u200E", ""));
  return { ...page, become, hear, correct, facts };
}

const documentNumber = () => screen.getByLabelText<HTMLInputElement>("Document number");

describe("a hawala that changes while it is open", () => {
  it("is not paid as another desk has made it before that was taken over; what was typed is kept", async () => {
    const { correct, facts, panel, inPanel, toast, sent } = await corrected();
    setText(documentNumber(), "1401-77");
    await correct();
    const notice = panel().getByRole("alert");
    expect(facts()).toEqual(["Hawala Amount: ؋9,200.00 AFN → ؋99,999.00 AFN"]);
    await inPanel("Confirm Pass Hawala");
    await toast("Changed Meanwhile", "Look at what was changed and press “Go on as it is now” first.");
    expect(document.activeElement).toBe(notice);
    expect(sent()).toEqual([]);
    // The second half of a double click on what has just been kept back.
    fireEvent.click(panel().getByRole("button", { name: "Go on as it is now" }), { detail: 2 });
    panel().getByText("Changed meanwhile by mariam");
    await inPanel("Go on as it is now");
    expect(document.activeElement).toBe(panel().getByRole("heading", { name: "Hawala LDN-1" }));
    expect(panel().queryByText("Changed meanwhile by mariam")).toBeNull();
    await waitFor(() => expect(screen.queryByText("Changed Meanwhile")).toBeNull());
    expect(documentNumber().value).toBe("1401-77");
    await inPanel("Confirm Pass Hawala");
    await screen.findByText("Hawala Passed Successfully");
    expect(sent()).toMatchObject([{ ifMatch: "2", body: { documentNumber: "1401-77" } }]);
  });

  it("says what a Persian name was first and what it is now last, which the eye would otherwise take the other way round", async () => {
    const { correct, facts } = await corrected({ receiverName: "محمود" }, { ...waiting, receiverName: "احمد" });
    await correct();
    expect(facts()).toEqual(["Receiver: \u2068احمد\u2069 → \u2068محمود\u2069"]);
  });

  it("says another currency and another receiver, and is not cancelled unseen either", async () => {
    const { correct, facts, inPanel, sent } = await corrected({ currency: "USD", currencyId: 2, receiverName: "Nadia" });
    await correct();
    expect(facts()).toEqual(["Hawala Amount: ؋9,200.00 AFN → $9,200.00 USD", "Receiver: Laila Ahmadi → Nadia"]);
    await inPanel("Cancel Hawala");
    await screen.findByText("Changed Meanwhile");
    expect(screen.queryByRole("dialog")).toBeNull();
    await inPanel("Go on as it is now");
    await inPanel("Cancel Hawala");
    expect((await screen.findByRole("dialog")).textContent).toMatch(/\$.?9,200\.00.* · Nadia/);
    expect(sent()).toEqual([]);
  });

  it("is what was begun with also after another one was looked at, where something was typed for it", async () => {
    const { become, hear, press, opened, panel } = await corrected();
    setText(documentNumber(), "1401-77");
    await press("View Details of hawala LDN-2");
    await opened("LDN-2");
    become({ rAmount: "99999.00" });
    await hear();
    await press("View Details of hawala LDN-1");
    await opened("LDN-1");
    await panel().findByText("Changed meanwhile by mariam");
  });

  it("needs no look where nothing that is shown has changed, or where it stands elsewhere by now", async () => {
    const { become, hear, panel, inPanel, sent } = await corrected();
    become({});
    await hear();
    await inPanel("Confirm Pass Hawala");
    await panel().findByRole("button", { name: "Already Passed" });
    expect(sent()).toMatchObject([{ ifMatch: "2" }]);
    become({ hawalaStatus: "Pending", rAmount: "9300.00" });
    await hear();
    await panel().findByRole("button", { name: "Confirm Pass Hawala" });
    expect(panel().queryByText(/^Changed meanwhile/)).toBeNull();
  });

  it("offers nothing of a hawala whose import was undone while it was open", async () => {
    let isThere = true;
    const { opened, panel, client } = await passPage("?selected=1", {
      "GET /api/hawala/1": () =>
        isThere ? { body: { ...waiting, payout: null } } : refusal(404, "not_found", "There is no hawala 1"),
    });
    await opened("LDN-1");
    isThere = false;
    await client.invalidateQueries({ queryKey: ["hawalas"] });
    await panel().findByText("Hawala LDN-1 is not there any more: its import was undone.");
    expect(panel().queryByRole("button", { name: "Confirm Pass Hawala" })).toBeNull();
    expect(panel().queryByRole("heading", { name: "Hawala LDN-1" })).toBeNull();
  });

  it("names who paid, and when, where another has recovered the payout since, and not who paid before it was taken back", async () => {
    const { opened, panel } = await passPage("?selected=3", {
      "GET /api/hawala/3/history": {
        body: [
          passedVersionOf(30, { version: 6, actor: "mariam" }),
          hawalaVersionOf({ version: 5, action: "pending", actor: "mariam" }),
          passedVersionOf(30, { version: 4, actor: "daud", recordedAt: "2026-03-19T05:30:00.000Z" }),
          hawalaVersionOf({ version: 3, action: "pending", actor: "zahra" }),
          passedVersionOf(29, { actor: "farid" }),
          hawalaVersionOf({ action: "imported", actor: "admin" }),
        ],
      },
    });
    await opened("LDN-3");
    await panel().findByText(/^By daud .*19 Mar 2026, 10:00/);
    const payout = within(panel().getByRole("region", { name: "Payout" }));
    expect(payout.getByText("daud")).toBeDefined();
    expect(payout.queryByText("mariam")).toBeNull();
  });

  it("shows the papers of each payout in the history, also of one that was taken back", async () => {
    const { opened, inPanel, panel } = await passPage("?selected=1", {
      "GET /api/hawala/1/history": {
        body: [
          hawalaVersionOf({ version: 3, action: "pending", actor: "zahra" }),
          hawalaVersionOf({
            version: 2,
            action: "passed",
            actor: "zahra",
            payout: { transactionId: 12, documentName: "Laila A.", documentNumber: "1399-0502-1", hasPhoto: true },
          }),
          hawalaVersionOf({ action: "imported", actor: "admin" }),
        ],
      },
    });
    await opened("LDN-1");
    await inPanel("History");
    await panel().findByText("Passed by zahra");
    expect(
      panel()
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Name on document: Laila A.", "Document number: 1399-0502-1", "Open the photo"]);
    const photo = panel().getByRole("link", { name: "Open the photo of the document, version 2" });
    expect(photo.getAttribute("href")).toBe("/api/hawala/1/document?transactionId=12");
  });

  it("points in the history from what was to what is also where the screens are read from the right", async () => {
    const moved = { field: "receiverName", before: "Nadia", after: "Laila" } as const;
    const { opened, inPanel, panel } = await passPage("?selected=1", {
      "GET /api/hawala/1/history": { body: [hawalaVersionOf({ action: "edited", actor: "zahra", changes: [moved] })] },
    });
    await opened("LDN-1");
    readFromRight();
    await inPanel("History");
    await panel().findByText(/^Edited by/);
    expect(
      panel()
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Receiver: Nadia ← Laila"]);
  });

  it("names the photo of a payout by the words that are seen first", async () => {
    const { opened, panel } = await passPage("?direction=all&selected=3", {
      "GET /api/hawala/3": {
        body: { ...passed, payout: { documentName: "Laila A.", documentNumber: "1399-0502-1", hasPhoto: true } },
      },
    });
    await opened(passed.hawalaNo);
    const photo = panel().getByRole("link", {
      name: `Open the photo of the document that hawala ${passed.hawalaNo} was paid on`,
    });
    expect(photo.textContent).toBe("Open the photo");
  });
});

it("a Persian name of a hawala takes nothing else along where it is read, nor where its cancelling is asked about", async () => {
  const persian: Hawala = { ...waiting, senderName: "زهره", receiverName: "لیلا احمدی", receiverLocation: "هرات" };
  const { panel, inPanel, opened } = await passPage("?selected=1", {
    "GET /api/hawala/1": { body: { ...persian, payout: null } },
  });
  await opened("LDN-1");
  const facts = panel().getAllByRole("definition");
  for (const name of [persian.senderName, persian.receiverName, "هرات"]) {
    const fact = facts.find(({ textContent }) => textContent === name);
    expectAlone(within(fact as HTMLElement).getByText(name));
  }
  await inPanel("Cancel Hawala");
  expectAlone(within(await screen.findByRole("dialog", { name: "Cancel Hawala" })).getByText(persian.receiverName));
});

it("a Persian name of a partner, or of the branch that paid, stays behind its code", async () => {
  const ofHerat = { id: 105, accountCode: "1007", accountName: "هرات", currencyId: 1, currency: "AFN" };
  const { panel, press, opened } = await passPage("?direction=all&selected=5", {
    "GET /api/hawala/5": { body: { ...outgoing, partnerName: "زهره", payout: null } },
    "GET /api/hawala/3": { body: { ...passed, paidFromCode: "1007", payout: null } },
    "GET /api/hawala/branch-accounts": { body: [ofHerat] },
  });
  await opened(outgoing.hawalaNo);
  const partner = panel().getByText("زهره");
  expectAlone(partner);
  expect(partner.parentElement?.tagName).toBe("DD");
  expect(partner.parentElement?.textContent).toBe("2001 - زهره");
  await press(`View Details of hawala ${passed.hawalaNo}`);
  await opened(passed.hawalaNo);
  expect((await panel().findByText("1007 - هرات")).dir).toBe("ltr");
});
