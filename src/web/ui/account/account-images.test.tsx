import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { accountRow } from "#web/testing/rows.ts";
import { stage } from "#web/testing/stage.tsx";

import { AccountImages, AccountImagesInput } from "./account-images.tsx";

function Form() {
  const [value, setValue] = useState({ picture: "", signature: "" });
  return (
    <>
      <AccountImagesInput value={value} onChange={(kind, url) => setValue({ ...value, [kind]: url })} />
      <output aria-label="picture kept">{value.picture}</output>
      <output aria-label="signature kept">{value.signature}</output>
    </>
  );
}

/** An account that another desk changes. */
function ChangedAccount() {
  const [version, setVersion] = useState(2);
  return (
    <>
      <AccountImages account={accountRow({ id: 7, hasPicture: true, hasSignature: true, version })} />
      <button onClick={() => setVersion(3)}>Change</button>
    </>
  );
}

function fileInputs(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>("input[type=file]")];
}

async function upload(index: number, file: File): Promise<void> {
  const input = fileInputs()[index];
  if (input === undefined) throw new Error("there is no such file input");
  // applyAccept off: people drop files past the filter of the file dialog.
  await userEvent.setup({ delay: null, applyAccept: false }).upload(input, file);
}

describe("the images of an account", () => {
  it("come from the account's own addresses", async () => {
    await stage(<AccountImages account={accountRow({ id: 7, accountCode: "2007", accountName: "Farid", hasPicture: true })} />);
    expect(screen.getByRole("img", { name: "Picture of 2007 - Farid" }).getAttribute("src")).toBe("/api/accounts/7/picture?v=1");
    expect(screen.getByText("No signature")).toBeDefined();
  });

  it("are read anew once the account is another version, also where one could not be read", async () => {
    await stage(<ChangedAccount />);
    const addresses = () => screen.getAllByRole("img").map((image) => image.getAttribute("src"));
    expect(addresses()).toEqual(["/api/accounts/7/picture?v=2", "/api/accounts/7/signature?v=2"]);
    fireEvent.error(screen.getByRole("img", { name: /^Signature/ }));
    expect(addresses()).toEqual(["/api/accounts/7/picture?v=2"]);
    await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Change" }));
    expect(addresses()).toEqual(["/api/accounts/7/picture?v=3", "/api/accounts/7/signature?v=3"]);
  });

  it("are not said to be missing where they could not be loaded, and are asked for again", async () => {
    await stage(<AccountImages account={accountRow({ id: 7, accountCode: "2007", accountName: "Farid", hasSignature: true })} />);
    const signature = () => screen.getByRole("img", { name: "Signature of 2007 - Farid" });
    fireEvent.error(signature());
    expect(screen.getByText("The signature could not be loaded.")).toBeDefined();
    expect(screen.queryByText("No signature")).toBeNull();
    await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Retry" }));
    expect(signature().getAttribute("src")).toBe("/api/accounts/7/signature?v=1");
    // The button has gone, and no focus goes with it.
    expect(document.activeElement?.contains(signature())).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it("are both missing without an account", async () => {
    await stage(<AccountImages account={undefined} />);
    expect(screen.getByText("No picture")).toBeDefined();
    expect(screen.getByText("No signature")).toBeDefined();
  });
});

describe("an image that comes without the button", () => {
  const png = (name: string) => new File(["png"], name, { type: "image/png" });
  const kept = (kind: string) => screen.getByLabelText(`${kind} kept`).textContent;
  const field = (name: string) => screen.getByRole("group", { name });
  const leave = (name: string, relatedTarget: Element) =>
    fireEvent(field(name), new MouseEvent("dragleave", { bubbles: true, relatedTarget }));
  const asDropped = (files: readonly File[]) => ({ dataTransfer: { types: ["Files"], files } });

  beforeEach(async () => {
    vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 4, height: 4, close: () => undefined }));
    await stage(<Form />);
  });

  it("is taken at the field it is dropped on, which shows that it would be", async () => {
    const isShown = () => field("Signature").dataset["over"] !== undefined;
    fireEvent.dragOver(field("Signature"), asDropped([]));
    expect(isShown()).toBe(true);
    leave("Signature", within(field("Signature")).getByRole("button"));
    expect(isShown()).toBe(true);
    // False is what the browser is told that would open the file itself.
    expect(fireEvent.drop(field("Signature"), asDropped([png("name.png")]))).toBe(false);
    await waitFor(() => expect(kept("signature")).toBe("data:image/png;base64,cG5n"));
    expect([isShown(), kept("picture")]).toEqual([false, ""]);
  });

  it("shows no more that it would be taken once it is held elsewhere", () => {
    fireEvent.dragOver(field("Picture"), asDropped([]));
    leave("Picture", document.body);
    expect(field("Picture").dataset["over"]).toBeUndefined();
  });

  it("is taken at the field that has the focus when it is pasted, also where only its frame was clicked", async () => {
    expect(field("Picture").tabIndex).toBe(-1);
    fireEvent.paste(within(field("Picture")).getByRole("button", { name: "Upload picture" }), {
      clipboardData: { types: ["Files"], files: [png("image.png")] },
    });
    await waitFor(() => expect(kept("picture")).toBe("data:image/png;base64,cG5n"));
    expect(kept("signature")).toBe("");
  });

  it("is taken alone: of two nothing is", async () => {
    fireEvent.drop(field("Picture"), asDropped([png("front.png"), png("back.png")]));
    expect(await screen.findByText("Please choose one image at a time")).toBeDefined();
    expect(kept("picture")).toBe("");
  });

  it("is not what a dropped link or a pasted text is", () => {
    expect(fireEvent.dragOver(field("Picture"), { dataTransfer: { types: ["text/uri-list"], files: [] } })).toBe(true);
    expect(field("Picture").dataset["over"]).toBeUndefined();
    expect(fireEvent.paste(field("Picture"), { clipboardData: { types: ["text/plain"], files: [] } })).toBe(true);
  });
});

