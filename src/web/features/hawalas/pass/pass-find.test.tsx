import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import type { Hawala } from "#contract/hawalas.ts";
import { pressEnterOfInputMethod, pressEnterOfTelephone } from "#web/testing/composing.ts";
import { hawalaRow } from "#web/testing/hawalas.ts";
import { carriedOut, everyHawala, hawalasAsked, listed, passed, passPage, waiting, waitingToo } from "#web/testing/pass-page.tsx";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";

const search = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search hawalas" });

/** A number was entered at a desk, and the server does not answer about it until it is told to. */
async function lookedFor(at: string, replies: Replies = {}) {
  const held = Promise.withResolvers<void>();
  const answer = hawalasAsked(everyHawala);
  const page = await passPage(at, {
    "GET /api/hawala-details": async (body, address) => {
      if (["q", "number"].some((name) => address.searchParams.get(name) === "LDN-1")) await held.promise;
      return answer(body, address);
    },
    ...replies,
  });
  const open = async (hawalaNo: string): Promise<void> => {
    await page.user.click(await screen.findByRole("button", { name: `View Details of hawala ${hawalaNo}` }));
    await page.opened(hawalaNo);
  };
  /** By the keyboard, or as a scanner does. */
  const enter = async (hawalaNo: string): Promise<void> => {
    await page.user.clear(search());
    await page.user.type(search(), `${hawalaNo}{Enter}`);
  };
  const release = async (): Promise<void> => {
    expect(page.client.isFetching()).toBeGreaterThan(0);
    held.resolve();
    await waitFor(() => expect(page.client.isFetching()).toBe(0));
    await waitFor(() => expect(page.router.state.status).toBe("idle"));
  };
  await screen.findByRole("list", { name: "Pass Hawala" });
  return { ...page, open, enter, release };
}

it.each(["?q=LDN", "?status=Pending"])(
  "at %s no text is found that was typed just before the filters were cleared",
  async (at) => {
    const { router } = await passPage(at);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.change(search(), { target: { value: "LDN-1" } });
    fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(router.state.location.search).toEqual({});
    expect(search().value).toBe("");
  },
);

describe("a number that is found late", () => {
  it("leaves the hawala open that was chosen from the list meanwhile", async () => {
    const { enter, open, release, opened, router } = await lookedFor("");
    await enter("LDN-1");
    await open("LDN-2");
    await release();
    await opened("LDN-2");
    expect(router.state.location.search).toEqual({ q: "LDN-1", selected: "2" });
  });

  it("leaves the hawala open whose number was entered after it", async () => {
    const { enter, release, opened, router } = await lookedFor("");
    await enter("LDN-1");
    await enter("LDN-2");
    await opened("LDN-2");
    await release();
    await opened("LDN-2");
    expect(router.state.location.search).toEqual({ q: "LDN-2", selected: "2" });
  });

  it("leaves the hawala open that was gone back to", async () => {
    const { enter, open, release, opened, router } = await lookedFor("?selected=2");
    await open("LDN-3");
    await enter("LDN-1");
    router.history.back();
    await opened("LDN-2");
    await release();
    await opened("LDN-2");
  });

  it("leaves the focus to whoever types the next number", async () => {
    const { enter, release, user } = await lookedFor("");
    await enter("LDN-1");
    await user.type(search(), "2");
    await release();
    expect(document.activeElement).toBe(search());
    expect(screen.getByText("Select a hawala transaction to view details")).toBeDefined();
  });

  it("leaves the hawala open that was chosen once more", async () => {
    const { enter, open, release, opened } = await lookedFor("?selected=2");
    await enter("LDN-1");
    await open("LDN-2");
    await release();
    await opened("LDN-2");
  });

  it("changes no filter back", async () => {
    const { enter, release, press, router } = await lookedFor("?selected=2");
    await enter("LDN-1");
    await press("Clear filters");
    await release();
    expect(router.state.location.search).toEqual({ selected: "2" });
  });

  it("opens nothing for whoever has gone back to the list", async () => {
    const { enter, release, inPanel, router } = await lookedFor("?selected=2");
    await enter("LDN-1");
    await inPanel("Back to the list");
    await release();
    expect(router.state.location.search).toEqual({ q: "LDN-1" });
  });

  it("does nothing to the page that was gone to", async () => {
    const { enter, release, unmount, router } = await lookedFor("");
    await enter("LDN-1");
    unmount();
    router.history.push("/elsewhere?q=theirs");
    await release();
    expect(router.history.location.href).toBe("/elsewhere?q=theirs");
  });

  it("is opened where only an act of before has ended meanwhile", async () => {
    const answer = Promise.withResolvers<Said>();
    const act = { "PUT /api/hawala/pending/3": () => answer.promise };
    const { enter, release, inPanel, opened, router } = await lookedFor("?selected=3", act);
    await opened("LDN-3");
    await inPanel("Mark as Pending");
    await enter("LDN-1");
    answer.resolve(carriedOut(passed, { hawalaStatus: "Pending" }));
    await screen.findByText("Select a hawala transaction to view details");
    await release();
    await opened("LDN-1");
    expect(router.state.location.search).toEqual({ q: "LDN-1", selected: "1" });
  });
});

