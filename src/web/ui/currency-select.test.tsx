import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";

import { refusal, replying } from "#web/testing/replies.ts";
import { startCurrencies } from "#web/testing/rows.ts";
import { stage } from "#web/testing/stage.tsx";

import { CurrencySelect } from "./currency-select.tsx";

const retired = startCurrencies.map((currency) => (currency.code === "PKR" ? { ...currency, isActive: false } : currency));

function Form({ start, only }: { readonly start: number | null; readonly only?: readonly number[] }) {
  const [id, setId] = useState(start);
  return <CurrencySelect label="Currency" value={id} onChange={setId} only={only} />;
}

const options = () => screen.getAllByRole("option").map((option) => option.textContent);

describe("the currency field", () => {
  it("offers the active currencies by code and name", async () => {
    replying({ "GET /api/currencies": { body: retired } });
    await stage(<Form start={null} />);
    await screen.findByRole("option", { name: "EUR - Euro" });
    expect(options()).toEqual(["Select currency", "AFN - Afghan Afghani", "USD - US Dollar", "EUR - Euro"]);
    const field = screen.getByRole<HTMLSelectElement>("combobox", { name: "Currency" });
    await userEvent.setup({ delay: null }).selectOptions(field, "EUR - Euro");
    expect(field.value).toBe("3");
    expect(options()).not.toContain("Select currency");
  });

  it("goes on showing a chosen currency that is active no more", async () => {
    replying({ "GET /api/currencies": { body: retired } });
    await stage(<Form start={4} />);
    expect(await screen.findByRole("option", { name: "PKR - Pakistani Rupee" })).toBeDefined();
  });

  it("offers none but the named ones, of which only active ones, and still shows the chosen one", async () => {
    replying({ "GET /api/currencies": { body: retired } });
    await stage(<Form start={1} only={[2, 4]} />);
    await screen.findByRole("option", { name: "USD - US Dollar" });
    expect(options()).toEqual(["AFN - Afghan Afghani", "USD - US Dollar"]);
  });

  it("offers to try again when the currencies cannot be loaded", async () => {
    let away = true;
    replying({ "GET /api/currencies": () => (away ? refusal(503, "unavailable", "The database is away") : { body: retired }) });
    await stage(<Form start={2} />);
    await screen.findByText(/The currencies could not be loaded/);
    away = false;
    await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(options()).toContain("USD - US Dollar"));
  });
});
