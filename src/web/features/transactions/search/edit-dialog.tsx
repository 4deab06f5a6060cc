import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { getTransaction, type ListedTransaction } from "#contract/transactions.ts";
import { read } from "#web/lib/query.ts";
import { typeName } from "#web/lib/type-name.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { FormDialog, FreshlyRead, Loading } from "#web/ui/entry/edit-dialog.tsx";

import { EditEntry, type EditFormProps } from "./edit-entry.tsx";
import { EditExchange } from "./edit-exchange.tsx";
import { EditHawala } from "./edit-hawala.tsx";
import { EditTransfer } from "./edit-transfer.tsx";
import { accountOf, byId } from "./search-accounts.tsx";

interface EditDialogProps {
  /** The transaction being edited; undefined while the dialog is closed. */
  readonly id: number | undefined;
  readonly onClose: () => void;
}

/** Edits one transaction, laid out by its type. */
export function EditDialog({ id, onClose }: EditDialogProps) {
  const { t } = useTranslation("search");
  const { data } = useQuery({ ...read(getTransaction, { params: { id: id ?? 0 } }), enabled: id !== undefined });
  const title = data === undefined ? t("edit.titleOfAny") : t("edit.title", { type: typeName(data.transType) });
  return (
    <FormDialog opened={id !== undefined} title={title} size="62rem" onClose={onClose}>
      {id === undefined ? null : <Fresh key={id} id={id} label={title} onSaved={onClose} />}
    </FormDialog>
  );
}

interface FreshProps {
  readonly id: number;
  readonly label: string;
  readonly onSaved: () => void;
}

function Fresh({ id, ...others }: FreshProps) {
  const { t } = useTranslation("search");
  const query = useQuery({ ...read(getTransaction, { params: { id } }), refetchOnMount: "always" });
  return (
    <FreshlyRead
      query={query}
      pick={(transaction) => (transaction.deleted ? undefined : transaction)}
      texts={{
        loading: t("details.loading"),
        failed: t("details.failed"),
        gone: t("edit.gone"),
        unknown: t("details.notFound", { id }),
      }}
    >
      {(stored) => <WithAccounts stored={stored} {...others} />}
    </FreshlyRead>
  );
}

interface WithAccountsProps extends Omit<FreshProps, "id"> {
  readonly stored: ListedTransaction;
}

/** Waits for the accounts of both sides: a form needs to know more of them than their numbers. */
function WithAccounts(props: WithAccountsProps) {
  const { t } = useTranslation("search");
  const sides = [...new Set([props.stored.outAccountId, props.stored.inAccountId])];
  const accounts = useQueries({ queries: sides.map(accountOf) });
  if (accounts.every(({ data }) => data !== undefined))
    return <EditForm {...props} accounts={byId(accounts.flatMap(({ data }) => data ?? []))} />;
  const failed = accounts.find(({ error, isFetching }) => error !== null && !isFetching);
  if (failed !== undefined)
    return <LoadError title={t("details.failed")} error={failed.error} onRetry={() => void failed.refetch()} />;
  return <Loading text={t("details.loading")} />;
}

function EditForm(props: EditFormProps) {
  switch (props.stored.transType) {
    case "Debit":
    case "Credit":
      return <EditEntry {...props} type={props.stored.transType} />;
    case "Transfer":
      return <EditTransfer {...props} />;
    case "Exchange":
      return <EditExchange {...props} />;
    case "Hawala":
      return <EditHawala {...props} />;
  }
}
