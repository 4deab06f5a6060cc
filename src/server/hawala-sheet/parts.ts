import { Refusal } from "#kernel/refusal.ts";

import { notASpreadsheet } from "./recognise.ts";
import type { SheetFormat } from "./sheet.ts";
import { damaged, protectedByPassword, readDirectory, unpack } from "./zip.ts";

/** The parts of a zipped spreadsheet that hold its sheets, by name, unpacked and known to be whole. */
export type Parts = ReadonlyMap<string, Buffer>;

/** What a list never needs: pictures, drawings, macros, links to other files, notes, what programs add for themselves. */
const neverNeeded =
  /(?:^|\/)(?:docProps|customXml|theme|media|drawings|charts|embeddings|activeX|ctrlProps|externalLinks|pivotTables|pivotCache|queryTables|slicers|slicerCaches|printerSettings|threadedComments|revisions|chartsheets|dialogsheets|macrosheets)\/|(?:calcChain|connections|comments\d*|vmlDrawing\d*)\.\w+$/i;
const neededOfOds = /^(?:content\.xml|styles\.xml|META-INF\/manifest\.xml)$/;

/** Unpacks what is needed and looks for what a spreadsheet program never writes. */
export function readParts(bytes: Buffer, format: Exclude<SheetFormat, "xls">): Parts {
  const parts = new Map<string, Buffer>();
  for (const entry of readDirectory(bytes)) {
    const isNeeded =
      format === "ods" ? neededOfOds.test(entry.name) : /\.(?:xml|rels)$/i.test(entry.name) && !neverNeeded.test(entry.name);
    if (isNeeded) parts.set(entry.name, unpack(bytes, entry));
  }
  if (format === "ods") refuseOtherDocuments(parts);
  for (const part of parts.values()) refuseEntities(part);
  return parts;
}

function refuseOtherDocuments(parts: Parts): void {
  // In an encrypted document the manifest alone can be read.
  if (parts.get("META-INF/manifest.xml")?.includes("encryption-data") === true)
    throw new Refusal("unreadable", protectedByPassword);
  const content = parts.get("content.xml");
  if (content === undefined) throw new Refusal("unreadable", damaged);
  if (!/<(?:\w+:)?spreadsheet[\s/>]/.test(content.toString("latin1"))) throw new Refusal("unsupported_type", notASpreadsheet);
}

/** Spreadsheets have no document type; those that do are made to swell, or to fetch what is not theirs. */
function refuseEntities(part: Buffer): void {
  if (part.includes("<!DOCTYPE") || part.includes("<!ENTITY")) throw new Refusal("unreadable", damaged);
}
