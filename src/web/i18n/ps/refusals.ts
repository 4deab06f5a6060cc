import type { RefusalTable } from "#web/i18n/refusals.ts";

import { access } from "./refusals/access.ts";
import { backups } from "./refusals/backups.ts";
import { books } from "./refusals/books.ts";
import { fields } from "./refusals/fields.ts";
import { hawalas } from "./refusals/hawalas.ts";
import { office } from "./refusals/office.ts";
import { parts } from "./refusals/parts.ts";
import { sheets } from "./refusals/sheets.ts";
import { verification } from "./refusals/verification.ts";

/** What the server says, in Pashto. */
export const refusals: RefusalTable = {
  sentences: { ...fields, ...books, ...hawalas, ...sheets, ...office, ...access, ...backups, ...verification },
  parts,
};