describe("a number that a slow server has not found at once", () => {
  it("is looked for to the end before it is taken for one that the filters hide", async () => {
    const { user, opened, router, asked } = await passPage("?status=Pending", {
      "GET /api/hawala-details": (_body, { searchParams }) =>
        searchParams.get("q") === "LDN-1" && searchParams.get("cursor") === null
          ? listed([], { "x-total-count": "0", "x-total-count-is": "at-least", "x-next-cursor": "more" })
          : listed([waiting]),
    });
    await screen.findByRole("list", { name: "Pass Hawala" });
    await user.type(search(), "LDN-1{Enter}");
    await opened("LDN-1");
    expect(router.state.location.search).toEqual({ status: "Pending", q: "LDN-1", selected: "1" });
    expect(asked("/api/hawala-details").map(({ direction }) => direction)).not.toContain("all");
  });
});

describe("a number that is entered", () => {
  it("is found although the days end before they begin", async () => {
    const answer = hawalasAsked(everyHawala);
    const { user, opened } = await passPage("?fromDate=2026-03-09&toDate=2026-03-01", {
      "GET /api/hawala-details": (body, address) =>
        address.searchParams.has("fromDate") ? refusal(400, "invalid", "Not these days") : answer(body, address),
    });
    await user.type(search(), "ldn-3{Enter}");
    await opened("LDN-3");
  });

  it("is found with the Enter of a telephone, whose keyboard composes it still", async () => {
    const { user, opened } = await passPage("", { "GET /api/hawala-details": hawalasAsked(everyHawala) });
    await user.type(search(), "ldn-3");
    pressEnterOfInputMethod(search());
    pressEnterOfTelephone(search());
    await opened("LDN-3");
  });
});

describe("a number that many newer ones contain", () => {
  const newer = Array.from({ length: 55 }, (_unused, index) =>
    hawalaRow({ id: 500 - index, hawalaNo: `31${String(100 + index)}` }),
  );
  const theirs = hawalaRow({ id: 8, hawalaNo: "31", senderCode: "2002" });
  const partOfMany = async (newest: readonly Hawala[] = []) => {
    const hawalas = [...newest, ...newer, theirs];
    const page = await passPage("", {
      "GET /api/hawala-details": (_body, address) => {
        const found = hawalasAsked(hawalas)(undefined, address);
        const limit = Number(address.searchParams.get("limit"));
        const rows = (found as { body: Hawala[] }).body;
        return listed(rows.slice(0, limit), rows.length > limit ? { "x-next-cursor": "more" } : {});
      },
      "GET /api/hawala/8": { body: { ...theirs, payout: null } },
    });
    await screen.findByRole("list", { name: "Pass Hawala" });
    await page.user.type(search(), "31{Enter}");
    await waitFor(() => expect(page.client.isFetching()).toBe(0));
    return page;
  };

  it("is found behind them", async () => {
    const { opened, router } = await partOfMany();
    await opened("31");
    expect(router.state.location.search).toEqual({ q: "31", selected: "8" });
  });

  it("is not guessed where two partners have given it", async () => {
    const { router, asked } = await partOfMany([hawalaRow({ id: 900, hawalaNo: "31" })]);
    await waitFor(() => expect(asked("/api/hawala-details").map(({ number }) => number)).toContain("31"));
    await waitFor(() => expect(router.state.location.search).toEqual({ q: "31" }));
    expect(screen.getByText("Select a hawala transaction to view details")).toBeDefined();
  });
});

describe("a text that is part of one hawala as far as was read", () => {
  it("opens nothing where the rest has another one", async () => {
    const { user, client, router, asked } = await passPage("", {
      "GET /api/hawala-details": (_body, { searchParams }) => {
        if (searchParams.get("number") !== null) return listed([]);
        const isOn = searchParams.get("cursor") === "more";
        return isOn ? listed([waitingToo]) : listed([waiting], { "x-next-cursor": "more" });
      },
    });
    await screen.findByRole("list", { name: "Pass Hawala" });
    await user.type(search(), "Omid{Enter}");
    await waitFor(() =>
      expect(asked("/api/hawala-details").map(({ limit, cursor }) => [limit, cursor])).toContainEqual(["2", "more"]),
    );
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(router.state.location.search).toEqual({ q: "Omid" });
  });
});
