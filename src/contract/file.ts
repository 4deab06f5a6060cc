import { z } from "zod";

/** The kinds of file a list is exported as, and the type each is sent with. */
export const exportTypes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;
export type ExportFormat = keyof typeof exportTypes;

/** The kinds of picture that are kept, and sent as they came. */
export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export type ImageType = (typeof imageTypes)[number];

/** The largest picture that is kept, in bytes: two mebibytes. */
export const largestImage = 2 * 1024 * 1024;

/** How a picture comes in. */
export const imageForm = "A data URL of a PNG, JPEG, GIF or WebP of at most 2 MiB";

/** Base64 writes three bytes as four characters; the type stands before them. */
const longestImage = 2_900_000;

/** A picture that comes in as a data URL. What is in it the server looks at. */
export function imageInput(called: "image" | "photo") {
  return z.string().max(longestImage, `The ${called} is larger than 2 MB`).nullish();
}

/** Rows an exported file holds at most; a filter that finds more is refused and has to be narrowed. */
export const largestExport = 50_000;

/** The languages a list leaves the office in: those of the screens. The first is that of whoever asks for none. */
export const exportLanguages = ["en", "fa-AF", "ps-AF"] as const;
export type ExportLanguage = (typeof exportLanguages)[number];

/** How a file is wanted; to be spread into the query of an export beside the filters of its list. */
export const formatQuery = {
  format: z.enum(["xlsx", "csv"], { error: "Choose xlsx or csv" }).default("xlsx").meta({ description: "The kind of file" }),
  language: z
    .enum(exportLanguages, { error: "Choose en, fa-AF or ps-AF" })
    .default("en")
    .meta({ description: "What the headings and the program's own words in the file are written in; what people typed stays" }),
};
