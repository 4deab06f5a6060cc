import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import type { Account } from "#contract/accounts.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { EditDialog } from "./edit-dialog.tsx";

const picture = "data:image/png;base64,AAAA";

function stored(given: Partial<Account> = {}): Account {
  const { balances: _balances, ...row } = accountRow({ id: 102, accountCode: "2002", accountName: "Farid", version: 4 });
  return { ...row, picture: null, signature: null, phone: "0700 000 001", ...given };
}

const path = "/api/accounts/102";

async function dialog(replies: Replies = {}) {
  const onClose = vi.fn<() => void>();
  const fetched = replyingOffice({
    [`GET ${path}`]: { body: stored() },
    [`PATCH ${path}`]: (body) => ({ body: { ...stored(), ...(body as object), version: 5 } }),
    ...replies,
  });
  const staged = await stage(<EditDialog id={102} onClose={onClose} />);
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
  const user = userEvent.setup({ delay: null });
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  const type = (name: string, text: string): void => setText(field(name), text);
  const conditions = () =>
    fetched.mock.calls
      .filter(([, request]) => request?.method === "PATCH")
      .map(([, request]) => new Headers(request?.headers).get("if-match"));
  return { ...staged, user, field, press, type, onClose, conditions, sent: () => writesOf(fetched) };
}

async function openDialog(replies: Replies = {}) {
  const opened = await dialog(replies);
  await waitFor(() => expect(opened.field("Account Name").value).toBe("Farid"));
  return opened;
}

/** A server on which somebody else saves the account after it has been read here. */
function changedMeanwhile(theirs: Account): Replies {
  let reads = 0;
  return {
    [`GET ${path}`]: () => ({ body: (reads += 1) === 1 ? stored() : theirs }),
    [`PATCH ${path}`]: (body) =>
      reads === 1
        ? refusal(409, "stale_version", "This account was changed meanwhile: zahra at 2026-03-21 10:15")
        : { body: { ...theirs, ...(body as object) } },
  };
}

