import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { stageEntry, stageOutgoing, walkInRow } from "#web/testing/hawala-entry.tsx";
import { passMidnight, theNextDay } from "#web/testing/midnight.ts";

const theDay = "2026-03-21";

describe("a hawala form left open over midnight", () => {
  it.each(["outgoing", "incoming"])(
    "proposes the new day, and is left without a question when nothing was typed (%s)",
    async (way) => {
      const { client, field, press, currenciesHere, router } = await stageEntry(
        {},
        { at: `/transactions/hawala?direction=${way}` },
      );
      await currenciesHere();
      expect(field("Transaction Date").value).toBe(theDay);
      await passMidnight(client);
      expect(field("Transaction Date").value).toBe(theNextDay);
      await press("Cancel");
      await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    },
  );

  it("keeps what was typed and is booked on the day of the morning, as is the next one", async () => {
    const { client, field, fillAll, press, sent } = await stageOutgoing();
    fillAll();
    await passMidnight(client);
    expect(["Receiver Name", "Amount", "Transaction Date"].map((name) => field(name).value)).toEqual([
      "Zahra",
      "500",
      theNextDay,
    ]);
    await press("Save");
    await waitFor(() => expect(field("Receiver Name").value).toBe(""));
    expect(sent()).toMatchObject([{ body: { amount: "500", transactionDate: theNextDay } }]);
    expect(field("Transaction Date").value).toBe(theNextDay);
  });

  it("leaves a day that was chosen, also for the next one", async () => {
    const { client, field, fill, fillAll, press, sent } = await stageOutgoing();
    fillAll();
    fill("Transaction Date", "2026-03-20");
    await passMidnight(client);
    await press("Save");
    await waitFor(() => expect(field("Receiver Name").value).toBe(""));
    expect(sent()).toMatchObject([{ body: { transactionDate: "2026-03-20" } }]);
    expect(field("Transaction Date").value).toBe("2026-03-20");
  });
});

it("the correction of a hawala left open over midnight keeps the day that is stored", async () => {
  const stored = { ...walkInRow({ partnerAccountId: 120, transactionDate: theDay }), payout: null };
  const { client, field } = await stageEntry({ "GET /api/hawala/7": { body: stored } }, { at: "/transactions/hawala?edit=7" });
  await screen.findByRole("button", { name: "Save" });
  expect(field("Transaction Date").value).toBe(theDay);
  await passMidnight(client);
  expect(field("Transaction Date").value).toBe(theDay);
});
