import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { carriedOut, passPage, waiting } from "#web/testing/pass-page.tsx";

const words = "The photo is still being read. Confirm again once it is here.";
const photo = "data:image/png;base64,cG5n";

/** A photo was chosen for hawala 1, and the browser reads it until it is told how that ends. */
async function reading() {
  const picture = Promise.withResolvers<Pick<ImageBitmap, "width" | "height" | "close">>();
  vi.stubGlobal("createImageBitmap", () => picture.promise);
  const page = await passPage("?selected=1", {
    "POST /api/hawala/pass/1": carriedOut(waiting, { hawalaStatus: "Passed" }),
  });
  await page.opened("LDN-1");
  const input = page.panel().getByRole("group", { name: "Photo of the document" }).querySelector("input");
  if (input === null) throw new Error("there is no file input");
  await page.user.upload(input, new File(["png"], "tazkira.png", { type: "image/png" }));
  return {
    ...page,
    isRead: () => picture.resolve({ width: 4, height: 4, close: () => undefined }),
    isNone: () => picture.reject(new Error("no image")),
    view: async (hawalaNo: string): Promise<void> => {
      await page.user.click(screen.getByRole("button", { name: `View Details of hawala ${hawalaNo}` }));
      await page.opened(hawalaNo);
    },
  };
}

describe("the photo of the receiver's papers", () => {
  it("is waited for: nothing is paid without it, which is said at its field", async () => {
    const { inPanel, panel, toast, sent, isRead } = await reading();
    await inPanel("Confirm Pass Hawala");
    await toast("Photo Not Ready", words);
    expect(panel().getByText(words)).toBeDefined();
    expect(sent()).toEqual([]);
    isRead();
    await panel().findByRole("img", { name: "Photo of the document" });
    expect(panel().queryByText(words)).toBeNull();
    await inPanel("Confirm Pass Hawala");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ documentPhoto: photo });
  });

  it("is waited for no longer when it cannot be read", async () => {
    const { inPanel, panel, toast, sent, isNone } = await reading();
    await inPanel("Confirm Pass Hawala");
    await panel().findByText(words);
    isNone();
    await toast("The image cannot be read", "This file is not an image that the browser can read. Choose another one.");
    expect(panel().queryByText(words)).toBeNull();
    await inPanel("Confirm Pass Hawala");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ documentPhoto: null });
  });

  it("is not said to be unreadable once another was read", async () => {
    const { panel, isNone } = await reading();
    isNone();
    await screen.findByText("The image cannot be read");
    vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 4, height: 4, close: () => undefined }));
    const papers = panel().getByRole("group", { name: "Receiver's papers" });
    const files = [new File(["png"], "tazkira.png", { type: "image/png" })];
    fireEvent.drop(papers, { dataTransfer: { types: ["Files"], files } });
    await panel().findByRole("img", { name: "Photo of the document" });
    await waitFor(() => expect(screen.queryByText("The image cannot be read")).toBeNull());
  });

  it("is taken wherever among the papers it is dropped or pasted, but not with a text that goes into a field", async () => {
    const { panel, isRead } = await reading();
    isRead();
    const shown = async (what: string) =>
      waitFor(() => expect(panel().getByRole<HTMLImageElement>("img", { name: "Photo of the document" }).src).toBe(what));
    await shown(photo);
    const files = [new File(["gif"], "image.gif", { type: "image/gif" })];
    const number = panel().getByRole("textbox", { name: "Document number" });
    expect(fireEvent.paste(number, { clipboardData: { types: ["text/plain", "Files"], files } })).toBe(true);
    await shown(photo);
    fireEvent.paste(number, { clipboardData: { types: ["Files"], files } });
    await shown("data:image/gif;base64,Z2lm");
    const dropped = [new File(["png"], "tazkira.png", { type: "image/png" })];
    fireEvent.drop(panel().getByRole("group", { name: "Receiver's papers" }), {
      dataTransfer: { types: ["Files"], files: dropped },
    });
    await shown(photo);
  });

  it("can be chosen again once it was removed", async () => {
    const { user, panel, isRead } = await reading();
    isRead();
    await user.click(await panel().findByRole("button", { name: "Remove the photo" }));
    expect(document.activeElement).toBe(panel().getByRole("button", { name: "Choose a photo" }));
    const input = panel().getByRole("group", { name: "Photo of the document" }).querySelector("input");
    expect(input?.files).toHaveLength(1);
    await user.click(panel().getByRole("button", { name: "Choose a photo" }));
    expect(input?.files).toHaveLength(0);
  });

  it("is dropped where its hawala was left before it was read", async () => {
    const read = vi.spyOn(FileReader.prototype, "readAsDataURL");
    const { view, panel, isRead, router } = await reading();
    await view("LDN-2");
    isRead();
    await waitFor(() => expect(read).toHaveBeenCalledOnce());
    await view("LDN-1");
    expect(panel().queryByRole("img", { name: "Photo of the document" })).toBeNull();
    // Not awaited: it would wait for the answer to a question, where there is one.
    void router.navigate({ to: "/elsewhere" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
    expect(screen.queryByRole("button", { name: "Discard and leave" })).toBeNull();
  });
});
