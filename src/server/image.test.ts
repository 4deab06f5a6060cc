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

  test("cut off anywhere before its end is refused", () => {
    const bytes = make(640, 480);
    for (let length = 13; length < bytes.length; length += 1) {
      expect(refusalOf(dataUrl(bytes.subarray(0, length))).message, String(length)).toBe(
        "Please select an image file for the picture",
      );
    }
  });

  test("with something behind its end is taken", () => {
    const bytes = Buffer.concat([make(640, 480), Buffer.from("\xff\xd8 what a phone adds", "latin1")]);
    expect(imageOf("picture", dataUrl(bytes)).content).toEqual(bytes);
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

describe("the end of", () => {
  const isTaken = (bytes: Buffer): boolean => {
    try {
      return imageOf("picture", dataUrl(bytes)).content.length > 0;
    } catch {
      return false;
    }
  };
  const marker = (...bytes: number[]) => Buffer.from([0xff, ...bytes]);
  /** A JPEG whose picture's data stand before its end: zeros after 0xff, restarts and a second scan are part of them. */
  const scanned = Buffer.concat([
    jpegOf(640, 480).subarray(0, -2),
    marker(0xda, 0, 4, 0, 0),
    Buffer.from([1, 2, 0xff, 0, 0xd9, 0xff, 0xd0, 3, 0xff, 0xff, 0xd7, 4]),
    marker(0xc4, 0, 4, 0xff, 0xd9),
    marker(0xda, 0, 2, 5, 6),
  ]);
  /** A GIF with colours, a comment and a picture, whose data hold what would be a trailer elsewhere. */
  const drawn = gifOf(640, 480, "");
  drawn[10] = 0x80;
  const blocks = Buffer.from([0x21, 0xfe, 2, 0x3b, 0x3b, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x3b, 0x3b, 0]);
  const gif = Buffer.concat([drawn, Buffer.alloc(6, 0x3b), blocks]);

  test.each([
    ["a photograph", scanned, marker(0xd9)],
    ["a drawing", gif, Buffer.from(";")],
  ])("%s is none that lies within it", (_name, bytes, end) => {
    expect(isTaken(bytes)).toBe(false);
    expect(isTaken(Buffer.concat([bytes, end]))).toBe(true);
    expect(isTaken(Buffer.concat([bytes, end, Buffer.alloc(100, 7)]))).toBe(true);
  });

  test.each([
    ["a picture that is its header alone", pngOf(640, 480).subarray(0, 33)],
    ["a drawing that is a script as well", Buffer.from("GIF89a/*\x01\x00\x00\x00\x00*/=1;alert(1)", "latin1")],
    ["a picture that says it is longer", webpOf(640, 480, "VP8L").subarray(0, 39)],
  ])("%s is missing", (_name, bytes) => {
    expect(isTaken(bytes)).toBe(false);
  });
});

test("an image may have 2 MiB and not a byte more", () => {
  const padded = (size: number): string => dataUrl(Buffer.concat([pngOf(10, 10), Buffer.alloc(size - 45)]));
  expect(imageOf("signature", padded(2 * 1024 * 1024)).content).toHaveLength(2 * 1024 * 1024);
  expect(refusalOf(padded(2 * 1024 * 1024 + 1)).message).toBe("The image is larger than 2 MB");
});
