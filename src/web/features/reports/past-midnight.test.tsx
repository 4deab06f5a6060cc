import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { passMidnight, theNextDay } from "#web/testing/midnight.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { balancesReply, trialReply } from "#web/testing/reports.ts";
import { stage } from "#web/testing/stage.tsx";

import { AccountBalancesPage } from "./balances/balances-page.tsx";
import { TrialBalancePage } from "./trial/trial-page.tsx";

it.each([
  ["account-balances", <AccountBalancesPage key="balances" />, balancesReply],
  ["trial-balance", <TrialBalancePage key="trial" />, trialReply],
])("the %s of today left open over midnight is that of the new day, as the field above it says", async (name, page, body) => {
  let asOf = body.asOf;
  replyingOffice({ [`GET /api/reports/${name}`]: () => ({ body: { ...body, asOf } }) });
  const { client } = await stage(page, { at: `/reports/${name}` });
  const leadsTo = (day: string) =>
    waitFor(() => expect(screen.getAllByRole("link", { name: /^Statement of/ })[0]?.getAttribute("href")).toContain(`to=${day}`));
  await leadsTo("2026-03-21");
  asOf = theNextDay;
  await passMidnight(client);
  expect(screen.getByLabelText<HTMLInputElement>("As of").value).toBe(theNextDay);
  await leadsTo(theNextDay);
});