describe("the Account Entry dialog", () => {
  it("says that the account is being loaded", async () => {
    const answer = Promise.withResolvers<{ body: Account }>();
    await dialog({ [`GET ${path}`]: () => answer.promise });
    expect(await screen.findByText("Loading account details...")).toBeDefined();
    answer.resolve({ body: stored() });
    expect(await screen.findByText("Account Code")).toBeDefined();
  });

  it("says when the account does not exist", async () => {
    await dialog({ [`GET ${path}`]: refusal(404, "not_found", "This account does not exist") });
    expect(await screen.findByText("Account not found")).toBeDefined();
  });

  it("offers to try again when the account could not be loaded", async () => {
    let calls = 0;
    const { user, field } = await dialog({
      [`GET ${path}`]: () => ((calls += 1) === 1 ? refusal(503, "unavailable", "The database is away") : { body: stored() }),
    });
    await user.click(await screen.findByRole("button", { name: "Retry" }));
    await waitFor(() => expect(field("Account Name").value).toBe("Farid"));
  });

  it("shows the code for reading only, and every status but closed; asks before closing over what was typed", async () => {
    const { field, type, press, onClose, user } = await openDialog();
    expect(field("Account Code").value).toBe("2002");
    expect(field("Account Code").readOnly).toBe(true);
    const status = screen.getByRole<HTMLSelectElement>("combobox", { name: "Account Status" });
    expect([...status.options].map(({ value }) => value)).toEqual(["active", "inactive", "suspended"]);
    type("Account Name", "Farid Khan");
    await press("Close");
    const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
    expect(onClose).not.toHaveBeenCalled();
    await user.click(within(question).getByText("Discard and leave"));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("sends the changed fields alone, on condition of the version it read, and closes", async () => {
    const { type, press, sent, conditions, onClose } = await openDialog();
    type("Phone", "0799 123 456");
    await press("Save");
    expect(await screen.findByText("Account updated successfully")).toBeDefined();
    expect(sent().map(({ body }) => body)).toEqual([{ phone: "0799 123 456" }]);
    expect(conditions()).toEqual(["4"]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("refuses a birth that is still to come, but not another change where one is stored", async () => {
    const { type, field, press, sent } = await openDialog({ [`GET ${path}`]: { body: stored({ dateOfBirth: "2030-01-01" }) } });
    fireEvent.change(field("Date of Birth"), { target: { value: "2029-01-01" } });
    await press("Save");
    expect(screen.getByText("The date must not be after 2026-03-21")).toBeDefined();
    expect(sent()).toHaveLength(0);
    fireEvent.change(field("Date of Birth"), { target: { value: "2030-01-01" } });
    type("Phone", "0799 123 456");
    await press("Save");
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ phone: "0799 123 456" }]));
  });

  it("sends an empty text for a picture that was removed", async () => {
    const { press, sent } = await openDialog({ [`GET ${path}`]: { body: stored({ picture, hasPicture: true }) } });
    await press("Remove picture");
    await press("Save");
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ picture: "" }]));
  });

  it("does not save while a picture is being read, but says so", async () => {
    vi.stubGlobal("createImageBitmap", () => Promise.withResolvers<ImageBitmap>().promise);
    const { user, press, sent, onClose } = await openDialog();
    const [input] = document.querySelectorAll<HTMLInputElement>("input[type=file]");
    if (input !== undefined) await user.upload(input, new File(["png"], "face.png", { type: "image/png" }));
    await press("Save");
    expect(screen.getByText("The picture is still being read.")).toBeDefined();
    expect(sent()).toHaveLength(0);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("goes back to what was loaded by Refresh, and sends nothing when nothing was changed", async () => {
    const { type, press, field, sent, onClose } = await openDialog();
    type("Account Name", "Somebody");
    await press("Refresh");
    expect(field("Account Name").value).toBe("Farid");
    await press("Save");
    expect(await screen.findByText("Nothing has been changed.")).toBeDefined();
    expect(sent()).toHaveLength(0);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("lets a field alone that was wrong before, and checks the one that was changed", async () => {
    const { type, press, sent } = await openDialog({ [`GET ${path}`]: { body: stored({ email: "no address" }) } });
    type("Account Name", " ");
    await press("Save");
    expect(await screen.findByText("Account name is required")).toBeDefined();
    type("Account Name", "Farid Khan");
    await press("Save");
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ accountName: "Farid Khan" }]));
  });

  it("keeps what was typed when the save fails, and stays open", async () => {
    const { type, press, field, onClose } = await openDialog({
      [`PATCH ${path}`]: refusal(409, "conflict", "The account is the cash account"),
    });
    type("Account Name", "Farid Khan");
    await press("Save");
    await waitFor(() => expect(screen.getAllByText("The account is the cash account").length).toBeGreaterThan(0));
    expect(field("Account Name").value).toBe("Farid Khan");
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("two people editing one account", () => {
  it("shows what the other one changed, puts what was typed on top of their version, and saves that", async () => {
    const { type, press, field, sent, conditions } = await openDialog(
      changedMeanwhile(stored({ version: 5, phone: "0711", address: "Herat" })),
    );
    type("Phone", "0799");
    await press("Save");
    expect(await screen.findByText("Someone else saved this account while you were editing it")).toBeDefined();
    expect(screen.getAllByText("This account was changed meanwhile: zahra at 2026-03-21 10:15").length).toBeGreaterThan(0);
    expect(screen.getByText("Address: (empty) → Herat")).toBeDefined();
    expect(screen.getByText(/you changed this field too/)).toBeDefined();
    expect(field("Phone").value).toBe("0799");
    await press("Keep my changes");
    expect(within(screen.getByRole("dialog")).queryByRole("alert")).toBeNull();
    expect(document.activeElement).toBe(field("Account Name"));
    expect(field("Phone").value).toBe("0799");
    expect(field("Address").value).toBe("Herat");
    await press("Save");
    await waitFor(() => expect(conditions()).toEqual(["4", "5"]));
    expect(sent()[1]?.body).toEqual({ phone: "0799" });
  });

  it("can drop what was typed for their version", async () => {
    const { type, press, field } = await openDialog(changedMeanwhile(stored({ version: 5, phone: "0711" })));
    type("Phone", "0799");
    await press("Save");
    await screen.findByRole("button", { name: "Discard mine and load theirs" });
    await press("Discard mine and load theirs");
    expect(field("Phone").value).toBe("0711");
    expect(screen.queryByText("Someone else saved this account while you were editing it")).toBeNull();
  });
});
