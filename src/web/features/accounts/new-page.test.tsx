import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { NewAccountPage } from "./new-page.tsx";

const opened = { ...accountRow({ id: 120, accountCode: "2007", accountName: "Walid" }), picture: null, signature: null };

async function newAccount(replies: Replies = {}) {
  const fetched = replyingOffice({ "POST /api/accounts": { status: 201, body: opened }, ...replies });
  const staged = await stage(<NewAccountPage />);
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
  await waitFor(() => expect(field("Currency").value).toBe("1"));
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  const user = userEvent.setup({ delay: null });
  return { ...staged, user, field, press, sent: () => writesOf(fetched) };
}

/** A browser that reads pictures only when it is told how that ends. */
function slowPictures() {
  const held = Promise.withResolvers<Pick<ImageBitmap, "width" | "height" | "close">>();
  const close = vi.fn<() => void>();
  vi.stubGlobal("createImageBitmap", () => held.promise);
  return {
    choose: async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
      const [input] = document.querySelectorAll<HTMLInputElement>("input[type=file]");
      if (input !== undefined) await user.upload(input, new File(["png"], "face.png", { type: "image/png" }));
    },
    /** Is done once the picture has been read. */
    read: async (): Promise<void> => {
      held.resolve({ width: 4, height: 4, close });
      await waitFor(() => expect(close).toHaveBeenCalled());
      await act(async () => undefined);
    },
    fail: () => held.reject(new Error("no image")),
  };
}

const stillRead = "The picture is still being read.";

