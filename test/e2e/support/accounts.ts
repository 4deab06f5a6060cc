import type { Locator, Page } from "playwright-core";

import type { Account } from "#contract/accounts.ts";

import type { Desk, Office } from "./office.ts";

/** Opens an account over the API, in US dollars unless told otherwise. */
export async function openAccount(office: Office, fields: Partial<Account> & { readonly accountName: string }): Promise<Account> {
  const desk = await office.arranging();
  return (await desk.send("POST", "/api/accounts", { currencyId: 2, ...fields })) as Account;
}

/** An account as it is stored now. */
export async function storedAccount(desk: Desk, id: number): Promise<Account> {
  return (await desk.send("GET", `/api/accounts/${String(id)}`)) as Account;
}

/** A square PNG that the browser draws: a plain one, or noise that no compression makes small. */
export async function drawImage(page: Page, side: number, look: "plain" | "noise" = "plain"): Promise<Buffer> {
  const url = await page.evaluate(
    `(() => {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = ${String(side)};
      const context = canvas.getContext("2d");
      context.fillStyle = "teal";
      context.fillRect(0, 0, ${String(side)}, ${String(side)});
      if (${String(look === "noise")}) {
        const noise = context.getImageData(0, 0, ${String(side)}, ${String(side)});
        for (let at = 0; at < noise.data.length; at += 65536) crypto.getRandomValues(noise.data.subarray(at, at + 65536));
        for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
        context.putImageData(noise, 0, 0);
      }
      return canvas.toDataURL("image/png");
    })()`,
  );
  return Buffer.from(String(url).split(",")[1] ?? "", "base64");
}

/** A file as a person picks it. */
export interface PickedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A PNG file with this content. */
export function png(buffer: Buffer): PickedFile {
  return { name: "image.png", mimeType: "image/png", buffer };
}

/** Presses an upload button and picks a file. */
export async function upload(within: Page | Locator, button: string, file: PickedFile): Promise<void> {
  const page = "page" in within ? within.page() : within;
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), within.getByRole("button", { name: button }).click()]);
  await chooser.setFiles(file);
}
