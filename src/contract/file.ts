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

/** Rows an exported file holds at most; a filter that finds more is refused and has to be narrowed. */
export const largestExport = 50_000;

/** Which kind of file is wanted; to be spread into the query of an export beside the filters of its list. */
export const formatQuery = {
  format: z.enum(["xlsx", "csv"], { error: "Choose xlsx or csv" }).default("xlsx").meta({ description: "The kind of file" }),
};