describe("the New Account page", () => {
  it("starts as an active customer in the currency with id 1, with a code to come, and nothing that browser or telephone would put in", async () => {
    const { field } = await newAccount();
    expect(field("Account Code").value).toBe("Auto-generated");
    expect(field("Account Code").readOnly).toBe(true);
    expect(screen.getAllByRole("radio").map((radio) => (radio as HTMLInputElement).value)).toEqual([
      "customer",
      "company",
      "partner",
      "hawala_partner",
    ]);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Customer" }).checked).toBe(true);
    const status = screen.getByRole<HTMLSelectElement>("combobox", { name: "Account Status" });
    expect([...status.options].map(({ value }) => value)).toEqual(["active", "inactive", "suspended", "closed"]);
    expect(status.value).toBe("active");
    expect(document.activeElement).toBe(field("Account Name"));
    // No browser fills in what it knows of the person at the desk, no telephone begins an address of mail with a capital.
    const names = ["Account Name", "Last Name", "Father Name", "Tazkira Number", "Email", "Phone", "Date of Birth", "Address"];
    expect(names.filter((name) => field(name).getAttribute("autocomplete") !== "off")).toEqual([]);
    expect(field("Email").getAttribute("autocapitalize")).toBe("none");
  });

  it("says what is wrong, focuses the first wrong field and keeps what was typed", async () => {
    const { field, press, sent } = await newAccount();
    setText(field("Email"), "walid@");
    setText(field("Phone"), "0700 123");
    await press("Save");
    expect(screen.getByText("Account name is required")).toBeDefined();
    expect(screen.getByText("Not a valid email address")).toBeDefined();
    expect(document.activeElement).toBe(field("Account Name"));
    expect(field("Phone").value).toBe("0700 123");
    fireEvent.change(field("Currency"), { target: { value: "" } });
    await press("Save");
    expect(screen.getByText("Currency is required")).toBeDefined();
    expect(sent()).toHaveLength(0);
  });

  it("does not open an account for somebody born after today, or too long ago", async () => {
    const { field, press, sent } = await newAccount();
    setText(field("Account Name"), "Walid");
    for (const [day, fault] of [
      ["2026-03-22", "The date must not be after 2026-03-21"],
      ["1899-12-31", "The date must not be before 1900-01-01"],
    ] as const) {
      fireEvent.change(field("Date of Birth"), { target: { value: day } });
      await press("Save");
      expect(screen.getByText(fault)).toBeDefined();
      expect(document.activeElement).toBe(field("Date of Birth"));
      expect(sent()).toHaveLength(0);
    }
    fireEvent.change(field("Date of Birth"), { target: { value: "2026-03-21" } });
    await press("Save");
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ dateOfBirth: "2026-03-21" }));
  });

  it("sends nobody to the transactions for an account that was opened before the form was changed", async () => {
    const conflict = refusal(409, "idempotency_conflict", "This Idempotency-Key was already used for another request");
    const { field, press } = await newAccount({ "POST /api/accounts": conflict });
    setText(field("Account Name"), "Walid");
    await press("Save");
    await screen.findByText(
      "An earlier attempt to save this form was recorded with other values. Look for it before you enter it again; New begins another entry.",
    );
    await screen.findByText("An earlier attempt was recorded with other values");
    expect(screen.queryByText(/Idempotency-Key/)).toBeNull();
  });

  it("opens the account without a code of its own making, shows the issued one and stands ready again", async () => {
    const { user, field, press, sent } = await newAccount();
    setText(field("Account Name"), "Walid");
    setText(field("Email"), " walid@example.com ");
    await user.click(screen.getByRole("radio", { name: "Hawala partner" }));
    await press("Save");
    expect(await screen.findByText("Account created successfully! Code: 2007")).toBeDefined();
    expect(sent()[0]?.body).toEqual({
      accountName: "Walid",
      lastName: "",
      fatherName: "",
      tazkiraNumber: "",
      email: "walid@example.com",
      phone: "",
      dateOfBirth: "",
      currencyId: 1,
      address: "",
      accountType: "hawala_partner",
      accountStatus: "active",
      picture: "",
      signature: "",
    });
    expect(field("Account Code").value).toBe("2007");
    expect(field("Account Name").value).toBe("");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Customer" }).checked).toBe(true);
    expect(screen.getByRole("link", { name: "View it" }).getAttribute("href")).toBe("/accounts/view/120");
  });

  it("is cleared by Refresh and by New, code and all", async () => {
    const { field, press } = await newAccount();
    for (const button of ["Refresh", "New"]) {
      setText(field("Account Name"), "Walid");
      await press("Save");
      await waitFor(() => expect(field("Account Code").value).toBe("2007"));
      setText(field("Account Name"), "Next");
      await press(button);
      expect(field("Account Name").value).toBe("");
      expect(field("Account Code").value).toBe("Auto-generated");
    }
  });

  it("keeps everything when the server refuses, and marks the field it names", async () => {
    const body = {
      message: "The currency EUR is not active",
      code: "invalid",
      requestId: "r-7",
      issues: [{ path: "currencyId", message: "The currency EUR is not active" }],
    };
    const { user, field, press } = await newAccount({ "POST /api/accounts": { status: 400, body } });
    setText(field("Account Name"), "Walid");
    await user.selectOptions(field("Currency"), "3");
    await press("Save");
    await waitFor(() => expect(document.activeElement).toBe(field("Currency")));
    expect(field("Currency").getAttribute("aria-invalid")).toBe("true");
    expect(field("Account Name").value).toBe("Walid");
    expect(screen.getByText("Request r-7")).toBeDefined();
  });

  it("says that it is not known whether it was opened where no answer came, and asks before New", async () => {
    const unknown = "It is not known whether this was saved";
    const { field, press } = await newAccount({ "POST /api/accounts": "no answer" });
    setText(field("Account Name"), "Parwin");
    await press("Save");
    expect(await screen.findAllByText(unknown)).toHaveLength(2);
    await press("New");
    await screen.findByRole("dialog", { name: unknown });
    expect(field("Account Name").value).toBe("Parwin");
  });

  it("does not save while a picture is being read, but says so there, and carries it once it is", async () => {
    const pictures = slowPictures();
    const { user, field, press, sent } = await newAccount();
    await pictures.choose(user);
    setText(field("Account Name"), "Walid");
    await press("Save");
    const upload = screen.getByRole("button", { name: "Upload picture" });
    expect(document.activeElement).toBe(upload);
    expect(document.getElementById(upload.getAttribute("aria-describedby") ?? "")?.textContent).toBe(stillRead);
    expect(sent()).toHaveLength(0);
    await pictures.read();
    expect(screen.queryByText(stillRead)).toBeNull();
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ accountName: "Walid", picture: "data:image/png;base64,cG5n" });
  });

  it("can be saved without a picture that could not be read", async () => {
    const pictures = slowPictures();
    const { user, field, press, sent } = await newAccount();
    await pictures.choose(user);
    setText(field("Account Name"), "Walid");
    await press("Save");
    pictures.fail();
    expect(await screen.findByText("The image could not be read")).toBeDefined();
    expect(screen.queryByText(stillRead)).toBeNull();
    await press("Save");
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ picture: "" }));
  });

  it("drops a picture that is still being read when the next account is begun", async () => {
    const pictures = slowPictures();
    const { user, field, press, sent } = await newAccount();
    await pictures.choose(user);
    await press("New");
    await pictures.read();
    expect(screen.queryByRole("img", { name: "Picture" })).toBeNull();
    setText(field("Account Name"), "Walid");
    await press("Save");
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ picture: "" }));
  });

  it("asks before leaving what has been typed", async () => {
    const { user, field, press, router } = await newAccount();
    setText(field("Account Name"), "Walid");
    await press("Close");
    expect(await screen.findByText("Leave without saving?")).toBeDefined();
    const dialog = screen.getByRole("dialog");
    await user.click([...dialog.querySelectorAll("button")].find(({ textContent }) => textContent === "Keep editing") ?? dialog);
    expect(field("Account Name").value).toBe("Walid");
    await press("New");
    await press("Close");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });
});
