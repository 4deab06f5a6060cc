import type { FormErrors } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { getAccount, updateAccount, type Account } from "#contract/accounts.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { read } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";
import { useEntryForm } from "#web/ui/use-entry-form.ts";

import { accountStored, editBody, editSchema } from "./queries.ts";
import { accountFormOf, rebased, type AccountForm } from "./rules.ts";

interface EditInput {
  /** The account as it was read when the form opened. */
  readonly account: Account;
  /** Faults that only the screen can see, such as a date typed by half. */
  readonly alsoCheck: (typed: AccountForm) => FormErrors;
  /** Called once the account is stored, or where there was nothing to store. */
  readonly onSaved: () => void;
}

/**
 * The editing of one account: only what changed is sent, on condition that nobody else has saved the account since it was
 * read. Where somebody has, their version is fetched and both ways on are offered; nothing typed is lost.
 */
export function useAccountEdit({ account, alsoCheck, onSaved }: EditInput) {
  const { t } = useTranslation("accounts");
  const client = useQueryClient();
  const [base, setBase] = useState(account);
  const [theirs, setTheirs] = useState<Account>();
  const before = accountFormOf(base);

  const fetchTheirs = async (): Promise<void> => {
    const query = { ...read(getAccount, { params: { id: base.id } }), staleTime: 0 };
    // Should this fail as well, the server's sentence is on screen already; the next save asks again.
    setTheirs(await client.fetchQuery(query).catch(() => undefined));
  };

  const entry = useEntryForm({
    initialValues: { ...before },
    schema: editSchema,
    toSent: (typed) => editBody(before, typed),
    alsoCheck,
    record: async (body) => {
      if (Object.keys(body).length === 0) return undefined;
      return call(updateAccount, { params: { id: base.id }, body, ifMatch: base.version });
    },
    next: (typed) => typed,
    onRecorded: (saved) => {
      if (saved === undefined) toast.success(t("edit.unchanged"));
      else {
        accountStored(client, saved);
        toast.success(t("edit.success"), t("edit.updated"));
      }
      onSaved();
    },
    onFailed: (error) => {
      toast.error(t("edit.error"), messageOf(error, t("edit.failed")));
      if (error instanceof ApiError && error.code === "stale_version") void fetchTheirs();
    },
  });

  /** Goes on from the version that the others stored, with these values in the form. */
  const goOnFrom = (latest: Account, values: AccountForm): void => {
    setBase(latest);
    setTheirs(undefined);
    entry.startOver({ ...accountFormOf(latest) });
    entry.form.setValues(values);
  };

  return {
    entry,
    base,
    /** The version somebody else stored meanwhile; undefined without a conflict. */
    theirs,
    keepMine: (latest: Account): void => goOnFrom(latest, rebased(before, entry.form.getValues(), accountFormOf(latest))),
    takeTheirs: (latest: Account): void => goOnFrom(latest, accountFormOf(latest)),
  };
}

export type AccountEdit = ReturnType<typeof useAccountEdit>;
