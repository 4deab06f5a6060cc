import { Anchor, Button, Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { AuditChange, AuditEntry } from "#contract/audit-log.ts";
import { reasonInLanguage } from "#web/i18n/refusals.ts";
import { onwards } from "#web/lib/direction.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";

import classes from "./audit-log.module.css";
import { pageOf, useAuditWords } from "./words.ts";

const columns = ["time", "user", "action", "object", "changes"] as const;

/**
 * Who did what. The roles are written out because a narrow screen lays each row out as a card, which would end its being a
 * table.
 */
export function EntryTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { t } = useTranslation("auditLog");
  return (
    <Table role="table" aria-label={t("table.label")} verticalSpacing={8} className={classes["table"] ?? ""}>
      <Table.Thead role="rowgroup" className={classes["head"] ?? ""}>
        <Table.Tr role="row">
          {columns.map((column) => (
            <Table.Th key={column} role="columnheader" scope="col">
              {t(`table.${column}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function EntryRow({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation("auditLog");
  const { timeZone } = useOffice();
  const words = useAuditWords();
  return (
    <Table.Tr role="row" className={classes["row"] ?? ""}>
      <Table.Td role="cell" className={classes["time"] ?? ""}>
        <time dateTime={entry.recordedAt}>{formatInstant(entry.recordedAt, timeZone)}</time>
      </Table.Td>
      <Table.Td role="cell" className={classes["user"] ?? ""}>
        {entry.user ?? <span className={classes["quiet"]}>{t("table.nobody")}</span>}
      </Table.Td>
      <Table.Td role="cell" className={classes["action"] ?? ""}>
        {words.action(entry.action)}
      </Table.Td>
      <Table.Td role="cell" className={classes["object"] ?? ""}>
        <ObjectCell entry={entry} />
      </Table.Td>
      <Table.Td role="cell" className={classes["changes"] ?? ""}>
        {entry.reason === null ? null : <div dir="auto">{t("table.reason", { reason: reasonInLanguage(entry.reason) })}</div>}
        <Changes entry={entry} />
      </Table.Td>
    </Table.Tr>
  );
}

function ObjectCell({ entry }: { readonly entry: AuditEntry }) {
  const words = useAuditWords();
  const { objectType, objectId, object } = entry;
  const page = pageOf(entry);
  // A person's id says nothing to a person.
  const name = object ?? (objectId !== null && objectId.length <= 60 && !isUuid.test(objectId) ? objectId : null);
  return (
    <>
      <span className={classes["quiet"]}>{words.kind(objectType)}</span>{" "}
      {name === null ? null : page === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <Anchor component={Link} to={page} size="sm" underline="always">
          <bdi>{name}</bdi>
        </Anchor>
      )}
    </>
  );
}

const isUuid = /^[0-9a-f]{8}-/i;
/** As many as fit without the row becoming a page. */
const fewChanges = 4;

function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation("auditLog");
  const { timeZone } = useOffice();
  const [isWhole, setWhole] = useState(false);
  const { changes, ip, requestId, version } = entry;
  const shown = isWhole ? changes : changes.slice(0, fewChanges);
  const source = [
    version === null ? undefined : t("table.version", { version }),
    ip === null ? undefined : t("table.address", { ip }),
    requestId === null ? undefined : t("table.request", { id: requestId }),
  ].filter((part) => part !== undefined);
  const said = {
    time: formatInstant(entry.recordedAt, timeZone),
    count: changes.length - fewChanges,
  };
  const what = isWhole ? "less" : changes.length > fewChanges ? "moreChanges" : "more";
  return (
    <>
      {shown.length === 0 ? null : (
        <ul className={classes["list"]}>
          {shown.map((change) => (
            <ChangeLine key={change.field} change={change} />
          ))}
        </ul>
      )}
      {isWhole && source.length > 0 ? <div className={classes["source"]}>{source.join(" · ")}</div> : null}
      {source.length === 0 && changes.length <= fewChanges ? null : (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-expanded={isWhole}
          aria-label={t(`table.${what}Of`, said)}
          onClick={() => setWhole(!isWhole)}
        >
          {t(`table.${what}`, said)}
        </Button>
      )}
    </>
  );
}

/** What became of a field; of what something began or ended with there is one side only. */
function ChangeLine({ change: { field, before, after } }: { readonly change: AuditChange }) {
  const words = useAuditWords();
  return (
    <li>
      <span className={classes["quiet"]}>{words.field(field)}: </span>
      {before === null ? null : <del dir="auto">{words.value(field, before)}</del>}
      {before === null ? null : ` ${onwards()} `}
      <ins dir="auto">{words.value(field, after)}</ins>
    </li>
  );
}
