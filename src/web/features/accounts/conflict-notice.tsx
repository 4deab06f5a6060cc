import { Alert, Button, Group, List, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useCurrencies } from "#web/ui/currency-select.tsx";

import classes from "./form.module.css";
import { accountFormOf, differingFields, type AccountField, type AccountForm } from "./rules.ts";
import type { AccountEdit } from "./use-account-edit.ts";

/** Explains that somebody else has saved the account meanwhile, shows what they changed, and offers both ways on. */
export function ConflictNotice({ edit }: { readonly edit: AccountEdit }) {
  const { t } = useTranslation("accounts");
  const { theirs: stored, entry, base } = edit;
  if (stored === undefined) return null;
  const before = accountFormOf(base);
  const theirs = accountFormOf(stored);
  const mine = differingFields(before, entry.form.values);
  const changed = differingFields(before, theirs);
  return (
    <Alert
      ref={showWhole}
      role="alert"
      variant="outline"
      color="orange"
      title={t("conflict.title")}
      icon={<IconUsers aria-hidden />}
      classNames={{ root: classes["notice"] ?? "", title: classes["title"] ?? "" }}
    >
      <Text size="sm">{t("conflict.kept")}</Text>
      <Text size="sm" mt="xs" fw={600}>
        {changed.length === 0 ? t("conflict.nothingVisible") : t("conflict.changedMeanwhile")}
      </Text>
      <List size="sm">
        {changed.map((field) => (
          <List.Item key={field}>
            <Change field={field} before={before} after={theirs} />
            {mine.includes(field) ? <strong> ({t("conflict.yoursToo")})</strong> : null}
          </List.Item>
        ))}
      </List>
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={() => edit.keepMine(stored)}>
          {t("conflict.keepMine")}
        </Button>
        <Button size="xs" variant="default" onClick={() => edit.takeTheirs(stored)}>
          {t("conflict.takeTheirs")}
        </Button>
      </Group>
    </Alert>
  );
}

/** The notice appears at the foot of a long form, where it could be out of sight. */
function showWhole(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: "nearest" });
}

interface ChangeProps {
  readonly field: AccountField;
  readonly before: AccountForm;
  readonly after: AccountForm;
}

function Change({ field, before, after }: ChangeProps) {
  const { t } = useTranslation("accounts");
  const words = useFieldWords(field);
  const label = t(`fields.${field}`);
  if (field === "picture" || field === "signature") {
    return after[field] === "" ? t("conflict.imageRemoved", { field: label }) : t("conflict.imageChange", { field: label });
  }
  return t("conflict.change", { field: label, before: words(before), after: words(after) });
}

/** A field's value as the form words it: a currency by its code, a type and a status by its name. */
function useFieldWords(field: AccountField): (form: AccountForm) => string {
  const { t } = useTranslation(["accounts", "ui"]);
  const currencies = useCurrencies();
  return (form) => {
    if (field === "accountType") return t(`ui:accountTypes.${form.accountType}`);
    if (field === "accountStatus") return t(`accounts:statuses.${form.accountStatus}`);
    if (field === "currencyId") return currencies.find(({ id }) => id === form.currencyId)?.code ?? String(form.currencyId);
    return form[field] === "" ? t("accounts:conflict.empty") : form[field];
  };
}
