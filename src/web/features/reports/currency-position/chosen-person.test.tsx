import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { positionPage, positionReport } from "#web/testing/currency-position.tsx";
import { replyingOffice } from "#web/testing/office.ts";
import { pageRule } from "#web/testing/page-rule.ts";
import { stage } from "#web/testing/stage.tsx";

import { PrintedCurrencyPositionPage } from "./position-paper.tsx";

/** Somebody who has recorded no deals in the days. */
const nadia = { userId: "3f3b1c0a-0000-4000-8000-00000000000b", username: "nadia", fullName: "Nadia Omar" };
const replies = { "GET /api/reports/currency-position": { body: { ...positionReport, chosen: nadia } } };

it("the page names the person of its address also where that one has no deals in these days", async () => {
  await positionPage(`?user=${nadia.userId}&currency=2`, replies);
  await screen.findByRole("table", { name: "Positions" });
  const people = screen.getByRole<HTMLSelectElement>("combobox", { name: "Recorded by" });
  expect(people.selectedOptions[0]?.text).toBe("Nadia Omar");
  expect(screen.getByText(/Bought, sold and realised are the deals that Nadia Omar recorded/)).toBeDefined();
  await screen.findByRole("heading", { name: "Deals in USD recorded by Nadia Omar" });
  await userEvent.setup({ delay: null }).selectOptions(people, "Everybody");
  expect(people.value).toBe("");
});

it("the paper names that person as well", async () => {
  replyingOffice(replies);
  await stage(<PrintedCurrencyPositionPage />, { at: `/print/currency-position?user=${nadia.userId}` });
  await screen.findByText("Recorded by Nadia Omar");
  // On every sheet.
  expect(pageRule()).toContain("Currency Position · Nadia Omar · ");
});
