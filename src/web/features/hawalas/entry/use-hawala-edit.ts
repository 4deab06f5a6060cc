import type { FormErrors } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { z } from "zod";

import { listAccounts } from "#contract/accounts.ts";
import { getHawala, updateHawala, type Hawala } from "#contract/hawalas.ts";
import { call } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { formatRate } from "#web/lib/format.ts";
import { moneyMoved, read } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";
import { paths } from "#web/paths.ts";
import { accountLabel } from "#web/ui/account/account-label.ts";
import type { FieldNames, Unfinished } from "#web/ui/entry/form-resolver.ts";
import { useVersionedEdit, type EditDoubtOf, type FormValues } from "#web/ui/entry/use-versioned-edit.ts";
import type { ConflictingChange } from "#web/ui/entry/version-conflict.tsx";

import type { Board } from "./entry-rules.ts";

/** What the forms of the two directions differ in. */
interface Layout<Values, Schema extends z.ZodType> {
  readonly formOf: (stored: Hawala) => Values;
  readonly schema: Schema;
  readonly toSent: (values: Values) => Unfinished<z.input<Schema>>;
  readonly fields: FieldNames;
  readonly alsoCheck: (values: Values) => FormErrors;
  readonly doubtOf: EditDoubtOf<Values>;
}

/** The correction of one hawala, on condition that nobody else has changed it since it was read. */
export function useHawalaEdit<Values extends FormValues, Schema extends z.ZodType>(
  hawala: Hawala,
  layout: Layout<Values, Schema>,
) {
  const { t } = useTranslation("hawalaEntry");
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useAttemptKey();
  const leave = (): void => void navigate({ href: paths.hawala(hawala.id, hawala.direction) });
  const edit = useVersionedEdit<Hawala, Values, Schema>({
    stored: hawala,
    ...layout,
    store: (sent, base) => {
      const body = sent as z.input<NonNullable<typeof updateHawala.body>>;
      const before = layout.toSent(layout.formOf(base));
      if (JSON.stringify(before) === JSON.stringify(body)) return undefined;
      const idempotencyKey = keyFor(body, base.version);
      return call(updateHawala, { params: { id: base.id }, body, ifMatch: base.version, idempotencyKey });
    },
    fetchStored: () => client.fetchQuery({ ...read(getHawala, { params: { id: hawala.id } }), staleTime: 0 }),
    onStored: () => {
      toast.success(t("edit.saved"));
      void moneyMoved(client);
    },
    onUnchanged: () => toast.success(t("edit.unchanged")),
    onSaved: leave,
    onFailed: (error) => toast.failure(error, t("edit.saveFailed")),
  });
  return { edit, leave };
}

/** What a notice beside the form of a hawala knows of its editing. */
export interface HawalaEdit {
  readonly base: Hawala;
  readonly theirs: Hawala | undefined;
  readonly refusal: unknown;
}

/** The status, where another desk has changed that as well: no field of the form shows it. */
export function useChangedStatus({ base, theirs }: HawalaEdit): readonly ConflictingChange[] {
  const { t } = useTranslation(["hawalaEntry", "passHawala"]);
  if (theirs === undefined || theirs.hawalaStatus === base.hawalaStatus) return [];
  const [before, after] = [base, theirs].map(({ hawalaStatus }) => t(`passHawala:statuses.${hawalaStatus}`));
  return [{ field: t("hawalaEntry:edit.status"), before: before ?? "", after: after ?? "", mineToo: false }];
}

/** How a field reads where two versions of a hawala are compared: an account by its name, a currency by its code. */
export function useFieldWords<Values extends FormValues>(
  versions: readonly Values[],
  board: Board,
): (values: Values, field: keyof Values & string) => string {
  const { t } = useTranslation("hawalaEntry");
  const ids = [...new Set(versions.flatMap(accountIdsOf))].toSorted((a, b) => a - b);
  const { data = [] } = useQuery({ ...read(listAccounts, { query: { ids: ids.join(",") } }), enabled: ids.length > 0 });
  return (values, field) => {
    const value = values[field];
    if (typeof value === "number" && field.endsWith("AccountId")) {
      const account = data.find(({ id }) => id === value);
      return account === undefined ? t("edit.accountNumber", { id: value }) : accountLabel(account);
    }
    if (typeof value === "number") return board.codeOf(value) ?? String(value);
    if (typeof value !== "string") return "";
    return /rate$/i.test(field) && value !== "" ? formatRate(value) : value;
  };
}

function accountIdsOf(values: FormValues): number[] {
  const ids = Object.entries(values).filter(([field]) => field.endsWith("AccountId"));
  return ids.flatMap(([, id]) => (typeof id === "number" ? [id] : []));
}
