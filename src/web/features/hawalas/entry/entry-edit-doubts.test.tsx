import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { stageEdit, waitingRow, walkInRow } from "#web/testing/hawala-entry.tsx";

describe("the correction of a hawala", () => {
  it("of an incoming one is asked about where its figures do not meet any more, and not where they are left alone", async () => {
    const odd = waitingRow({ rAmount: "9000.00", intoUSD: "150.00" });
    const { opened, fill, press, sent, router } = await stageEdit(odd);
    await opened();
    fill("Amount", "200");
    await press("Save");
    expect(await screen.findByText("These figures do not meet")).toBeDefined();
    expect(screen.getByText(/^Amount × exchange rate gives .*18,400\.00 as the receiver amount\.$/)).toBeDefined();
    expect(sent()).toHaveLength(0);
    fill("Amount", "100.00");
    fill("Receiver Name", "Zahra Noori");
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
    await waitFor(() => expect(router.state.location.pathname).toBe("/transactions/pass-hawala"));
  });

  it.each([
    [waitingRow(), "Hawala Number", "310906", { hawalaNo: "310906", senderCode: "2002" }, "Receiver Phone"],
    [walkInRow(), "Receiver Name", "Maryam", { hawalaNo: "HWL1000", receiverName: "Maryam", rAmount: "495.00" }, "Notes"],
  ] as const)("is asked about where it becomes the same as another one, and only by that: %#", async (...given) => {
    const [stored, name, value, changed, nothing] = given;
    const other = { ...stored, ...changed, id: 8 };
    // One that is the same as it was already is none that it becomes.
    const alike = [other, { ...stored, id: 9 }];
    const details = { "GET /api/hawala-details": { body: [{ ...other, id: stored.id }, ...alike] } };
    const { opened, field, fill, press, sent } = await stageEdit(stored, details);
    await opened();
    const before = field(name).value;
    fill(name, value);
    await press("Save");
    expect(await screen.findByText("This may have been entered already")).toBeDefined();
    expect(screen.getByRole("link", { name: other.hawalaNo }).getAttribute("href")).toContain("selected=8");
    expect(sent()).toHaveLength(0);
    fill(name, before);
    fill(nothing, "0799");
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  it("of an outgoing one is asked about where only the currency that was paid changes, and with it what the receiver gets", async () => {
    const stored = walkInRow({ commission: "0.00", rAmount: "500.00" });
    const other = { ...stored, id: 8, hawalaNo: "HWL1000", rAmount: "543.48" };
    const { opened, user, field, press, sent } = await stageEdit(stored, { "GET /api/hawala-details": { body: [other] } });
    await opened();
    await user.selectOptions(field("Currency"), "EUR - Euro");
    expect(field("Converted Amount").value).toBe("543.48");
    await press("Save");
    expect(await screen.findByText("This may have been entered already")).toBeDefined();
    expect(sent()).toHaveLength(0);
    await press("Save anyway");
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  it("of an outgoing one is asked about where its rate was changed to one that the board does not bear out, and not where it is left", async () => {
    const old = walkInRow({
      currency: "AFN",
      currencyId: 1,
      exchangeRate: "64.00000000",
      commission: "0.00",
      rAmount: "32000.00",
    });
    const { opened, field, fill, press, sent } = await stageEdit(old);
    await opened();
    const before = field("Exchange Rate").value;
    fill("Exchange Rate", "0.0143");
    await press("Save");
    expect(await screen.findByText("This rate looks turned round")).toBeDefined();
    expect(screen.getByText("The board has 1 USD = 70.00 AFN.")).toBeDefined();
    expect(sent()).toHaveLength(0);
    // The rate of another day.
    fill("Exchange Rate", before);
    fill("Receiver Name", "Zahra Noori");
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
  });
});