describe("the upload of images", () => {
  it.each([
    [0, "Please select an image file for the picture"],
    [1, "Please select an image file for the signature"],
  ])("refuses a file that is no image (%i)", async (index, text) => {
    await stage(<Form />);
    await upload(index, new File(["hello"], "notes.txt", { type: "text/plain" }));
    expect(await screen.findByText("Invalid file type")).toBeDefined();
    expect(await screen.findByText(text)).toBeDefined();
  });

  it("keeps a small image as it is, shows it, and takes it away again", async () => {
    vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 4, height: 4, close: () => undefined }));
    await stage(<Form />);
    await upload(0, new File(["png"], "face.png", { type: "image/png" }));
    await waitFor(() => expect(screen.getByLabelText("picture kept").textContent).toBe("data:image/png;base64,cG5n"));
    expect(screen.getByRole("img", { name: "Picture" })).toBeDefined();
    await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Remove picture" }));
    expect(screen.getByLabelText("picture kept").textContent).toBe("");
    // The same file can be chosen again: the browser tells of no choice that is the one before.
    expect(fileInputs()[0]?.files).toHaveLength(1);
    await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Upload picture" }));
    expect(fileInputs()[0]?.files).toHaveLength(0);
  });

  it("keeps the image chosen last, in whatever order they are read", async () => {
    const first = Promise.withResolvers<object>();
    const close = vi.fn<() => void>();
    const bitmaps = [first.promise, Promise.resolve({ width: 4, height: 4, close: () => undefined })];
    vi.stubGlobal("createImageBitmap", () => bitmaps.shift());
    await stage(<Form />);
    await upload(0, new File(["wrong"], "wrong.png", { type: "image/png" }));
    await upload(0, new File(["png"], "face.png", { type: "image/png" }));
    await waitFor(() => expect(screen.getByLabelText("picture kept").textContent).toBe("data:image/png;base64,cG5n"));
    first.resolve({ width: 4, height: 4, close });
    await waitFor(() => expect(close).toHaveBeenCalled());
    await act(async () => undefined);
    expect(screen.getByLabelText("picture kept").textContent).toBe("data:image/png;base64,cG5n");
  });

  it("refuses one whose pixels cannot be drawn, and reads it no longer", async () => {
    vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 4, height: 4, close: () => undefined }));
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(() => {
      throw new DOMException("The image has no pixels", "InvalidStateError");
    });
    await stage(<Form />);
    await upload(0, new File(["bmp"], "face.bmp", { type: "image/bmp" }));
    expect(await screen.findByText("The image could not be read")).toBeDefined();
    await waitFor(() => expect(document.querySelector(".mantine-Loader-root")).toBeNull());
  });

  it("refuses what calls itself an image and is none, and keeps the one it has", async () => {
    const drawn = vi.fn<() => Promise<object>>().mockResolvedValueOnce({ width: 4, height: 4, close: () => undefined });
    vi.stubGlobal("createImageBitmap", drawn.mockRejectedValue(new Error("no image")));
    await stage(<Form />);
    await upload(0, new File(["png"], "face.png", { type: "image/png" }));
    await waitFor(() => expect(screen.getByLabelText("picture kept").textContent).toBe("data:image/png;base64,cG5n"));
    await upload(0, new File(["hello"], "face.png", { type: "image/png" }));
    expect(await screen.findByText("The image could not be read")).toBeDefined();
    expect(screen.getByLabelText("picture kept").textContent).toBe("data:image/png;base64,cG5n");
  });

  it("says no more that one could not be read once another was, but that the other field's could not", async () => {
    const bitmap = { width: 4, height: 4, close: () => undefined };
    vi.stubGlobal(
      "createImageBitmap",
      vi.fn<() => Promise<object>>().mockRejectedValueOnce(new Error("none")).mockResolvedValue(bitmap),
    );
    await stage(<Form />);
    const png = (name: string) => new File(["png"], name, { type: "image/png" });
    await upload(0, png("photo.heic"));
    await screen.findByText("The image could not be read");
    await upload(1, png("name.png"));
    await screen.findByRole("button", { name: "Remove signature" });
    expect(screen.getByText("The image could not be read")).toBeDefined();
    await upload(0, png("photo.png"));
    await waitFor(() => expect(screen.queryByText("The image could not be read")).toBeNull());
  });

  it("leaves the focus on the button that chooses once an image is removed", async () => {
    vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 4, height: 4, close: () => undefined }));
    await stage(<Form />);
    await upload(0, new File(["png"], "face.png", { type: "image/png" }));
    (await screen.findByRole("button", { name: "Remove picture" })).focus();
    await userEvent.setup({ delay: null }).keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Upload picture" }));
  });

  it("waits no longer for one that was removed while it was read", async () => {
    const bitmaps = [Promise.resolve({ width: 4, height: 4, close: () => undefined }), Promise.withResolvers().promise];
    vi.stubGlobal("createImageBitmap", () => bitmaps.shift());
    await stage(<Form />);
    await upload(0, new File(["png"], "face.png", { type: "image/png" }));
    const remove = await screen.findByRole("button", { name: "Remove picture" });
    await upload(0, new File(["other"], "face.png", { type: "image/png" }));
    expect(document.querySelector(".mantine-Loader-root")).not.toBeNull();
    await userEvent.setup({ delay: null }).click(remove);
    expect(document.querySelector(".mantine-Loader-root")).toBeNull();
  });
});
