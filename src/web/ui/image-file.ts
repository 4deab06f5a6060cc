import { imageTypes } from "#contract/file.ts";

/** The types the office keeps. */
const keptTypes: readonly string[] = imageTypes;

/** What the server takes of one image, in bytes and in pixels. */
const largestBytes = 2 * 1024 * 1024;
const mostPixels = 25_000_000;

/** A phone's photograph is scaled to this, in pixels of its longer side: a face and a signature stay plain. */
const longestSide = 1_600;
const jpegQuality = 0.85;

/** Whether the file calls itself an image. */
export function isImage(file: File): boolean {
  return file.type.startsWith("image/");
}

/**
 * The file as a data URL the server takes: unchanged where its type and size allow it, otherwise scaled down and
 * converted to JPEG. Undefined for what the browser cannot read as an image, whatever its name says.
 */
export async function imageDataUrl(file: File): Promise<string | undefined> {
  try {
    return await readImage(file);
  } catch {
    // Also where its pixels cannot be drawn: whoever waits for it must not wait for ever.
    return undefined;
  }
}

async function readImage(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file);
  const fits = file.size <= largestBytes && bitmap.width * bitmap.height <= mostPixels;
  const url = keptTypes.includes(file.type) && fits ? await readAsDataUrl(file) : scaledJpeg(bitmap);
  bitmap.close();
  return url;
}

function readAsDataUrl(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : undefined));
    reader.addEventListener("error", () => resolve(undefined));
    reader.readAsDataURL(file);
  });
}

function scaledJpeg(bitmap: ImageBitmap): string | undefined {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) return undefined;
  // JPEG knows no transparency: a transparent signature would stand on black.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", jpegQuality);
}
