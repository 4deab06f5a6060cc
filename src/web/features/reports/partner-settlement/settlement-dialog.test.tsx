import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { PartnerSettlement } from "#contract/partner-settlements.ts";
import { beginAfresh } from "#web/testing/afresh.ts";
import { replyingOffice } from "#web/testing/office.ts";
import type { Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { RecordSettlementButton } from "./settlement-dialog.tsx";

beginAfresh();

const figures: PartnerSettlement = {
  partner: { id: 120, code: "2001", name: "London", type: "hawala_partner", isSystem: false },
  today: "2026-03-21",
  cashAccountId: 11,
  balances: [{ currencyId: 1, currency: "AFN", balance: "-92000.00" }],
  lastSettlement: null,
  since: null,
  latest: null,
  passed: [],
  outstanding: [],
  outgoing: [],
  corrected: [],
};

it("a settlement that was left while it was on its way does not close the one that has begun by then", async () => {
  const answer = Promise.withResolvers<Said>();
  replyingOffice({ "POST /api/partner-settlements": () => answer.promise });
  await stage(<RecordSettlementButton figures={figures} />);
  const user = userEvent.setup({ delay: null });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  const note = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Note" });
  await press("Record Settlement");
  await user.selectOptions(await screen.findByRole("combobox", { name: "Means" }), "Cash");
  await user.click(within(screen.getByRole("form")).getByRole("button", { name: "Record Settlement" }));
  await user.keyboard("{Escape}");
  await press("Discard and leave");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await press("Record Settlement");
  await user.type(await screen.findByRole("textbox", { name: "Note" }), "April");
  answer.resolve({ status: 201, body: { amount: "92000.00", currency: "AFN" } });
  await screen.findByText("Settlement recorded");
  expect(note().value).toBe("April");
});
