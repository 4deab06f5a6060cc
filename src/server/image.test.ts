import { describe, expect, test } from "vitest";

import { Refusal } from "#kernel/refusal.ts";
import { dataUrl, gifOf, jpegOf, pngOf, webpOf } from "#test/support/images.ts";

import { dataUrlOf, imageOf } from "./image.ts";

function refusalOf(url: string): Refusal {
  try {
    imageOf("picture", url);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

const kinds: readonly [string, (width: number, height: number) => Buffer][] = [
  ["image/png", pngOf],
  ["image/jpeg", jpegOf],
  ["image/gif", gifOf],
  ["image/webp", (width, height) => webpOf(width, height, "VP8X")],
  ["image/webp", (width, height) => webpOf(width, height, "VP8L")],
  ["image/webp", (width, height) => webpOf(width, height, "VP8 ")],
];

describe.each(kinds)("%s", (mediaType, make) => {
  test("is taken and comes back as it was", () => {
    const bytes = make(640, 480);
    const image = imageOf("picture", dataUrl(bytes, mediaType));
    expect(image).toEqual({ mediaType, content: bytes });
    expect(dataUrlOf(image)).toBe(dataUrl(bytes, mediaType));
  });

  test("is known by its bytes, whatever it calls itself", () => {
    expect(imageOf("picture", dataUrl(make(1, 1), "image/svg+xml")).mediaType).toBe(mediaType);
  });

  test("of up to 25 megapixels is taken, of more refused", () => {
    expect(imageOf("picture", dataUrl(make(5_000, 5_000))).mediaType).toBe(mediaType);
    expect(refusalOf(dataUrl(make(5_001, 5_000))).message).toMatch(/25 megapixels/);
    expect(refusalOf(dataUrl(make(16_383, 16_383))).message).toMatch(/25 megapixels/);
  });

  test("cut off anywhere in its header is refused", () => {
    const bytes = make(640, 480);
    for (let length = 1; length < 13; length += 1) expect(refusalOf(dataUrl(bytes.subarray(0, length))).code).toBe("invalid");
  });

  test("without an area is refused", () => {
    if (mediaType !== "image/webp") expect(refusalOf(dataUrl(make(0, 10))).code).toBe("invalid");
  });
});

test.each([
  ["an SVG", dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), "image/svg+xml")],
  ["an SVG that says it is a PNG", dataUrl(Buffer.from("<svg/>"), "image/png")],
  ["a page", dataUrl(Buffer.from("<!doctype html><script>alert(1)</script>"), "image/png")],
  ["a page by its own type", "data:text/html;base64,PGh0bWw+"],
  ["a PDF", dataUrl(Buffer.from("%PDF-1.7"), "image/png")],
  ["a bitmap", dataUrl(Buffer.from("BM\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), "image/bmp")],
  ["a GIF that is a script as well", dataUrl(gifOf(0x2a2f, 0x3d31, "*/=1;alert(1)"))],
  ["no base64", "data:image/png;base64,$$$$"],
  ["base64 of the wrong length", "data:image/png;base64,iVBORw0KGgo"],
  ["text that is not encoded", "data:image/svg+xml,<svg/>"],
  ["parameters in the type", `data:image/png;charset=x;base64,${pngOf(1, 1).toString("base64")}`],
  ["an address", "https://evil.example/picture.png"],
  ["nothing", "data:image/png;base64,"],
])("%s is refused", (_name, url) => {
  expect(refusalOf(url)).toMatchObject({ code: "invalid", details: { issues: [{ path: "picture" }] } });
});

test("an image may have 2 MiB and not a byte more", () => {
  const padded = (size: number): string => dataUrl(Buffer.concat([pngOf(10, 10), Buffer.alloc(size - 33)]));
  expect(imageOf("signature", padded(2 * 1024 * 1024)).content).toHaveLength(2 * 1024 * 1024);
  expect(refusalOf(padded(2 * 1024 * 1024 + 1)).message).toBe("The image is larger than 2 MiB");
});
