import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { getDashboard } from "#contract/dashboard.ts";
import type { Verification } from "#contract/verification.ts";
import { queryKeys } from "#web/lib/query.ts";
import { chain, verified } from "#web/testing/audit-log.ts";
import { writesOf } from "#web/testing/office.ts";
import { refusal, replying, type Replies, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { ChainCard } from "./chain-card.tsx";

async function chainCard(replies: Replies = {}) {
  const fetched = replying({
    "GET /api/audit-log/chain": { body: chain },
    "GET /api/verification": { body: verified },
    ...replies,
  });
  const { client } = await stage(<ChainCard />);
  return { client, fetched, user: userEvent.setup({ delay: null }) };
}

describe("the seals of the audit log", () => {
  it("are told with what waits for the next one and the last verification", async () => {
    await chainCard();
    expect(await screen.findByText("Sealed up to 21 Mar 2026, 10:29 · 12 entries wait for the next seal")).toBeDefined();
    expect(screen.getByText(/^Keep the chain head outside this computer/)).toBeDefined();
    expect(await screen.findByText("Verified 21 Mar 2026, 10:30: the books balance and the seals are whole.")).toBeDefined();
  });

  it("give the end of their chain to be kept elsewhere", async () => {
    const written = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    const { user } = await chainCard();
    vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: { writeText: written } } }) as Navigator);
    await user.click(await screen.findByRole("button", { name: "Copy chain head" }));
    expect(await screen.findByText("Chain head copied")).toBeDefined();
    expect(written).toHaveBeenCalledExactlyOnceWith(chain.head);
  });

  it("are verified once, however often that is asked for meanwhile", async () => {
    const answer = Promise.withResolvers<Said>();
    const { fetched, user } = await chainCard({ "POST /api/verification": () => answer.promise });
    await user.click(await screen.findByRole("button", { name: "Verify" }));
    await user.click(await screen.findByRole("button", { name: "Verifying..." }));
    answer.resolve({ body: verified });
    await screen.findByRole("button", { name: "Verify" });
    expect(writesOf(fetched)).toHaveLength(1);
  });

  it("are verified on request, and what is wrong is named", async () => {
    const fault = "Audit log: rows 1 to 100 are not what seal 1 was made of";
    let last: Verification | null = null;
    const { user } = await chainCard({
      "GET /api/verification": () => ({ body: last }),
      "POST /api/verification": () => ({ body: (last = { ...verified, balanced: false, faults: [fault] }) }),
    });
    expect(await screen.findByText("The books and the seals have not been verified yet.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Verify" }));
    expect(await screen.findByText("The verification found faults")).toBeDefined();
    expect(await screen.findByText("Verified 21 Mar 2026, 10:30: 1 fault")).toBeDefined();
    expect(screen.getAllByText(fault).length).toBeGreaterThan(0);
  });

  it("name the first five faults of many, and say how many more there are", async () => {
    const faults = Array.from({ length: 7 }, (_unused, index) => `Account ${String(2001 + index)} is wrong`);
    await chainCard({ "GET /api/verification": { body: { ...verified, balanced: false, faults } } });
    expect(await screen.findByText("Account 2005 is wrong")).toBeDefined();
    expect(screen.queryByText("Account 2006 is wrong")).toBeNull();
    expect(screen.getByText("and 2 more")).toBeDefined();
  });

  it("say so where nothing is sealed yet, and where they cannot be read or verified", async () => {
    const empty = { ...chain, seals: 0, sealedAt: null, sealedUpTo: null, waiting: 2_000 };
    const { user } = await chainCard({
      "GET /api/audit-log/chain": { body: empty },
      "POST /api/verification": refusal(503, "unavailable", "The database is away"),
    });
    expect(await screen.findByText("Nothing is sealed yet · Many entries wait for the next seals")).toBeDefined();
    expect(screen.queryByText(/^Keep the chain head outside this computer/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Copy chain head" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Verify" }));
    expect(await screen.findByText("The database is away")).toBeDefined();
  });

  it("say so where the last verification cannot be read, and read it again when asked", async () => {
    const answers = [refusal(503, "unavailable", "The database is away")];
    const { user } = await chainCard({ "GET /api/verification": () => answers.shift() ?? { body: verified } });
    expect(await screen.findByText("The last verification could not be read")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Verified 21 Mar 2026, 10:30: the books balance and the seals are whole.")).toBeDefined();
    expect(screen.queryByText("The last verification could not be read")).toBeNull();
  });

  it("that were verified make the light of the dashboard an old one", async () => {
    const { client, user } = await chainCard({ "POST /api/verification": { body: verified } });
    const dashboard = queryKeys.of(getDashboard, { query: {} });
    client.setQueryData(dashboard, {});
    await user.click(await screen.findByRole("button", { name: "Verify" }));
    await waitFor(() => expect(client.getQueryState(dashboard)?.isInvalidated).toBe(true));
  });
});
